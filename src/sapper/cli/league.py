"""`sapper league`: an open league on stated rules, and the check of a published one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.cli.options import LoadOption, WorkersOption, load_files
from sapper.cli.run import play_league, show_summaries
from sapper.cli.signals import INTERRUPTED
from sapper.cli.tables import Column, print_comparisons, print_json, print_table
from sapper.errors import ArgumentError
from sapper.lab.executors import default_workers
from sapper.lab.experiments.shipped import find_experiment
from sapper.lab.league import best_first
from sapper.lab.open_league import (
    OpenLeague,
    Verified,
    is_repeatable,
    load_league,
    save_league,
    verify_league,
)

_MOST_NAMED = 5  # games that differ, in the table


def league_command(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE.toml | verify FILE.json",
            help="The league's file, an experiment's name, or a published league to verify.",
        ),
    ],
    to: Annotated[
        Path | None,
        typer.Option(metavar="FILE.json", help="Write every game, to be published and verified."),
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write tables and chart as one page.")
    ] = None,
    games: Annotated[
        int, typer.Option(min=1, help="To verify: games of each agent and grid to play again.")
    ] = 100,
    sample_seed: Annotated[int, typer.Option(min=0, help="To verify: which games.")] = 0,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="To verify: only this agent; may be repeated."),
    ] = None,
    workers: WorkersOption = None,
    load: LoadOption = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Play an open league of agents and programs on stated rules, or verify a published one.

    The file is an experiment's: agents (`engine:COMMAND` among them), grids, rules, seeds,
    games. All play the same boards. `verify` plays a sample of a published league again and
    compares it game by game; the exit code is 1 if a game differs that no clock decides.

    [bold]Examples[/]

    sapper league my_league.toml --html league.html --to league.json

    sapper league verify league.json --games 100
    """
    load_files(load)
    count = workers or default_workers()
    if words[0] == "verify":
        if len(words) != 2:
            raise ArgumentError("expected one file to verify: sapper league verify FILE.json")
        found = verify_league(
            load_league(Path(words[1])), games, agents=agent or (), sample_seed=sample_seed,
            workers=count,
        )  # fmt: skip
        _show_verified(found, as_json=as_json)
        return
    if len(words) != 1:
        raise ArgumentError(f"expected one file of a league, got {len(words)}")
    _play(words[0], count, to, html, as_json=as_json)


def _play(name: str, workers: int, to: Path | None, html: Path | None, *, as_json: bool) -> None:
    played = OpenLeague(find_experiment(name), workers)
    interrupted = play_league(played)
    rows, found = best_first(played.league.summaries), played.league.comparisons
    data = played.to_dict()
    if to is not None:
        save_league(data, to)
    if html is not None and rows:
        from sapper.lab.output import charts  # noqa: PLC0415 - the plotting library is slow to load

        clocked = [str(one) for one in played.league.agents if not is_repeatable(one)]
        charts.save_league_page(rows, html, found, clocked)
    if as_json:
        print_json(data)
    elif rows:
        show_summaries(rows, played.definition.title or played.definition.name)
        if found:
            sys.stdout.write("\n")
            print_comparisons(found)
    if interrupted:
        Console(stderr=True).print("interrupted: these are the games played so far")
        raise typer.Exit(INTERRUPTED)


def _show_verified(found: list[Verified], *, as_json: bool) -> None:
    if as_json:
        print_json([one.to_dict() for one in found])
    else:
        print_table(
            [
                Column("on"),
                Column("agent", kind="id"),
                Column("games", kind="number"),
                Column("different", kind="number"),
                Column("verdict"),
            ],
            [_cells(one) for one in found],
            title="played again, game by game",
        )
    if not all(one.is_right for one in found):
        raise typer.Exit(1)


def _cells(one: Verified) -> list[str]:
    named = ", ".join(str(number) for number in one.different[:_MOST_NAMED])
    if not one.different:
        verdict = "the same games"
    elif one.is_repeatable:
        verdict = f"NOT the same: games {named}{' …' if len(one.different) > _MOST_NAMED else ''}"
    else:
        verdict = "a clock decides some"
    return [one.on, one.agent, str(one.games), str(len(one.different)), verdict]
