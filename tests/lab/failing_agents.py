"""Agents that misbehave; the runner's tests register them for as long as they need them."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sapper.agents import Agent, Random
from sapper.agents.openers import RandomCell
from sapper.game.position import Position


@dataclass(frozen=True)
class FailsOnClue:
    """Guesses the first allowed cell, and fails once it sees a three."""

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        if any(position.clue(cell) == 3 for cell in range(position.num_cells)):
            raise ValueError("three is too many")
        return allowed[0]


@dataclass(frozen=True)
class KillsItsWorker:
    """Kills the process that plays it, as often as a file says."""

    path: str = ""

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        left = Path(self.path)
        if left.exists() and (text := left.read_text()):
            left.write_text(text[1:])
            os.kill(os.getpid(), signal.SIGKILL)
        return allowed[0]


def fails() -> Agent:
    """Fails in some games."""
    return Agent(opener=RandomCell(), guesser=FailsOnClue())


def kills() -> Agent:
    """Kills its worker."""
    return Agent(opener=RandomCell(), guesser=KillsItsWorker(os.environ.get("KILLS", "")))
