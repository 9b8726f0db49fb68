"""`sapper data`: positions with exact answers, and games for offline learners."""

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
    "Write training data.",
)

_GridOption = Annotated[
    str, typer.Option("--on", metavar="GRID", help="The grid.", autocompletion=complete_grids)
]
_AgentOption = Annotated[
    str,
    typer.Option(
        metavar="AGENT",
        help="Whose moves; `sapper agents` lists them.",
        autocompletion=complete_agents,
    ),
]
_GamesOption = Annotated[int, typer.Option(min=1, help="How many games.")]
_AgentSeedOption = Annotated[int, typer.Option(help="Seed of the agent's own choices.")]


@app.callback()
def _data() -> None:
    """Write training data."""


@app.command("positions", cls=PlainCommand)
def positions(
    to: Annotated[Path, typer.Option("--to", metavar="FILE.parquet", help="Where to write.")],
    on: _GridOption = "beginner",
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    agent: _AgentOption = "exact",
    games: _GamesOption = 1000,
    seed: SeedOption = 0,
    agent_seed: _AgentSeedOption = 0,
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
    Console().print(
        f"{count(number, 'position')} of {count(games, 'game')} written to {to}", highlight=False
    )


@app.command("minari", cls=PlainCommand)
def minari(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Of the dataset: sapper/exact-v0.")],
    on: _GridOption = "beginner",
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    agent: _AgentOption = "exact",
    games: _GamesOption = 1000,
    seed: SeedOption = 0,
    agent_seed: _AgentSeedOption = 0,
    load: LoadOption = None,
) -> None:
    """
    Write games of an agent as a Minari dataset, for offline learners.

    Each cell that the agent revealed is a step of the Gymnasium environment, with its
    observation, reward and mask. It lies where Minari keeps its datasets
    (MINARI_DATASETS_PATH); `minari.load_dataset(NAME)` reads it.

    [bold]Examples[/]

    sapper data minari sapper/exact-v0 --on beginner --games 1000
    """
    from sapper.env.minari import write_minari  # noqa: PLC0415 - needs an extra

    load_files(load)
    rules = Rules.parse(on, first_click=first_click, game=game)
    with make_progress() as progress:
        task = progress.add_task("games", total=games)
        data = write_minari(
            name, load_agent(agent), rules, games, seed=seed, agent_seed=agent_seed,
            on_game=lambda: progress.advance(task),
        )  # fmt: skip
    Console().print(
        f"{count(data.total_episodes, 'game')}, {count(data.total_steps, 'move')} written to "
        f"{data.storage.data_path.parent}", highlight=False,
    )  # fmt: skip
