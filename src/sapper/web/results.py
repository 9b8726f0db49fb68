"""
The published tables as data for the page, with our own numbers beside them.

Ours come from `measured.json`, which ``python -m sapper.web.results STORE...`` writes from
the games that `sapper reproduce` has kept in stores, or from such a store directly.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from sapper.lab.papers.published import PublishedTable, published_tables
from sapper.lab.papers.reproduction import Reproduction, compare_table
from sapper.lab.stats.measures import MEASURES
from sapper.lab.store import open_store
from sapper.lab.store.protocol import Store

MEASURED: Final = Path(__file__).with_name("measured.json")
# What can be shown without pages of explanation; times, which are of other machines, stay
# in the docs.
_SHOWN: Final = (
    "win_percent", "win_percent_sd", "no_guess_percent", "guesses_with_first",
    "guesses_with_first_sd", "score",
)  # fmt: skip

# Tables of which the document draws curves or bars without a number are shown with ours
# alone, unless they are of this length or longer.
_LONG: Final = 40

Ours = dict[tuple[str, str, str, str], dict[str, Any]]


def collect_results(store: Store | None = None) -> dict[str, Any]:
    """Return every published table with something to show, ours as committed or from a store."""
    data = json.loads(MEASURED.read_text("utf-8")) if MEASURED.is_file() else {"rows": []}
    ours: Ours = {
        (row["table"], row["agent"], row["on"], row["measure"]): row for row in data["rows"]
    }
    if store is not None:
        ours |= {(c.table, c.agent, c.on, c.measure): _row(c) for c in _compare_all(store)}
    return {
        "date": data.get("date", ""),
        "tables": [
            data for table in _tables_with_rows() if (data := _table_data(table, ours))["rows"]
        ],
    }


def write_measured(stores: Iterable[Store], path: Path = MEASURED) -> int:
    """
    Write what stores have of the published tables; returns the number of rows.

    Rows of tables that no store has games of stay as they are.
    """
    known = json.loads(path.read_text("utf-8"))["rows"] if path.is_file() else []
    found = [_row(comparison) for store in stores for comparison in _compare_all(store)]
    keys = ("table", "agent", "on", "measure")
    by_key = {tuple(row[key] for key in keys): row for row in (*known, *found)}
    shown = {
        (table.name, row.agent, row.on, measure)
        for table in _tables_with_rows()
        for row in table.rows
        for measure in (*row.values, *_drawn(table))
    }
    rows = [row for key, row in by_key.items() if key in shown]
    data = {"date": datetime.now(UTC).strftime("%Y-%m-%d"), "rows": rows}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return len(rows)


def _tables_with_rows() -> list[PublishedTable]:
    return [table for table in published_tables().values() if table.rows]


def _compare_all(store: Store) -> Iterable[Reproduction]:
    for table in _tables_with_rows():
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
    """Write `measured.json` from stores."""
    parser = argparse.ArgumentParser(description="Write measured.json from stores.")
    parser.add_argument("store", nargs="+", help="a store of `sapper reproduce PAPER --store …`")
    with ExitStack() as opened:
        names = parser.parse_args().store
        stores = [opened.enter_context(open_store(name, create=False)) for name in names]
        print(f"{MEASURED}: {write_measured(stores)} rows")


if __name__ == "__main__":
    main()
