"""
The agents of Cooper 2020 as the text describes them: slow, with dictionaries and sets.

Facts are as in section 1.2, a cell's clue with the mines and unknown cells around
it; ``None`` is the cell of the fact about the whole grid (section 6). Everything is
written from the text; nothing is shared with the code that it checks.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from sapper import Position

Settled = dict[int, bool]
"""Cells with whether they are mines."""


@dataclass(frozen=True)
class Fact:
    """The number of mines that are missing among these cells."""

    missing: int
    unknown: frozenset[int]


Facts = dict[int | None, Fact]


def build_facts(position: Position, *, mine_count: bool = False) -> Facts:
    """Build the knowledge base; the fact about the grid stands in front."""
    covered = {cell for cell, sign in enumerate(signs(position)) if sign == "."}
    mines = {cell for cell, sign in enumerate(signs(position)) if sign in "F*"}
    facts: Facts = {}
    if mine_count and covered:
        facts[None] = Fact(position.num_mines - len(mines), frozenset(covered))
    for cell, sign in enumerate(signs(position)):
        around = set(position.neighbours(cell))
        if sign.isdigit() and around & covered:
            facts[cell] = Fact(int(sign) - len(around & mines), frozenset(around & covered))
    return facts


def signs(position: Position) -> str:
    """Return the position's letters without the breaks between rows."""
    return str(position).split(" ")[0].replace("/", "")


def without(fact: Fact, settled: Settled) -> Fact:
    """Take settled cells out of a fact; mines lower its count."""
    gone = fact.unknown & settled.keys()
    return Fact(fact.missing - sum(settled[cell] for cell in gone), fact.unknown - gone)


def run_basic(facts: Facts, settled: Settled) -> Settled | None:
    """Apply rules 1 and 2 until nothing changes; None if a fact is contradicted."""
    settled = dict(settled)
    while True:
        before = len(settled)
        for whole in facts.values():
            fact = without(whole, settled)
            if not 0 <= fact.missing <= len(fact.unknown):
                return None
            if fact.missing == len(fact.unknown):
                settled |= dict.fromkeys(fact.unknown, True)
            elif fact.missing == 0:
                settled |= dict.fromkeys(fact.unknown, False)
        if len(settled) == before:
            return settled


def assume(position: Position, min_clues: int, *, mine_count: bool) -> tuple[int, Settled] | None:
    """Try cells by how often they occur: the first that yields something, and what (2.2)."""
    facts = build_facts(position, mine_count=mine_count)
    counts = Counter(cell for fact in facts.values() for cell in fact.unknown)
    frequent = [cell for cell, count in counts.items() if count >= min_clues]
    for cell in sorted(frequent, key=lambda cell: (-counts[cell], cell)):
        mined = run_basic(facts, {cell: True})
        if mined is None:
            return cell, {cell: False}
        safe = run_basic(facts, {cell: False})
        if safe is None:
            return cell, {cell: True}
        if both := dict(mined.items() & safe.items()):
            return cell, both
    return None


def subtract(position: Position, *, closure: bool = False, mine_count: bool = False) -> Settled:
    """Form the differences of facts, infer from them and update them (algorithms 4 to 6)."""
    facts = build_facts(position, mine_count=mine_count).values()
    pool = {fact.unknown: fact.missing for fact in facts}
    differences: dict[frozenset[int], int] = {}
    while True:
        formed = {
            larger - smaller: pool[larger] - pool[smaller]
            for larger, smaller in permutations(pool, 2)
            if smaller < larger
        }
        new = formed.keys() - differences.keys()
        differences |= formed
        if not closure or not new:
            break
        pool |= formed
    settled: Settled = {}
    while True:
        before = len(settled)
        for cells, missing in differences.items():
            rest = without(Fact(missing, cells), settled)
            if rest.unknown and rest.missing in (0, len(rest.unknown)):
                settled |= dict.fromkeys(rest.unknown, rest.missing > 0)
        if len(settled) == before:
            return settled


def select(position: Position) -> int:
    """Choose the cell to guess (section 7)."""
    chances: dict[int, list[Fraction]] = {}
    for fact in build_facts(position).values():
        for cell in fact.unknown:
            chances.setdefault(cell, []).append(Fraction(fact.missing, len(fact.unknown)))
    covered = [cell for cell, sign in enumerate(signs(position)) if sign == "."]

    def weigh(cell: int) -> tuple[Fraction, int, int]:
        told = chances.get(cell, [Fraction(1, 2)])
        unknown = sum(signs(position)[other] == "." for other in position.neighbours(cell))
        return sum(told, Fraction(0)) / len(told), unknown, cell

    return min(covered, key=weigh)


@dataclass(frozen=True)
class SlowAgent:
    """Which parts an agent has, cheapest first, and its switches."""

    parts: tuple[str, ...]
    min_clues: int = 2
    closure: bool = False
    mine_count: bool = False

    def look(self, position: Position) -> tuple[str, int | None, Settled]:
        """Return the first part that proves something, what it assumed, and what it proved."""
        for part in self.parts:
            assumed: int | None = None
            found: Settled = {}
            if part == "mine_total":
                facts = build_facts(position, mine_count=True)
                found = run_basic({None: facts[None]}, {}) or {} if None in facts else {}
            elif part == "single_point":
                found = run_basic(build_facts(position), {}) or {}
            elif part == "subset_differences":
                found = subtract(position, closure=self.closure, mine_count=self.mine_count)
            elif hit := assume(position, self.min_clues, mine_count=self.mine_count):
                assumed, found = hit
            if found:
                return part, assumed, found
        return "", None, {}


def parts_of(name: str, *, mine_count: bool) -> tuple[str, ...]:
    """Name the parts of one of the four agents."""
    advanced = {
        "basic": (),
        "csp": ("assumption_search",),
        "equations": ("subset_differences",),
        "combined": ("subset_differences", "assumption_search"),
    }[name]
    return (*(("mine_total",) if mine_count else ()), "single_point", *advanced)
