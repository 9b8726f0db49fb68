"""Turns are written down natively: the same as when one watches, and the games stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

from oracles.parts import AnyAllowed
from oracles.single_point import SlowSinglePoint
from sapper import Agent, Rules, load_agent
from sapper.agents import Playthrough, play_seeds
from sapper.agents.openers import RandomCell
from sapper.agents.run.columns import TURN_COLUMNS
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import play_turns, turn_parts

SEEDS = game_seeds(4, 0, 25)
AGENTS = {
    "windows": load_agent("kvietinskas/optimal:window=5x5,recheck=no"),
    "no flags": load_agent("kvietinskas/single-point:flags=no"),
    "no opener": load_agent("becerra/naive-sp"),
    "in Python": Agent(RandomCell(), (SlowSinglePoint(),), AnyAllowed(), id="in Python"),
    "gives up": Agent(RandomCell(), (SlowSinglePoint(),), None, id="gives up"),
}
RULES = {
    "normal": Rules.parse("9x9x12", first_click="zero"),
    "score": Rules.parse("7x6x8", first_click="any", game="score"),
}


def watched(agent: Agent, rules: Rules, first: int) -> list[tuple[int, ...]]:
    """Write the turns down slowly, from a game that is watched; no times."""
    names = turn_parts(agent)
    rows: list[tuple[int, ...]] = []
    for number, seed in enumerate(SEEDS.tolist(), start=first):
        play = Playthrough(agent, rules, seed, agent_seed=9)
        for turn in play:
            part = names.index(f"{turn.role} {turn.part}".strip())
            revealed = int(play.result()["cells_revealed"][0])
            proven = (len(turn.safe), len(turn.mines))
            before = (turn.num_windows, turn.mines_left)
            rows.append((number, turn.number, part, *before, *proven, revealed))
    return rows


@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
@pytest.mark.parametrize("width", [1, 4, 256])
def test_turns_are_those_of_watched_games(agent: Agent, rules: Rules, width: int) -> None:
    games, turns = play_turns(agent, rules, SEEDS, agent_seed=9, width=width, first_game=100)
    assert games.same_play(play_seeds(agent, rules, SEEDS, agent_seed=9))
    assert [(name, column.dtype) for name, column in turns.items()] == [
        (column.name, np.dtype(column.type)) for column in TURN_COLUMNS
    ]
    shown = [turns[name].tolist() for name in turns if name != "nanoseconds"]
    assert list(zip(*shown, strict=True)) == watched(agent, rules, 100)


@pytest.mark.parametrize("agent", AGENTS.values(), ids=AGENTS)
def test_times_of_turns_add_up_to_those_of_games(agent: Agent) -> None:
    games, turns = play_turns(agent, RULES["normal"], SEEDS)
    sums = np.bincount(turns["game"], turns["nanoseconds"], minlength=len(SEEDS))
    assert sums.tolist() == games.nanoseconds.tolist()


def test_recording_does_not_change_the_times_of_games() -> None:
    agent, rules = load_agent("kvietinskas/optimal"), Rules.parse("expert", first_click="zero")
    seeds, plain, recorded = game_seeds(1, 0, 40), [], []
    for _ in range(7):
        plain.append(play_seeds(agent, rules, seeds).nanoseconds)
        recorded.append(play_turns(agent, rules, seeds)[0].nanoseconds)
    # The fastest of each game: other people's work comes and goes.
    ratio = np.min(recorded, axis=0).sum() / np.min(plain, axis=0).sum()
    assert ratio < 1.25
