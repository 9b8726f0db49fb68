from collections import Counter

import pytest

from sapper import Rules, play_games
from sapper.agents import Agent
from sapper.agents.openers import RandomCorner, RandomEdge, RandomInterior
from sapper.agents.protocols import NativePart
from sapper.testing import check_opener


def test_random_opener_leaves_room_for_the_mines_of_a_crowded_grid() -> None:
    games = play_games("random", Rules(3, 3, 5, first_click="zero"), games=200, seed=1)
    assert set(games["first_cell"].tolist()) == {0, 2, 6, 8}


def test_random_opener_opens_every_cell_where_all_leave_room() -> None:
    games = play_games("random", Rules(4, 3, 2, first_click="safe"), games=600, seed=1)
    assert set(games["first_cell"].tolist()) == set(range(12))


def place(cell: int, columns: int, rows: int) -> str:
    ends = (cell % columns in (0, columns - 1)) + (cell // columns in (0, rows - 1))
    return ("interior", "edge", "corner")[ends]


@pytest.mark.parametrize(
    ("opener", "expected", "num_cells"),
    [(RandomCorner(), "corner", 4), (RandomEdge(), "edge", 16), (RandomInterior(), "interior", 15)],
)
def test_opener_uses_every_cell_of_its_place(
    opener: NativePart, expected: str, num_cells: int
) -> None:
    games = play_games(Agent(opener), Rules(7, 5, 4), 3000, seed=1)
    count = Counter(games.first_cell.tolist())
    assert {place(cell, 7, 5) for cell in count} == {expected}
    assert len(count) == num_cells
    # Seven standard deviations around the even share.
    spread = 7 * (3000 / num_cells) ** 0.5
    assert all(abs(times - 3000 / num_cells) < spread for times in count.values())


@pytest.mark.parametrize("size", [(1, 1), (1, 2), (2, 2), (1, 5), (5, 1), (2, 6)])
def test_openers_find_a_cell_on_the_smallest_grids(size: tuple[int, int]) -> None:
    for opener in (RandomCorner(), RandomEdge(), RandomInterior()):
        games = play_games(Agent(opener), Rules(*size, 0), 20, seed=1)
        assert games.won.all()


def test_interior_opener_leaves_room_for_the_mines_of_a_crowded_grid() -> None:
    rules = Rules(4, 4, 8, first_click="zero")
    games = play_games(Agent(RandomInterior()), rules, 50, seed=1)
    assert {place(cell, 4, 4) for cell in games.first_cell.tolist()} == {"edge"}


@pytest.mark.parametrize("part", [RandomCorner(), RandomEdge(), RandomInterior()], ids=str)
def test_openers_keep_the_contract(part: NativePart) -> None:
    check_opener(part)
