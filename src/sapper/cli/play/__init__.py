"""
`sapper play`: a game in the terminal, for a person or to watch an agent.

The terminal library is loaded only when a game begins: the other commands start
faster without it. `app.py` is the way in; `person.py` and `watch.py` are the two
screens.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.cli.completion import complete_agents, complete_grids, complete_guessings
from sapper.cli.options import FirstClickOption, GameOption, LoadOption, load_files
from sapper.errors import SapperError
from sapper.game.rules import DIFFICULTIES, Rules

if TYPE_CHECKING:
    from sapper.agents import Agent
    from sapper.cli.play.app import PlayApp
    from sapper.game.layout import Layout


def play(
    on: Annotated[
        str | None,
        typer.Option(
            metavar="GRID",
            autocompletion=complete_grids,
            help=(
                f"{', '.join(DIFFICULTIES)}, or columns x rows x mines such as 30x16x99; "
                "beginner if not given."
            ),
        ),
    ] = None,
    first_click: FirstClickOption = "safe",
    game: GameOption = "normal",
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the game; a fresh one if not given, shown with the game."),
    ] = None,
    agent: Annotated[
        str | None,
        typer.Option(
            metavar="ID",
            help="Watch this agent; `sapper agents` lists them. Or policy:FILE.py:FUNCTION.",
            autocompletion=complete_agents,
        ),
    ] = None,
    agent_seed: Annotated[int, typer.Option(help="Seed of the agent's own choices.")] = 0,
    layout: Annotated[
        str | None,
        typer.Option(
            metavar="MINES",
            help=(
                "Play on these mines: rows of - and * such as '-*-/--*', or a file with "
                "them, or an MBF board. Any first cell may be opened. A file of "
                "`sapper boards` begins with the board's own first cell."
            ),
        ),
    ] = None,
    board: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Which board of the file given with --layout; the first if not given.",
        ),
    ] = None,
    log: Annotated[
        bool,
        typer.Option(
            "--log",
            help="Write the agent's game as text, turn by turn, and start no screen.",
        ),
    ] = False,
    no_guess: Annotated[
        bool,
        typer.Option(
            "--no-guess",
            help="A board that never forces a guess, found when you open your first cell.",
        ),
    ] = False,
    guessing: Annotated[
        str,
        typer.Option(
            metavar="uniform|fair|kind",
            autocompletion=complete_guessings,
            help=(
                "How guesses are answered: as the mines lie; a forced one safe and any other a "
                "mine; or only a forced one safe."
            ),
        ),
    ] = "uniform",
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
    the part that proved them. With --log the agent's game is text: every
    turn the part that spoke, what it proved from which clues, and the
    position; guesses are numbered, and the score stands at the end.

    [bold]Examples[/]

    sapper play

    sapper play --on expert --first-click zero --seed 7

    sapper play --agent kvietinskas/single-point --on intermediate --speed 5

    sapper play --agent cooper/combined --game score --on 10x10x20 --log

    sapper play --agent cooper/csp --game score --layout '-*-/--*/*-*' --log

    sapper play --no-guess --on expert

    sapper play --guessing fair --on expert

    sapper play --layout boards.json --board 3

    sapper play --replay game.json
    """
    load_files(load)
    if speed is not None and not 0 < speed <= 1000:
        raise SapperError(f"expected a speed above 0, up to 1000 turns a second, got {speed:g}")
    if replay is not None and (agent is not None or seed is not None or layout is not None):
        raise SapperError(
            "expected --replay without --agent, --seed and --layout: a replay holds them"
        )
    if board is not None and layout is None:
        raise SapperError("expected --board with --layout FILE.json, a file of `sapper boards`")
    if log and (agent is None or speed is not None or save is not None):
        raise SapperError("expected --log with --agent, and without --speed, --save and --replay")
    if guessing != "uniform" and (agent, replay, layout, no_guess) != (None, None, None, False):
        raise SapperError(
            f"expected --guessing {guessing} without --agent, --replay, --layout and --no-guess"
        )
    if no_guess:
        if agent is not None or replay is not None or layout is not None or game != "normal":
            raise SapperError(
                "expected --no-guess without --agent, --replay, --layout and --game score"
            )
        first_click = "zero"
    if replay is not None:
        app = _open_replay(replay, speed, save)
    else:
        given, first = _read_layout(layout, on, board)
        rules = _make_rules(given, on or "beginner", first_click, game)
        chosen = _Chosen(rules, given, first, seed, agent, agent_seed)
        if log:
            _write_log(chosen)
            return
        app = _open_game(chosen, speed, save, no_guess=no_guess, guessing=guessing)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise SapperError(
            "sapper play needs a terminal for both input and output; `sapper run` plays "
            "without one, and --log writes an agent's game as text"
        )
    app.run()


@dataclass(frozen=True)
class _Chosen:
    """The game that was asked for."""

    rules: Rules
    layout: Layout | None
    first: int | None  # revealed to begin with
    seed: int | None
    agent: str | None
    agent_seed: int


def _read_layout(
    text: str | None, on: str | None, board: int | None
) -> tuple[Layout | None, int | None]:
    """Read the layout given and, from a file of boards, the first cell."""
    from sapper.boards.board import holds_boards, load_board  # noqa: PLC0415 - as below
    from sapper.game.io.files import read_layout  # noqa: PLC0415 - see the module's docstring

    if text is None:
        return None, None
    if on is not None:
        raise SapperError("expected --layout without --on: the layout is the grid")
    if board is not None or holds_boards(text):
        found = load_board(text, board)
        return found.layout, found.first
    return read_layout(text), None


def _make_rules(layout: Layout | None, on: str, first_click: str, game: str) -> Rules:
    if layout is None:
        return Rules.parse(on, first_click=first_click, game=game)
    size = f"{layout.columns}x{layout.rows}x{len(layout.mines)}"
    return Rules.parse(size, first_click="any", game=game)


def _load_player(chosen: _Chosen) -> Agent:
    """Build the agent; on a board of a file it opens the board's own first cell."""
    from sapper.agents.openers import FixedCell  # noqa: PLC0415 - see the module's docstring
    from sapper.agents.run.policy import load_player  # noqa: PLC0415 - as above

    agent = load_player(chosen.agent or "")
    if chosen.first is None:
        return agent
    row, column = divmod(chosen.first, chosen.rules.columns)
    return replace(agent, opener=FixedCell(column, row))


def _write_log(chosen: _Chosen) -> None:
    from sapper.agents import Playthrough, tell_playthrough  # noqa: PLC0415 - as above
    from sapper.game.layout import fresh_seed  # noqa: PLC0415 - as above

    game = Playthrough(
        _load_player(chosen),
        chosen.rules,
        fresh_seed() if chosen.seed is None else chosen.seed,
        agent_seed=chosen.agent_seed,
        layout=chosen.layout,
    )
    for text in tell_playthrough(game):
        sys.stdout.write(text)


def _open_replay(path: Path, speed: float | None, save: Path | None) -> PlayApp:
    from sapper.cli.play.app import open_replay  # noqa: PLC0415 - see the module's docstring
    from sapper.game.replay import Replay  # noqa: PLC0415 - as above

    return open_replay(Replay.load(path), speed=speed, save=save)


def _open_game(
    chosen: _Chosen, speed: float | None, save: Path | None, *, no_guess: bool, guessing: str
) -> PlayApp:
    from sapper.cli.play.app import open_agent, open_person  # noqa: PLC0415 - as above
    from sapper.game.layout import fresh_seed  # noqa: PLC0415 - as above

    game_seed = fresh_seed() if chosen.seed is None else chosen.seed
    if chosen.agent is None:
        return open_person(
            chosen.rules,
            game_seed,
            save,
            layout=chosen.layout,
            first=chosen.first,
            no_guess=no_guess,
            guessing=guessing,
        )
    return open_agent(
        _load_player(chosen),
        chosen.rules,
        game_seed,
        agent_seed=chosen.agent_seed,
        layout=chosen.layout,
        speed=speed,
        save=save,
    )
