"""What travels: the data of a task, the state of a game, the settings."""

import verifiers.v1 as vf
from pydantic import Field

from sapper import Position, Rules
from sapper.llm import REWARDS, Episode, Task


class Data(vf.TaskData):
    """One task: its kind, seed and grid, and the position of a task of one turn."""

    kind: str
    seed: int
    on: str
    form: str
    position: str = ""

    def task(self) -> Task:
        """Make the task of one turn."""
        return Task(self.kind, Position.parse(self.position), self.form)

    def episode(self) -> Episode:
        """Begin the game; every reward is counted."""
        weights = dict.fromkeys(REWARDS, 0.0) | {"win": 0.5, "risk": 0.5}
        rules = Rules.parse(self.on, first_click="zero")
        return Episode(rules, self.seed, form=self.form, rewards=weights)


class GameState(vf.State):
    """How a game stands, as the tools leave it."""

    outcome: str = ""
    reward: float = 0.0
    turns: int = 0
    earned: dict[str, float] = Field(default_factory=dict)


class Settings(vf.TaskConfig):
    """A kind of task, or ``game``, and where the tools of games run."""

    kind: str = "proofs"
    tools: vf.ToolsetConfig = vf.ToolsetConfig()
