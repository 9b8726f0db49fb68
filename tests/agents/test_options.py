"""Options of ids."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from sapper import Agent, load_agent
from sapper.agents import agent_ids
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.options import CellOption, format_id, options_of, parse_options, split_id
from sapper.errors import NotationError


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
