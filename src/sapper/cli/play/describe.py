"""A step of a watched game in words: who did what, and from which clues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from sapper.agents import Deduction
from sapper.cli.play import colours
from sapper.cli.play.story import STUCK, Step
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


def describe_step(step: Step, position: Position, outcome: str) -> Text:
    """Tell a step; the position is the one after it."""
    text = Text()
    if step.actor is STUCK:
        text.append("stuck", style=f"bold {step.actor.colour}")
        text.append(": nothing is proven, and there is nobody to guess")
        return text
    text.append(step.actor.name, style=f"bold {step.actor.colour}")
    if step.deductions:
        text.append(" " + _count(step.deductions) + _tell_window(step, position) + "\n")
        _append_deductions(text, step.deductions, position)
    elif step.cell is not None:
        text.append(" " + _tell_choice(step, position))
    if outcome != "playing":
        text.append(f"\n{outcome}", style=f"bold {colours.OUTCOME_COLOURS[outcome]}")
    return text


def _tell_window(step: Step, position: Position) -> str:
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


def _count(deductions: Iterable[Deduction]) -> str:
    found = list(deductions)
    safe, mines = sum(len(d.safe) for d in found), sum(len(d.mines) for d in found)
    parts = [f"{safe} safe"] if safe else []
    parts += [f"{mines} {'mine' if mines == 1 else 'mines'}"] if mines else []
    return "proved " + " and ".join(parts)


def _append_deductions(text: Text, deductions: Iterable[Deduction], position: Position) -> None:
    lines = _join_equal(deductions)
    for (clues, is_mine), cells in list(lines.items())[:MOST_LINES]:
        kind, colour = ("mine", colours.LOST) if is_mine else ("safe", colours.WON)
        text.append(f"\n{kind} ", style=colour)
        text.append(position.format_cells(cells), style="bold")
        if clues:
            text.append(f"  from {position.format_cells(clues)}", style=colours.FAINT)
    if len(lines) > MOST_LINES:
        text.append(f"\nand {len(lines) - MOST_LINES} more", style=colours.FAINT)


def _join_equal(deductions: Iterable[Deduction]) -> dict[tuple[tuple[int, ...], bool], list[int]]:
    """Put cells together that were proven alike from the same clues."""
    lines: dict[tuple[tuple[int, ...], bool], list[int]] = {}
    for deduction in deductions:
        for cells, is_mine in ((deduction.safe, False), (deduction.mines, True)):
            if cells:
                lines.setdefault((deduction.clues, is_mine), []).extend(cells)
    return lines
