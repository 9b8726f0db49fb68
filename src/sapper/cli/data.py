"""`sapper data`: positions with exact answers, for those who learn from them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from sapper.agents import load_agent
from sapper.cli.completion import complete_agents, complete_grids
from sapper.cli.help import PlainCommand, make_group
from sapper.cli.options import FirstClickOption, GameOption, LoadOption, SeedOption, load_files
from sapper.cli.tables import make_progress
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.lab.positions import PositionData, write_positions

app = make_group(
    "data",
    "Data for those who learn from it.",
)


@app.callback()
def _data() -> None:
    """Data for those who learn from it."""


@app.command("positions", cls=PlainCommand)
def positions(
    to: Annotated[Path, typer.Option("--to", metavar="FILE.parquet", help="Where to write.")],
    on: Annotated[
        str, typer.Option("--on", metavar="GRID", help="The grid.", autocompletion=complete_grids)
    ] = "beginner",
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    agent: Annotated[
        str,
        typer.Option(
            metavar="AGENT",
            help="Whose moves; `sapper agents` lists them.",
            autocompletion=complete_agents,
        ),
    ] = "exact",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 1000,
    seed: SeedOption = 0,
    agent_seed: Annotated[int, typer.Option(help="Seed of the agent's own choices.")] = 0,
    which: Annotated[
        str, typer.Option(metavar="all|guesses", help="Every position, or only those of a guess.")
    ] = "all",
    load: LoadOption = None,
) -> None:
    """
    Write positions with exact risks, proven cells, an agent's move and the outcome.

    The file is Parquet and follows from the seeds alone; a data card lies beside it.

    [bold]Examples[/]

    sapper data positions --on expert --games 10000 --to positions.parquet

    sapper data positions --on 9x9x10 --agent becerra/cscsp --which guesses --to guesses.parquet
    """
    load_files(load)
    rules = Rules.parse(on, first_click=first_click, game=game)
    data = PositionData(load_agent(agent), rules, games, seed, agent_seed, which)
    with make_progress() as progress:
        task = progress.add_task("games", total=games)
        number = write_positions(data, to, lambda: progress.advance(task))
    told = f"{count(number, 'position')} of {count(games, 'game')} in {to}"
    Console().print(told, highlight=False)
