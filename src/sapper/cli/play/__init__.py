"""
`sapper play`: a game in the terminal, for a person or to watch an agent.

The terminal library is loaded only when a game begins: the other commands start
faster without it. `app.py` is the way in; `person.py` and `watch.py` are the two
screens.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.options import FirstClickOption, GameOption, LoadOption, load_files
from sapper.errors import SapperError
from sapper.game.rules import DIFFICULTIES, Rules

if TYPE_CHECKING:
    from sapper.cli.play.app import PlayApp


def play(
    on: Annotated[
        str,
        typer.Option(
            metavar="GRID",
            help=f"{', '.join(DIFFICULTIES)}, or columns x rows x mines such as 30x16x99.",
        ),
    ] = "beginner",
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the game; a fresh one if not given, shown on the screen."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(metavar="ID", help="Watch this agent; `sapper agents` lists them."),
    ] = None,
    agent_seed: Annotated[int, typer.Option(help="Seed of the agent's own choices.")] = 0,
    speed: Annotated[
        float | None,
        typer.Option(
            metavar="TURNS",
            help="Turns a second when watching; turn by turn with the space bar if not given.",
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Watch a saved replay; t takes it over."),
    ] = None,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where the key s offers to save a replay."),
    ] = None,
    load: LoadOption = None,
) -> None:
    """
    Play in the terminal, or watch an agent, with the keys or the mouse.

    Arrows move, enter reveals, f flags, c chords, u undoes, after a loss
    too, and ? shows all keys. A watched agent's cells have the colour of
    the part that proved them.

    [bold]Examples[/]

    sapper play

    sapper play --on expert --first-click zero --seed 7

    sapper play --agent kvietinskas/single-point --on intermediate --speed 5

    sapper play --replay game.json
    """
    load_files(load)
    if speed is not None and not 0 < speed <= 1000:
        raise SapperError(f"expected a speed above 0, up to 1000 turns a second, got {speed:g}")
    if replay is not None and (agent is not None or seed is not None):
        raise SapperError("expected --replay without --agent and --seed: a replay holds both")
    if replay is not None:
        app = _open_replay(replay, speed, save)
    else:
        rules = Rules.parse(on, first_click=first_click, game=game)
        app = _open_game(rules, seed, agent, agent_seed, speed, save)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SapperError(
            "sapper play needs a terminal for both input and output; `sapper run` plays without one"
        )
    app.run()


def _open_replay(path: Path, speed: float | None, save: Path | None) -> PlayApp:
    from sapper.cli.play.app import open_replay  # noqa: PLC0415 - see the module's docstring
    from sapper.game.replay import Replay  # noqa: PLC0415 - as above

    return open_replay(Replay.load(path), speed=speed, save=save)


def _open_game(
    rules: Rules,
    seed: int | None,
    agent: str | None,
    agent_seed: int,
    speed: float | None,
    save: Path | None,
) -> PlayApp:
    from sapper.agents import load_agent  # noqa: PLC0415 - see the module's docstring
    from sapper.cli.play.app import open_agent, open_person  # noqa: PLC0415 - as above
    from sapper.cli.play.game_screen import fresh_seed  # noqa: PLC0415 - as above

    game_seed = fresh_seed() if seed is None else seed
    if agent is None:
        return open_person(rules, game_seed, save)
    return open_agent(
        load_agent(agent), rules, game_seed, agent_seed=agent_seed, speed=speed, save=save
    )
