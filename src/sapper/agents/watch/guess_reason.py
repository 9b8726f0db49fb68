"""
Why a guess was made: the cells it was chosen from, and what was thought of them.

Guessers that search keep their reasons (`Guesser::reasons` in `native/agents/parts/parts.h`),
those that go by what single clues say keep that (`Guesser::chances`); playthroughs and
stories carry both from turn to turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from sapper.advice import Candidate
from sapper.game.position import Position
from sapper.game.words import count

# Nobody reads more; the reason has them all.
SHOWN: Final = 5
# Means of chances nearer than this are equal fractions.
_TIE: Final = 1e-9


@dataclass(frozen=True)
class GuessReason:
    """The candidates of a guess, best first, and the nodes that it took."""

    nodes: int
    candidates: tuple[Candidate, ...]

    def lines(self, position: Position, shown: int = SHOWN) -> list[str]:
        """Put the reason into words, a line for the whole and one for each candidate."""
        text = f"of {count(len(self.candidates), 'candidate')}, {count(self.nodes, 'node')}"
        return [text, *(one.describe(position) for one in self.candidates[:shown])]


@dataclass(frozen=True)
class CellChance:
    """What single clues say of a cell: the mean of their chances, and what breaks ties."""

    cell: int
    chance: float
    unknown_neighbours: int


@dataclass(frozen=True)
class ChanceReason:
    """
    The cells of a guess by what single clues say of them, the chosen one first.

    References:
        [1] J. Cooper, H. Moustafa, A. Wu 2020, section 7, figure 35.
    """

    cells: tuple[CellChance, ...]

    @classmethod
    def of(cls, found: Iterable[tuple[int, float, int]]) -> ChanceReason:
        """Put cells into the order of choice: chance, unknown neighbours, reading order."""
        cells = (CellChance(*one) for one in found)
        ordered = sorted(
            cells, key=lambda one: (round(one.chance, 9), one.unknown_neighbours, one.cell)
        )
        return cls(tuple(ordered))

    def lines(self, position: Position, shown: int = SHOWN) -> list[str]:
        """Put the reason into words: how many cells were alike at each comparison, then cells."""
        first = self.cells[0]
        alike = [one for one in self.cells if abs(one.chance - first.chance) < _TIE]
        tied = [one for one in alike if one.unknown_neighbours == first.unknown_neighbours]
        text = f"of {count(len(self.cells), 'cell')}: {len(alike)} with the least chance"
        if len(alike) > 1:
            text += f", {len(tied)} of them with the fewest unknown neighbours"
        return [text, *(_describe(one, position) for one in self.cells[:shown])]


def _describe(one: CellChance, position: Position) -> str:
    around = count(one.unknown_neighbours, "unknown neighbour")
    return f"{position.format_cell(one.cell)}: {one.chance:.2f}, {around}"
