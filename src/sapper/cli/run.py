"""`sapper run`: agents against the same boards, with intervals."""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from sapper.agents import load_agent
from sapper.agents.run.policy import play_policy
from sapper.cli.completion import complete_agents
from sapper.cli.options import (
    AgentSeedOption,
    FirstClickOption,
    GameOption,
    LoadOption,
    OnOption,
    SeedOption,
    WorkersOption,
    check_svg,
    load_files,
    parse_grids,
)
from sapper.cli.signals import INTERRUPTED
from sapper.cli.tables import Column, make_progress, print_comparisons, print_json, print_table
from sapper.errors import SapperError
from sapper.lab import Comparison, League, Summary
from sapper.lab.executors import default_workers
from sapper.lab.experiments import Condition
from sapper.lab.league import best_first, ids_for_game
from sapper.lab.open_league import OpenLeague
from sapper.lab.stats.statistics import format_interval
from sapper.lab.store import TaskRows

_LONGEST_WORDS = 28  # before a bar, so that it fits 80 columns


def run(
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT...",
            help="Agent ids; `sapper agents` lists them.",
            autocompletion=complete_agents,
        ),
    ] = None,
    on: OnOption = None,
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    games: Annotated[int, typer.Option(min=0, help="Games per agent and grid.")] = 1000,
    seed: SeedOption = 0,
    agent_seed: AgentSeedOption = 0,
    workers: WorkersOption = None,
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

    One seed is one board: agents that open other cells first play it but for the few mines
    that make room for them.

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
    interrupted = play_league(league)
    rows = best_first(league.summaries)
    found = league.comparisons
    _show(rows, found, as_json=as_json, svg=svg, html=html)
    if not as_json and found:
        sys.stdout.write("\n")
        print_comparisons(found)
    if interrupted:
        Console(stderr=True).print("interrupted: these are the games played so far")
        raise typer.Exit(INTERRUPTED)


def play_league(league: League | OpenLeague) -> bool:
    """Play with a progress bar on stderr; True if the user stopped it."""
    with make_progress() as bar:
        task = bar.add_task("", total=league.total_games)

        def note(condition: Condition, rows: TaskRows) -> None:
            words = escape(f"{condition.agent} on {condition.on}"[:_LONGEST_WORDS])
            bar.update(task, advance=rows.num_games, description=words)

        try:
            league.play(note)
        except KeyboardInterrupt:
            return True
    return False


def _show(
    rows: list[Summary],
    found: Sequence[Comparison],
    *,
    as_json: bool,
    svg: Path | None,
    html: Path | None,
) -> None:
    if as_json:
        print_json([row.to_dict() for row in rows])
    elif rows:
        show_summaries(rows)
    if rows and (svg is not None or html is not None):
        from sapper.lab.output import charts  # noqa: PLC0415 - the plotting library is slow to load

        if svg is not None:
            charts.save_league_chart(rows, svg)
        if html is not None:
            charts.save_league_page(rows, html, found)


def show_summaries(rows: list[Summary], title: str = "") -> None:
    """Print the results of agents, a row for each on each grid."""
    rules = rows[0].rules
    columns = [
        Column("on"),
        Column("agent", kind="id"),
        Column("games", kind="number", spare=2),
        Column("won %", kind="number"),
        Column("95 % interval", kind="number"),
        Column("no guess %", kind="number", spare=1),
        Column("guesses", kind="number", spare=3),
        Column("ms/game", kind="number", spare=4),
    ]
    extra = ["score"] if rows[0].is_score_game else []
    extra += ["forfeits"] if any(row.tally.forfeits for row in rows) else []
    print_table(
        [*columns, *(Column(name, kind="number") for name in extra)],
        [_cells(row, extra) for row in rows],
        title=title or f"{rules.game} game, first click {rules.first_click}, seed {rows[0].seed}",
        caption="95 % Wilson intervals of won %; guesses do not count the first click"
        + ("; forfeits: games lost with no legal move in time" if "forfeits" in extra else ""),
        section=0,
    )


def _cells(row: Summary, extra: Sequence[str]) -> list[str]:
    tally = row.tally
    low, high = tally.interval
    return [
        row.on,
        row.agent,
        str(tally.games),
        _number(100 * tally.win_rate, 2),
        format_interval(100 * low, 100 * high) if tally.games else "-",
        _number(100 * tally.no_guess_rate, 2),
        _number(tally.mean_guesses, 2),
        _number(tally.microseconds / 1000, 3),
        *([_number(row.merit if tally.games else math.nan, 4)] if "score" in extra else []),
        *([str(tally.forfeits)] if "forfeits" in extra else []),
    ]


def _number(value: float, digits: int) -> str:
    return "-" if math.isnan(value) else f"{value:.{digits}f}"
