"""
The published figures: every number of the five documents, with where it stands.

The data are the TOML files beside this one. A table has rows of an agent (or an
outside solver) on a grid with the printed numbers; a plot whose points are not in
the text has the conditions to play and what is measured. What the text says about
them are claims (`claims.py`). `sapper.lab.reproduction` plays the tables,
`sapper.lab.claims` decides the claims.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Final

from sapper.errors import UnknownNameError
from sapper.lab.measures import MEASURES
from sapper.lab.published.claims import Claim, read_claim

__all__ = [
    "PAPERS",
    "Claim",
    "PublishedRow",
    "PublishedTable",
    "find_claims",
    "find_tables",
    "published_claims",
    "published_tables",
]

PAPERS: Final = ("becerra", "kvietinskas", "cooper", "vaitzman", "sinha")


@dataclass(frozen=True)
class PublishedRow:
    """The printed numbers of one agent, or outside solver, on one grid."""

    on: str
    agent: str = ""
    solver: str = ""
    values: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class PublishedTable:
    """
    A table, figure or section of a document.

    ``games`` is how many we play if nobody says otherwise, ``published_games`` how
    many lie behind the printed numbers. ``measures`` are what a plot shows;
    ``not_given`` names what the document leaves open, so that it is our choice.
    """

    paper: str
    document: str
    id: str
    title: str
    place: str
    first_click: str
    game: str
    games: int
    set_size: int
    rounding: float
    rows: tuple[PublishedRow, ...] = ()
    facts: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    experiment: str = ""
    published_games: int = 0
    measures: tuple[str, ...] = ()
    not_given: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What `sapper reproduce` knows it by."""
        return f"{self.paper}/{self.id}"

    @property
    def playable(self) -> tuple[PublishedRow, ...]:
        """The rows of agents."""
        return tuple(row for row in self.rows if row.agent)


@cache
def published_tables() -> dict[str, PublishedTable]:
    """Return every published table by name."""
    tables = {}
    for paper in PAPERS:
        data = _read_paper(paper)
        for entry in data["table"]:
            table = _read_table(data, entry)
            tables[table.name] = table
    return tables


def find_tables(name: str) -> list[PublishedTable]:
    """
    Return the table of a name, or all tables of a paper.

    >>> [table.place for table in find_tables("becerra/6.2")]
    ['table 6.2, section 6.3.1']
    """
    tables = published_tables()
    if name in PAPERS:
        return [table for table in tables.values() if table.paper == name]
    if name not in tables:
        raise UnknownNameError.of("published table", name, [*PAPERS, *tables])
    return [tables[name]]


@cache
def published_claims() -> dict[str, Claim]:
    """Return every claim of the documents by name."""
    claims = {}
    for paper in PAPERS:
        for entry in _read_paper(paper).get("claim", []):
            table = published_tables().get(f"{paper}/{entry.get('table', '')}")
            grids = dict.fromkeys(row.on for row in table.rows) if table else ()
            claim = read_claim(paper, entry, grids)
            claims[claim.name] = claim
    return claims


def find_claims(name: str) -> list[Claim]:
    """Return the claims of a paper, or those that rest on a table."""
    return [
        claim
        for claim in published_claims().values()
        if name in (claim.paper, f"{claim.paper}/{claim.table}")
    ]


def _read_paper(paper: str) -> dict[str, Any]:
    text = files(__name__).joinpath(f"{paper}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def _read_table(data: Mapping[str, Any], entry: Mapping[str, Any]) -> PublishedTable:
    def get(key: str, default: Any = None) -> Any:
        return entry.get(key, data.get(key, default))

    rows = [
        PublishedRow(
            on=row["on"],
            agent=row.get("agent", ""),
            solver=row.get("solver", ""),
            values={key: float(row[key]) for key in MEASURES if key in row},
        )
        for row in entry.get("rows", [])
    ]
    rows += [
        PublishedRow(on=on, agent=agent)
        for on, agent in product(entry.get("grids", []), entry.get("agents", []))
    ]
    return PublishedTable(
        paper=data["paper"],
        document=data["document"],
        id=entry["id"],
        title=entry["title"],
        place=entry["place"],
        first_click=get("first_click"),
        game=get("game", "normal"),
        games=get("games"),
        set_size=get("set_size"),
        rounding=get("rounding"),
        rows=tuple(rows),
        facts=entry.get("facts", {}),
        notes=tuple(entry.get("notes", [])),
        experiment=entry.get("experiment", ""),
        published_games=get("published_games", get("games")),
        measures=tuple(get("measures", ())),
        not_given=tuple(get("not_given", ())),
    )
