"""
Perft: count the lines of play of a small game, to prove that the game is right.

A line is the cells chosen and the positions seen, over every layout of the rules;
losing reveals are not counted and cascades happen. Two programs that agree on
these counts agree on layouts, clues, cascades and the ends of games.
`tests/golden/perft.json` pins some counts; `divide` shows where they differ.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from sapper.errors import RulesError
from sapper.game.cells import format_cell
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.rules import Rules


def perft(rules: Rules, depth: int) -> int:
    """
    Count the lines of this many reveals.

    >>> [perft(Rules(2, 2, 1, first_click="any"), depth) for depth in (1, 2, 3)]
    [4, 12, 24]
    """
    return _count(_games(rules, depth), depth)


def divide(rules: Rules, depth: int) -> dict[str, int]:
    """
    Count the lines by their first cell.

    >>> divide(Rules(2, 1, 1, first_click="any"), 1)
    {'r1c1': 1, 'r1c2': 1}
    """
    games = _games(rules, depth)
    if depth == 0:
        return {}
    return {
        format_cell(cell, rules.columns): _count_after(games, cell, depth)
        for cell in range(rules.num_cells)
    }


def _games(rules: Rules, depth: int) -> list[Game]:
    """Begin a game on every layout."""
    if rules.first_click != "any" or rules.game != "normal":
        raise RulesError(
            f"expected first click 'any' and game 'normal' for perft, "
            f"got {rules.first_click!r} and {rules.game!r}"
        )
    if depth < 0:
        raise RulesError(f"expected a depth of 0 or more, got {depth}")
    layouts = combinations(range(rules.num_cells), rules.num_mines)
    return [Game.on_layout(Layout(rules.columns, rules.rows, mines)) for mines in layouts]


def _count(games: list[Game], depth: int) -> int:
    """Count the lines from a position that all these games show."""
    if depth == 0:
        return 1
    if games[0].is_over:
        return 0
    return sum(_count_after(games, cell, depth) for cell in games[0].position.covered)


def _count_after(games: list[Game], cell: int, depth: int) -> int:
    """Reveal the cell in every game, count each position seen, and take it back."""
    seen: dict[Position, list[Game]] = defaultdict(list)
    for game in games:
        game.reveal(cell)
        if game.outcome != "lost":
            seen[game.position].append(game)
    count = sum(_count(alike, depth - 1) for alike in seen.values())
    for game in games:
        game.undo()
    return count
