"""
Training data by play, on one process or several: always the same rows.

A task is a board with the seeds of its games; the results are put together in the
order of the tasks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.guessers.learned import Proofs, row_options
from sapper.agents.guessers.sinha import SLACK, SolutionShare
from sapper.agents.models import Arrays, build_native
from sapper.game.rules import Rules, native_rules
from sapper.lab.executors.crew import Crew

Task = tuple[Rules, NDArray[np.uint64]]
# Version 4.0, which plays for 5.0, and 4.5, on which all learned versions stand.
V4_0 = SolutionShare(slack=SLACK, by_distance=True)
V4_5 = SolutionShare("dsscsp", 100, max_depth=300, slack=SLACK, by_distance=True)


@dataclass(frozen=True)
class Harvest:
    """
    Rows of nine numbers with their targets.

    ``games`` numbers the game of each row within the whole; ``won`` and ``revealed``
    have an entry per game.
    """

    rows: NDArray[np.float32]
    targets: NDArray[np.float32]
    games: NDArray[np.int64]
    won: NDArray[np.bool_]
    revealed: NDArray[np.int64]


@dataclass(frozen=True)
class DataPlayer:
    """Who plays for the data: a rule, or a model's arrays."""

    inputs: str
    info: dict[str, Any]
    search: SolutionShare = V4_5
    arrays: Arrays | None = None
    proofs: Proofs = "first"


@dataclass(frozen=True)
class _Chunk:
    player: DataPlayer
    tasks: Sequence[Task]


def _play(chunk: _Chunk) -> list[tuple[NDArray[Any], ...]]:
    player = chunk.player
    model = build_native(player.arrays) if player.arrays is not None else None
    found: list[tuple[NDArray[Any], ...]] = []
    for rules, seeds in chunk.tasks:
        options = row_options(
            player.inputs, rules, player.info, proofs=player.proofs, search=player.search
        )
        spec = player.search.native_spec()
        found.append(_core.sinha_harvest(native_rules(rules), seeds, 0, options, spec, model))
    return found


def harvest(
    player: DataPlayer,
    tasks: Sequence[Task],
    executor: Crew,
    progress: Listener,
    stage: str,
    note: str = "",
) -> Harvest:
    """Play all tasks and give their rows in order."""
    # Large boards come last in a plan: small chunks keep the processes busy to the end.
    size = max(1, min(32, len(tasks) // (8 * executor.workers)))
    chunks = [_Chunk(player, tasks[i : i + size]) for i in range(0, len(tasks), size)]
    parts: dict[int, list[tuple[NDArray[Any], ...]]] = {}
    num_rows = 0
    for number, part in executor.run(_play, chunks):
        parts[number] = part
        num_rows += sum(len(one[1]) for one in part)
        progress(stage, len(parts), len(chunks), note or f"{num_rows:,} rows")
    ordered = [one for number in sorted(parts) for one in parts[number]]
    starts = np.cumsum([0, *(len(one[3]) for one in ordered)])
    return Harvest(
        np.concatenate([one[0] for one in ordered]),
        np.concatenate([one[1] for one in ordered]),
        np.concatenate([one[2] + start for one, start in zip(ordered, starts, strict=False)]),
        np.concatenate([one[3] for one in ordered]).astype(np.bool_),
        np.concatenate([one[4] for one in ordered]),
    )


def returns(data: Harvest, discount: str) -> NDArray[np.float64]:
    """
    Credit each guess with its reward and the later ones of its game.

    With ``linear`` the reward k guesses later counts k + 1 times: the factor grows, as
    the text says, so that what loses the game later weighs heavily.
    """
    out = np.zeros(len(data.targets))
    total = plain = 0.0
    for i in range(len(out) - 1, -1, -1):
        if i + 1 == len(out) or data.games[i + 1] != data.games[i]:
            total = plain = 0.0
        # Each later reward moves one guess away: the weighted sum grows by the plain one.
        total += plain + float(data.targets[i])
        plain += float(data.targets[i])
        out[i] = total if discount == "linear" else plain
    return out


class Listener(Protocol):
    """Hears how far a training is."""

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None:
        """Hear that ``done`` of ``total`` of a stage is done; the note may have a loss."""


class Silent:
    """Hears nothing."""

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None:
        """Do nothing."""
