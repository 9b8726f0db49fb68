"""
Why a guess was made: the cells it was chosen from, and what was thought of them.

Guessers that search keep their reasons (`Guesser::reasons` in `native/agents/parts/parts.h`);
playthroughs and stories carry them from turn to turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sapper.advice import Candidate
from sapper.game.position import Position
from sapper.game.words import count

# Nobody reads more; the reason has them all.
SHOWN: Final = 5


@dataclass(frozen=True)
class GuessReason:
    """The candidates of a guess, best first, and the nodes that it took."""

    nodes: int
    candidates: tuple[Candidate, ...]

    def lines(self, position: Position, shown: int = SHOWN) -> list[str]:
        """Put the reason into words, a line for the whole and one for each candidate."""
        text = f"of {count(len(self.candidates), 'candidate')}, {count(self.nodes, 'node')}"
        return [text, *(one.describe(position) for one in self.candidates[:shown])]
