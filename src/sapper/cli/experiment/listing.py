"""`sapper experiment list`: what a store holds."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer
from rich.console import Console

from sapper.cli.experiment.options import STORE, StoreOption
from sapper.cli.tables import Column, print_json, print_table
from sapper.lab.experiments.shipped import find_experiment, shipped_names
from sapper.lab.experiments.stored_plan import get_enrolled
from sapper.lab.store import Store, open_store

_COLUMNS: Final = (
    Column("experiment", kind="id"),
    Column("keeps", kind="id", spare=2),
    Column("conditions", kind="number", spare=3),
    Column("games", kind="number"),
    Column("stored", kind="number"),
    Column("%", kind="number"),
    Column("runners", kind="number"),
    Column("failures", kind="number"),
)


def list_experiments(
    store: StoreOption = STORE,
    shipped: Annotated[
        bool, typer.Option("--shipped", help="List those that the package brings instead.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """
    List the experiments of a store: conditions, games planned and stored, who plays them.

    [bold]Examples[/]

    sapper experiment list --store results.db

    sapper experiment list --shipped
    """
    if shipped:
        _list_shipped(as_json=as_json)
        return
    with open_store(store, create=False) as opened:
        rows = [_row(opened, name) for name in opened.list_experiments()]
    if as_json:
        print_json(rows)
        return
    if not rows:
        Console(stderr=True).print("no experiments yet; `sapper experiment run FILE` plays one")
        return
    shown = [
        (
            row["name"],
            str(row["keep"]),
            str(row["conditions"]),
            str(row["total_games"]),
            str(row["stored_games"]),
            f"{100 * row['stored_games'] / max(row['total_games'], 1):.1f}",
            str(row["runners_alive"]),
            str(row["failures"]),
        )
        for row in rows
    ]
    print_table(_COLUMNS, shown)


def _list_shipped(*, as_json: bool) -> None:
    found = {name: find_experiment(name) for name in shipped_names()}
    if as_json:
        rows = [
            {
                "name": name,
                "title": one.title,
                "source": one.source,
                "conditions": len(one.conditions),
                "games": one.games,
            }
            for name, one in found.items()
        ]
        print_json(rows)
        return
    print_table(
        (
            Column("name", kind="id"),
            Column("what"),
            Column("conditions x games", kind="number"),
        ),
        [
            (
                name,
                one.title + (f" ({one.source})" if one.source else ""),
                f"{len(one.conditions)} x {one.games:,}",
            )
            for name, one in found.items()
        ],
        caption="sapper experiment run NAME plays one",
    )


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
