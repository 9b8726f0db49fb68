"""Seeds mean what `docs/determinism.md` says: native against a second implementation."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from math import comb, factorial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles import determinism as oracle
from sapper import Game, Layout, Rules, _core
from sapper.agents.run.play import game_seeds
from sapper.errors import RulesError
from sapper.game import lay_many

PAGE = Path(__file__).parents[2] / "docs" / "determinism.md"
SEEDS = st.integers(0, 2**63 - 1)
WORDS = st.integers(0, 2**64 - 1)


@st.composite
def rules_and_first(draw: st.DrawFn, side: int = 12) -> tuple[Rules, int]:
    columns, rows = draw(st.integers(1, side)), draw(st.integers(1, side))
    first_click = draw(st.sampled_from(["any", "safe", "zero"]))
    first = draw(st.integers(0, columns * rows - 1))
    room = len(oracle.candidates(columns, rows, first_click, first))
    return Rules(columns, rows, draw(st.integers(0, room)), first_click=first_click), first


def expected_layout(rules: Rules, seed: int, first: int) -> tuple[int, ...]:
    return tuple(
        oracle.layout(rules.columns, rules.rows, rules.num_mines, rules.first_click, seed, first)
    )


# The second implementation


@given(WORDS)
def test_generator_gives_the_words_of_the_page(seed: int) -> None:
    native, words = _core.Random(seed), oracle.iter_words(seed)
    assert [native.next() for _ in range(20)] == [next(words) for _ in range(20)]


@given(WORDS, st.one_of(st.integers(1, 1000), st.integers(1, 2**64 - 1)))
def test_bounded_draw_is_that_of_the_page(seed: int, n: int) -> None:
    native, draw = _core.Random(seed), oracle.make_draw(seed)
    assert [native.below(n) for _ in range(20)] == [draw(n) for _ in range(20)]


def test_bounded_draw_below_zero_is_an_error() -> None:
    with pytest.raises(ValueError, match="above 0, got 0"):
        _core.Random(1).below(0)


@given(SEEDS, st.integers(0, 10**12))
def test_game_seeds_follow_from_run_seed_and_number(run_seed: int, index: int) -> None:
    seed = _core.game_seed(run_seed, index)
    assert seed == oracle.game_seed(run_seed, index)
    assert seed < 2**53
    assert game_seeds(run_seed, index, 3).tolist() == [
        oracle.game_seed(run_seed, index + i) for i in range(3)
    ]


@given(SEEDS, SEEDS)
def test_agent_stream_follows_from_agent_seed_and_game_seed(agent_seed: int, seed: int) -> None:
    assert _core.agent_stream(agent_seed, seed) == oracle.agent_stream(agent_seed, seed)


@given(rules_and_first(), SEEDS)
@settings(max_examples=300)
def test_layout_is_that_of_the_page(case: tuple[Rules, int], seed: int) -> None:
    rules, first = case
    assert Layout.from_seed(rules, seed, first).mines == expected_layout(rules, seed, first)


@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
@pytest.mark.parametrize("size", ["8x8x10", "9x9x10", "16x16x40", "30x16x99", "1x40x11", "5x3x2"])
def test_layouts_of_many_seeds_and_first_cells_are_those_of_the_page(
    size: str, first_click: str
) -> None:
    rules = Rules.parse(size, first_click=first_click)
    for seed in range(40):
        first = seed * 7919 % rules.num_cells
        mines = Layout.from_seed(rules, seed, first).mines
        assert mines == expected_layout(rules, seed, first)
        assert len(mines) == rules.num_mines


@given(rules_and_first(), SEEDS)
def test_game_lays_its_mines_at_the_first_reveal(case: tuple[Rules, int], seed: int) -> None:
    rules, first = case
    game = Game(rules, seed=seed)
    for cell in range(rules.num_cells):
        if cell != first and cell % 3 == 0:
            game.flag(cell)  # moves before the first reveal have no say
    game.reveal(first)
    assert game.layout.mines == expected_layout(rules, seed, first)


@given(rules_and_first(6), st.lists(SEEDS, max_size=4))
def test_many_layouts_at_once_are_the_same_layouts(
    case: tuple[Rules, int], seeds: list[int]
) -> None:
    rules, first = case
    grids = lay_many(rules, seeds, first)
    assert grids.shape == (len(seeds), rules.rows, rules.columns)
    for grid, seed in zip(grids, seeds, strict=True):
        shown = Layout.from_seed(rules, seed, first).position()
        assert np.array_equal(grid, shown.array)


def test_many_layouts_takes_any_array_of_seeds() -> None:
    rules = Rules.parse("9x9x10")
    seeds = np.arange(10, dtype=np.uint64)
    assert np.array_equal(lay_many(rules, seeds[::2], 0), lay_many(rules, [0, 2, 4, 6, 8], 0))


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "7", None])
def test_what_is_no_seed_is_an_error(seed: object) -> None:
    with pytest.raises(RulesError, match="expected a seed from 0 to 9223372036854775807, got"):
        Game(Rules.parse("beginner"), seed=seed)  # type: ignore[arg-type]  # the point


@pytest.mark.parametrize("columns", range(1, 6))
@pytest.mark.parametrize("rows", range(1, 6))
def test_zero_keeps_exactly_the_existing_cells_around_the_first_free(
    columns: int, rows: int
) -> None:
    for first in range(columns * rows):
        room = len(oracle.candidates(columns, rows, "zero", first))
        fullest = Rules(columns, rows, 0, first_click="zero")
        assert fullest.most_mines(first) == room
        if room <= fullest.most_mines(0):
            full = fullest.with_mines(room)
            assert list(Layout.from_seed(full, 3, first).mines) == oracle.candidates(
                columns, rows, "zero", first
            )


# The page's numbers


def page_table(title: str) -> list[list[str]]:
    """Return the cells of the table after a line of the page, without its header."""
    lines = PAGE.read_text(encoding="utf-8").split(title, 1)[1].splitlines()
    table: list[list[str]] = []
    for line in lines:
        if line.startswith("|"):
            table.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
        elif table:
            break
    return table[2:]


def numbers(text: str) -> list[int]:
    return [int(found, 0) for found in re.findall(r"0x[0-9a-f]+|\d+", text)]


def test_page_shows_the_true_words() -> None:
    assert page_table("`mix`:") == [[str(x), f"0x{oracle.mix(x):016x}"] for x in range(3)]
    rows = page_table("first words of the generator:")
    assert len(rows) == 2
    for seed, words in rows:
        random = _core.Random(int(seed))
        assert [random.next() for _ in range(4)] == numbers(words)


def test_page_shows_the_true_draws() -> None:
    (small, small_results), (large, large_results) = page_table("Bounded draws of `Random(7)`:")
    assert (small, large) == ("480", "2⁶³ + 1")
    for n, results in ((480, numbers(small_results)), (2**63 + 1, numbers(large_results))):
        random = _core.Random(7)
        assert [random.below(n) for _ in results] == results


def test_page_shows_the_true_seeds() -> None:
    rows = dict(page_table("\nSeeds:\n"))
    for run in (0, 7):
        values = numbers(rows[f"game_seed({run}, 0) … game_seed({run}, 3)"])
        assert values == [_core.game_seed(run, i) for i in range(4)]
    last = _core.game_seed(2**63 - 1, 10**6)
    assert numbers(rows["game_seed(9223372036854775807, 1000000)"]) == [last]
    assert numbers(rows["layout_stream(7)"]) == [oracle.layout_stream(7)]
    assert numbers(rows["agent_stream(0, 7)"]) == [_core.agent_stream(0, 7)]
    assert numbers(rows["agent_stream(3, 7)"]) == [_core.agent_stream(3, 7)]


def test_page_shows_the_true_layouts() -> None:
    rows = page_table("Layouts of game seed 7")
    assert len(rows) == 6
    for size, first_click, first, mines in rows:
        rules = Rules.parse(size, first_click=first_click)
        assert list(Layout.from_seed(rules, 7, int(first)).mines) == numbers(mines)


# Uniform, exactly


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 100, 128, 255])
def test_bounded_draw_is_exactly_uniform(n: int) -> None:
    """With words of 8 bits every word can be tried; the rest is the same arithmetic."""

    def words(first: int) -> Iterator[int]:
        yield first
        raise EOFError  # a generator turns StopIteration into an error; this says "drawn again"

    accepted: Counter[int] = Counter()
    for word in range(256):
        try:
            accepted[oracle.bounded(words(word), n, word=256)] += 1
        except EOFError:
            continue
    assert accepted == dict.fromkeys(range(n), 256 // n)


@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
@pytest.mark.parametrize("first", range(6))
def test_every_layout_comes_from_equally_many_orders_of_the_cells(
    first_click: str, first: int
) -> None:
    """All orders in which the cells of 3x2 can be drawn first, each equally likely, counted."""
    cells = oracle.candidates(3, 2, first_click, first)
    for num_mines in range(len(cells) + 1):
        found: Counter[tuple[int, ...]] = Counter()
        for order in permutations(range(6)):
            left = iter(order)
            found[tuple(oracle.lay(3, 2, num_mines, first_click, first, lambda n: next(left)))] += 1  # noqa: B023 - used at once
        kinds = comb(len(cells), num_mines)
        assert found == dict.fromkeys(combinations(cells, num_mines), factorial(6) // kinds)


# One seed, one board


@st.composite
def rules_and_two_firsts(draw: st.DrawFn) -> tuple[Rules, int, int]:
    columns, rows = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    first_click = draw(st.sampled_from(["any", "safe", "zero"]))
    cells = st.integers(0, columns * rows - 1)
    one, other = draw(cells), draw(cells)
    empty = Rules(columns, rows, 0, first_click=first_click)
    room = min(empty.most_mines(one), empty.most_mines(other))
    return empty.with_mines(draw(st.integers(0, room))), one, other


@given(rules_and_two_firsts(), SEEDS)
@settings(max_examples=500)
def test_first_cells_of_one_seed_move_no_more_mines_than_cells_are_kept_free(
    case: tuple[Rules, int, int], seed: int
) -> None:
    rules, one, other = case
    layouts = [set(Layout.from_seed(rules, seed, first).mines) for first in (one, other)]
    free = [
        len(oracle.kept_free(rules.columns, rules.rows, rules.first_click, first))
        for first in (one, other)
    ]
    assert len(layouts[0] ^ layouts[1]) <= 2 * max(free)


@pytest.mark.parametrize(("first_click", "least", "most"), [("safe", 0.2, 0.5), ("zero", 2.4, 3.5)])
def test_first_cells_of_one_seed_move_few_mines_of_expert(
    first_click: str, least: float, most: float
) -> None:
    """Each of the cells kept free by one of two far cells is a mine in a fifth of the boards."""
    rules = Rules.parse("expert", first_click=first_click)
    seeds = game_seeds(5, 0, 2000)
    mines = [lay_many(rules, seeds, first) == 11 for first in (5 * 30 + 5, 10 * 30 + 20)]
    assert least < (mines[0] & ~mines[1]).sum() / len(seeds) < most


# Uniform, over many seeds

# The 0.999 quantile of chi-square by degrees of freedom, from a table.
CHI_SQUARE_999 = {9: 27.877, 27: 55.476, 35: 66.619, 63: 103.442}


def chi_square_bound(degrees: int) -> float:
    """Return the quantile of one in a million, by the cube root of Wilson and Hilferty."""
    part = 2 / (9 * degrees)
    return float(degrees * (1 - part + 4.753 * part**0.5) ** 3)


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(("first_click", "kinds"), [("any", 36), ("safe", 28), ("zero", 10)])
@pytest.mark.parametrize("seeds", ["of a run", "in a row"])
def test_layouts_are_uniform_over_many_seeds(first_click: str, kinds: int, seeds: str) -> None:
    """All layouts of 3x3 with 2 mines that the rule allows, opened at r1c1."""
    rules = Rules(3, 3, 2, first_click=first_click)
    games = 36_000
    chosen = game_seeds(2, 0, games) if seeds == "of a run" else np.arange(games, dtype=np.uint64)
    grids = lay_many(rules, chosen, 0).reshape(games, 9)
    counts = Counter(grid.tobytes() for grid in grids)
    assert len(counts) == kinds
    assert chi_square(list(counts.values()), games / kinds) < CHI_SQUARE_999[kinds - 1]


@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
@pytest.mark.parametrize(
    ("columns", "rows", "num_mines"), [(4, 3, 2), (4, 3, 3), (4, 3, 8), (5, 2, 4)]
)
def test_layouts_are_uniform_for_every_first_cell(
    first_click: str, columns: int, rows: int, num_mines: int
) -> None:
    """Drawn mines and, on crowded grids, drawn safe cells: every first cell that leaves room."""
    rules = Rules(columns, rows, 0, first_click=first_click)
    firsts = [cell for cell in range(columns * rows) if rules.most_mines(cell) >= num_mines]
    assert firsts
    rules = rules.with_mines(num_mines)
    for first in firsts:
        cells = len(oracle.candidates(columns, rows, first_click, first))
        kinds = comb(cells, num_mines)
        games = 60 * kinds
        grids = lay_many(rules, game_seeds(first, 0, games), first).reshape(games, -1)
        counts = Counter(grid.tobytes() for grid in grids == 11)
        assert len(counts) == kinds
        if kinds > 1:
            assert chi_square(list(counts.values()), 60) < chi_square_bound(kinds - 1)


def test_every_cell_is_a_mine_equally_often() -> None:
    rules = Rules.parse("8x8x10", first_click="any")
    games = 20_000
    counts = (lay_many(rules, game_seeds(3, 0, games), 0) == 11).sum(axis=0).ravel()
    assert counts.sum() == games * 10
    # Drawing without putting back makes counts less uneven than independent ones.
    scale = (64 - 1) / (64 - 10)
    assert scale * chi_square(counts.tolist(), games * 10 / 64) < CHI_SQUARE_999[63]
