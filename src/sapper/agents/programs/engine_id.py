"""
The id of a program as an agent: ``engine:COMMAND`` or ``engine:option=value,…:COMMAND``.

The command is split into words as a shell does, and run without one.
"""

from __future__ import annotations

import math
import shlex
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from sapper.agents.agent import Agent
from sapper.agents.options import ENGINE, options_of
from sapper.agents.programs.guess import START, ProgramGuess
from sapper.errors import NotationError, RulesError, SapperError

if TYPE_CHECKING:
    from sapper.agents.registry import Entry

_SOURCE: Final = "the program that COMMAND starts"


def _engine(
    dialect: Literal["sapper", "codingame"] = "sapper",
    seconds: float = 0.0,
    move_seconds: float = 0.0,
    start_seconds: float = START,
    command: str = "",
) -> Agent:
    """Ask another program for every move."""
    for name, value in (("seconds", seconds), ("move_seconds", move_seconds)):
        if not (math.isfinite(value) and value >= 0):
            raise RulesError(f"expected {name} as a number from 0, got {value!r}")
    if not (math.isfinite(start_seconds) and start_seconds >= 0):
        raise RulesError(f"expected start_seconds as a number from 0, got {start_seconds!r}")
    words = split_command(command)
    return Agent(guesser=ProgramGuess(words, dialect, seconds, move_seconds, start_seconds))


def split_command(command: str) -> tuple[str, ...]:
    """Split a command into words, the first of which is a program that is there."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise NotationError(f"cannot read the command {command!r}: {error}") from None
    if not words:
        raise NotationError("expected a command, as in engine:./my_solver, got none")
    if shutil.which(words[0]) is None:
        if Path(words[0]).is_file():
            raise SapperError(f"cannot run {words[0]!r}; chmod +x makes a program of a file")
        raise SapperError(f"no program {words[0]!r} to play with")
    return words


@cache
def engine_entry() -> Entry:
    """Return the entry that every id of a program belongs to."""
    from sapper.agents.registry import Entry  # noqa: PLC0415 - it asks here

    return Entry(ENGINE, _engine, _SOURCE, options_of(_engine), ("normal", "score"), ())
