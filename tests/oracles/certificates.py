"""
Certificates a second time, in plain Python: which technique a position needs, by listing.

Slow and short. Every placement of mines around the clues is listed, every pair of clues is
tried, clues are compared by the oracle of the human-like deduction. For small boards only.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Any

from oracles.human import build_constraints, naive_deductive_solve
from sapper.game.cells import neighbours, parse_cell
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.layout import Layout
from sapper.game.position import Position

Proven = dict[int, bool]  # cell -> is it a mine


class Played:
    """A layout as far as it is revealed and proven."""

    def __init__(self, board: dict[str, Any]) -> None:
        self.layout = Layout.parse(board["layout"])
        self.columns, self.rows = self.layout.columns, self.layout.rows
        self.mines = set(self.layout.mines)
        self.revealed: set[int] = set()
        self.proven: set[int] = set()
        self.reveal(self.cell(board["first"]))

    def cell(self, text: str) -> int:
        return parse_cell(text, self.columns, self.rows)

    def around(self, cell: int) -> set[int]:
        return set(neighbours(cell, self.columns, self.rows))

    def reveal(self, cell: int) -> None:
        assert cell not in self.mines
        if cell in self.revealed:
            return
        self.revealed.add(cell)
        if not self.around(cell) & self.mines:
            for other in self.around(cell):
                self.reveal(other)

    @property
    def unknown(self) -> set[int]:
        return set(range(self.columns * self.rows)) - self.revealed - self.proven

    def missing(self, clue: int) -> int:
        return len(self.around(clue) & (self.mines - self.proven))

    @property
    def clues(self) -> list[int]:
        return sorted(c for c in self.revealed if self.around(c) & self.unknown)

    def play(self, step: dict[str, Any]) -> None:
        for cell in map(self.cell, step["cells"]):
            if step["are"] == "mines":
                self.proven.add(cell)
            else:
                self.reveal(cell)


def iter_placements(played: Played, clues: Collection[int]) -> Iterator[set[int]]:
    """List the placements of mines in the unknown cells of some clues that fit them."""
    cells = sorted(set().union(*(played.around(c) for c in clues)) & played.unknown)

    def place(at: int, mines: set[int]) -> Iterator[set[int]]:
        for clue in clues:
            around = played.around(clue)
            most = len(around & mines) + len(around & set(cells[at:]))
            if not len(around & mines) <= played.missing(clue) <= most:
                return
        if at == len(cells):
            yield mines
            return
        yield from place(at + 1, mines)
        yield from place(at + 1, mines | {cells[at]})

    return place(0, set())


def prove(played: Played, clues: Collection[int], *, counts_mines: bool = False) -> Proven:
    """Return what some clues decide, together with the number of mines if that counts."""
    named = set().union(*(played.around(c) for c in clues)) & played.unknown
    sea = played.unknown - named
    left = len(played.mines) - len(played.proven)
    always, never, least, most = set(named), set(named), len(sea), 0
    for mines in iter_placements(played, clues):
        if counts_mines and not 0 <= left - len(mines) <= len(sea):
            continue
        always &= mines
        never -= mines
        least, most = min(least, left - len(mines)), max(most, left - len(mines))
    found = dict.fromkeys(always, True) | dict.fromkeys(never, False)
    if counts_mines and (most == 0 or least == len(sea)):
        found |= dict.fromkeys(sea, most > 0)
    return found


def compare(played: Played, clues: Collection[int]) -> Proven:
    """Return what comparing some clues in steps decides."""
    size = played.columns * played.rows
    cells = bytearray([COVERED] * size)
    for mine in played.proven:
        cells[mine] = FLAGGED
    for clue in clues:
        cells[clue] = len(played.around(clue) & played.mines)
    # Cells that are revealed and no clue of these: constraints name unknown cells only.
    known = played.revealed
    position = Position(played.columns, played.rows, len(played.mines), bytes(cells))
    constraints = {
        (frozenset(c - known), low, high) for c, low, high in build_constraints(position)
    }
    found = naive_deductive_solve({one for one in constraints if one[0]}, None)
    return {cell: step < 0 for cell, step in found.items()}


def by_technique(played: Played, clues: Collection[int]) -> Iterator[Proven]:
    """Return what each technique decides with some clues, easiest technique first."""
    single: Proven = {}
    subset: Proven = {}
    pair: Proven = {}
    for clue in clues:
        single |= prove(played, [clue])
    yield single
    for one, other in combinations(clues, 2):
        found = prove(played, [one, other])
        pair |= found
        inside = [played.around(c) & played.unknown for c in (one, other)]
        if inside[0] <= inside[1] or inside[1] <= inside[0]:
            subset |= found
    yield subset
    yield pair
    yield compare(played, clues)
    yield prove(played, clues)
    yield prove(played, clues, counts_mines=True)


def list_ranks(board: dict[str, Any]) -> list[int]:
    """Return the easiest technique that decides a cell before each step, and checks the step."""
    played = Played(board)
    ranks = []
    for step in board["certificate"]:
        rank = next(i for i, found in enumerate(by_technique(played, played.clues)) if found)
        ranks.append(rank)
        clues = [played.cell(text) for text in step["clues"]]
        assert set(clues) <= set(played.clues)
        found = list(by_technique(played, clues))[rank]
        for cell in map(played.cell, step["cells"]):
            assert found[cell] == (step["are"] == "mines")
        played.play(step)
    assert not played.unknown - played.mines
    return ranks
