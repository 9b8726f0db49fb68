"""The catalogue: ids, options, and agents as data."""

from __future__ import annotations

import json
import pickle
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from oracles.parts import FirstAllowed, PythonFixedCell
from oracles.single_point import SlowSinglePoint
from sapper import Agent, load_agent
from sapper.agents import agent_ids
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.options import CellOption, format_id, options_of, parse_options, split_id
from sapper.agents.registry import entries, find_entry, register
from sapper.errors import NotationError, SapperError, UnknownNameError

# Ids


@pytest.mark.parametrize("agent_id", agent_ids())
def test_id_prints_back_as_it_is_registered(agent_id: str) -> None:
    agent = load_agent(agent_id)
    assert agent.id == agent_id
    assert str(agent) == agent_id


@pytest.mark.parametrize(
    ("typed", "canonical"),
    [
        ("kvietinskas/single-point:flags=yes", "kvietinskas/single-point"),
        ("kvietinskas/single-point:flags=no", "kvietinskas/single-point:flags=no"),
        ("kvietinskas/single-point:first=none", "kvietinskas/single-point"),
        (
            "kvietinskas/single-point:flags=no,first=r4c5",
            "kvietinskas/single-point:first=r4c5,flags=no",
        ),
    ],
)
def test_id_has_one_canonical_form(typed: str, canonical: str) -> None:
    assert load_agent(typed).id == canonical
    assert load_agent(canonical) == load_agent(typed)
    assert load_agent(canonical).id == canonical


def test_options_change_the_agent() -> None:
    plain = load_agent("kvietinskas/single-point")
    assert plain.opener == RandomCell()
    assert plain.flags
    changed = load_agent("kvietinskas/single-point:first=r4c5,flags=no")
    assert changed.opener == FixedCell(4, 3)
    assert not changed.flags
    assert changed != plain


def test_ids_need_no_quoting_in_a_shell() -> None:
    for agent_id in agent_ids():
        assert set(agent_id) <= set("abcdefghijklmnopqrstuvwxyz0123456789-/:=,._+")


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


@pytest.mark.parametrize(
    ("agent_id", "message"),
    [
        ("random:", "expected options such as random:name=value, got 'random:'"),
        ("random:flags", "expected options such as random:name=value, got 'random:flags'"),
        ("random:=no", "expected options such as random:name=value, got 'random:=no'"),
        ("random:flags=", "expected options such as random:name=value, got 'random:flags='"),
        ("random:a=1,", "expected options such as random:name=value, got 'random:a=1,'"),
        ("random:a=1,a=2", "expected the option 'a' once, got 'random:a=1,a=2'"),
        ("kvietinskas/single-point:flags=true", "expected flags=yes|no, got flags=true"),
        ("kvietinskas/single-point:first=4,4", None),
        ("kvietinskas/single-point:first=centre", "expected first=r4c4|none, got first=centre"),
    ],
)
def test_option_that_cannot_be_read_is_an_error(agent_id: str, message: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        load_agent(agent_id)
    if message is not None:
        assert str(caught.value) == message


def build(
    depth: int = 3,
    share: float = 0.5,
    rule: Literal["min", "max"] = "min",
    cell: CellOption | None = None,
    switch: bool = False,
) -> Agent:
    """Build nothing of interest."""
    return Agent(id=str((depth, share, rule, cell, switch)))


@pytest.mark.parametrize(
    ("typed", "values", "canonical"),
    [
        ("a/b:depth=07", {"depth": 7}, "a/b:depth=7"),
        ("a/b:depth=3", {"depth": 3}, "a/b"),
        ("a/b:share=0.250", {"share": 0.25}, "a/b:share=0.25"),
        ("a/b:rule=max", {"rule": "max"}, "a/b:rule=max"),
        ("a/b:cell=r2c1", {"cell": CellOption(0, 1)}, "a/b:cell=r2c1"),
        ("a/b:switch=yes,rule=max,depth=4", None, "a/b:depth=4,rule=max,switch=yes"),
    ],
)
def test_options_are_read_by_their_type(
    typed: str, values: dict[str, Any] | None, canonical: str
) -> None:
    known = options_of(build)
    name, options = split_id(typed)
    read = parse_options(name, options, known)
    assert values is None or read == values
    assert format_id(name, read, known) == canonical
    assert parse_options(name, split_id(canonical)[1], known) == {
        key: value for key, value in read.items() if value != known[key].default
    }


@pytest.mark.parametrize("typed", ["depth=x", "depth=1.5", "share=x", "rule=mid", "switch=1"])
def test_value_of_the_wrong_type_says_what_was_expected(typed: str) -> None:
    name = typed.partition("=")[0]
    with pytest.raises(NotationError, match=f"expected {name}=.*, got {typed}"):
        parse_options("a/b", split_id(f"a/b:{typed}")[1], options_of(build))


# The catalogue


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


# Agents as data

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


@pytest.mark.parametrize("name", ["a:b", "a,b", "a=b", "", "a//b", "a b", "/a"])
def test_a_name_that_no_id_can_have_is_refused_when_registered(name: str) -> None:
    with pytest.raises(SapperError, match="expected a name such as 'paper/name'"):
        register(name, source="nowhere")


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
