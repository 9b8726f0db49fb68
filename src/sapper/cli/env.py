"""`sapper env`: what concerns policies for the Gymnasium environment."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from sapper.agents.policy import play_policy
from sapper.cli.options import wide_console
from sapper.cli.run import play_with_progress
from sapper.lab.executors import default_workers
from sapper.lab.leaderboard import NUM_GAMES, companions, make_leaderboard
from sapper.lab.league import best_first
from sapper.lab.summary import Summary

app = typer.Typer(name="env", help="Policies for the Gymnasium environment.", no_args_is_help=True)


@app.command("leaderboard")
def leaderboard(
    policy: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.py[:FUNCTION]...",
            help="Policies: functions from cells and masks to actions; `act` if not named.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games per condition.")] = NUM_GAMES,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; all cores if not given.")
    ] = None,
    alone: Annotated[
        bool, typer.Option("--alone", help="Leave the agents of the house out.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Play policies on the standard conditions, beside agents of the house.

    Beginner, intermediate and expert, first click safe and zero, the same 10,000 games
    for everybody. A policy is a function act(cells, masks) that returns a cell for each
    game; docs/guides/env.md trains one.

    [bold]Examples[/]

    sapper env leaderboard my_policy.py

    sapper env leaderboard my_policy.py:greedy --games 1000 --json
    """
    named = [name if ":" in name else f"{name}:act" for name in policy or []]
    players = [*map(play_policy, named), *([] if alone and named else companions())]
    league = make_leaderboard(players, games=games, workers=workers or default_workers())
    interrupted = play_with_progress(league)
    rows = best_first(league.summaries)
    if as_json:
        json.dump([row.to_dict() for row in rows], sys.stdout, indent=2)
        sys.stdout.write("\n")
    else:
        wide_console().print(_make_table(rows))
    if interrupted:
        raise typer.Exit(130)


def _make_table(rows: list[Summary]) -> Table:
    table = Table(title="leaderboard", caption="95 % Wilson intervals; the same games for all")
    table.add_column("on")
    table.add_column("agent", overflow="fold", min_width=20)
    for heading in ("games", "won %", "interval"):
        table.add_column(heading, justify="right")
    for i, row in enumerate(rows):
        low, high = row.tally.interval
        table.add_row(
            row.on,
            escape(row.agent),
            str(row.tally.games),
            f"{100 * row.tally.win_rate:.2f}",
            f"{100 * low:.2f}-{100 * high:.2f}",
            end_section=i + 1 < len(rows) and rows[i + 1].on != row.on,
        )
    return table
