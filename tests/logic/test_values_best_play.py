"""`strongest` against exact best play, and the table of grids against the plain search."""

import csv
from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from oracles.value import optima
from sapper import Layout, Position, Rules, load_agent
from sapper.agents.house import explain_guess
from sapper.agents.registry import agent_ids
from sapper.agents.watch.guess_reason import GuessReason
from sapper.agents.watch.playthrough import Playthrough
from sapper.game.cells import neighbours, parse_cell
from sapper.game.codes import COVERED
from sapper.logic import analyse, find_optimum, move_value, sample_layouts

TABLE = Path(__file__).parents[2] / "docs" / "optimum.csv"
STRONGEST = load_agent("strongest")


def _rows() -> list[dict[str, str]]:
    with TABLE.open(newline="") as file:
        return list(csv.DictReader(file))


def _rules(row: dict[str, str]) -> Rules:
    columns, rows, mines = (int(row[name]) for name in ("columns", "rows", "mines"))
    return Rules(columns, rows, mines, first_click=row["first_click"])


def _first_cell(rules: Rules) -> int:
    turn = Playthrough(STRONGEST, rules, 1).next_turn()
    assert turn is not None
    assert turn.cell is not None
    return turn.cell


def _won(rules: Rules, layouts: list[frozenset[int]], shown: dict[int, int], cell: int) -> int:
    """Count the layouts that `strongest` wins after revealing a cell."""
    size = rules.columns * rules.rows
    groups: dict[int, list[frozenset[int]]] = {}
    for mines in layouts:
        if cell not in mines:
            around = neighbours(cell, rules.columns, rules.rows)
            groups.setdefault(len(mines.intersection(around)), []).append(mines)
    wins = 0
    for clue, left in groups.items():
        now = shown | {cell: clue}
        union = frozenset[int]().union(*left)
        safe = [c for c in range(size) if c not in union and c not in now]
        if len(left) == 1:
            wins += 1
        elif safe:
            wins += _won(rules, left, now, safe[0])
        else:
            cells = bytes(now.get(c, COVERED) for c in range(size))
            guess = explain_guess(
                Position(rules.columns, rules.rows, rules.num_mines, cells), "normal"
            )
            assert guess is not None
            wins += _won(rules, left, now, guess.cell)
    return wins


@pytest.mark.parametrize("size", ["4x3x4", "4x4x4", "5x3x6", "5x5x4"])
def test_strongest_wins_what_best_play_wins(size: str) -> None:
    rules = Rules.parse(size, first_click="safe")
    first = _first_cell(rules)
    others = [c for c in range(rules.columns * rules.rows) if c != first]
    layouts = [frozenset(mines) for mines in combinations(others, rules.num_mines)]
    found = find_optimum(rules)
    assert (_won(rules, layouts, {}, first), len(layouts)) == (found.wins, found.layouts)


@pytest.mark.parametrize(("seed", "layouts"), [(167, 8316), (77, 6270)])
def test_endgames_on_expert_are_best_play_with_thousands_of_layouts(
    seed: int, layouts: int
) -> None:
    game = Playthrough(STRONGEST, Rules.parse("expert", first_click="zero"), seed)
    position = game.position
    while (turn := game.next_turn()) is not None:
        if turn.role == "guesser" and analyse(position).num_placements == layouts:
            break
        position = turn.position
    assert turn is not None
    assert turn.cell is not None
    assert isinstance(turn.reason, GuessReason)
    assert turn.reason.candidates[0].is_exact
    found = move_value(position, [turn.cell])
    assert found.lost == 0
    assert turn.reason.candidates[0].value == pytest.approx(float(found.best_value), abs=1e-12)


def test_opener_begins_with_a_best_cell_wherever_it_is_known() -> None:
    for row in _rows():
        rules = _rules(row)
        best = [parse_cell(name, rules.columns, rules.rows) for name in row["first"].split()]
        assert _first_cell(rules) in best, row


def test_opener_turns_with_the_grid() -> None:
    wide, tall = (Rules.parse(size, first_click="safe") for size in ("5x4x4", "4x5x4"))
    row, column = divmod(_first_cell(wide), 5)
    assert divmod(_first_cell(tall), 4) == (column, row)


def test_table_has_what_the_search_finds() -> None:
    for row in _rows()[::97]:
        if int(row["nodes"]) < 20_000:
            found = find_optimum(_rules(row))
            assert (found.wins, found.layouts) == (int(row["wins"]), int(row["layouts"]))


def test_table_has_every_grid_of_up_to_25_cells() -> None:
    have = {(int(r["columns"]), int(r["rows"]), int(r["mines"])) for r in _rows()}
    for rows in range(1, 6):
        for columns in range(max(rows, 2), 25 // rows + 1):
            for mines in range(1, columns * rows):
                assert (columns, rows, mines) in have


SHAPES = [(c, r) for r in range(1, 5) for c in range(max(r, 2), 17) if c * r <= 16]


def _check_shape(columns: int, rows: int, mines: Iterable[int]) -> None:
    table = {
        (row["mines"], row["first_click"]): row for row in _rows() if _shape(row) == (columns, rows)
    }
    for number in mines:
        found = optima(columns, rows, number)
        assert found.keys() == {rule for of, rule in table if of == str(number)}
        for rule, value in found.items():
            row = table[str(number), rule]
            assert value == Fraction(int(row["wins"]), int(row["layouts"])), row


def _shape(row: dict[str, str]) -> tuple[int, int]:
    return int(row["columns"]), int(row["rows"])


@pytest.mark.parametrize(
    ("columns", "rows"), [shape for shape in SHAPES if shape[0] * shape[1] < 9]
)
def test_every_grid_of_eight_cells_equals_the_plain_search(columns: int, rows: int) -> None:
    _check_shape(columns, rows, range(1, columns * rows))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(
    ("columns", "rows"), [shape for shape in SHAPES if shape[0] * shape[1] > 8]
)
def test_every_grid_of_sixteen_cells_equals_the_plain_search(columns: int, rows: int) -> None:
    _check_shape(columns, rows, range(1, columns * rows))


def test_page_has_the_gap_of_every_agent() -> None:
    page = (TABLE.parent / "notes" / "best-play-gaps.md").read_text()
    assert not [one for one in agent_ids() if f"| `{one}` |" not in page]


def test_guess_in_a_game_is_that_of_the_bare_position() -> None:
    """The belief of a game has a history and a full cache, that of a position has neither."""
    for seed in range(6):
        game = Playthrough(STRONGEST, Rules.parse("9x9x18"), seed)
        position = game.position
        while (turn := game.next_turn()) is not None:
            if turn.role == "guesser":
                guess = explain_guess(position, "normal")
                assert guess is not None
                assert guess.cell == turn.cell
            position = turn.position


def test_unseen_mines_have_no_say_in_a_guess() -> None:
    rules = Rules.parse("8x8x14", first_click="safe")
    game = Playthrough(STRONGEST, rules, 11)
    position, guesses = game.position, 0
    while (turn := game.next_turn()) is not None and guesses < 3:
        if turn.role == "guesser":
            guesses += 1
            mines = np.flatnonzero(sample_layouts(position, 1, guesses)[0]).tolist()
            layout = Layout(rules.columns, rules.rows, tuple(mines))
            other = Playthrough(STRONGEST, rules, 11, layout=layout)
            found = next(t for t in _turns(other) if t[0] == position)
            assert found[1] == turn.cell
        position = turn.position
    assert guesses


def _turns(game: Playthrough) -> list[tuple[Position, int | None]]:
    found, position = [], game.position
    while (turn := game.next_turn()) is not None:
        found.append((position, turn.cell))
        position = turn.position
    return found


def test_mirrored_position_has_mirrored_values() -> None:
    position = Position.parse("1.../..../..2./.... 5")
    mirrored = Position.parse("...1/..../.2../.... 5")
    values = []
    for one in (position, mirrored):
        guess = explain_guess(one, "normal")
        assert guess is not None
        values.append(sorted((round(c.value, 9), round(c.risk, 9)) for c in guess.candidates)[-1])
    assert values[0] == values[1]
