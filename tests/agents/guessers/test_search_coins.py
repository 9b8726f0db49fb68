"""Coins: guesses that nothing will ever decide, and that best play takes at once."""

from collections.abc import Iterator
from dataclasses import asdict

import pytest

from oracles.coins import find_coins
from oracles.reached import iter_reached
from sapper import Position, Rules, _core
from sapper.agents.guessers import LookAhead
from sapper.agents.house import explain_guess
from sapper.game.codes import COVERED, FLAGGED
from sapper.logic import analyse, move_value

# The mines of column 3 hide the corner from the rest: nothing will ever tell r1c1 from r1c2.
CORNER = Position.parse("....../14..../03..../03..../03..../02.... 11")
MOST_LAYOUTS = 2000  # that the oracle goes through
COINS_ALONE = asdict(LookAhead(component_layouts=0, endgame_layouts=0))


def _coin(position: Position) -> list[int]:
    """Return the cells of the coin that is tossed, the best first; none where there is none."""
    found = _core.search_guess(position, COINS_ALONE)
    return [one.cell for one in found.candidates if one.is_exact]


def _guesses(size: str, games: int, *, flags: bool) -> Iterator[Position]:
    """Yield positions of some games with nothing proven safe and not too many layouts."""
    rules = Rules.parse(size, first_click="safe")
    for seed in range(games):
        for reached in iter_reached(rules, seed, flags=flags):
            analysis = analyse(reached.position)
            if not analysis.safe and analysis.num_placements <= MOST_LAYOUTS:
                yield reached.position


def _without_flags(position: Position) -> Position:
    cells = bytes(COVERED if code == FLAGGED else code for code in position.cells)
    return Position(position.columns, position.rows, position.num_mines, cells)


def test_the_corner_is_tossed_before_the_sea() -> None:
    guess = explain_guess(CORNER)
    assert guess is not None
    found = [(one.cell, one.risk, one.value, one.is_exact) for one in guess.candidates]
    assert found == [(0, 0.5, 0.5, True), (1, 0.5, 0.5, True)]
    assert guess.cell == 0
    options = asdict(LookAhead(coins=0))
    assert _core.search_guess(CORNER, options).cell not in (0, 1)


def test_of_several_coins_a_pair_is_tossed_first() -> None:
    position = Position.parse("2.4.3./....5./2.4... 8")
    assert find_coins(position) == {frozenset({1, 6, 8, 13}), frozenset({16, 17})}
    assert _coin(position) == [16, 17]


@pytest.mark.parametrize("flags", [False, True])
@pytest.mark.parametrize(("size", "games"), [("4x4x5", 40), ("5x4x7", 8), ("6x3x6", 16)])
def test_coins_are_those_of_the_definition(size: str, games: int, flags: bool) -> None:
    tossed = 0
    for position in _guesses(size, games, flags=flags):
        coins = find_coins(_without_flags(position))
        pairs = [coin for coin in coins if len(coin) == 2]
        assert sorted(_coin(position)) == min(map(sorted, pairs or coins), default=[]), position
        tossed += bool(coins)
    assert tossed


@pytest.mark.parametrize("size", ["5x5x7", "8x3x7"])
def test_tossing_a_coin_at_once_is_best_play(size: str) -> None:
    tossed = 0
    for position in _guesses(size, 60, flags=False):
        coin = _coin(position)
        if coin:
            lost = [move_value(position, [cell]).lost for cell in coin]
            assert min(lost) == 0, position
            assert len(coin) > 2 or max(lost) == 0, position
            tossed += 1
    assert tossed
