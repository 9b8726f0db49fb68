"""
A dataset of Reasoning Gym: single positions, each with a question and a scorer.

Importing the module registers it; needs ``reasoning-gym``::

    import reasoning_gym
    import sapper.llm.faces.reasoning

    data = reasoning_gym.create_dataset("minesweeper", seed=7, size=100, on="8x8x10")
    data.score_answer("<move>r3c4</move>", data[0])
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import register_dataset

from sapper import _core
from sapper.errors import UnknownNameError, check_whole
from sapper.game.position import Position
from sapper.llm.showing import TEXT_FORMS
from sapper.llm.tasks import KINDS, Task, make_task

NAME: Final = "minesweeper"


@dataclass
class MinesweeperConfig:
    """What is asked: a kind of task (`sapper.llm.KINDS`) on a grid, by technique if given."""

    kind: str = "proofs"
    on: str = "8x8x10"
    technique: str | None = None
    form: str = "grid"
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Check the names, as the factory asks for."""
        if self.kind not in KINDS:
            raise UnknownNameError.of("kind of task", str(self.kind), KINDS)
        if self.form not in TEXT_FORMS:
            raise UnknownNameError.of("form of a position as text", str(self.form), TEXT_FORMS)
        check_whole(self.size, "size", 1)


class MinesweeperDataset(ProceduralDataset):  # type: ignore[misc]  # has no types where it is missing
    """Item i is the task of a seed that follows from the dataset's and i."""

    def __init__(self, config: MinesweeperConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Make a question, an answer that earns everything, and where both come from."""
        if not 0 <= idx < self.size:
            raise IndexError(f"expected an item from 0 to {self.size - 1}, got {idx}")
        config, seed = self.config, _core.game_seed(self.seed, idx) >> 1
        task = make_task(config.kind, seed, config.on, technique=config.technique, form=config.form)
        return {
            "question": task.prompt(),
            "answer": task.solution(),
            "metadata": {
                "source_dataset": NAME,
                "source_index": idx,
                "kind": task.kind,
                "seed": seed,
                "position": str(task.position),
                "difficulty": {"on": config.on, "technique": config.technique},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Judge an answer: ``proof`` of proofs and reasons, ``value`` of a move."""
        data = entry["metadata"]
        task = Task(data["kind"], Position.parse(data["position"]))
        return float(task.score(answer or "").reward)


register_dataset(NAME, MinesweeperDataset, MinesweeperConfig)
