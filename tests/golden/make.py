"""
Write the golden data anew: ``make golden``, then review the diff.

Layouts by seed, perft counts, a playthrough of every registered agent, the defaults of
all options and the signature of each agent. `test_golden.py` compares what is committed with what
`golden_files` gives now.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from oracles.reached import iter_reached
from sapper import Layout, Rules, analyse, load_agent
from sapper.agents import (
    Agent,
    Playthrough,
    Random,
    deducers,
    guessers,
    openers,
    tell_playthrough,
)
from sapper.agents.deducers import AssumptionSearch, SinglePoint
from sapper.agents.registry import find_entry, house_ids
from sapper.agents.run.play import game_seeds
from sapper.env import OUTCOMES, SapperVectorEnv
from sapper.game.perft import perft
from sapper.game.position import Position
from sapper.lab import versions
from sapper.lab.signature import format_signatures, signatures

HERE = Path(__file__).parent

PERFT_DEPTHS = {
    "1x1x0": 2,
    "2x2x1": 4,
    "2x2x2": 3,
    "5x1x2": 4,
    "3x3x0": 2,
    "3x3x1": 5,
    "3x3x2": 4,
    "3x3x4": 4,
    "4x3x2": 3,
    "3x4x3": 3,
    "4x4x2": 2,
}
EPISODES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("beginner win", {"on": "beginner"}),
    (
        "intermediate zero progress",
        {"on": "intermediate", "first_click": "zero", "reward": "progress"},
    ),
    ("expert risk", {"on": "expert", "reward": "risk", "oracle": "risk"}),
    ("flags progress", {"on": "6x6x6", "flags": True, "reward": "progress"}),
    ("score", {"on": "5x5x6", "game": "score", "reward": "progress"}),
    ("jumanji", {"on": "10x10x10", "first_click": "any", "cascade": False, "reward": "jumanji"}),
    ("go-on", {"on": "5x5x6", "mine_action": "go-on", "reward": "progress"}),
    ("density", {"on": "8x8x1", "density": (0.1, 0.2), "reward": "progress"}),
)
# Grids, and whether proven mines are flagged, of the golden reasons.
SENTENCE_GRIDS = (
    ("beginner", False),
    ("6x6x9", True),
    ("intermediate", False),
    ("5x5x7", False),
    ("9x9x20", True),
    ("expert", False),
)
NUM_SENTENCES = 2_000
PLAYED = (
    (Rules.parse("9x9x10"), 7),
    (Rules.parse("7x6x8", first_click="zero", game="score"), 11),
)


# Layouts that papers print, with the agent that plays them there; the seed is ours.
FIGURES = {
    "cooper-figure-19": (
        "cooper/equations",
        "-*--------/-*-----*--/-*------**/*-*-------/----*-----/"
        "------*-*-/*-*--*----/*-------*-/---*------/-*-*--*---",
        19,
    ),
    "cooper-figure-29": (
        "cooper/combined",
        "-----*-*-*/---*-*----/----------/*----**---/---*------/"
        "----------/----*--*--/----*--***/*------*--/--**--*---",
        29,
    ),
}


def golden_files() -> dict[str, str]:
    """Return the text of every golden file by its path from here."""
    files = {
        "layouts.json": format_layouts(),
        "perft.json": format_perft(),
        "episodes.json": format_episodes(),
        "defaults.txt": format_defaults(),
        "signature.txt": format_signatures(signatures()),
        "reasons.txt": format_reasons(),
    }
    for agent_id in house_ids():
        files[playthrough_path(agent_id)] = format_playthroughs(agent_id)
    for name in FIGURES:
        files[f"figures/{name}.txt"] = format_figure(name)
    files["figures/cooper-figure-10.txt"] = format_figure_10()
    return files


def format_episodes() -> str:
    """Episodes of the environments: seeds, actions drawn by words, rewards and last cells."""
    found = []
    for name, options in EPISODES:
        envs = SapperVectorEnv(num_envs=2, **options)
        _, info = envs.reset(seed=7)
        for lane in range(2):
            actions, rewards = list[int](), list[float]()
            over = False
            envs.reset(seed=7)
            while not over:
                word = np.full(2, len(actions), np.uint64)
                drawn = envs.sample_actions(word)
                cells, reward, ended, _, info = envs.step(drawn)
                actions.append(int(drawn[lane]))
                rewards.append(round(float(reward[lane]), 12))
                over = bool(ended[lane])
            found.append(
                {
                    "options": name,
                    "seed": 7 + lane,
                    "game_seed": int(info["game_seed"][lane]),
                    "actions": actions,
                    "rewards": rewards,
                    "cells": ["".join(f"{code:x}" for code in row) for row in cells[lane]],
                    "outcome": OUTCOMES[info["outcome"][lane]],
                }
            )
    return json.dumps(found, indent=1) + "\n"


def format_reasons() -> str:
    """Two thousand reasons in words, each position followed by some of its own."""
    lines, told = list[str](), 0
    for seed in count():
        grid, flags = SENTENCE_GRIDS[seed % len(SENTENCE_GRIDS)]
        for found in islice(iter_reached(Rules.parse(grid), seed, flags=flags), seed % 5, None, 7):
            reasons = analyse(found.position, trust_flags=flags).reasons()
            chosen = reasons[:: max(1, len(reasons) // 6)]
            told += len(chosen)
            lines += [str(found.position)] if chosen else []
            lines += [f"  [{one.technique}] {one}" for one in chosen]
            if told >= NUM_SENTENCES:
                return "\n".join([*lines, ""])
    raise AssertionError


def playthrough_path(agent_id: str) -> str:
    """Name the playthrough of an agent; an id may hold signs that a file name may not."""
    name = agent_id.replace("/", "-").replace(":", "--").replace("=", "-").replace(",", "-")
    return f"playthroughs/{name}.txt"


# Defaults


def format_defaults() -> str:
    """What an agent or a part does where nothing else is asked for, one a line."""
    lines = ["agents"]
    for name in sorted({find_entry(agent_id).name for agent_id in house_ids()}):
        options = find_entry(name).options.values()
        lines.append(" ".join([name, *(f"{one.name}={one.default!r}" for one in options)]))
    for group in (openers, deducers, guessers):
        lines += ["", group.__name__.rpartition(".")[2]]
        for name in sorted(group.__all__):
            kind = getattr(group, name)
            if isinstance(kind, type) and is_dataclass(kind):
                known = [one for one in fields(kind) if one.default is not MISSING]
                lines.append(" ".join([name, *(f"{one.name}={one.default!r}" for one in known)]))
    return "\n".join(lines) + "\n"


# Layouts


def format_layouts() -> str:
    """Lay mines by several seeds, rules and first cells, one layout a line."""
    lines = []
    for size in ("beginner-8", "beginner", "intermediate", "expert", "1x20x5", "20x1x5", "5x5x4"):
        for first_click in ("any", "safe", "zero"):
            rules = Rules.parse(size, first_click=first_click)
            for seed in (0, 7, *game_seeds(1, 0, 2).tolist()):
                for first in (0, rules.num_cells // 2):
                    layout = Layout.from_seed(rules, seed, first)
                    entry = {
                        "size": rules.size,
                        "first_click": first_click,
                        "seed": seed,
                        "first": first,
                        "mines": list(layout.mines),
                    }
                    lines.append(json.dumps(entry))
    return "[\n" + ",\n".join(lines) + "\n]\n"


# Perft


def format_perft() -> str:
    """Count lines of play by depth, from 1 on, first click any."""
    lines = []
    for size, depths in PERFT_DEPTHS.items():
        rules = Rules.parse(size, first_click="any")
        counts = [perft(rules, depth) for depth in range(1, depths + 1)]
        lines.append(f'  "{size}": {counts}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


# Playthroughs


def format_playthroughs(agent_id: str) -> str:
    """Write a few games of an agent, turn by turn."""
    games = [
        format_playthrough(load_agent(agent_id), rules, seed)
        for rules, seed in PLAYED
        if rules.game in find_entry(agent_id).games
    ]
    return "\n".join(games)


def format_playthrough(agent: Agent, rules: Rules, seed: int) -> str:
    """Write one game."""
    return "".join(tell_playthrough(Playthrough(agent, rules, seed)))


def format_figure(name: str) -> str:
    """Write a game on a layout that a paper prints."""
    agent_id, text, seed = FIGURES[name]
    layout = Layout.parse(text)
    rules = Rules(layout.columns, layout.rows, len(layout.mines), "any", "score")
    game = Playthrough(load_agent(agent_id), rules, seed, layout=layout)
    return "".join(tell_playthrough(game))


@dataclass(frozen=True)
class InOrder:
    """A guesser of given cells, each while it is allowed; then of the first that is."""

    cells: tuple[int, ...] = ()

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        """Choose the next cell."""
        del position, random
        return next((cell for cell in self.cells if cell in allowed), allowed[0])


def format_figure_10() -> str:
    """Write the game of Cooper 2020, figure 10, with the picks that are printed there."""
    layout = Layout.parse("-*-/--*/*-*")
    agent = Agent(None, (SinglePoint(), AssumptionSearch()), InOrder((0, 2, 1, 6)), id="figure 10")
    rules = Rules(3, 3, 4, first_click="any", game="score")
    return "".join(tell_playthrough(Playthrough(agent, rules, 0, layout=layout)))


def main() -> None:
    """Write every file, and remove playthroughs of agents that are no more."""
    files = golden_files()
    for path in (HERE / "playthroughs").glob("*"):
        if f"playthroughs/{path.name}" not in files:
            path.unlink()
    for name, text in files.items():
        path = HERE / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(f"wrote {path.relative_to(HERE.parents[1])}")
    versions.FILE.write_text(files["signature.txt"], encoding="utf-8")  # goes with every task


if __name__ == "__main__":
    main()
