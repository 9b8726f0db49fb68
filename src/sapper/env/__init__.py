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

from sapper.agents.run.policy import AgentPolicy, play_policy
from sapper.env.rewards import REWARDS, Step
from sapper.env.settings import Settings
from sapper.env.single import SapperEnv
from sapper.env.vector import SapperVectorEnv
from sapper.game.game import OUTCOMES

# A grid for each id, and after how many steps an episode is cut off: twice its cells, so
# that whoever plays what is allowed never meets the limit; of any grid up to 100x100.
_GRIDS = {
    "Beginner": ("beginner", 162),
    "Intermediate": ("intermediate", 512),
    "Expert": ("expert", 960),
    "Custom": ("8x8x10", 10_000),
}


def _register() -> None:
    for name, (grid, steps) in _GRIDS.items():
        if f"Sapper/{name}-v0" in gymnasium.registry:
            continue
        gymnasium.register(
            f"Sapper/{name}-v0",
            entry_point="sapper.env.single:SapperEnv",
            vector_entry_point="sapper.env.vector:SapperVectorEnv",
            max_episode_steps=steps,
            kwargs={"on": grid},
        )


_register()

__all__ = [
    "OUTCOMES",
    "REWARDS",
    "AgentPolicy",
    "SapperEnv",
    "SapperVectorEnv",
    "Settings",
    "Step",
    "play_policy",
]
