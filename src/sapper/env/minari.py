"""
Games of an agent as a Minari dataset, for offline learners.

An episode is a game, move by move: each cell that the agent revealed is a step of
`sapper.env.SapperEnv` with the same rules, and its infos are those of that environment. Everything
follows from the seeds; the game seed is the episode's seed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

import sapper
from sapper.agents import Agent, Playthrough
from sapper.agents.run.play import game_seeds
from sapper.arguments import explained
from sapper.errors import MissingExtraError, SapperError
from sapper.game.rules import Rules

_WORDS = ("game_seed", "num_mines", "safe_left", "outcome", "action_mask")


@explained
def write_minari(
    name: str,
    agent: Agent,
    rules: Rules,
    games: int,
    *,
    seed: int = 0,
    agent_seed: int = 0,
    on_game: Callable[[], None] | None = None,
) -> Any:
    """
    Write games of an agent as the Minari dataset ``name``, such as ``sapper/exact-v0``.

    Returns the `minari.MinariDataset`; ``minari.load_dataset(name)`` reads it again. The
    rewards are those of ``reward="progress"``.
    """
    try:
        import minari  # noqa: PLC0415 - an extra
        from minari.data_collector import EpisodeBuffer  # noqa: PLC0415 - an extra
    except ImportError as error:
        raise MissingExtraError(
            "expected the package minari, which is missing; install it with: "
            "pip install 'minari[hdf5]'"
        ) from error
    env = gymnasium.make(
        "Sapper/Custom-v0", on=rules.size, first_click=rules.first_click, game=rules.game,
        reward="progress",
    )  # fmt: skip
    episodes = []
    for number, game_seed in enumerate(game_seeds(seed, 0, games).tolist()):
        game = Playthrough(agent, rules, game_seed, agent_seed=agent_seed)
        episodes.append(EpisodeBuffer(id=number, seed=game_seed, **_play(env.unwrapped, game)))
        if on_game is not None:
            on_game()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # wishes for an address and a second env
            return minari.create_dataset_from_buffers(
                name, episodes, env=env, algorithm_name=str(agent),
                description=_describe(rules, seed), requirements=[f"sapper=={sapper.__version__}"],
            )  # fmt: skip
    except ValueError as error:
        raise SapperError(f"cannot write the dataset {name!r}: {error}") from None


def _play(env: Any, game: Playthrough) -> dict[str, Any]:
    """Take an agent's moves in the environment; return what an episode consists of."""
    seen, info = env.reset(seed=0, options={"game_seed": game.game_seed})
    episode: dict[str, list[Any]] = {"observations": [seen], "actions": [], "rewards": []}
    ended, infos = [], [info]
    for turn in game:
        for move in turn.moves:
            if move.kind != "reveal":
                continue
            seen, reward, over, _, info = env.step(move.cell)
            episode["observations"].append(seen)
            episode["actions"].append(np.int64(move.cell))
            episode["rewards"].append(reward)
            ended.append(over)
            infos.append(info)
    # A player that gives up leaves the game unfinished: the episode is cut off there.
    cut = [False] * (len(ended) - 1) + [not ended[-1]] if ended else []
    told = {word: np.array([one[word] for one in infos]) for word in _WORDS}
    return episode | {"terminations": ended, "truncations": cut, "infos": told}


def _describe(rules: Rules, seed: int) -> str:
    return (
        f"Minesweeper {rules.size}, first click {rules.first_click}, {rules.game} game, run seed "
        f"{seed}; made by Sapper {sapper.__version__}"
    )
