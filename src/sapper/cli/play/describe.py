"""A step of a watched game in coloured words: who did what, and from which clues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from rich.text import Text

from sapper.agents import Deduction
from sapper.agents.watch.game_text import count_deductions, join_deductions
from sapper.agents.watch.story import STUCK, Actor, Step
from sapper.cli.play import colours
from sapper.game.game import Game
from sapper.game.position import Position

# A turn may prove thousands of cells on a large grid; nobody reads more than this.
MOST_LINES: Final = 300
_DONE: Final = {
    "opener": "opened",
    "guesser": "guessed",
    "reveal": "revealed",
    "flag": "flagged",
    "unflag": "took the flag from",
    "chord": "chorded on",
}


def describe_step(step: Step, palette: Mapping[Actor, str], game: Game) -> Text:
    """Describe a step, given the game after it."""
    text = Text()
    colour, position = palette[step.actor], game.position
    if step.actor == STUCK:
        text.append("stuck", style=f"bold {colour}")
        text.append(": nothing is proven, and there is nobody to guess")
        return text
    if step.actor.role == "move":  # a person's move: the verb says who acted
        text.append(_tell_choice(step, position), style=f"bold {colour}")
    else:
        text.append(step.actor.name, style=f"bold {colour}")
    if step.deductions:
        text.append(f" proved {count_deductions(step.deductions)}")
        text.append(_tell_place(step, position) + "\n")
        _append_deductions(text, step.deductions, position)
    elif step.cell is not None and step.actor.role != "move":
        text.append(" " + _tell_choice(step, position))
        if step.reason is not None:
            for line in step.reason.lines(position):
                text.append(f"\n{line}", style=colours.FAINT)
    if game.outcome != "playing":
        text.append(f"\n{game.outcome}", style=f"bold {colours.OUTCOME_COLOURS[game.outcome]}")
    return text


def _tell_place(step: Step, position: Position) -> str:
    if step.assumed is not None:
        return f" by trying {position.format_cell(step.assumed)}"
    if not step.window:
        return ""
    first, last = position.format_cell(step.window[0]), position.format_cell(step.window[-1])
    return f" in the window {first} to {last}"


def _tell_choice(step: Step, position: Position) -> str:
    cell = step.cell or 0
    flagged = step.actor.role == "guesser" and step.moves and step.moves[0].kind == "flag"
    verb = _DONE.get(step.actor.role) or _DONE[step.actor.name]
    done = f"{verb} {position.format_cell(cell)}" + (" to be a mine" if flagged else "")
    if verb in ("flagged", "took the flag from", "chorded on") or flagged:
        return done
    clue = position.clue(cell)
    return f"{done}: " + ("a mine" if clue is None else f"it shows {clue}")


def _append_deductions(text: Text, deductions: Iterable[Deduction], position: Position) -> None:
    lines = join_deductions(deductions)
    for one in lines[:MOST_LINES]:
        kind, colour = ("mine", colours.LOST) if one.is_mine else ("safe", colours.WON)
        text.append(f"\n{kind} ", style=colour)
        text.append(position.format_cells(one.cells), style="bold")
        if one.clues:
            text.append(f"  from {position.format_cells(one.clues)}", style=colours.FAINT)
    if len(lines) > MOST_LINES:
        text.append(f"\nand {len(lines) - MOST_LINES} more", style=colours.FAINT)
