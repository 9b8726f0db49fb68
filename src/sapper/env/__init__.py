"""
Minesweeper for Gymnasium.

``import sapper.env`` registers ``Sapper/Beginner-v0``, ``Sapper/Intermediate-v0``,
``Sapper/Expert-v0`` and ``Sapper/Custom-v0``; ``gym.make("sapper.env:Sapper/Expert-v0")``
imports it by itself. `gymnasium.make_vec` takes the native vector environment.
`docs/guides/env.md` goes from installation to a trained policy in the league.
"""

from __future__ import annotations

try:
    import gymnasium
except ImportError as error:  # pragma: no cover - only where the extra is missing
    from sapper.errors import MissingExtraError

    raise MissingExtraError(
        "sapper.env needs gymnasium; install it with: pip install 'sapper[env]'"
    ) from error

from sapper.agents.policy import AgentPolicy, play_policy
from sapper.env.rewards import REWARDS, Step
from sapper.env.settings import Settings
from sapper.env.single import SapperEnv
from sapper.env.vector import SapperVectorEnv

_GRIDS = {
    "Beginner": "beginner",
    "Intermediate": "intermediate",
    "Expert": "expert",
    "Custom": "8x8x10",
}


def _register() -> None:
    for name, grid in _GRIDS.items():
        if f"Sapper/{name}-v0" in gymnasium.registry:
            continue
        gymnasium.register(
            f"Sapper/{name}-v0",
            entry_point="sapper.env.single:SapperEnv",
            vector_entry_point="sapper.env.vector:SapperVectorEnv",
            kwargs={"on": grid},
        )


_register()

__all__ = [
    "REWARDS",
    "AgentPolicy",
    "SapperEnv",
    "SapperVectorEnv",
    "Settings",
    "Step",
    "play_policy",
]
