"""
Why a guess was made: the cells it was chosen from, and what was thought of them.

Guessers that search keep their reasons (`Guesser::reasons` in `native/agents/parts.h`);
playthroughs and stories carry them from turn to turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.game.position import Position

# Nobody reads more; the reason has them all.
SHOWN: Final = 5


@dataclass(frozen=True)
class Candidate:
    """A cell that might be guessed: its risk, its chance of progress, what it is worth."""

    cell: int
    risk: float
    progress: float
    value: float
    is_exact: bool


@dataclass(frozen=True)
class GuessReason:
    """The candidates of a guess, best first, and the nodes that it took."""

    nodes: int
    candidates: tuple[Candidate, ...]

    def lines(self, position: Position, shown: int = SHOWN) -> list[str]:
        """Put the reason into words, a line for the whole and one for each candidate."""
        count = len(self.candidates)
        text = f"of {count} {'candidate' if count == 1 else 'candidates'}, {self.nodes:,} nodes"
        return [text, *(describe(one, position) for one in self.candidates[:shown])]


def describe(one: Candidate, position: Position) -> str:
    """
    Put a candidate into words.

    >>> describe(Candidate(2, 0.25, 0.5, 0.7, False), Position.parse("1../... 1"))
    'r1c3: risk 25.0%, progress 50%, worth about 0.7000'
    """
    worth = "worth exactly" if one.is_exact else "worth about"
    name = position.format_cell(one.cell)
    return f"{name}: risk {one.risk:.1%}, progress {one.progress:.0%}, {worth} {one.value:.4f}"
