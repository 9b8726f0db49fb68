"""`sapper optimum`: the chance to win a small game under best play, exactly."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from sapper.cli.completion import complete_first_clicks, complete_grids
from sapper.cli.tables import print_json, print_wrapped
from sapper.game.cells import format_cell
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.logic.values import find_optimum


def optimum_command(
    on: Annotated[
        str,
        typer.Argument(
            metavar="GRID", help="columns x rows x mines, as 5x5x4.", autocompletion=complete_grids
        ),
    ],
    first_click: Annotated[
        str,
        typer.Option(
            metavar="any|safe|zero",
            help="What the first click may meet: anything, no mine, or no mine around it either.",
            autocompletion=complete_first_clicks,
        ),
    ] = "safe",
    max_layouts: Annotated[
        int, typer.Option(min=1, help="Layouts at most, where they are listed: not on long rows.")
    ] = 3_000_000,
    max_nodes: Annotated[int, typer.Option(min=1, help="Nodes at most.")] = 400_000_000,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Find the value of a whole game under best play, and the best first cells.

    [bold]Examples[/]

    sapper optimum 4x4x4 --first-click any

    sapper optimum 5x5x4 --first-click safe --json

    sapper optimum 25x1x12
    """
    rules = Rules.parse(on, first_click=first_click)
    began = time.perf_counter()
    found = find_optimum(rules, max_layouts=max_layouts, max_nodes=max_nodes)
    seconds = time.perf_counter() - began
    first = [format_cell(cell, rules.columns) for cell in found.first]
    if as_json:
        data = {
            "on": rules.size,
            "first_click": rules.first_click,
            "wins": found.wins,
            "layouts": found.layouts,
            "value": found.wins / found.layouts,
            "first": first,
            "states": found.states,
            "nodes": found.nodes,
            "seconds": seconds,
        }
        print_json(data)
        return
    print_wrapped(
        f"{rules.size}, first click {rules.first_click}: {found.wins:,} of {found.layouts:,} "
        f"layouts are won by best play, {100 * found.wins / found.layouts:.4f} %; "
        f"begin at {', '.join(first)} ({count(found.states, 'state')}, {seconds:.2f} s)"
    )
