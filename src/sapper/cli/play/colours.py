"""
The colours of the grid and of an agent's parts, chosen to be read on a dark ground.

Clues have the colours that players know, lightened: 1 blue, 2 green, 3 red,
4 violet for navy, 5 orange for maroon, 6 teal, 7 white for black, 8 grey.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from rich.style import Style
from textual.color import Color

from sapper.agents.watch.story import STUCK, Actor

GROUND: Final = "#15181e"
PANEL: Final = "#1c2028"
TEXT: Final = "#d7dce4"
FAINT: Final = "#7d8796"

# Two tones of each, like the squares of a chessboard, so that single cells are easy to see.
COVERED_TONES: Final = ("#566176", "#4e586c")
COVERED_DOTS: Final = ("#6c788f", "#647086")
REVEALED_TONES: Final = ("#20252e", "#1d2129")

CLUE_COLOURS: Final = (
    FAINT,
    "#6fb1ff",
    "#74d680",
    "#ff7b72",
    "#b39cff",
    "#f0a35e",
    "#56d4dd",
    "#f0f3f6",
    "#a3adba",
)
WINDOW: Final = "#8fb7d9"
CLUE_USED_GROUND: Final = "#3f4a5e"
FLAG: Final = "#ffd866"
MINE: Final = "#ffb3ad"
MINE_GROUND: Final = "#b3282d"
WRONG_FLAG_GROUND: Final = "#7a1f4b"
WON: Final = "#74d680"
LOST: Final = "#ff7b72"
CURSOR: Final = "#ffffff"
CURSOR_TEXT: Final = "#10131a"

OUTCOME_COLOURS: Final = {"playing": TEXT, "won": WON, "lost": LOST, "stuck": FLAG}

OPENER: Final = "#ffd866"
GUESSER: Final = "#ff8ac4"
# One each for the deducers in the order in which they are asked, then again from the first.
DEDUCERS: Final = ("#5fd38d", "#62a8ff", "#f29e4c", "#b48cff", "#3fd0d0", "#c5d86d")
MOVES: Final = {"reveal": "#62a8ff", "flag": "#ffd866", "unflag": "#a3adba", "chord": "#5fd38d"}


def colours_of(actors: Iterable[Actor]) -> dict[Actor, str]:
    """Assign each actor of a story a colour."""
    found = {STUCK: OUTCOME_COLOURS["stuck"]}
    deducers = 0
    for actor in actors:
        if actor.role == "deducer":
            found[actor] = DEDUCERS[deducers % len(DEDUCERS)]
            deducers += 1
        else:
            found[actor] = {"opener": OPENER, "guesser": GUESSER, **MOVES}[
                actor.name if actor.role == "move" else actor.role
            ]
    return found


@lru_cache(maxsize=4096)
def make_style(colour: str, ground: str, *, bold: bool = False, underline: bool = False) -> Style:
    """Return the style of a cell's text; the same one for the same colours."""
    return Style(color=colour, bgcolor=ground, bold=bold, underline=underline)


@lru_cache(maxsize=256)
def tint(colour: str, ground: str, share: float = 0.34) -> str:
    """Mix some of a colour into the ground, dark enough for a clue to be read on it."""
    return Color.parse(ground).blend(Color.parse(colour), share).hex6
