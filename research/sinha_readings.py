"""
Which readings of Sinha et al. 2021 make its learned versions win what, on the beginner grid.

Version 6.0 and 6.5 by what they were trained on, what they play by, and both rewards; then one
reading changed at a time; or the learned versions against three others, paired. Prints Markdown.

    python research/sinha_readings.py --games 10000
    python research/sinha_readings.py --pairs 100000
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from sapper import Rules, load_agent, play_games
from sapper.agents import Agent
from sapper.agents.guessers import LearnedGuess
from sapper.agents.models import TrainedModel, dump_model, shipped_path
from sapper.lab.executors.crew import Crew
from sapper.lab.stats.paired import compare
from sapper.lab.stats.statistics import wilson_interval
from sapper.lab.training import nets, plans
from sapper.lab.training.alpha import fit_alpha
from sapper.lab.training.data import DataPlayer, Silent, harvest, returns

RULES: Final = Rules.parse("beginner")
REWARDS: Final = {"": "as printed", "-none": "`discount=none`", "-zero": "`score=zero`",
                  "-none-zero": "`discount=none,score=zero`"}  # fmt: skip
SEED: Final = 2021


def won(agent: str | Agent, games: int) -> str:
    """Play, and return the wins in per cent with half of their 95 % interval."""
    found = play_games(agent, RULES, games, seed=SEED)
    low, high = wilson_interval(found.wins, games)
    return f"{100 * found.win_rate:.2f} ± {50 * (high - low):.2f}"


def combinations(games: int) -> Iterator[str]:
    """Yield a table of all that decides 6.0 and 6.5: reward, training and play."""
    heads = ("first, first", "first, offered", "offered, first", "offered, offered")
    yield f"| version | reward | trained, played: {' | '.join(heads)} |"
    yield "|---|---|---|---|---|---|"
    for version, (reward, words) in product(("6.0", "6.5"), REWARDS.items()):
        cells = []
        for trained, played in product(("", "-offered"), ("first", "offered")):
            path = shipped_path(f"sinha-v{version}{reward}{trained}")
            agent = f"sinha/v{version}:proofs={played},model={path}"
            cells.append(won(agent, games) if path.exists() else "not trained")
        yield f"| {version} | {words} | {' | '.join(cells)} |"


def one_at_a_time(games: int) -> Iterator[str]:
    """Yield a table of readings that are changed at play."""
    yield "| reading | won % |"
    yield "|---|---|"
    trees = load_agent("sinha/v5.0")
    if not isinstance(trees.guesser, LearnedGuess):  # pragma: no cover - 5.0 is learned
        raise AssertionError("5.0 has no model")
    yield f"| 5.0 | {won(trees, games)} |"
    all_listed = replace(trees, guesser=replace(trees.guesser, max_solutions=0, max_depth=0))
    yield f"| 5.0, risks of all solutions at play, as in its data | {won(all_listed, games)} |"
    best = "sinha/v6.0:discount=none,score=zero"
    yield f"| 6.0 with `discount=none,score=zero` | {won(best, games)} |"
    for sea in ("half", "density"):
        yield f"| the same, the sea's chance by `sea={sea}` | {won(f'{best},sea={sea}', games)} |"


def paired(games: int, workers: int) -> Iterator[str]:
    """Yield a table of the learned versions less three others, on the same boards."""
    others = ("sinha/v4.5", "sinha/least-sc", "becerra/cscsp")
    best = "discount=none,score=zero"
    learned = ("sinha/v5.0", "sinha/v5.5", "sinha/v6.0", "sinha/v6.5",
               f"sinha/v6.0:{best}", f"sinha/v6.5:{best}")  # fmt: skip
    won = {
        agent: play_games(agent, RULES, games, seed=1, workers=workers)["won"].astype(bool)
        for agent in (*others, *learned)
    }
    yield f"| version | {' | '.join(others)} |"
    yield "|---|---|---|---|"
    for agent in learned:
        cells = []
        for other in others:
            pair = compare(won[agent], won[other])
            error = 50 * (pair.difference_high - pair.difference_low)
            cells.append(f"{100 * pair.difference:+.2f} ± {error:.2f}, p = {pair.p_value:.1g}")
        yield f"| {agent} ({100 * won[agent].mean():.2f}) | {' | '.join(cells)} |"


def reward_scale(games: int, scale: float) -> Iterator[str]:
    """Yield a table of the scale that the net's targets have, both trained here alike."""
    yield "| targets of 6.5 as printed | won % |"
    yield "|---|---|"
    silent = Silent()
    with Crew(1) as crew:
        fit = fit_alpha("printed", SEED, scale, crew, silent)
        info = {"score": "printed", "alpha": list(fit.thetas)}
        tasks = plans.Q_SINGLE.tasks(SEED + 1, scale)
        data = harvest(DataPlayer("sub_states", info), tasks, crew, silent, "data")
    values = returns(data, "linear")
    for words, top in (("the largest is 1", float(values.max())), ("as they are, at most 1", 1.0)):
        net = nets.make_net(nets.TABLE_2, "squares", "rmsprop", seed=SEED)
        random = np.random.default_rng(SEED)
        for _ in range(5):
            net.learn(data.rows, np.minimum(values / top, 1).astype(np.float32), random)
        with TemporaryDirectory() as folder:
            path = Path(folder) / "model.npz"
            path.write_bytes(dump_model(TrainedModel("sub_states", info, net.arrays())))
            yield f"| {words} | {won(f'sinha/v6.5:model={path}', games)} |"


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--pairs", type=int, default=0, help="of the paired table alone")
    parser.add_argument("--workers", type=int, default=1, help="of the paired table")
    parser.add_argument("--scale", type=float, default=0.2, help="of what is trained here")
    asked = parser.parse_args()
    if asked.pairs:
        print(*paired(asked.pairs, asked.workers), sep="\n")
        return
    for table in (combinations(asked.games), one_at_a_time(asked.games),
                  reward_scale(asked.games, asked.scale)):  # fmt: skip
        print(*table, "", sep="\n", flush=True)


if __name__ == "__main__":
    main()
