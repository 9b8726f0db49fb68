"""
Conditions: one combination of an experiment's parameters.

A condition is an agent and rules, with the seeds; its `key` is what a store
knows it by, and says everything that decides its games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final

from sapper.agents import Agent
from sapper.agents.options import join_id, split_id
from sapper.agents.registry import find_entry, load_agent
from sapper.errors import RulesError, UnknownNameError
from sapper.game.rules import FIRST_CLICKS, GAMES, Rules

Value = str | int | float | bool

GRID_PARAMETERS: Final = ("on", "size", "mines", "density")
PARAMETERS: Final = ("agent", *GRID_PARAMETERS, "first_click", "game")


@dataclass(frozen=True)
class Condition:
    """An agent under rules; ``parameters`` are the values that made it, for tables and plots."""

    agent: Agent
    rules: Rules
    parameters: Mapping[str, Value] = field(compare=False, hash=False)

    @property
    def key(self) -> str:
        """What a store knows the condition by."""
        rules = self.rules
        return f"{self.agent} on {rules.size} first={rules.first_click} game={rules.game}"

    @property
    def on(self) -> str:
        """The grid as a person types it."""
        return str(self.parameters.get("on", self.rules.name))

    def to_dict(self) -> dict[str, Value]:
        """Return what tables show, as JSON-ready data."""
        rules = self.rules
        return {
            **self.parameters,
            "agent": str(self.agent),
            "on": self.on,
            "columns": rules.columns,
            "rows": rules.rows,
            "mines": rules.num_mines,
            "cells": rules.num_cells,
            "density": float(self.parameters.get("density", rules.num_mines / rules.num_cells)),
            "first_click": rules.first_click,
            "game": rules.game,
        }


def make_condition(values: Mapping[str, Value]) -> Condition:
    """
    Build the condition of one combination.

    >>> make_condition({"agent": "random", "size": 9, "density": 0.16}).key
    'random on 9x9x13 first=safe game=normal'
    """
    agent = load_agent(agent_of(values))
    rules = Rules.parse(
        grid_of(values),
        first_click=str(values.get("first_click", "safe")),
        game=str(values.get("game", "normal")),
    )
    return Condition(agent, rules, dict(values))


def combine(
    parameters: Mapping[str, list[Value]],
    constants: Mapping[str, Value],
    leave_out: Iterable[Mapping[str, list[Value]]] = (),
) -> Iterator[dict[str, Value]]:
    """Yield every combination that is not left out; the first parameter changes slowest."""
    names = list(parameters)
    unwanted = [{name: set(options) for name, options in rule.items()} for rule in leave_out]
    for chosen in product(*parameters.values()):
        values = {**constants, **dict(zip(names, chosen, strict=True))}
        if not any(
            all(values.get(name) in options for name, options in rule.items()) for rule in unwanted
        ):
            yield values


def check_value(name: str, value: Value) -> None:
    """Raise an error if no condition can have this value of this parameter."""
    if name == "agent":
        load_agent(str(value))
    elif name == "on":
        Rules.parse(str(value))
    elif name == "first_click" and value not in FIRST_CLICKS:
        raise UnknownNameError.of("first click", str(value), FIRST_CLICKS)
    elif name == "game" and value not in GAMES:
        raise UnknownNameError.of("game", str(value), GAMES)
    elif name == "size":
        _size(value)
    elif name == "density" and not (isinstance(value, int | float) and 0 <= value <= 1):
        raise RulesError(f"expected a density from 0 to 1, got {value!r}")
    elif name == "mines" and not (
        isinstance(value, int) and not isinstance(value, bool) and value >= 0
    ):
        raise RulesError(f"expected a number of mines, got {value!r}")


def option_names(agents: Iterable[str]) -> set[str]:
    """Name the options that these agents have."""
    return {name for agent in agents for name in find_entry(agent).options}


def find_agents(
    text: str, conditions: Iterable[Condition]
) -> tuple[dict[str, dict[str, str]], set[str]]:
    """
    Find the agents that are named by an id of a file and options that are parameters there.

    Returns the full id of each with its options that are parameters, and the options named.

    >>> values = [{"agent": "exact", "on": "beginner", "opener": o} for o in ("corner", "random")]
    >>> find_agents("exact:opener=corner", [make_condition(one) for one in values])
    ({'exact:opener=corner': {'opener': 'corner'}}, {'opener'})
    """
    found: dict[str, dict[str, str]] = {}
    named: set[str] = set()
    name, typed = split_id(text)
    for condition in conditions:
        listed = str(condition.parameters["agent"])
        base, given = split_id(listed)
        options = {
            key: _typed(value)
            for key, value in condition.parameters.items()
            if key not in PARAMETERS
        }
        chosen = {key: value for key, value in typed.items() if key not in given}
        is_listed = name == base and {**given, **chosen} == typed
        if is_listed and chosen.items() <= options.items():
            found[str(condition.agent)] = options
            named |= chosen.keys()
    return found, named


def _typed(value: Value) -> str:
    """Write the value of an option as in an id."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def agent_of(values: Mapping[str, Value]) -> str:
    """Put options that are parameters of their own into the agent's id."""
    name, typed = split_id(str(values["agent"]))
    for key, value in values.items():
        if key not in PARAMETERS:
            typed[key] = _typed(value)
    return join_id(name, typed)


def grid_of(values: Mapping[str, Value]) -> str:
    """Return the grid of one combination as a person types it."""
    if "on" in values:
        return str(values["on"])
    columns, rows = _size(values["size"])
    mines = values.get("mines")
    if mines is None:
        mines = round(float(values["density"]) * columns * rows)
    return f"{columns}x{rows}x{mines}"


def _size(value: Value) -> tuple[int, int]:
    """Read ``9`` or ``"30x16"``: columns x rows."""
    if isinstance(value, int) and not isinstance(value, bool) and value > 0:
        return value, value
    columns, _, rows = str(value).partition("x")
    if not all(text.isascii() and text.isdigit() and text.strip("0") for text in (columns, rows)):
        raise RulesError(f"expected a size such as 9 or '30x16' (columns x rows), got {value!r}")
    return int(columns), int(rows)
