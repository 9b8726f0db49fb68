"""Players in the thesis's form, ``next_move(view) -> (x, y, is_mine)``."""

from __future__ import annotations

from functools import partial

import pytest

from sapper import Games, Layout, Rules
from sapper.agents import Playthrough, adapt_player, play_seeds
from sapper.agents.adapter import COVERED_CELL, FLAGGED_CELL, MINE_CELL, View
from sapper.agents.run.play import game_seeds
from sapper.errors import ArgumentError, IllegalMoveError


class Sweeper:
    """Reveals covered cells in reading order; remembers the game it is in."""

    def __init__(self) -> None:
        self.moves = 0

    def next_move(self, view: View) -> tuple[int, int, bool]:
        assert view.state == "playing"
        covered = sum(row.count(COVERED_CELL) for row in view.grid)
        if self.moves == 0:
            assert covered == view.columns * view.rows, "each game has a new player"
        self.moves += 1
        x, y = next(
            (x, y)
            for y in range(view.rows)
            for x in range(view.columns)
            if view.grid[y][x] == COVERED_CELL
        )
        return x, y, False


class Scripted:
    """Plays a list of moves and records what it saw."""

    def __init__(self, moves: list[tuple[int, int, bool]], seen: list[View]) -> None:
        self.moves, self.seen = iter(moves), seen

    def next_move(self, view: View) -> tuple[int, int, bool]:
        self.seen.append(view)
        return next(self.moves)


def play_script(
    moves: list[tuple[int, int, bool]], mines: tuple[int, ...], game: str = "normal"
) -> tuple[Games, list[View]]:
    seen: list[View] = []
    agent = adapt_player(lambda: Scripted(moves, seen), "script")
    rules = Rules(3, 2, len(mines), first_click="any", game=game)
    played = Playthrough(agent, rules, 1, layout=Layout(3, 2, mines))
    list(played)
    return played.result(), seen


def test_x_is_the_column_and_y_the_row() -> None:
    games, _ = play_script([(2, 1, False), (0, 0, False)], mines=(0,))
    assert games.first_cell.tolist() == [5]
    assert games.won.tolist() == [False]


def test_player_sees_clues_flags_and_mines_left() -> None:
    _, seen = play_script([(1, 0, False), (0, 0, True), (2, 1, False), (0, 1, False)], mines=(0,))
    first, second, third, *_ = seen
    assert first == View(((COVERED_CELL,) * 3,) * 2, mines_left=1)
    assert second.grid == ((COVERED_CELL, 1, COVERED_CELL), (COVERED_CELL,) * 3)
    assert third.grid[0][0] == FLAGGED_CELL
    assert third.mines_left == 0
    assert (third.columns, third.rows) == (3, 2)


def test_player_of_the_score_game_sees_the_mine_it_hit() -> None:
    moves = [(0, 0, False), (1, 0, False), (0, 1, False), (1, 1, False), (2, 0, False)]
    games, seen = play_script(moves, mines=(0,), game="score")
    assert seen[1].grid[0][0] == MINE_CELL
    assert seen[1].mines_left == 0
    assert games.mines_hit.tolist() == [1]


def test_flags_are_moves_and_not_guesses() -> None:
    games, _ = play_script([(1, 0, False), (0, 0, True), (0, 1, False), (2, 1, False)], mines=(0,))
    assert games.won.tolist() == [True]
    assert games.mines_flagged.tolist() == [1]
    assert games.moves.tolist() == [4]
    assert games.guesses.tolist() == [2]


def test_every_reveal_but_the_first_is_a_guess() -> None:
    games = play_seeds(adapt_player(Sweeper), Rules(4, 4, 3), game_seeds(1, 0, 100))
    assert (games.guesses == games.moves - 1).all()
    assert (games.first_cell == 0).all()


def test_each_game_has_its_own_player_however_many_play_at_once() -> None:
    agent = adapt_player(Sweeper)
    rules, seeds = Rules(5, 4, 4), game_seeds(1, 0, 120)
    alone = play_seeds(agent, rules, seeds, width=1)
    for width in (3, 256):
        assert play_seeds(agent, rules, seeds, width=width).same_play(alone)


def test_player_that_counts_as_false_is_kept() -> None:
    class Empty(Sweeper):
        def __len__(self) -> int:
            return 0

    rules, seeds = Rules(5, 4, 4), game_seeds(1, 0, 20)
    games = play_seeds(adapt_player(Empty), rules, seeds)
    assert games.same_play(play_seeds(adapt_player(Sweeper), rules, seeds))


def test_player_that_is_passed_itself_is_copied_for_every_game() -> None:
    rules, seeds = Rules(5, 4, 4), game_seeds(1, 0, 20)
    player = Sweeper()
    games = play_seeds(adapt_player(player), rules, seeds)
    assert games.same_play(play_seeds(adapt_player(Sweeper), rules, seeds))
    assert player.moves == 0


@pytest.mark.parametrize("move", [(3, 0, False), (0, 2, False), (-1, 0, False), (0, -1, True)])
def test_move_off_the_grid_is_an_error(move: tuple[int, int, bool]) -> None:
    with pytest.raises(IllegalMoveError) as caught:
        play_script([move], mines=(0,))
    assert str(caught.value) == (
        f"expected a move with x below 3 and y below 2, got ({move[0]}, {move[1]})"
    )


def test_move_at_a_revealed_or_flagged_cell_is_an_error() -> None:
    with pytest.raises(IllegalMoveError, match=r"expected a guess at a covered cell.*got r1c2"):
        play_script([(1, 0, False), (1, 0, False)], mines=(0,))
    with pytest.raises(IllegalMoveError, match=r"expected a guess at a covered cell.*got r1c1"):
        play_script([(0, 0, True), (0, 0, False)], mines=(0,))


def test_agent_is_named_after_the_player() -> None:
    assert adapt_player(Sweeper).id == "Sweeper"
    assert adapt_player(Sweeper()).id == "Sweeper"
    assert adapt_player(Sweeper, "mine/sweeper").id == "mine/sweeper"


def test_player_may_be_made_by_any_callable() -> None:
    agent = adapt_player(partial(Scripted, [(0, 0, False)], []))
    (row,) = play_seeds(agent, Rules(2, 2, 0), [1])
    assert row["won"] is True
    assert agent.id == "player"


def test_what_is_no_player_is_refused() -> None:
    with pytest.raises(ArgumentError, match="a player with next_move, or its class, got 3"):
        adapt_player(3)  # type: ignore[arg-type]  # on purpose
