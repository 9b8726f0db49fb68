"""Facts about the game, one by one."""

from __future__ import annotations

import pytest

from sapper import Game, Layout, Move, Rules
from sapper.errors import IllegalMoveError, NotationError, RulesError, SapperError


def play(layout: str, *moves: str, game: str = "normal") -> Game:
    """Play moves on a layout drawn with ``*`` and ``-``."""
    rows = layout.split("/")
    mines = [i for i, letter in enumerate("".join(rows)) if letter == "*"]
    played = Game.on_layout(Layout(len(rows[0]), len(rows), tuple(mines)), game=game)
    for move in moves:
        played.play(move)
    return played


# Revealing


def test_zero_opens_its_neighbours_up_to_the_clues() -> None:
    game = play("----*/-----/-----", "r1c1")
    assert str(game.position) == "0001./00011/00000 1"
    assert game.outcome == "won"


def test_cascade_stops_at_clues() -> None:
    assert str(play("---*---", "r1c1").position) == "001.... 1"


def test_cascade_does_not_open_a_flag() -> None:
    game = play("-----*", "!r1c3", "r1c1")
    assert str(game.position) == "00F... 1"


def test_cascade_opens_the_largest_grid() -> None:
    game = Game(Rules(1000, 1000, 1, first_click="zero"), seed=1)
    game.reveal(0)
    assert game.outcome == "won"
    assert game.cells_revealed == 999_999
    game.undo()
    assert game.cells_revealed == 0


@pytest.mark.parametrize("size", ["100000x1", "1x100000"])
def test_cascade_along_a_corridor_does_not_recurse(size: str) -> None:
    game = Game(Rules.parse(f"{size}x0"))
    game.reveal(0)
    assert game.outcome == "won"


def test_mine_ends_the_game() -> None:
    game = play("*-/--", "r1c1")
    assert (game.outcome, game.is_over, game.mines_hit) == ("lost", True, 1)
    assert str(game.position) == "*./.. 1"
    with pytest.raises(IllegalMoveError, match="the game is lost; undo or restart to go on"):
        game.reveal("r2c2")


def test_revealing_every_safe_cell_wins_without_flags() -> None:
    game = play("*-/--", "r1c2", "r2c1", "r2c2")
    assert game.outcome == "won"
    with pytest.raises(IllegalMoveError, match="the game is won"):
        game.flag("r1c1")


def test_flagging_every_mine_does_not_win() -> None:
    assert play("*-/--", "!r1c1").outcome == "playing"


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (["r1c2", "r1c2"], "r1c2 is already revealed"),
        (["!r1c2", "r1c2"], "r1c2 is flagged; unflag it first"),
        (["!r1c2", "!r1c2"], "r1c2 is already flagged"),
        (["r1c2", "!r1c2"], "r1c2 is already revealed"),
        (["~r1c2"], "r1c2 is not flagged"),
        (["+r1c2"], "r1c2 shows no clue to chord on"),
        (["!r1c2", "+r1c2"], "r1c2 shows no clue to chord on"),
        (["r1c2", "+r1c2"], "a chord on r1c2 needs 1 flags around it, got 0"),
        (["r1c2", "!r1c1", "!r2c1", "+r1c2"], "a chord on r1c2 needs 1 flags around it, got 2"),
        (["r1c2", "!r1c1", "r2c1", "r2c2", "r1c3", "r2c3"], None),
        (["r1c2", "!r1c1", "+r1c2"], None),
    ],
)
def test_illegal_moves_say_why_and_change_nothing(moves: list[str], error: str | None) -> None:
    if error is None:
        assert play("*--*/----", *moves).outcome == "playing"
        return
    game = play("*--*/----", *moves[:-1])
    before = game.position
    with pytest.raises(IllegalMoveError) as caught:
        game.play(moves[-1])
    assert str(caught.value) == error
    assert game.position == before
    assert len(game.history) == len(moves) - 1


def test_chord_with_nothing_left_to_open_is_illegal() -> None:
    game = play("*--*/----", "r1c2", "!r1c1", "+r1c2")
    with pytest.raises(IllegalMoveError, match="no covered cell is left around r1c2"):
        game.chord("r1c2")


# Chords


def test_flagged_cell_is_not_revealed_by_chord() -> None:
    game = play("*---/----", "r1c2", "!r1c1", "+r1c2")
    assert str(game.position) == "F100/1100 1"
    assert game.outcome == "won"


def test_chord_beside_a_wrong_flag_meets_the_mine() -> None:
    game = play("*-/--", "r2c2", "!r1c2", "+r2c2")
    assert str(game.position) == "*F/11 1"
    assert game.outcome == "lost"


def test_chord_may_meet_two_mines() -> None:
    game = play("**-/---/---", "r2c2", "!r3c1", "!r3c2", "+r2c2", game="score")
    assert game.mines_hit == 2
    assert str(game.position) == "**1/221/FF0 2"


# Cells


@pytest.mark.parametrize("cell", [-1, 4, 10**12])
def test_cell_off_the_grid_is_an_error(cell: int) -> None:
    game = Game(Rules(2, 2, 1))
    with pytest.raises(IllegalMoveError, match=r"expected a cell from r1c1 to r2c2, got cell num"):
        game.reveal(cell)


def test_text_off_the_grid_is_an_error() -> None:
    with pytest.raises(NotationError, match="expected a cell from r1c1 to r2c2, got 'r3c1'"):
        Game(Rules(2, 2, 1)).reveal("r3c1")


# Smallest grids


def test_single_cell_without_a_mine_is_won_by_revealing_it() -> None:
    for first_click in ("any", "safe", "zero"):
        game = Game(Rules(1, 1, 0, first_click=first_click))
        game.reveal(0)
        assert (str(game.position), game.outcome) == ("0 0", "won")


def test_single_cell_with_a_mine_can_only_be_lost() -> None:
    game = Game(Rules(1, 1, 1, first_click="any"))
    assert game.outcome == "playing"
    game.reveal(0)
    assert (str(game.position), game.outcome) == ("* 1", "lost")


def test_grid_full_of_mines_is_settled_by_flags_in_the_score_game() -> None:
    game = Game(Rules(2, 1, 2, first_click="any", game="score"))
    game.flag(0)
    game.flag(1)
    assert (game.outcome, game.mines_flagged, game.score) == ("won", 2, 1.0)


# The first click


@pytest.mark.parametrize(("first", "room"), [("r1c1", 5), ("r1c2", 3), ("r2c2", 0)])
def test_zero_leaves_room_by_where_the_first_cell_is(first: str, room: int) -> None:
    for num_mines in range(6):
        game = Game(Rules(3, 3, num_mines, first_click="zero"), seed=3)
        if num_mines <= room:
            game.reveal(first)
            assert game.position.clue(game.cell(first)) == 0
            continue
        with pytest.raises(RulesError) as caught:
            game.reveal(first)
        assert str(caught.value) == (
            f"a first click 'zero' at {first} leaves room for {room} mines, got {num_mines}; "
            "open at a corner or take fewer mines"
        )
        assert game.first_cell is None
        assert game.history == []
        game.reveal("r1c1")
        assert game.position.clue(0) == 0


@pytest.mark.parametrize("first_click", ["safe", "zero"])
def test_first_cell_is_never_a_mine(first_click: str) -> None:
    rules = Rules(4, 4, 7, first_click=first_click)
    for seed in range(50):
        game = Game(rules, seed=seed)
        game.reveal(seed % 16 if first_click == "safe" else (seed % 2) * 15)
        assert game.outcome != "lost"


def test_first_cell_may_be_a_mine_when_any_is() -> None:
    rules = Rules(2, 2, 1, first_click="any")
    outcomes = []
    for seed in range(200):
        game = Game(rules, seed=seed)
        game.reveal(0)
        outcomes.append(game.outcome)
    assert 30 < outcomes.count("lost") < 70


def test_layout_before_the_first_reveal_is_an_error() -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.flag("r1c1")
    with pytest.raises(IllegalMoveError, match="decided by the first reveal; reveal a cell first"):
        _ = game.layout


def test_given_layout_is_known_at_once() -> None:
    assert play("*-").layout == Layout(2, 1, (0,))


def test_given_layout_must_fit_the_rules() -> None:
    with pytest.raises(RulesError, match="expected a layout of 9x9, got 2x1"):
        Game(Rules.parse("beginner"), layout=Layout(2, 1, (0,)))
    with pytest.raises(RulesError, match="expected a layout of 2 mines, got 1"):
        Game(Rules(3, 1, 2), layout=Layout(3, 1, (0,)))


@pytest.mark.parametrize(
    ("columns", "rows", "mines"), [(2, 2, (4,)), (2, 2, (-1,)), (2, 2, (1, 1)), (0, 2, ())]
)
def test_impossible_layout_is_an_error(columns: int, rows: int, mines: tuple[int, ...]) -> None:
    with pytest.raises(RulesError):
        Layout(columns, rows, mines)


# The score game


def test_mine_costs_a_point_and_the_game_goes_on() -> None:
    game = play("*-*", "r1c1", game="score")
    assert (game.outcome, game.mines_hit) == ("playing", 1)
    game.reveal("r1c2")
    assert game.outcome == "playing"
    game.flag("r1c3")
    assert (game.outcome, game.mines_flagged, game.score) == ("lost", 1, 0.5)
    assert str(game.position) == "*2F 2"


def test_score_game_is_won_when_every_mine_is_flagged_and_the_rest_revealed() -> None:
    game = play("*-*", "!r1c1", "r1c2", game="score")
    assert game.outcome == "playing"
    game.flag("r1c3")
    assert (game.outcome, game.score) == ("won", 1.0)


def test_wrong_flag_loses_the_score_game() -> None:
    game = play("*-", "!r1c1", "!r1c2", game="score")
    assert (game.outcome, game.mines_flagged, game.mines_hit) == ("lost", 1, 0)


def test_score_of_a_grid_without_mines_is_full() -> None:
    assert Game(Rules(2, 2, 0)).score == 1.0


# History, undo, restart, giving up


def test_history_lists_the_moves_that_stand() -> None:
    game = play("*--*/----", "!r1c1", "~r1c1", "!r1c1", "r1c2", "+r1c2")
    assert [move.format(4) for move in game.history] == ["!r1c1", "~r1c1", "!r1c1", "r1c2", "+r1c2"]
    assert game.undo() == Move("chord", 1)
    assert len(game.history) == 4


def test_loss_can_be_undone() -> None:
    game = play("*-/--", "r1c2", "r1c1")
    assert game.undo() == Move("reveal", 0)
    assert (game.outcome, game.mines_hit, str(game.position)) == ("playing", 0, ".1/.. 1")
    game.reveal("r2c1")
    assert game.outcome == "playing"


def test_undoing_everything_frees_the_layout_of_a_seed() -> None:
    game = Game(Rules(5, 5, 5, first_click="zero"), seed=9)
    game.flag(24)
    game.reveal(0)
    game.undo()
    assert game.first_cell is None
    with pytest.raises(IllegalMoveError, match="reveal a cell first"):
        _ = game.layout
    game.reveal(2)
    assert game.layout == Layout.from_seed(game.rules, 9, 2)


def test_undoing_nothing_is_an_error() -> None:
    with pytest.raises(IllegalMoveError, match="no move is left to undo"):
        Game(Rules(2, 2, 1)).undo()


def test_restart_begins_the_same_seed_again() -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.reveal(40)
    seen = game.position
    game.restart()
    assert game.history == []
    assert set(game.position.cells) == {9}
    game.reveal(40)
    assert game.position == seen


@pytest.mark.parametrize(("first_click", "kept_free"), [("any", 0), ("safe", 1), ("zero", 9)])
def test_restart_with_another_first_cell_moves_few_mines(first_click: str, kept_free: int) -> None:
    for seed in range(20):
        game = Game(Rules.parse("expert", first_click=first_click), seed=seed)
        game.reveal("r8c8")
        before = set(game.layout.mines)
        game.restart()
        game.reveal("r3c20")
        assert len(before - set(game.layout.mines)) <= kept_free


def test_retry_keeps_the_layout_whatever_cell_is_first() -> None:
    game = Game(Rules.parse("expert", first_click="zero"), seed=7)
    with pytest.raises(IllegalMoveError, match="reveal a cell first"):
        game.retry()
    game.reveal("r8c8")
    layout = game.layout
    for mine in layout.mines[:3]:
        game.retry()
        assert (game.history, game.is_retry, game.hit_first) == ([], True, False)
        game.reveal(mine)
        assert (game.layout, game.outcome, game.hit_first) == (layout, "lost", True)
    game.retry()
    game.reveal("r8c8")
    assert (game.layout, game.hit_first) == (layout, False)
    game.restart()
    assert (game.is_retry, game.given_layout) == (False, None)


def test_restart_on_a_layout_keeps_the_layout() -> None:
    game = play("*-*", "r1c1")
    game.restart()
    assert (game.outcome, game.layout.mines) == ("playing", (0, 2))


def test_given_up_game_is_stuck_and_can_be_taken_back() -> None:
    game = play("*-/--", "r1c2")
    game.give_up()
    assert (game.outcome, game.is_over) == ("stuck", True)
    with pytest.raises(IllegalMoveError, match="the game was given up; undo or restart to go on"):
        game.reveal("r2c2")
    assert game.undo() is None
    assert (game.outcome, len(game.history)) == ("playing", 1)


def test_giving_up_a_game_that_is_over_changes_nothing() -> None:
    game = play("*-/--", "r1c1")
    game.give_up()
    assert game.outcome == "lost"
    assert game.undo() == Move("reveal", 0)


def test_position_seen_earlier_does_not_change_with_the_game() -> None:
    game = play("*-/--", "r1c2")
    seen = game.position
    game.reveal("r2c2")
    assert str(seen) == ".1/.. 1"


def test_every_error_is_a_sapper_error() -> None:
    with pytest.raises(SapperError):
        Game(Rules(2, 2, 1)).play("nonsense")


def test_copy_goes_its_own_way() -> None:
    game = Game(Rules(9, 9, 10), seed=3)
    game.reveal("r5c5")
    twin = game.copy()
    before = str(game.position)
    twin.flag(twin.position.covered[0])
    twin.undo()
    twin.reveal(twin.position.covered[0])
    assert str(game.position) == before
    assert len(game.history) == 1
    assert twin.layout == game.layout
    twin.restart()
    assert game.first_cell is not None
