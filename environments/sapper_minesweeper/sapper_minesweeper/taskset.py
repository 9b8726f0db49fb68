"""Tasks of one turn, and whole games played by tools; what each is worth is `sapper.llm`'s."""

from collections.abc import Iterator

import verifiers.v1 as vf

from sapper.agents.run.play import game_seeds
from sapper.llm import REWARDS, TASK_REWARDS, make_task
from sapper_minesweeper.data import Data, GameState, Settings
from sapper_minesweeper.tools import GameTools

BY_TOOLS = (
    "Play the game with the tools reveal, flag and show until it is over: what is called a move in "
    "tags is a call of a tool here, reveal with r2c3 or +r2c3, flag with r2c3 or ~r2c3."
)


class MinesweeperTask(vf.Task[Data, GameState, Settings]):
    """One position and one question, or a game."""

    @classmethod
    def toolsets(cls, config: Settings) -> list[vf.Toolset]:
        """Offer tools to games; a task of one turn has none."""
        return [GameTools(config.tools)] if config.kind == "game" else []

    @vf.stop
    async def is_over(self, trace: vf.Trace) -> bool:
        """Return whether the game is over."""
        return trace.state.outcome not in ("", "playing")

    @vf.reward
    async def judged(self, trace: vf.Trace) -> float:
        """Return what the answer or the game was worth."""
        if self.data.kind == "game":
            return float(trace.state.reward)
        return float(self.data.task().score(trace.last_reply).reward)

    @vf.metric
    async def parts(self, trace: vf.Trace) -> dict[str, float]:
        """Return every reward by its name."""
        if self.data.kind == "game":
            found = {name: trace.state.earned.get(name, 0.0) for name in REWARDS}
            return found | {"turns": float(trace.state.turns)}
        rewards = self.data.task().score(trace.last_reply).rewards
        return {name: rewards[name] for name in TASK_REWARDS if name in rewards}

    async def validate(self, runtime: vf.Runtime) -> bool | None:  # noqa: ARG002 - their interface
        """Check that an answer exists which earns everything."""
        if self.data.kind == "game":
            return None
        task = self.data.task()
        return bool(task.score(task.solution()).reward == 1.0)


class MinesweeperConfig(vf.TasksetConfig):
    """Which tasks: see the table in README.md."""

    on: str = "8x8x10"
    technique: str | None = None
    form: str = "grid"
    seed: int = 0
    num_tasks: int = 1000
    task: Settings = Settings()


class MinesweeperTaskset(vf.Taskset[MinesweeperTask, MinesweeperConfig]):
    """Tasks from seeds: the same seed is the same tasks."""

    def load(self) -> Iterator[MinesweeperTask]:
        """Make the tasks one by one."""
        config, kind = self.config, self.config.task.kind
        for number in range(config.num_tasks):
            seed = int(game_seeds(config.seed, number, 1)[0]) >> 1
            row = {"kind": kind, "seed": seed, "on": config.on, "form": config.form}
            if kind == "game":
                data = Data(**row)
                told = {"prompt": data.episode().prompt(), "system_prompt": BY_TOOLS}
                data = data.model_copy(update=told)
            else:
                task = make_task(
                    kind, seed, config.on, technique=config.technique, form=config.form
                )
                data = Data(**row, position=str(task.position), prompt=task.prompt())
            yield MinesweeperTask(data, config.task)
