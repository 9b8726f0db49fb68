"""Windows: what they show, what they hide, and what they prove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import pytest

from oracles.reached import iter_met, proven
from oracles.window import Shown, rectangles, window_proofs
from sapper.agents import Agent, Deduction, Playthrough, load_agent, play_seeds
from sapper.agents.deducers import CpSat, Exact, HumanLike, LinearAlgebra, SinglePoint, Window
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import NativePart, WindowCount
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import deduce
from sapper.errors import NotationError, RulesError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.position import Position
from sapper.game.rules import Rules

SMALL = Rules(6, 6, 7, first_click="zero")
OBLONG = Rules(8, 5, 8, first_click="zero")


@pytest.mark.parametrize("mine_count", [True, False])
@pytest.mark.parametrize(
    ("rules", "size"), [(SMALL, (3, 3)), (SMALL, (4, 4)), (OBLONG, (4, 3)), (OBLONG, (3, 9))]
)
def test_windows_prove_what_trying_every_placement_proves(
    rules: Rules, size: tuple[int, int], mine_count: bool
) -> None:
    compared = 0
    for flags in ("yes", "no"):
        met = iter_met(f"kvietinskas/single-point:flags={flags}", rules, 6)
        for position in list(met)[::3]:
            part = Window(Exact(mine_count), *size, mine_count)
            assert proven(part, position) == window_proofs(position, *size, mine_count), position
            compared += 1
    assert compared > 10


def test_lower_bound_of_the_mine_count_proves_what_the_clues_do_not() -> None:
    # Eight mines among nine places: a window that shows most of them knows that few are elsewhere.
    position = Position.parse("..../.53./.4../...1 8")
    with_count = window_proofs(position, 3, 3, True)
    assert proven(Window(Exact(True), 3, 3, True), position) == with_count
    assert position.cell("r1c1") in with_count[1]
    assert window_proofs(position, 3, 3, False) == ([], [])


@pytest.mark.parametrize("part", [Exact(True), HumanLike(), LinearAlgebra(), SinglePoint()])
def test_screen_changes_no_deduction(part: NativePart) -> None:
    for position in iter_met("kvietinskas/single-point", Rules(9, 9, 14, first_click="zero"), 10):
        screened = proven(Window(part, 5, 4, True), position)
        assert screened == proven(Window(part, 5, 4, True, screen=False), position), position


@pytest.mark.parametrize("flags", [True, False])
@pytest.mark.parametrize("recheck", [True, False])
def test_screen_changes_no_game(flags: bool, recheck: bool) -> None:
    seeds = game_seeds(3, 0, 40)
    rules = Rules.parse("beginner", first_click="safe")
    played = [
        play_seeds(
            Agent(
                RandomCell(), (Window(Exact(), 5, 5, True, recheck, screen),), RandomGuess(), flags
            ),
            rules,
            seeds,
        )
        for screen in (True, False)
    ]
    assert played[0].same_play(played[1])


_seen: list[tuple[str, int, int, str]] = []


@dataclass(frozen=True)
class Recorder:
    """Writes down what it is shown, and what another deducer makes of it."""

    deducer: CpSat | None = None

    def deduce(self, position: Position, changed: Sequence[int]) -> list[Deduction]:
        raise AssertionError("a window calls deduce_in_window")

    def deduce_in_window(self, position: Position, count: WindowCount) -> list[Deduction]:
        found = list(self.deducer.deduce_in_window(position, count)) if self.deducer else []
        proven = [(sorted(item.safe), sorted(item.mines)) for item in found]
        _seen.append((str(position).split(" ")[0], count.most, count.least, str(proven)))
        return []


def shown_by(position: Position, size: tuple[int, int]) -> list[tuple[str, int, int]]:
    _seen.clear()
    deduce(Window(Recorder(), *size, True, screen=False), position)
    return sorted(item[:3] for item in _seen)


@pytest.mark.parametrize("size", [(3, 3), (4, 4), (4, 2), (2, 5), (6, 3), (9, 9)])
@pytest.mark.parametrize("rules", [SMALL, OBLONG])
def test_a_deducer_is_shown_every_window_and_nothing_outside(
    rules: Rules, size: tuple[int, int]
) -> None:
    for position in iter_met("kvietinskas/single-point", rules, 4):
        windows = [Shown(position, rectangle) for rectangle in rectangles(position, *size)]
        expected = [
            (shown.small_position(), shown.most, shown.least)
            for shown in windows
            if shown.is_useful
        ]
        assert shown_by(position, size) == sorted(expected)


def test_walls_end_the_small_position_and_the_rim_is_covered() -> None:
    position = Position.parse("1.../..2./.... 3")
    assert ("1../.../...", 3, 0) in shown_by(position, (3, 3))  # at the corner: r1c1 to r2c2
    assert shown_by(position, (9, 9)) == [("1.../..2./....", 3, 3)]


def changed_outside(position: Position, seen: set[tuple[int, int]], how: int) -> Position:
    """Replace all that a window does not show, the mine count staying the same."""
    cells = bytearray(position.cells)
    for cell in range(position.num_cells):
        if divmod(cell, position.columns) not in seen:
            cells[cell] = (COVERED, FLAGGED, (cell * 7 + how) % 9, cell % 2)[how % 4]
    changed = Position(position.columns, position.rows, position.num_mines, bytes(cells))
    missing = position.mines_left - changed.mines_left
    return Position(position.columns, position.rows, position.num_mines + missing, bytes(cells))


def test_changing_everything_outside_a_window_changes_no_deduction_in_it() -> None:
    part = Window(Recorder(CpSat(True)), 4, 3, True, screen=False)
    checked = 0
    for position in list(iter_met("kvietinskas/single-point", SMALL, 2))[::2]:
        deduce(part, position)
        before = {item[:3]: item[3] for item in _seen}
        for number, rectangle in enumerate(list(rectangles(position, 4, 3))[::4]):
            shown = Shown(position, rectangle)
            other = changed_outside(position, shown.inside, number)
            key = (shown.small_position(), shown.most, shown.least)
            if key not in before or not Shown(other, rectangle).is_useful:
                continue
            _seen.clear()
            deduce(part, other)
            assert {item[:3]: item[3] for item in _seen}[key] == before[key]
            checked += 1
    assert checked > 20


def test_window_at_least_as_large_as_the_grid_is_the_whole_grid() -> None:
    seeds = game_seeds(5, 0, 60)
    for size, flags, count in product(("9x9", "12x40"), ("yes", "no"), ("yes", "no")):
        options = f"flags={flags},mine_count={count}"
        rules = Rules.parse("beginner")
        whole = play_seeds(load_agent(f"kvietinskas/optimal:{options}"), rules, seeds)
        window = play_seeds(
            load_agent(f"kvietinskas/optimal:window={size},{options}"), rules, seeds
        )
        assert (whole.won == window.won).all()
        assert (whole.guesses == window.guesses).all()


def test_larger_windows_prove_no_less_without_the_mine_count() -> None:
    for position in iter_met("kvietinskas/single-point", Rules(9, 9, 14, first_click="zero"), 10):
        last: set[int] = set()
        for size in (3, 4, 5, 6, 9):
            safe, mines = proven(Window(Exact(False), size, size, False), position)
            assert last <= {*safe, *mines}
            last = {*safe, *mines}


def test_order_does_not_matter_where_windows_are_rechecked() -> None:
    # The single-point rules first, or windows alone: the same games.
    seeds = game_seeds(11, 0, 150)
    rules = Rules.parse("intermediate", first_click="zero")
    windows = Window(Exact(False), 5, 5, False)
    first = Agent(RandomCell(), (SinglePoint(), windows), RandomGuess())
    alone = Agent(RandomCell(), (windows,), RandomGuess())
    one, two = play_seeds(first, rules, seeds), play_seeds(alone, rules, seeds)
    assert (one.won == two.won).all()
    assert (one.guesses == two.guesses).all()


def test_window_option_reads_and_prints_back() -> None:
    for agent_id in ("kvietinskas/optimal:window=5x7", "kvietinskas/naive:window=6x4,flags=no"):
        assert str(load_agent(agent_id)) == agent_id
    assert str(load_agent("kvietinskas/optimal:window=whole")) == "kvietinskas/optimal"
    for wrong in ("5", "0x3", "x", "5x-1", "axb"):
        with pytest.raises(NotationError, match=r"expected window=COLUMNSxROWS\|whole"):
            load_agent(f"kvietinskas/optimal:window={wrong}")


def test_window_without_cells_is_refused() -> None:
    agent = Agent(RandomCell(), (Window(Exact(), 0, 3),), RandomGuess())
    with pytest.raises(RulesError, match="expected a window of at least 1x1, got 0x3"):
        play_seeds(agent, Rules.parse("beginner"), [1])


def test_agent_with_a_window_survives_a_round_trip() -> None:
    agent = load_agent("kvietinskas/optimal:window=4x6,backend=cp-sat,recheck=no")
    assert Agent.from_dict(agent.to_dict()) == agent


def test_a_turn_tells_the_window_it_looked_through() -> None:
    rules = Rules.parse("beginner", first_click="zero")
    turns = list(Playthrough(load_agent("kvietinskas/optimal:window=4x3,flags=no"), rules, 5))
    for turn in turns:
        if turn.part != "window":
            assert turn.window == ()
            continue
        # A wall takes a row or a column of the window.
        assert 3 * 2 <= len(turn.window) <= 4 * 3
        near = {n for cell in turn.window for n in (cell, *turn.position.neighbours(cell))}
        assert {*turn.safe, *turn.mines} <= near
    assert any(turn.window for turn in turns)
