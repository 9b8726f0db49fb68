"""Agents as data."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, replace
from typing import Any

import pytest

from oracles.parts import FirstAllowed, PythonFixedCell
from oracles.single_point import SlowSinglePoint
from sapper import Agent, load_agent
from sapper.agents import agent_ids
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell
from sapper.errors import NotationError, SapperError, UnknownNameError

AGENTS = [
    *(load_agent(agent_id) for agent_id in agent_ids()),
    Agent(),
    Agent(FixedCell(2, 3), (SinglePoint(), SinglePoint()), RandomGuess(), flags=False),
    Agent(PythonFixedCell(1, 2), (SlowSinglePoint(),), FirstAllowed(), id="in/python"),
]


@pytest.mark.parametrize("agent", AGENTS, ids=str)
def test_agents_survive_json_and_pickle(agent: Agent) -> None:
    for twin in (
        Agent.from_dict(json.loads(json.dumps(agent.to_dict()))),
        pickle.loads(pickle.dumps(agent)),
    ):
        assert twin == agent
        assert hash(twin) == hash(agent)
        assert twin.id == agent.id
        assert twin.to_dict() == agent.to_dict()


@dataclass(frozen=True)
class Settings:
    depth: int = 2


@dataclass(frozen=True)
class GuessWithSettings(FirstAllowed):
    settings: Settings = Settings()


def test_settings_of_a_part_of_ones_own_are_written_out() -> None:
    data = json.loads(json.dumps(Agent(guesser=GuessWithSettings()).to_dict()))
    assert data["guesser"]["settings"] == {"depth": 2}


def test_agents_are_equal_when_their_parts_are() -> None:
    assert Agent(FixedCell(1, 1), id="one") == Agent(FixedCell(1, 1), id="two")
    assert Agent(FixedCell(1, 1)) != Agent(FixedCell(1, 2))
    assert Agent(deducers=[SinglePoint()]) == Agent(deducers=(SinglePoint(),))  # type: ignore[arg-type]  # a list will do
    assert replace(Agent(), flags=False) != Agent()


def test_house_parts_are_written_by_name_and_others_by_module() -> None:
    data = AGENTS[-1].to_dict()
    assert data["opener"] == {"part": "oracles.parts:PythonFixedCell", "column": 1, "row": 2}
    assert AGENTS[-2].to_dict()["opener"] == {"part": "FixedCell", "column": 2, "row": 3}


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (
            {"opener": {"part": "FixedCel"}},
            UnknownNameError,
            "'FixedCel'; did you mean 'FixedCell'",
        ),
        (
            {"opener": {"part": "FixedCell", "colum": 1}},
            UnknownNameError,
            "unknown option of FixedCell 'colum'; did you mean 'column'",
        ),
        (
            {"opener": {"part": "no.such.module:Part"}},
            UnknownNameError,
            "cannot find the part 'no.such.module:Part'",
        ),
        (
            {"opener": {"part": "oracles.parts:NoSuchPart"}},
            UnknownNameError,
            "cannot find the part 'oracles.parts:NoSuchPart'",
        ),
    ],
)
def test_data_that_is_no_agent_is_an_error(
    change: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        Agent.from_dict(Agent().to_dict() | change)


def test_data_without_a_field_is_an_error() -> None:
    with pytest.raises(NotationError, match="expected an agent with a field 'guesser'"):
        Agent.from_dict({"id": "", "opener": None, "deducers": [], "flags": True})


def test_deducers_of_one_name_are_numbered() -> None:
    agent = Agent(deducers=(SinglePoint(), SlowSinglePoint(), SinglePoint(), SinglePoint()))
    assert agent.deducer_names == [
        "single_point",
        "slow_single_point",
        "single_point_2",
        "single_point_3",
    ]


def test_deducer_whose_name_begins_another_is_not_numbered() -> None:
    class Single:
        def deduce(self, position: object, changed: object) -> list[Any]:
            return []

    assert Agent(deducers=(SinglePoint(), Single())).deducer_names == ["single_point", "single"]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"opener": "corner"}, "expected an opener, got str 'corner'"),
        ({"deducers": ["exact"]}, "expected a deducer, got str 'exact'"),
        ({"guesser": 3}, "expected a guesser, got int 3"),
        ({"guesser": RandomGuess}, "expected a guesser, got type"),
    ],
)
def test_what_is_no_part_is_refused_when_the_agent_is_made(
    fields: dict[str, Any], words: str
) -> None:
    with pytest.raises(SapperError, match=words):
        Agent(**fields)
