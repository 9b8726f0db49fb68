"""Games of an agent are a Minari dataset that its own package reads, checks and rolls out."""

from __future__ import annotations

import os
import tempfile

os.environ["MINARI_DATASETS_PATH"] = tempfile.mkdtemp()
import minari
import numpy as np

from sapper import Rules, load_agent, play_games
from sapper.env import OUTCOMES
from sapper.env.minari import write_minari

rules, agent = Rules.parse("6x6x4", first_click="zero"), load_agent("exact")
write_minari("sapper/exact-6x6x4-v0", agent, rules, 20, seed=5)
data = minari.load_dataset("sapper/exact-6x6x4-v0")
games = play_games(agent, rules, games=20, seed=5)
assert data.total_episodes == 20
assert data.storage.metadata["algorithm_name"] == "exact"

env = data.recover_environment()
for episode in data.iterate_episodes():
    seen, _ = env.reset(options={"game_seed": int(episode.infos["game_seed"][0])})
    assert np.array_equal(seen, episode.observations[0])
    for step, action in enumerate(episode.actions):
        seen, reward, over, cut, info = env.step(action)
        assert np.array_equal(seen, episode.observations[step + 1])
        assert (reward, over, cut) == (
            episode.rewards[step], episode.terminations[step], episode.truncations[step]
        )  # fmt: skip
        assert np.array_equal(info["action_mask"], episode.infos["action_mask"][step + 1])
    assert OUTCOMES[episode.infos["outcome"][-1]] in ("won", "lost")
won = sum(OUTCOMES[one.infos["outcome"][-1]] == "won" for one in data.iterate_episodes())
assert won == games.wins, (won, games.wins)
