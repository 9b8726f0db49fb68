"""
Which part of a trace is the user's: an agent that fails should be met in its own file.

`note_game` leaves with an error the frames of the user's code and how to play its game
again; both survive the way from a worker process, which the trace itself does not.
"""

from __future__ import annotations

import shlex
import sysconfig
import traceback
from pathlib import Path
from typing import Final

from sapper.agents.agent import Agent
from sapper.agents.loading import loaded_files
from sapper.game.rules import Rules

_OURS: Final = str(Path(__file__).parents[1])
_PYTHON: Final = sysconfig.get_path("stdlib")
_INSTALLED: Final = ("site-packages", "dist-packages")
_BETWEEN: Final = ("typer", "click", "_editable_skbc_sapper.py")  # between our own frames
_GAME: Final = "the game that failed: "


def own_frames(error: BaseException) -> str:
    """Return the part of an error's trace that is neither ours nor Python's, as text."""
    frames = [one for one in traceback.extract_tb(error.__traceback__) if _is_own(one.filename)]
    return "".join(traceback.format_list(frames))


def _is_own(file: str) -> bool:
    if file.startswith((_OURS, "<frozen")) or Path(file).name in ("sapper", "sapper.exe"):
        return False
    parts = Path(file).parts
    for folder in _INSTALLED:
        if folder in parts:
            return parts[parts.index(folder) + 1] not in _BETWEEN
    return not file.startswith(_PYTHON)


def note_game(error: Exception, agent: Agent, rules: Rules, seed: int, agent_seed: int) -> None:
    """Leave with an error in somebody's agent where it was, and in which game."""
    frames = own_frames(error)
    if not frames or hasattr(error, "__notes__"):
        return
    words = ["sapper", "play", "--log", "--agent", str(agent), "--on", rules.size]
    words += ["--first-click", rules.first_click, "--game", rules.game, "--seed", str(seed)]
    if agent_seed:
        words += ["--agent-seed", str(agent_seed)]
    error.add_note(frames.rstrip("\n"))
    error.add_note(f"{_GAME}agent {str(agent)!r}, {rules.name}, game seed {seed}")
    error.add_note(f"play it again: {shlex.join(words)}")


def describe_own(error: Exception) -> str:
    """
    Return what is to be said of an error in the user's code: "" if it is none.

    The frames first, then the error, then the game where it is known; to the note that
    says how to play it again the loaded files are added.
    """
    notes = getattr(error, "__notes__", [])
    noted = len(notes) > 1 and notes[1].startswith(_GAME)
    frames, game = (notes[0], notes[1:]) if noted else (own_frames(error).rstrip("\n"), [])
    if not frames:
        return ""
    said = "".join(traceback.TracebackException(type(error), error, None).format_exception_only())
    said = said if not noted else said.partition(notes[0])[0]
    if game:  # a worker process may not know which files were loaded
        files = "".join(f" --load {shlex.quote(file)}" for file in loaded_files())
        game[-1] = notes[-1] = game[-1] + files
    return "\n".join([frames, said.rstrip("\n"), *game, "--debug shows the whole trace"])
