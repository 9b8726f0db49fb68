"""The catalogue: ids, options, and agents as data."""

from __future__ import annotations

from typing import Literal

import pytest

from sapper import Agent, load_agent
from sapper.agents import agent_ids
from sapper.agents.options import CellOption
from sapper.agents.registry import entries, find_entry, register
from sapper.errors import SapperError, UnknownNameError


@pytest.mark.parametrize("agent_id", agent_ids())
def test_id_prints_back_as_it_is_registered(agent_id: str) -> None:
    agent = load_agent(agent_id)
    assert agent.id == agent_id
    assert str(agent) == agent_id


@pytest.mark.parametrize(
    ("agent_id", "message"),
    [
        (
            "kvietinskas/single-pont",
            "unknown agent 'kvietinskas/single-pont'; did you mean 'kvietinskas/single-point'?",
        ),
        ("randon", "unknown agent 'randon'; did you mean 'random'?"),
        (
            "kvietinskas/single-point:flag=no",
            "unknown option of kvietinskas/single-point 'flag'; did you mean 'flags'?",
        ),
        (
            "kvietinskas/single-point:window=5x5",
            "unknown option of kvietinskas/single-point 'window'; known are first, flags",
        ),
        ("random:flags=no", "unknown option 'flags'; random has no options"),
    ],
)
def test_unknown_name_suggests_the_nearest(agent_id: str, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        load_agent(agent_id)
    assert str(caught.value) == message


def test_hopeless_name_lists_all_agents() -> None:
    with pytest.raises(UnknownNameError, match=r"known are .*random"):
        load_agent("qqqqqqqq")


def build(
    depth: int = 3,
    share: float = 0.5,
    rule: Literal["min", "max"] = "min",
    cell: CellOption | None = None,
    switch: bool = False,
) -> Agent:
    """Build nothing of interest."""
    return Agent(id=str((depth, share, rule, cell, switch)))


def test_catalogue_holds_the_first_agents() -> None:
    assert {"random", "kvietinskas/single-point"} <= set(agent_ids())
    assert agent_ids() == list(dict.fromkeys(agent_ids()))
    assert list(entries()) == sorted(entries())


@pytest.mark.parametrize("name", list(entries()))
def test_entry_says_where_the_agent_comes_from(name: str) -> None:
    entry = entries()[name]
    assert entry.summary.endswith(".")
    assert entry.source
    assert set(entry.games) <= {"normal", "score"}
    assert find_entry(name) is entry
    assert entry.paper == (name.partition("/")[0] if "/" in name else "plain")
    for variant in entry.variants:
        assert find_entry(variant) is entry


def test_registering_a_name_twice_is_an_error() -> None:
    with pytest.raises(SapperError, match="the agent 'random' is registered twice"):
        register("random", source="a test")(build)


@pytest.mark.parametrize("name", ["a:b", "a,b", "a=b", "", "a//b", "a b", "/a"])
def test_a_name_that_no_id_can_have_is_refused_when_registered(name: str) -> None:
    with pytest.raises(SapperError, match="expected a name such as 'paper/name'"):
        register(name, source="nowhere")
