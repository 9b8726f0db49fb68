"""
By how much one agent plays better than another, measured by playouts.

In a game, a player like *first* gains over *second* the sum of the advantages
of the guesses in which they differ: what the guess of *first* is worth if *second* plays
on, less what the guess of *second* is worth. Each advantage is estimated by fresh paired
playouts on layouts drawn from all that fit the position (`native/agents/search/playouts.h`), so
the mean of the sums is the difference of the two win rates, without bias, and its
interval is about ten times narrower than that of the games' outcomes.

The playouts are played by *second*, which must guess by `LookAhead` or `Improved`; *first*
may be any agent that opens the same cell. `comparison.py` counts games won instead.

References:
    [1] S. Kakade, J. Langford 2002, Approximately optimal approximate reinforcement
        learning, lemma 6.1: the gain is the sum of advantages along one's own games.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents import Agent, load_agent
from sapper.agents.guessers import Improved, LookAhead
from sapper.agents.watch.playthrough import Playthrough
from sapper.errors import SapperError
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.game.words import count
from sapper.lab.executors.crew import Crew
from sapper.lab.stats.statistics import Z95

# Stages of a game, by the share of cells that are still covered.
STAGES: Final = (("over 90 %", 0.9), ("50-90 %", 0.5), ("25-50 %", 0.25), ("under 25 %", 0.0))
_CHUNK = 8
_COUNTS: Final = ("guesses", "differing")


@dataclass(frozen=True)
class Advantage:
    """
    What *first* gains over *second*, as a share of games, with its 95 % interval.

    ``guesses`` were made by *first*, ``differing`` of them *second* would have made
    elsewhere; ``by_stage`` is the gain by the share of cells still covered.
    """

    first: str
    second: str
    rules: Rules
    seed: int
    games: int
    playouts: int
    guesses: int
    differing: int
    difference: float
    difference_low: float
    difference_high: float
    by_stage: dict[str, float]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as JSON-ready data; numbers that no game gave are None."""
        data = {key: value for key, value in asdict(self).items() if key != "rules"}
        for key in ("difference", "difference_low", "difference_high"):
            data[key] = data[key] if math.isfinite(data[key]) else None
        return data | {
            "on": self.rules.name, "first_click": self.rules.first_click,
            "measure": "advantage sum",
        }  # fmt: skip

    def __str__(self) -> str:
        low, high = 100 * self.difference_low, 100 * self.difference_high
        stages = ", ".join(f"{name} {100 * gain:+.3f}" for name, gain in self.by_stage.items())
        return "\n".join(
            [
                f"{self.first} against {self.second}, by playouts",
                f"  {self.rules.name}, first click {self.rules.first_click}, "
                f"{count(self.games, 'game')} of the first, "
                f"{count(self.playouts, 'paired playout')} a difference, seed {self.seed}",
                f"  difference: {100 * self.difference:+.3f} points ({low:+.3f} to {high:+.3f})",
                f"  guesses: {self.guesses}, {self.differing} of them elsewhere",
                f"  by covered cells: {stages}",
            ]
        )


def measure_advantage(
    first: Agent | str,
    second: Agent | str,
    rules: Rules,
    games: int,
    seed: int = 0,
    *,
    agent_seed: int = 0,
    playouts: int = 64,
    workers: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Advantage:
    """
    Play the games of *first* and add up its advantages over *second*.

    ``progress`` is called with the number of games done. The result does not depend on
    the number of workers.
    """
    one, other = (load_agent(a) if isinstance(a, str) else a for a in (first, second))
    check_agents(one, other)
    if rules.game != "normal":
        raise SapperError("expected the normal game: playouts estimate the chance to win")
    work = partial(_measure_some, one, other, rules, check_seed(seed), agent_seed, playouts)
    chunks = [(start, min(start + _CHUNK, games)) for start in range(0, games, _CHUNK)]
    found: dict[int, _Found] = {}
    with Crew(workers) as crew:
        for number, part in crew.run(work, chunks):
            found[number] = part
            if progress is not None:
                progress(sum(len(one.sums) for one in found.values()))
    parts = [found[number] for number in sorted(found)]
    sums = np.concatenate([np.zeros(0), *(part.sums for part in parts)])
    stages = sum((part.stages for part in parts), np.zeros(len(STAGES)))
    guesses, differing = (sum(getattr(one, name) for one in parts) for name in _COUNTS)
    error = float(sums.std(ddof=1)) / math.sqrt(games) if games > 1 else math.inf
    mean = float(sums.mean()) if games else math.nan
    by_stage = {name: float(gain) / games for (name, _), gain in zip(STAGES, stages, strict=True)}
    return Advantage(
        str(one), str(other), rules, seed, games, playouts, guesses, differing,
        mean, mean - Z95 * error, mean + Z95 * error, by_stage,
    )  # fmt: skip


def check_agents(first: Agent, second: Agent) -> LookAhead | Improved:
    """Return the player of the playouts, or say why the advantage cannot be measured."""
    if not isinstance(second.guesser, LookAhead | Improved):
        raise SapperError(
            f"expected a second agent that guesses by LookAhead or Improved, "
            f"got {str(second)!r}; playouts are played by strongest with any options"
        )
    if first.opener != second.opener or first.opener is None:
        raise SapperError(
            "expected two agents with the same opener: the advantage counts guesses, "
            f"got {first.opener!r} and {second.opener!r}"
        )
    return second.guesser


@dataclass
class _Found:
    sums: NDArray[np.float64]
    stages: NDArray[np.float64]
    guesses: int = 0
    differing: int = 0


def _measure_some(
    first: Agent,
    second: Agent,
    rules: Rules,
    seed: int,
    agent_seed: int,
    playouts: int,
    chunk: tuple[int, int],
) -> _Found:
    found = _Found(np.zeros(chunk[1] - chunk[0]), np.zeros(len(STAGES)))
    options = asdict(check_agents(first, second))
    for index in range(*chunk):
        game_seed = _core.game_seed(seed, index)
        game = Playthrough(first, rules, game_seed, agent_seed=agent_seed)
        position, number = game.position, 0
        while (turn := game.next_turn()) is not None:
            if turn.role == "guesser" and turn.cell is not None:
                number += 1
                gain = _advantage(options, position, turn.cell, playouts, (game_seed, number))
                found.differing += gain is not None
                found.sums[index - chunk[0]] += gain or 0.0
                found.stages[_stage(position)] += gain or 0.0
            position = turn.position
        found.guesses += number
    return found


def _advantage(
    options: dict[str, float], position: Position, cell: int, playouts: int, name: tuple[int, int]
) -> float | None:
    """Estimate the advantage of a cell over the player's own; None where they are the same."""
    if _core.search_guess(position, options).cell == cell:
        return None
    stream = _core.agent_stream(name[1], name[0])
    one, other = _core.paired_playouts(position, cell, -1, options, playouts, stream)
    return float(np.mean(one)) - float(np.mean(other))


def _stage(position: Position) -> int:
    covered = len(position.covered) / position.num_cells
    return next(i for i, (_, least) in enumerate(STAGES) if covered >= least)
