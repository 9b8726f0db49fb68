"""Every registered agent keeps the contract, and the checks see who does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

import pytest

from oracles.parts import (
    AllMines,
    AllSafe,
    AnyAllowed,
    AnyAllowedOfMany,
    FirstAllowed,
    FirstAllowedOfMany,
    OffGrid,
    PythonFixedCell,
    PythonRandomCell,
    Silent,
)
from oracles.single_point import SlowSinglePoint
from sapper import Agent, Deduction, Position, load_agent
from sapper.agents import Random, agent_ids, deducers, guessers, openers
from sapper.agents.deducers import CpSat, Exact, HumanLike, SinglePoint, Window
from sapper.agents.openers import FixedCell
from sapper.agents.registry import find_entry
from sapper.testing import (
    ContractError,
    check_agent,
    check_deducer,
    check_guesser,
    check_opener,
)


@pytest.mark.parametrize("agent_id", agent_ids())
def test_registered_agent_keeps_the_contract(agent_id: str) -> None:
    check_agent(load_agent(agent_id), games=find_entry(agent_id).games)


def parts_of_the_house(package: ModuleType, role: str) -> list[Any]:
    """Every part of a role: those of registered agents, and each of the package as it comes."""
    parts: list[Any] = []
    for agent_id in agent_ids():
        found = getattr(load_agent(agent_id), role)
        parts += found if isinstance(found, tuple) else [found]
    for name in package.__all__:
        made = getattr(package, name)
        parts.append(made(SinglePoint(), 4, 4) if made is Window else made())
    return [part for part in dict.fromkeys(parts) if part is not None]


def name_of(part: object) -> str:
    return repr(part)


@pytest.mark.parametrize(
    "part",
    [
        *parts_of_the_house(openers, "opener"),
        FixedCell(3, 2),
        PythonFixedCell(),
        PythonRandomCell(),
    ],
    ids=name_of,
)
def test_openers_keep_the_contract(part: object) -> None:
    check_opener(part)


@pytest.mark.parametrize(
    "part",
    [
        *parts_of_the_house(deducers, "deducers"),
        Window(Exact(), 5, 4),
        Window(HumanLike(), 4, 6),
        SlowSinglePoint(),
        Silent(),
    ],
    ids=name_of,
)
def test_deducers_keep_the_contract(part: object) -> None:
    # CP-SAT takes milliseconds where the others take microseconds.
    check_deducer(part, num_games=2 if isinstance(part, CpSat) else 30)


@pytest.mark.parametrize(
    "part",
    [
        *parts_of_the_house(guessers, "guesser"),
        FirstAllowed(),
        FirstAllowedOfMany(),
        AnyAllowed(),
        AnyAllowedOfMany(),
    ],
    ids=name_of,
)
def test_guessers_keep_the_contract(part: object) -> None:
    check_guesser(quick(part))


def quick(part: Any) -> Any:
    """Cut a search short: to its end, as the small grids allow, it takes seconds a game."""
    less = {"endgame_layouts": 1000, "playouts": 2}
    less = {name: most for name, most in less.items() if getattr(part, name, 0) > most}
    return replace(part, **less) if less else part


# Those who do not


@dataclass(frozen=True)
class Remembers:
    """A guesser whose games are not independent."""

    seen: list[int] = field(default_factory=list, hash=False, compare=False)

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        self.seen.append(0)
        return allowed[len(self.seen) % len(allowed)]


@dataclass
class NotFrozen:
    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return allowed[0]


class NoDataclass:
    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return allowed[0]


@dataclass(frozen=True)
class HoldsFunction:
    function: Any = len

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return allowed[0]


@dataclass(frozen=True)
class NamesNoClues:
    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        found = SlowSinglePoint().deduce(position, changed)
        return [Deduction(d.safe, d.mines) for d in found]


@dataclass(frozen=True)
class NamesCoveredClues:
    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        found = SlowSinglePoint().deduce(position, changed)
        return [Deduction(d.safe, d.mines, d.safe + d.mines) for d in found]


@dataclass(frozen=True)
class RowsOnly:
    """Looks left and right, never up and down."""

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return SlowSinglePoint().deduce(position, changed) if position.rows == 1 else []


@pytest.mark.parametrize(
    ("check", "part", "message"),
    [
        (check_opener, OffGrid(-1), "off_grid opened cell number -1 on a grid of 6x5x6"),
        (check_opener, OffGrid(30), "off_grid opened cell number 30 on a grid of 6x5x6"),
        (check_opener, FixedCell(50, 50), "can open none of the grids"),
        (check_deducer, AllSafe(), "proved r.* safe, but it is a mine: game seed"),
        (check_deducer, AllMines(), "proved r.* a mine, but it is safe: game seed"),
        (check_deducer, NamesNoClues(), "names_no_clues names no clue for its deduction about r"),
        (check_deducer, NamesCoveredClues(), "names_covered_clues names r.* as a clue, which"),
        (check_deducer, RowsOnly(), "proves other cells on a column than on a row"),
        (check_guesser, OffGrid(-1), "expected a guess at a covered cell"),
        (check_guesser, OffGrid(0), "expected a guess at a covered cell"),
        (check_guesser, Remembers(), "a game must follow from its seeds alone"),
        (check_guesser, NotFrozen(), "not_frozen must be hashable and picklable"),
        (check_guesser, NoDataclass(), "no_dataclass is not equal to itself after pickling"),
        (check_guesser, HoldsFunction(), "holds_function must survive a JSON round trip"),
    ],
)
def test_broken_part_is_named_with_what_it_breaks(check: Any, part: object, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        check(part)


def test_contract_error_is_an_assertion() -> None:
    with pytest.raises(AssertionError):
        check_agent(Agent(FixedCell(50, 50)))
