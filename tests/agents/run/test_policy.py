"""Policies play as agents and agents act as policies."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper import Agent, Rules, load_agent
from sapper.agents import Playthrough, agent_ids, play_seeds
from sapper.agents.deducers import Exact, SinglePoint
from sapper.agents.guessers import LeastRisk
from sapper.agents.openers import FixedCell
from sapper.agents.run.play import game_seeds
from sapper.agents.run.policy import AgentPolicy, hash_cells, load_policy, play_policy
from sapper.errors import SapperError, UnknownNameError

RULES = Rules(6, 6, 6)


def first_allowed(cells: NDArray[np.uint8], masks: NDArray[np.bool_]) -> Any:
    return masks.argmax(axis=1)


def test_policy_by_file_and_by_function_plays_the_same_games(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def act(cells, masks):\n    return masks.argmax(axis=1)\n")
    seeds = game_seeds(1, 0, 200)
    by_file = play_seeds(play_policy(f"{file}:act"), RULES, seeds)
    by_call = play_seeds(play_policy(first_allowed), RULES, seeds)
    assert by_file.same_play(by_call)
    assert (by_file.first_cell == 0).all()


def test_agent_as_policy_wins_as_often_as_the_agent() -> None:
    """An agent without chance plays the very same games through its policy."""
    agent = Agent(FixedCell(), (SinglePoint(), Exact()), FirstOfLeast(), id="steady")
    policy = AgentPolicy(agent, RULES)
    seeds = game_seeds(2, 0, 300)
    played = play_seeds(agent, RULES, seeds)
    acted = play_seeds(play_policy(policy), RULES, seeds)
    assert played.wins == acted.wins
    assert 0 < played.wins < 300


class FirstOfLeast:
    """The first cell of least risk: a guess without chance, and hashable."""

    def guess(self, position: Any, allowed: Sequence[int], random: Any) -> int:
        from sapper import analyse

        risk = analyse(position).risk.ravel()
        return min(allowed, key=lambda cell: (round(float(risk[cell]), 9), cell))


@pytest.mark.parametrize(
    ("text", "value"),
    [(b"", 0xCBF29CE484222325), (b"a", 0xAF63DC4C8601EC8C), (b"foobar", 0x85944171F73967E8)],
)
def test_chance_of_a_position_is_fnv_1a_of_its_cells(text: bytes, value: int) -> None:
    assert hash_cells(np.frombuffer(text, np.uint8)) == value >> 1


def test_agent_as_policy_takes_proven_cells_first() -> None:
    policy = AgentPolicy(load_agent("exact"), RULES)
    game = Playthrough(Agent(FixedCell(), (Exact(),), LeastRisk()), RULES, 3)
    for turn in game:
        if turn.outcome != "playing":
            break
        from sapper import analyse

        safe = analyse(turn.position).safe
        cells = turn.position.array[None]
        action = int(policy(cells, cells.reshape(1, -1) == 9)[0])
        assert not safe or action in safe


def test_same_position_gets_the_same_action() -> None:
    policy = AgentPolicy(load_agent("random"), RULES, seed=4)
    cells = np.full((3, 6, 6), 9, np.uint8)
    actions = policy(cells, cells.reshape(3, -1) == 9)
    assert len(set(actions.tolist())) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nowhere.py:act", "no file 'nowhere.py'"),
        ("act", "expected a policy as file.py:function"),
        ("math:nothing", "no function 'nothing' in math"),
        ("math:pi", "expected 'math:pi' to be a function"),
        ("no_such_module:act", "cannot import 'no_such_module'"),
    ],
)
def test_policy_that_cannot_be_found_is_named(name: str, message: str) -> None:
    with pytest.raises((SapperError, UnknownNameError), match=message):
        load_policy(name)


def test_policy_with_too_few_answers_is_named() -> None:
    agent = play_policy(lambda cells, masks: np.zeros(1, int))
    with pytest.raises(SapperError, match="expected 5 actions from the policy"):
        play_seeds(agent, RULES, range(5))


@pytest.mark.parametrize("name", [*agent_ids(), "strongest:effort=max"])
def test_every_agent_as_policy_guesses_without_a_game(name: str) -> None:
    """Guessers by search had no belief to look into, which ended the process."""
    policy = AgentPolicy(load_agent(name), Rules(3, 1, 1))
    cells = np.array([[[9, 1, 9]]], np.uint8)
    assert policy(cells, cells.reshape(1, -1) == 9)[0] in (0, 2)
