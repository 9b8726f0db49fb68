"""
The catalogue of agents by id.

`register` is the decorator that the files in `agents/papers/` use;
`load_agent("paper/name:option=value")` builds one. Registering an agent is
enough for it to be tested, documented on its paper's page and played in the
league. Installed packages bring theirs through `packages.py`.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from sapper.agents.agent import Agent
from sapper.agents.options import ENGINE, Option, format_id, options_of, parse_options, split_id
from sapper.agents.packages import load_packages
from sapper.arguments import explained
from sapper.errors import NotationError, SapperError, UnknownNameError, check_type

Builder = Callable[..., Agent]

# What an id's options begin after, and what parts them, is in no name.
_NAME: Final = re.compile(r"[\w.+-]+(/[\w.+-]+)*")


@dataclass(frozen=True)
class Entry:
    """One registered agent: its name, builder, options and where it comes from."""

    name: str
    build: Builder
    source: str
    options: dict[str, Option]
    games: tuple[str, ...]
    variants: tuple[str, ...]

    @property
    def summary(self) -> str:
        """The first line of the builder's docstring."""
        return (self.build.__doc__ or "").strip().partition("\n")[0]

    @property
    def paper(self) -> str:
        """The paper's short name; ``plain`` for house agents."""
        return self.name.partition("/")[0] if "/" in self.name else "plain"

    @property
    def is_of_the_house(self) -> bool:
        """Whether the agent is part of this package, not of a file or package of the user's."""
        return self.build.__module__.partition(".")[0] == "sapper"

    def make(self, typed: dict[str, str]) -> Agent:
        """Build the agent with options as typed."""
        values = parse_options(self.name, typed, self.options)
        named = {self.options[key].parameter: value for key, value in values.items()}
        built = self.build(**named)
        if not isinstance(built, Agent):
            raise SapperError(f"expected an Agent from {self.name!r}, got {built!r}")
        return replace(built, id=format_id(self.name, values, self.options))


_entries: dict[str, Entry] = {}


@explained
def register(
    name: str,
    *,
    source: str,
    games: tuple[str, ...] = ("normal", "score"),
    variants: tuple[str, ...] = (),
) -> Callable[[Builder], Builder]:
    """
    Register the function that builds an agent.

    ``source`` names the document and section; ``games`` the games the agent is
    made for; ``variants`` are further ids worth a row of their own in the league.
    """
    check_type(name, str, "an agent's name as text")
    if not _NAME.fullmatch(name):
        raise NotationError(
            f"expected a name such as 'paper/name', letters, digits, '-', '_' and '.', got {name!r}"
        )

    def add(build: Builder) -> Builder:
        if name in _entries:
            raise SapperError(f"the agent {name!r} is registered twice")
        _entries[name] = Entry(name, build, source, options_of(build), games, variants)
        return build

    return add


@cache
def _load_house() -> None:
    importlib.import_module("sapper.agents.house")
    package = importlib.import_module("sapper.agents.papers")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")


@cache
def _load_packages() -> None:
    load_packages(_entries)


def entries() -> dict[str, Entry]:
    """Return every registered agent by name, in order of name."""
    _load_house()
    _load_packages()
    return dict(sorted(_entries.items()))


def agent_ids() -> list[str]:
    """List the ids of all registered agents and their variants."""
    return [agent_id for entry in entries().values() for agent_id in (entry.name, *entry.variants)]


def house_ids() -> list[str]:
    """List the ids of the house's agents alone, which are the same everywhere."""
    return [agent_id for agent_id in agent_ids() if find_entry(agent_id).is_of_the_house]


def find_entry(agent_id: str) -> Entry:
    """Return the entry that an id belongs to."""
    check_type(agent_id, str, "an agent's id", "`sapper agents` lists them")
    name, _ = split_id(agent_id)
    if name == ENGINE:
        from sapper.agents.programs import engine_entry  # noqa: PLC0415 - seldom needed

        return engine_entry()
    known = entries()
    if name not in known:
        raise UnknownNameError.of("agent", name, known)
    return known[name]


@explained
def load_agent(agent_id: str) -> Agent:
    """
    Build an agent from its id; ``engine:COMMAND`` is a program that is asked for moves.

    >>> load_agent("kvietinskas/single-point:flags=no").flags
    False
    >>> load_agent("randon")
    Traceback (most recent call last):
    sapper.errors.UnknownNameError: unknown agent 'randon'; did you mean 'random'?
    """
    return find_entry(agent_id).make(split_id(agent_id)[1])
