"""Options that several commands share, and how they are read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from sapper.agents.loading import load_file
from sapper.cli.completion import complete_first_clicks, complete_games, complete_grids
from sapper.errors import SapperError
from sapper.game.rules import DIFFICULTIES, Rules

OnOption = Annotated[
    list[str] | None,
    typer.Option(
        "--on",
        metavar="GRID",
        autocompletion=complete_grids,
        help=(
            f"{', '.join(DIFFICULTIES)}, or columns x rows x mines such as 30x16x99; "
            "may be repeated."
        ),
    ),
]
FirstClickOption = Annotated[
    str,
    typer.Option(
        "--first-click",
        metavar="any|safe|zero",
        autocompletion=complete_first_clicks,
        help="What the first click may meet: anything, no mine, or no mine around it either.",
    ),
]
GameOption = Annotated[
    str,
    typer.Option(
        "--game",
        metavar="normal|score",
        autocompletion=complete_games,
        help="A mine ends the game, or costs a point and the game goes on.",
    ),
]
SeedOption = Annotated[int, typer.Option(help="Seed of the run: decides all boards.")]

AgentSeedOption = Annotated[int, typer.Option(help="Seed of the agents' own choices.")]

WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Worker processes; all cores if not given.")
]

LoadOption = Annotated[
    list[str] | None,
    typer.Option(
        "--load",
        metavar="FILE.py",
        help="A Python file that registers agents of your own; may be repeated.",
    ),
]

STANDARD_GRIDS = ("beginner", "intermediate", "expert")


def parse_grids(on: list[str] | None, first_click: str, game: str) -> list[tuple[str, Rules]]:
    """Read the grids to play on; none means the three standard ones."""
    return [
        (text, Rules.parse(text, first_click=first_click, game=game))
        for text in dict.fromkeys(on or STANDARD_GRIDS)
    ]


def load_files(files: list[str] | None) -> None:
    """Load the user's files, so that the agents in them are registered."""
    for name in files or []:
        load_file(name)


def check_svg(path: Path | None) -> None:
    """Raise an error unless a picture's name ends as one of an SVG file does."""
    if path is not None and path.suffix.lower() != ".svg":
        raise SapperError(
            f"expected a name that ends in .svg, got {str(path)!r}; pictures are drawn as SVG only"
        )
