"""`sapper env`: what concerns policies for the Gymnasium environment."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.agents.run.policy import play_policy
from sapper.cli.help import PlainCommand, make_group
from sapper.cli.options import OnOption, WorkersOption
from sapper.cli.run import play_league, show_summaries
from sapper.cli.tables import print_json
from sapper.lab.executors import default_workers
from sapper.lab.leaderboard import GRIDS, NUM_GAMES, companions, make_leaderboard
from sapper.lab.league import best_first

app = make_group(
    "env",
    "Policies for the Gymnasium environment.",
)


@app.command("leaderboard", cls=PlainCommand)
def leaderboard(
    policy: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FILE.py[:FUNCTION]...",
            help="Policies: functions from cells and masks to actions; `act` if not named.",
        ),
    ] = None,
    on: OnOption = None,
    games: Annotated[int, typer.Option(min=1, help="Games per condition.")] = NUM_GAMES,
    workers: WorkersOption = None,
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

    sapper env leaderboard my_policy.py --on 6x6x4 --alone
    """
    named = [name if ":" in name else f"{name}:act" for name in policy or []]
    players = [*map(play_policy, named), *([] if alone and named else companions())]
    league = make_leaderboard(
        players, on=on or GRIDS, games=games, workers=workers or default_workers()
    )
    interrupted = play_league(league)
    rows = best_first(league.summaries)
    if as_json:
        print_json([row.to_dict() for row in rows])
    else:
        show_summaries(rows, "leaderboard: the same games for all")
    if interrupted:
        raise typer.Exit(130)
