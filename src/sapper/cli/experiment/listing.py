"""`sapper experiment list`: what a store holds."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from sapper.cli.experiment.options import STORE, StoreOption
from sapper.cli.options import wide_console
from sapper.lab.experiments.enrolment import get_enrolled
from sapper.lab.store import Store, open_store


def list_experiments(
    store: StoreOption = STORE,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """
    List the experiments of a store: conditions, games planned and stored, who plays them.

    [bold]Example[/]

    sapper experiment list --store results.db
    """
    with open_store(store, create=False) as opened:
        rows = [_row(opened, name) for name in opened.list_experiments()]
    if as_json:
        json.dump(rows, sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    if not rows:
        Console(stderr=True).print("no experiments yet; `sapper experiment run FILE` plays one")
        return
    table = Table()
    table.add_column("experiment", overflow="fold")
    for heading in ("keeps", "conditions", "games", "stored", "%", "runners", "failures"):
        table.add_column(heading, justify="right")
    for row in rows:
        total = max(row["total_games"], 1)
        table.add_row(
            Text(row["name"]),
            Text(str(row["keep"])),
            str(row["conditions"]),
            str(row["total_games"]),
            str(row["stored_games"]),
            f"{100 * row['stored_games'] / total:.1f}",
            str(row["runners_alive"]),
            str(row["failures"]),
        )
    wide_console().print(table)


def _row(store: Store, name: str) -> dict[str, Any]:
    experiment = get_enrolled(name, store)
    tallies = store.tallies(experiment.id).values()
    stored = sum(min(tally.games, experiment.games) for tally in tallies)
    total = experiment.games * len(experiment.conditions)
    return {
        "name": name,
        "keep": experiment.plan.get("keep", "games"),
        "conditions": len(experiment.conditions),
        "games": experiment.games,
        "total_games": total,
        "stored_games": stored,
        "is_complete": stored >= total,
        "runners_alive": sum(row.is_alive for row in store.runners(experiment.id)),
        "failures": len(store.failures(experiment.id)),
    }
