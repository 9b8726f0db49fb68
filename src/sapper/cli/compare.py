"""`sapper compare`: two agents on the same boards, and which is better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.agents import Agent, load_agent
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
from sapper.cli.run import play_league
from sapper.cli.signals import INTERRUPTED
from sapper.cli.tables import make_progress, print_comparisons, print_json
from sapper.game.rules import Rules
from sapper.lab import Comparison, League
from sapper.lab.executors import default_workers
from sapper.lab.stats.advantage import Advantage, measure_advantage
from sapper.lab.stats.comparison import corrected, save_comparisons


def compare_command(
    first: Annotated[
        str, typer.Argument(metavar="A", help="An agent's id.", autocompletion=complete_agents)
    ],
    second: Annotated[
        str,
        typer.Argument(
            metavar="B", help="The agent to compare it with.", autocompletion=complete_agents
        ),
    ],
    on: OnOption = None,
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    games: Annotated[int, typer.Option(min=1, help="Games per agent and grid.")] = 1000,
    seed: SeedOption = 0,
    agent_seed: AgentSeedOption = 0,
    workers: WorkersOption = None,
    playouts: Annotated[
        int,
        typer.Option(
            min=0,
            metavar="N",
            help="Measure the advantage sum by N fresh paired playouts wherever the two "
            "would guess differently; far fewer games are needed. B must guess by search.",
        ),
    ] = 0,
    load: LoadOption = None,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the differences.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON array on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Compare two agents on the same boards: is one better, by how much, and how sure is it?

    The difference of A less B in points with its 95 % interval, McNemar's p, the boards that
    only one of them won, and how many games would be enough. Where the two open
    other cells first, the boards differ in a few mines; how many is measured. On several
    grids p is corrected by Holm's method as well, and that p decides. In --json
    means and differences are shares, an object for each grid.

    [bold]Examples[/]

    sapper compare exact kvietinskas/single-point --on expert --games 2000

    sapper compare exact exact:opener=corner --first-click safe --seed 7 --svg openers.svg

    sapper compare tiny random --load examples/tiny_agent.py --on beginner --json

    sapper compare strongest strongest:effort=fast --on expert --games 200 --playouts 64
    """
    check_svg(svg)
    load_files(load)
    agents = [load_agent(first), load_agent(second)]
    if playouts:
        found_gains = [
            _measure(agents, rules, games, seed, agent_seed, playouts, workers)
            for _, rules in parse_grids(on, first_click, game)
        ]
        _show_gains(found_gains, as_json=as_json)
        return
    league = League(
        agents=agents,
        grids=parse_grids(on, first_click, game),
        games=games,
        seed=seed,
        agent_seed=agent_seed,
        workers=workers or default_workers(),
    )
    interrupted = play_league(league)
    names = str(agents[0]), str(agents[1])
    found = corrected([league.compare(*names, grid, rules) for grid, rules in league.grids])
    _show(found, as_json=as_json)
    if svg is not None:
        save_comparisons(found, svg)
    if interrupted:
        Console(stderr=True).print("interrupted: these are the games played so far")
        raise typer.Exit(INTERRUPTED)


def _show(found: Sequence[Comparison], *, as_json: bool) -> None:
    if as_json:
        print_json([one.to_dict() for one in found])
    else:
        print_comparisons(found)


def _measure(
    agents: Sequence[Agent],
    rules: Rules,
    games: int,
    seed: int,
    agent_seed: int,
    playouts: int,
    workers: int | None,
) -> Advantage:
    """Measure the advantage of the first agent, with a bar on stderr."""
    with make_progress() as bar:
        task = bar.add_task(f"{rules.name}, playouts", total=games)
        return measure_advantage(
            agents[0],
            agents[1],
            rules,
            games,
            seed,
            agent_seed=agent_seed,
            playouts=playouts,
            workers=workers or default_workers(),
            progress=lambda done: bar.update(task, completed=done),
        )


def _show_gains(found: Sequence[Advantage], *, as_json: bool) -> None:
    if as_json:
        print_json([one.to_dict() for one in found])
    else:
        for one in found:
            Console().print(str(one), highlight=False)
