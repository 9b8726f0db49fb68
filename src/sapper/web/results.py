"""
The published tables, figures and claims as data for the page, with our own beside them.

Ours come from `measured/PAPER.json`, which ``python -m sapper.web.results STORE...`` writes
from the games that `sapper reproduce` has kept in stores, or from such a store directly.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sapper.game.io.disk import save_text
from sapper.lab.papers.claims import Verdict, judge_claim
from sapper.lab.papers.published import (
    PAPERS,
    PublishedTable,
    find_claims,
    find_figures,
    find_tables,
    published_tables,
)
from sapper.lab.papers.reproduction import Reproduction, compare_table
from sapper.lab.stats.measures import MEASURES
from sapper.lab.store import open_store
from sapper.lab.store.memory import MemoryStore
from sapper.lab.store.protocol import Store

MEASURED: Final = Path(__file__).with_name("measured")
# What can be shown without pages of explanation; times, which are of other machines, stay
# in the docs.
_SHOWN: Final = (
    "win_percent", "win_percent_sd", "no_guess_percent", "guesses_with_first",
    "guesses_with_first_sd", "score",
)  # fmt: skip

# Tables of which the document draws curves or bars without a number are shown with ours
# alone, unless they are of this length or longer.
_LONG: Final = 40
_NOTHING: Final[Mapping[str, Any]] = {"date": "", "rows": [], "claims": [], "figures": []}

Ours = dict[tuple[str, str, str, str], dict[str, Any]]


def collect_results(store: Store | None = None) -> dict[str, Any]:
    """Return every published table with something to show, ours as committed or from a store."""
    known = [_read(paper) for paper in PAPERS]
    ours: Ours = {
        (row["table"], row["agent"], row["on"], row["measure"]): row
        for data in known
        for row in data["rows"]
    }
    if store is not None:
        compared = _compare(store, _tables_with_rows())
        ours |= {(c.table, c.agent, c.on, c.measure): _row(c) for c in compared}
    return {
        "date": max(data["date"] for data in known),
        "tables": [
            data for table in _tables_with_rows() if (data := _table_data(table, ours))["rows"]
        ],
        "claims": [one for data in known for one in data["claims"]],
        "figures": [one for data in known for one in data["figures"]],
    }


def write_measured(stores: Iterable[Store], folder: Path = MEASURED) -> int:
    """
    Write what stores have of the published tables, a file a paper; returns the number of rows.

    What no store has games of stays as it is; figures that need no games are always written.
    """
    opened, count = tuple(stores), 0
    for paper in PAPERS:
        known = _read(paper, folder)
        played = tuple(store for store in opened if _has_games(paper, store))
        data = {key: _merged(paper, key, known, played) for key in ("rows", "claims", "figures")}
        count += len(data["rows"])
        if any(data[key] != known[key] for key in data):
            whole = {"date": datetime.now(UTC).strftime("%Y-%m-%d"), **data}
            lines = json.dumps(whole, separators=(",", ":")).replace("},{", "},\n{")
            save_text(folder / f"{paper}.json", lines + "\n")
    return count


def _read(paper: str, folder: Path = MEASURED) -> Mapping[str, Any]:
    path = folder / f"{paper}.json"
    found: Mapping[str, Any] = json.loads(path.read_text("utf-8")) if path.is_file() else _NOTHING
    return found


def _merged(
    paper: str, what: str, known: Mapping[str, Any], stores: tuple[Store, ...]
) -> list[dict[str, Any]]:
    """Return rows, claims or figures: what stores have in the place of what is known."""
    make, keys = {
        "rows": (_rows, ("table", "agent", "on", "measure")),
        "claims": (_claims, ("claim",)),
        "figures": (_figures, ("name",)),
    }[what]
    found = [one for store in stores for one in make(paper, store)]
    if what == "figures":
        found += _figures(paper, MemoryStore())
    by_key = {tuple(one[key] for key in keys): one for one in (*known[what], *found)}
    shown = _shown_keys(paper, what)
    return [one for key, one in by_key.items() if key in shown]


def _shown_keys(paper: str, what: str) -> set[tuple[str, ...]]:
    """Return what the documents still have, so that nothing else is kept."""
    if what == "rows":
        return {
            (table.name, row.agent, row.on, measure)
            for table in find_tables(paper)
            for row in table.rows
            for measure in (*row.values, *_drawn(table))
        }
    entries = find_claims(paper) if what == "claims" else find_figures(paper)
    return {(one.name,) for one in entries}


def _has_games(paper: str, store: Store) -> bool:
    names = {table.experiment for table in find_tables(paper)}
    return not names.isdisjoint(store.list_experiments())


def _rows(paper: str, store: Store) -> Iterator[dict[str, Any]]:
    yield from map(_row, _compare(store, [one for one in find_tables(paper) if one.rows]))


def _claims(paper: str, store: Store) -> Iterator[dict[str, Any]]:
    """Yield the claims of which the store has games, and those that need none."""
    for claim in find_claims(paper):
        found: Verdict = judge_claim(claim, store)
        if found.games or not claim.table or claim.test in ("check", "none"):
            yield asdict(found)


def _figures(paper: str, store: Store) -> Iterator[dict[str, Any]]:
    # The page's server has no need of them, and plotting is slow to load.
    from sapper.lab.output.reports.figure_data import figure_data  # noqa: PLC0415
    from sapper.lab.output.reports.figure_points import collect_points  # noqa: PLC0415

    for figure in find_figures(paper):
        if (found := collect_points(figure, store)).panels:
            yield figure_data(found)


def _tables_with_rows() -> list[PublishedTable]:
    return [table for table in published_tables().values() if table.rows]


def _compare(store: Store, tables: Iterable[PublishedTable]) -> Iterator[Reproduction]:
    for table in tables:
        for comparison in compare_table(table, store):
            if comparison.measured is not None and comparison.measure in _SHOWN:
                yield comparison


def _row(comparison: Reproduction) -> dict[str, Any]:
    return {
        "table": comparison.table,
        "agent": comparison.agent,
        "on": comparison.on,
        "measure": comparison.measure,
        "value": _rounded(comparison.measured),
        "low": _rounded(comparison.low),
        "high": _rounded(comparison.high),
        "games": comparison.games,
        "verdict": comparison.verdict,
    }


def _numbers(row: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return what the page shows of our row; it knows the rest."""
    return row and {key: row[key] for key in ("value", "low", "high", "games", "verdict")}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def _drawn(table: PublishedTable) -> tuple[str, ...]:
    """Name what is shown of a table whose numbers the document only draws."""
    if len(table.rows) >= _LONG or any(row.values for row in table.rows):
        return ()
    return ("score",) if table.game == "score" else ("win_percent",)


def _table_data(table: PublishedTable, ours: Ours) -> dict[str, Any]:
    rows = [
        {
            "agent": row.agent,
            "solver": row.solver,
            "on": row.on,
            "measure": measure,
            "what": MEASURES[measure].title,
            "published": row.values.get(measure),
            "ours": _numbers(ours.get((table.name, row.agent, row.on, measure))),
        }
        for row in table.rows
        for measure in _SHOWN
        if measure in row.values
        or (measure in _drawn(table) and (table.name, row.agent, row.on, measure) in ours)
    ]
    return {
        "paper": table.paper,
        "document": table.document,
        "title": table.title,
        "place": table.place,
        "first_click": table.first_click,
        "game": table.game,
        "notes": list(table.notes),
        "rows": rows,
    }


def main() -> None:
    """Write the files of `measured` from stores."""
    parser = argparse.ArgumentParser(description="Write measured/*.json from stores.")
    parser.add_argument("store", nargs="+", help="a store of `sapper reproduce PAPER --store …`")
    with ExitStack() as opened:
        names = parser.parse_args().store
        stores = [opened.enter_context(open_store(name, create=False)) for name in names]
        print(f"{MEASURED}: {write_measured(stores)} rows")


if __name__ == "__main__":
    main()
