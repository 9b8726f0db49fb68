"""`sapper run`: agents against the same boards, with intervals."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.table import Table

from sapper.agents import load_agent
from sapper.agents.policy import play_policy
from sapper.cli.options import (
    FirstClickOption,
    GameOption,
    LoadOption,
    OnOption,
    load_files,
    parse_grids,
    wide_console,
)
from sapper.cli.tables import print_comparisons
from sapper.errors import SapperError
from sapper.lab import League, Summary
from sapper.lab.executors import default_workers
from sapper.lab.experiments import Condition
from sapper.lab.files import check_svg
from sapper.lab.league import best_first, ids_for_game
from sapper.lab.store import TaskRows

INTERRUPTED = 130  # what a shell reports for Ctrl-C


def run(
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="AGENT...", help="Agent ids; `sapper agents` lists them."),
    ] = None,
    on: OnOption = None,
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    games: Annotated[int, typer.Option(min=0, help="Games per agent and grid.")] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of the run: decides all boards.")] = 0,
    agent_seed: Annotated[int, typer.Option(help="Seed of the agents' own choices.")] = 0,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker processes; all cores if not given.")
    ] = None,
    all_agents: Annotated[
        bool, typer.Option("--all", help="The league: every registered agent that fits the game.")
    ] = False,
    policy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE.py:FUNCTION",
            help="A policy of yours: from cells and masks to actions; may be repeated.",
        ),
    ] = None,
    load: LoadOption = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw win rates with intervals.")
    ] = None,
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the table and chart as one page.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Play agents on the same boards and show win rates with 95 % intervals.

    The results follow from the seeds alone, on any number of workers. Ctrl-C shows
    what was played so far.

    [bold]Examples[/]

    sapper run kvietinskas/single-point random --on expert --first-click zero --games 10000

    sapper run kvietinskas/single-point:first=r4c4,flags=no --on 9x9x10 --on 16x16x40 --seed 7

    sapper run --all --games 2000 --svg league.svg

    sapper run random --game score --on 10x10x30 --json

    sapper run exact --policy my_policy.py:act --on beginner
    """
    check_svg(svg)
    load_files(load)
    ids = [*(agents or []), *(ids_for_game(game) if all_agents else [])]
    if not ids and not policy:
        raise SapperError("expected an agent to play, or --all; `sapper agents` lists them")
    players = [*map(load_agent, ids), *map(play_policy, policy or [])]
    loaded = {str(agent): agent for agent in players}
    league = League(
        agents=list(loaded.values()),
        grids=parse_grids(on, first_click, game),
        games=games,
        seed=seed,
        agent_seed=agent_seed,
        workers=workers or default_workers(),
    )
    interrupted = play_with_progress(league)
    rows = best_first(league.summaries)
    _show(rows, as_json=as_json, svg=svg, html=html)
    if not as_json and (found := league.comparisons):
        sys.stdout.write("\n")
        print_comparisons(found)
    if interrupted:
        Console(stderr=True).print("interrupted: these are the games played so far")
        raise typer.Exit(INTERRUPTED)


def play_with_progress(league: League) -> bool:
    """Play with a progress bar on stderr; True if the user stopped it."""
    with _progress(league.total_games) as advance:
        try:
            league.play(advance)
        except KeyboardInterrupt:
            return True
    return False


class _Bar:
    """Moves the progress bar forward by the games of a task."""

    def __init__(self, progress: Progress, total: int) -> None:
        self._progress = progress
        self._task = progress.add_task("", total=total)

    def __call__(self, condition: Condition, rows: TaskRows) -> None:
        words = escape(f"{condition.agent} on {condition.on}")
        self._progress.update(self._task, advance=rows.num_games, description=words)


@contextmanager
def _progress(total: int) -> Iterator[_Bar]:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield _Bar(progress, total)


def _show(rows: list[Summary], *, as_json: bool, svg: Path | None, html: Path | None) -> None:
    if as_json:
        json.dump([row.to_dict() for row in rows], sys.stdout, indent=2)
        sys.stdout.write("\n")
    elif rows:
        wide_console().print(make_table(rows))
    if rows and (svg is not None or html is not None):
        from sapper.lab import charts  # noqa: PLC0415 - the plotting library is slow to load

        if svg is not None:
            charts.save_league_chart(rows, svg)
        if html is not None:
            charts.save_league_page(rows, html)


def make_table(rows: list[Summary]) -> Table:
    """Lay the results out for a terminal."""
    score_game, rules = rows[0].is_score_game, rows[0].rules
    table = Table(
        title=f"{rules.game} game, first click {rules.first_click}, seed {rows[0].seed}",
        caption="±: half of the 95 % Wilson interval; guesses do not count the first click",
    )
    table.add_column("on")
    table.add_column("agent", overflow="fold", min_width=24)
    headings = ["games", "won %", "± ", "no guess %", "guesses", "ms/game"]
    for heading in [*headings, *(["score"] if score_game else [])]:
        table.add_column(heading, justify="right")
    for i, row in enumerate(rows):
        table.add_row(
            *_cells(row),
            *([_number(row.merit if row.tally.games else None, 4)] if score_game else []),
            end_section=i + 1 < len(rows) and rows[i + 1].on != row.on,
        )
    return table


def _cells(row: Summary) -> list[str]:
    tally = row.tally
    low, high = tally.interval
    shares = [100 * tally.win_rate, 50 * (high - low), 100 * tally.no_guess_rate]
    numbers = [*shares, tally.mean_guesses]
    shown = [_number(value if tally.games else None, 2) for value in numbers]
    time = _number(tally.microseconds / 1000 if tally.games else None, 3)
    return [row.on, row.agent, str(tally.games), *shown, time]


def _number(value: float | None, digits: int) -> str:
    return "-" if value is None else f"{value:.{digits}f}"
