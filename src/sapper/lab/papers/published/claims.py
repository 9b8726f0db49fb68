"""
The claims of the documents' text, as data beside the figures.

A claim says which test decides it. `sapper.lab.papers.claims` makes the test, with the games
of a published table, and gives the verdict. In TOML::

    [[claim]]
    id = "selector-gain"
    says = "choosing the guess by chances raises the score"
    place = "section 7"
    table = "fig-36"
    test = "higher"
    measure = "score"
    agents = ["cooper/combined:selector=yes"]
    against = ["cooper/combined"]
    on = ["10x10x20", "10x10x40"]

The tests:

``higher``, ``lower``
    Each of ``agents`` against each of ``against``, on each grid of ``on``, game by
    game; or against the number ``value``. ``against`` may be of another table, such as that of
    another first-click rule or opener: ``against_table``. With ``factor`` the other side counts so
    many times; with ``by`` the difference must be so much.
``alike``
    The difference is at most ``margin`` either way.
``rises``, ``falls``
    Over the grids of ``on``, in their order; with ``against`` the difference does.
With ``minus = { no_guess_percent = 2 }`` so many times another measure is taken away, game by
game: for what is won by guessing, or for one difference beside another.
Instead of ``on`` the grids may be given as ``density = [0.1, 0.7]``: those of the
table with a density from the one to the other.

``check``
    A function of the name that ``check`` gives, for what is no matter of games
    (`sapper.lab.papers.checks`).
``none``
    Nothing that we can play decides it; ``why`` says why.

``why`` may stand at any claim: the reason, where it does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from sapper.errors import NotationError
from sapper.game.rules import Rules

TESTS: Final = ("higher", "lower", "alike", "rises", "falls", "check", "none")
OF_GAMES: Final = TESTS[:5]


@dataclass(frozen=True)
class Claim:
    """A sentence of a document and the test that decides it."""

    paper: str
    id: str
    says: str
    place: str
    test: str
    table: str = ""
    measure: str = ""
    agents: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    on: tuple[str, ...] = ()
    against_table: str = ""
    minus: Mapping[str, float] = field(default_factory=dict)
    value: float | None = None
    factor: float = 1.0
    by: float = 0.0
    margin: float = 0.0
    check: str = ""
    why: str = ""

    @property
    def name(self) -> str:
        """What it is known by, beside the tables of its paper."""
        return f"{self.paper}/{self.id}"


def read_claim(paper: str, entry: Mapping[str, Any], grids: Iterable[str] = ()) -> Claim:
    """
    Read a claim of a paper's file; a wrong one is an error that names it.

    ``grids`` are those of its table, in order, for claims that give densities.
    """
    known = {one.name for one in fields(Claim)} - {"paper"} | {"density"}
    who = f"claim {paper}/{entry.get('id', '?')}"
    if unknown := set(entry) - known:
        raise NotationError(f"{who}: unknown key {min(unknown)!r}; known are {sorted(known)}")
    values: dict[str, Any] = dict(entry)
    for key in ("agents", "against", "on"):
        values[key] = tuple(entry.get(key, ()))
    if (span := values.pop("density", None)) is not None:
        low, high = span
        values["on"] = tuple(on for on in grids if low <= _density(on) <= high)
    claim = Claim(paper=paper, **values)
    if claim.test not in TESTS:
        raise NotationError(f"{who}: expected a test of {TESTS}, got {claim.test!r}")
    needed = _needed(claim)
    if missing := [key for key in needed if not getattr(claim, key)]:
        raise NotationError(f"{who}: the test {claim.test!r} needs {', '.join(missing)}")
    return claim


def _density(on: str) -> float:
    rules = Rules.parse(on, first_click="any")
    return rules.num_mines / rules.num_cells


def _needed(claim: Claim) -> tuple[str, ...]:
    if claim.test == "check":
        return ("check",)
    if claim.test == "none":
        return ("why",)
    needed: tuple[str, ...] = ("table", "measure", "agents", "on")
    if claim.test == "alike":
        needed += ("margin",)
    if claim.test in ("higher", "lower", "alike") and claim.value is None:
        needed += ("against",)
    return needed
