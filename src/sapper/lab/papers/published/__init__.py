"""
The published figures: every number of the five documents, with where it stands.

The data are the TOML files beside this one. A table has rows of an agent (or an
outside solver) on a grid with the printed numbers; a plot whose points are not in
the text has the conditions to play and what is measured. What the text says about
them are claims (`claims.py`), what it draws are figures (`figures.py`). What is played is
an experiment: of the rows, or an ``[[experiment]]`` entry, which has the keys of an
experiment file. `sapper reproduce` and `sapper experiment run` play the same one, under
one name in the store.
`sapper.lab.papers.reproduction` lays our numbers beside theirs,
`sapper.lab.papers.claims` decides the claims.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import product
from typing import Any, Final

from sapper.errors import UnknownNameError
from sapper.lab.experiments.conditions import agent_of, combine, grid_of
from sapper.lab.papers.published.claims import Claim, read_claim
from sapper.lab.papers.published.figures import Figure, read_figure
from sapper.lab.stats.measures import MEASURES

__all__ = [
    "ALL",
    "PAPERS",
    "Claim",
    "Figure",
    "PublishedRow",
    "PublishedTable",
    "experiment_entries",
    "find_claims",
    "find_figures",
    "find_tables",
    "published_claims",
    "published_figures",
    "published_tables",
]

PAPERS: Final = ("becerra", "kvietinskas", "cooper", "vaitzman", "sinha")
# What stands for all of them.
ALL: Final = "all"


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

    ``experiment`` is what plays it, with ``games``, ``seed`` and ``agent_seed`` where it has
    no entry; ``published_games`` is how many games lie behind the printed numbers.
    ``measures`` are what a plot shows; ``not_given`` names what the document leaves open, so
    that it is our choice. ``why`` is the reason, where numbers differ; ``unmeasured`` says why
    nothing of ours stands beside them. In one that is ``pooled`` a row is of all conditions of
    the experiment on its grid together.
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
    seed: int = 0
    agent_seed: int = 0
    published_games: int = 0
    measures: tuple[str, ...] = ()
    not_given: tuple[str, ...] = ()
    why: str = ""
    unmeasured: str = ""
    is_pooled: bool = False

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
    Return the table of a name, all tables of a paper, or ``all``.

    >>> [table.place for table in find_tables("becerra/6.2")]
    ['table 6.2, section 6.3.1']
    """
    tables = published_tables()
    if name in (*PAPERS, ALL):
        return [table for table in tables.values() if name in (table.paper, ALL)]
    if name not in tables:
        raise UnknownNameError.of("published table", name, [*PAPERS, ALL, *tables])
    return [tables[name]]


@cache
def experiment_entries() -> dict[str, dict[str, Any]]:
    """Return the experiments that the papers' files write out, by name, with what they omit."""
    found = {}
    for paper in PAPERS:
        data = _read_paper(paper)
        for entry in data.get("experiment", []):
            tables = [one for one in data["table"] if one.get("experiment") == entry["name"]]
            found[entry["name"]] = _complete(data, entry, tables)
    return found


def _complete(
    data: Mapping[str, Any], entry: Mapping[str, Any], tables: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Add to an experiment what its paper and its table say."""
    whole = {key: data[key] for key in ("games", "seed", "set_size") if key in data}
    for table in tables[:1]:
        whole |= {"title": table["title"], "source": f"{data['document']}, {table['place']}"}
    parameters = entry["parameters"]
    rules = {key: data[key] for key in ("first_click", "game") if key in data}
    constants = {key: value for key, value in rules.items() if key not in parameters}
    report = {"measures": data["measures"]} if "measures" in data else {}
    return {
        **whole,
        **entry,
        "constants": constants | entry.get("constants", {}),
        "report": report | entry.get("report", {}),
    }


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
    """Return the claims of a paper, of all, or those that rest on a table."""
    return [
        claim
        for claim in published_claims().values()
        if name in (claim.paper, f"{claim.paper}/{claim.table}", ALL)
    ]


@cache
def published_figures() -> dict[str, Figure]:
    """Return every figure of the documents by name."""
    figures = {}
    for paper in PAPERS:
        data = _read_paper(paper)
        for entry in data.get("figure", []):
            figure = read_figure(paper, data["document"], entry)
            figures[figure.name] = figure
    return figures


def find_figures(name: str) -> list[Figure]:
    """
    Return the figures of a paper, or those of a table: of its name, or that draw its games.

    >>> [figure.place for figure in find_figures("becerra/fig-5.3")]
    ['figure 5.3, section 5.3.1']
    """
    figures = published_figures().values()
    if (table := published_tables().get(name)) is not None:
        own = f"{table.paper}/{table.id.removeprefix('fig-')}"
        return [one for one in figures if one.name == own or table.experiment in one.experiments]
    return [one for one in figures if name in (one.paper, ALL)]


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
    experiment = entry.get("experiment", f"{data['paper']}-{entry['id']}")
    if not rows and (played := experiment_entries().get(experiment)) is not None:
        rows = [
            PublishedRow(on=grid_of(values), agent=agent_of(values))
            for values in combine(played["parameters"], played["constants"])
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
        experiment=experiment,
        seed=get("seed", 0),
        agent_seed=get("agent_seed", 0),
        published_games=get("published_games", get("games")),
        measures=tuple(get("measures", ())),
        not_given=tuple(get("not_given", ())),
        why=entry.get("why", ""),
        unmeasured=entry.get("unmeasured", ""),
        is_pooled=entry.get("pooled", False),
    )
