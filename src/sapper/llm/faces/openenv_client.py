"""
A client of `sapper llm serve` for those that train with OpenEnv; needs ``openenv``.

::

    async with SapperEnv(base_url="http://127.0.0.1:8000") as env:
        result = await env.reset(seed=7, on="8x8x10")
        while not result.done:
            result = await env.step(model(result.observation.text))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult


@dataclass(frozen=True)
class Observation:
    """
    What a model is shown next, and how its last answer was judged.

    ``games`` holds an observation for each of many games that are stepped together.
    """

    text: str = ""
    picture: str | None = None
    outcome: str = "playing"
    kind: str | None = None
    risk: float | None = None
    least_risk: float | None = None
    problems: tuple[str, ...] = ()
    rewards: Mapping[str, float] = field(default_factory=dict)
    reward: float | None = None
    done: bool = False
    games: tuple[Observation, ...] = ()

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> Observation:
        """Read what the server sends."""
        known = {name: value for name, value in data.items() if name in cls.__dataclass_fields__}
        if "games" in known:
            known["games"] = tuple(map(cls.of, known["games"]))
        return cls(**known)


class SapperEnv(EnvClient[str | Sequence[str | None], Observation, dict[str, Any]]):  # type: ignore[misc]  # has no types where openenv is missing
    """A session: an action is the text of a model, or a list of texts, one for each game."""

    def _step_payload(self, action: str | Sequence[str | None]) -> dict[str, Any]:
        if isinstance(action, str):
            return {"answer": action}
        return {"answers": list(action)}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Observation]:
        reward, done = payload.get("reward"), bool(payload.get("done"))
        data = payload.get("observation", {}) | {"reward": reward, "done": done}
        return StepResult(observation=Observation.of(data), reward=reward, done=done)

    def _parse_state(self, payload: dict[str, Any]) -> dict[str, Any]:
        return payload
