from __future__ import annotations

import pytest
from hypothesis import given, settings

from oracles.positions import honest_positions
from oracles.proofs import TruthTable
from oracles.reached import iter_reached
from sapper import hint
from sapper.errors import ArgumentError, InconsistentPositionError, SapperError
from sapper.game import Position, Rules
from sapper.logic import Reason, Technique, analyse, deduce_like_human


def reason_of(text: str, cell: str) -> Reason:
    return analyse(Position.parse(text)).reason(cell)


def clues_of(reason: Reason) -> str:
    return reason.position.format_cells(reason.clues)


# The ladder


def test_a_clue_with_as_many_covered_cells_as_mines_proves_them_alone() -> None:
    reason = reason_of("1.. 1", "r1c2")
    assert (reason.technique, reason.steps, clues_of(reason)) == ("single clue", 0, "r1c1")
    assert str(reason) == "r1c2 is a mine: the 1 at r1c1 has only one covered cell around it"


def test_single_clues_one_after_the_other_are_still_single_clues() -> None:
    reason = reason_of("1.1. 1", "r1c4")
    assert (reason.technique, reason.steps, clues_of(reason)) == ("single clue", 0, "r1c1 r1c3")
    assert str(reason) == (
        "r1c4 is safe: the 1 at r1c1 makes r1c2 a mine, then the 1 at r1c3 already has its mine at "
        "r1c2"
    )


def test_one_one_at_the_wall_is_a_subset_of_two_clues() -> None:
    reason = reason_of("..../1121 2", "r1c3")
    assert (reason.technique, reason.steps) == (Technique.SUBSET, 1)
    assert clues_of(reason) == "r2c1 r2c2"
    assert str(reason) == (
        "r1c3 is safe: the 1 at r2c1 has its mine among r1c1 r1c2, "
        "so the 1 at r2c2 has none left for r1c3"
    )


@pytest.mark.parametrize(
    ("text", "cell", "said"),
    [
        ("...../34..4/.2..2 8", "r1c3", "the 2 at r3c2 has its last mine among r2c3 r3c3"),
        ("...4./..4../..3.2 8", "r1c2", "the 3 at r3c3 has its last 2 mines among r2c2 r3c2 r3c4"),
        ("...3./...3./2.... 7", "r3c3", "the 3 at r1c4 has all its 3 mines among"),
        ("11./3.2/... 3", "r3c3", "the 2 at r2c3 already has both its mines at r2c2 r3c2"),
    ],
)
def test_sentence_says_how_many_mines_a_clue_still_has_to_get(
    text: str, cell: str, said: str
) -> None:
    assert said in str(reason_of(text, cell))


def test_one_two_in_the_open_is_human_like_in_one_step() -> None:
    reason = reason_of("..../1121 2", "r1c4")
    assert (reason.technique, reason.steps) == (Technique.PAIR, 1)
    assert clues_of(reason) == "r2c2 r2c3"
    assert str(reason) == (
        "r1c4 is a mine: the 1 at r2c2 allows at most 1 mine among r1c2 r1c3, "
        "so the 2 at r2c3 needs a mine at r1c4"
    )


def test_what_comparing_pairs_misses_is_exact() -> None:
    position = "...2./....1/...1. 5"
    reason = reason_of(position, "r3c5")
    assert (reason.technique, reason.steps, reason.needs_mine_count) == (
        Technique.COMPONENT,
        None,
        False,
    )
    assert clues_of(reason) == "r1c4 r2c5 r3c4"
    assert str(reason) == (
        "r3c5 is safe: with a mine there, "
        "the 2 at r1c4, the 1 at r2c5 and the 1 at r3c4 could not all be right"
    )
    found = {cell for cell, *_ in deduce_like_human(Position.parse(position))}
    assert reason.cell not in found


@pytest.mark.parametrize(
    ("position", "cell", "clues", "because"),
    [
        ("1../... 1", "r1c3", "r1c1", "the 1 at r1c1 needs the only mine left"),
        ("... 0", "r1c1", "", "no mines are left"),
        ("... 3", "r1c1", "", "3 mines are left for 3 covered cells"),
        ("1....1 4", "r1c3", "", "4 mines are left for 4 covered cells"),
        (
            "1.../..../.... 9",
            "r1c3",
            "r1c1",
            "the 1 at r1c1 needs 1 of the 9 mines left, and all other covered cells the rest",
        ),
        (
            "1..../...../....1 2",
            "r1c3",
            "r1c1 r3c5",
            "the 1 at r1c1 and the 1 at r3c5 need both mines left",
        ),
    ],
)
def test_the_mine_count_is_named_only_where_it_is_needed(
    position: str, cell: str, clues: str, because: str
) -> None:
    reason = reason_of(position, cell)
    assert reason.needs_mine_count
    assert reason.technique is Technique.MINE_COUNT
    assert clues_of(reason) == clues
    assert str(reason).endswith(because)


def test_trusted_flags_are_named_and_distrusted_ones_are_cells() -> None:
    position = Position.parse("F1. 1")
    reason = analyse(position).reason("r1c3")
    assert reason.flags == (0,)
    assert str(reason) == (
        "r1c3 is safe: the 1 at r1c2 already has its mine at r1c1 (trusting the flag at r1c1)"
    )
    with pytest.raises(SapperError, match="r1c1, whose flag is trusted"):
        analyse(position).reason("r1c1")
    assert analyse(position, trust_flags=False).reasons() == ()
    assert analyse(Position.parse("F1 1"), trust_flags=False).reason(0).flags == ()


# What cannot be explained


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("r1c1", "got r1c1, which may be safe or a mine"),
        ("r1c3", "got r1c3, which is revealed"),
        (99, "expected a cell of the grid, got cell number 99"),
    ],
)
def test_a_cell_that_is_not_proven_is_an_error(cell: str | int, message: str) -> None:
    with pytest.raises(SapperError, match=message):
        analyse(Position.parse("..1./..2./11../.... 3")).reason(cell)


def test_a_contradictory_position_has_no_reasons() -> None:
    with pytest.raises(InconsistentPositionError):
        analyse(Position.parse("4./.. 2")).reasons()


# On every position


def check_reason(reason: Reason, table: TruthTable) -> None:
    """The clues prove the cell, and none, nor the mine count, can be left out."""
    cell, is_mine, count = reason.cell, reason.is_mine, reason.needs_mine_count
    assert reason.is_minimal
    assert table.proves(reason.clues, count, cell, is_mine)
    for clue in reason.clues:
        assert not table.proves(set(reason.clues) - {clue}, count, cell, is_mine)
    if count:
        assert not table.proves(table.clues, False, cell, is_mine)


@settings(max_examples=400)
@given(honest_positions())
def test_no_clue_of_a_reason_can_be_left_out(position: Position) -> None:
    for trust_flags in (True, False):
        table = TruthTable(position, trust_flags=trust_flags)
        for reason in analyse(position, trust_flags=trust_flags).reasons():
            check_reason(reason, table)


@pytest.mark.parametrize("grid", ["5x4x6", "6x4x7", "5x5x8", "7x3x6"])
def test_reasons_in_play_are_smallest_and_true(grid: str) -> None:
    larger = total = 0
    for seed in range(30):
        for position, layout in iter_reached(Rules.parse(grid), seed, flags=seed % 2 == 1):
            if len(position.covered) > 13:
                continue
            reasons = analyse(position).reasons()
            table = TruthTable(position)
            for reason in reasons:
                check_reason(reason, table)
                assert reason.is_mine == (reason.cell in layout.mines)
                if not reason.needs_mine_count:
                    smallest = table.smallest_proof(reason.cell, reason.is_mine)
                    larger += len(reason.clues) != smallest
                    total += 1
                    if len(reason.clues) <= 3:
                        assert len(reason.clues) == smallest
            proven = analyse(position)
            assert {r.cell for r in reasons if r.is_mine} == set(proven.mines)
            assert {r.cell for r in reasons if not r.is_mine} == set(proven.safe)
    # A larger set is preferred only if it spares the player the exact technique.
    assert larger <= total / 100


def test_techniques_are_reached_by_the_deductions_of_their_name() -> None:
    for seed in range(4):
        for i, (position, layout) in enumerate(iter_reached(Rules.parse("expert"), seed)):
            if i % 12:
                continue
            steps = {cell: step for cell, _, step, _ in deduce_like_human(position)}
            for reason in analyse(position).reasons():
                assert reason.is_mine == (reason.cell in layout.mines)
                assert str(reason).startswith(position.format_cell(reason.cell))
                if reason.steps is not None:
                    assert steps[reason.cell] <= reason.steps
                if reason.technique is Technique.SINGLE_CLUE:
                    assert reason.steps == 0
                if reason.technique is Technique.SUBSET:
                    assert len(reason.clues) == 2


def test_reasons_do_not_depend_on_which_cells_are_asked_for() -> None:
    for position, _ in iter_reached(Rules.parse("8x8x12"), 5):
        for reason in analyse(position).reasons():
            alone = analyse(position).reason(reason.cell)
            if not reason.needs_mine_count:  # there, neighbours may share one of several sets
                assert alone == reason


def test_a_reason_as_data_names_its_cells() -> None:
    data = reason_of("..../1121 2", "r1c3").to_dict()
    assert data["cell"] == "r1c3"
    assert data["clues"] == ["r2c1", "r2c2"]
    assert data["technique"] == Technique.SUBSET
    assert data["sentence"].startswith("r1c3 is safe: ")
    assert analyse(Position.parse("1.. 1")).reason("r1c2").is_mine


def test_what_is_no_position_is_refused_in_plain_words() -> None:
    for find in (hint, deduce_like_human):
        with pytest.raises(ArgumentError, match="expected a position, got int 3"):
            find(3)  # type: ignore[arg-type]  # on purpose


# After assumptions


def test_what_is_assumed_is_not_explained_as_proven() -> None:
    first = analyse(Position.parse("1.../..../..../.... 2"))
    for what in ("mine", "safe"):
        after = first.assume("r2c2", what)
        assert after.position.cell("r2c2") not in {one.cell for one in after.reasons()}
    only = first.assume("r1c2", "safe").hint()
    assert str(only) == "r1c2 is assumed to be safe"


def test_a_cell_assumed_safe_may_then_show_a_clue() -> None:
    first = analyse(Position.parse("1.../..../..../.... 2"))
    after = first.assume("r1c2", "safe").assume("r1c2", 1)
    assert after.assumed_safe == ()
    assert {after.position.format_cell(one.cell) for one in after.reasons()} == {"r1c3", "r2c3"}


def test_best_is_proven_before_any_risk_however_small() -> None:
    tiny = Position.parse("1...../" + "/".join(["......"] * 5) + " 1")
    (best,) = analyse(tiny).best
    assert best in analyse(tiny).safe
