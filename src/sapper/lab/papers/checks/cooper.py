"""
What Cooper 2020 shows in positions: figures 10, 25 and 35, and a sentence of section 2.3.

References:
    [1] J. Cooper, H. Moustafa, A. Wu 2020, Project 2: Minesweeper.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from sapper.agents import Agent, Deduction, Playthrough
from sapper.agents.deducers import AssumptionSearch, SinglePoint, SubsetDifferences
from sapper.agents.guessers import ClueChance
from sapper.agents.run.turns import deduce
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.lab.papers.claims import Check

# Figure 10, section 3.1: two positions of one game on 3x3.
FIGURE_10: Final = (Position.parse("1.2/.../... 4"), Position.parse("1*2/24F/... 4"))
# Figure 25, section 3.3: twelve cells are left.
FIGURE_25: Final = Position.parse(
    "00113F3F2F/001F3F3121/1111333100/F1112FF100/111F222100/"
    "0012211110/0002F22F42/1102F23FFF/F223223F../.......... 20"
)
# Figure 35, section 7: clues and mines next to its unknown cells are as stated there; the
# two rows above them are not in the text, and say nothing about those cells.
FIGURE_35: Final = Position.parse("00000/22111/FF33F/3..../1.... 7")
FIGURE_35_LAYOUT: Final = Layout.parse("-----/-----/**--*/-**-*/----*")


@dataclass(frozen=True)
class ShowsPosition:
    """A deducer that proves what a position shows, so that a game comes to it."""

    cells: bytes

    def deduce(self, position: Position, changed: Sequence[int]) -> list[Deduction]:
        """Name every cell of the position that is not shown yet."""
        del changed
        hidden = [cell for cell, code in enumerate(position.cells) if code == COVERED]
        safe = tuple(cell for cell in hidden if self.cells[cell] < COVERED)
        mines = tuple(cell for cell in hidden if self.cells[cell] == FLAGGED)
        return [Deduction(safe, mines)] if safe or mines else []


def choose(guesser: ClueChance, position: Position, layout: Layout) -> int | None:
    """Return the cell that a guesser chooses at a position of a game on this layout."""
    rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any", game="score")
    agent = Agent(None, (ShowsPosition(position.cells),), guesser)
    game = Playthrough(agent, rules, 0, layout=layout)
    shown, guessed = game.next_turn(), game.next_turn()
    if shown is None or shown.position != position or guessed is None:
        return None
    return guessed.cell


def figure_10() -> tuple[bool, str]:
    """Compare what csp proves in the two positions of figure 10."""
    told = [((3,), (5,)), ((), (8,))]
    found = [deduce(AssumptionSearch(), position) for position in FIGURE_10]
    seen = " and ".join(_shown(one, at) for one, at in zip(found, FIGURE_10, strict=True))
    return [(one.safe, one.mines) for one in found] == told, f"csp proves {seen}"


def figure_25() -> tuple[bool, str]:
    """Compare what equations and csp prove in the position of figure 25."""
    before = deduce(SinglePoint(), FIGURE_25), deduce(SubsetDifferences(), FIGURE_25)
    found = deduce(AssumptionSearch(), FIGURE_25)
    told = {FIGURE_25.columns * 9 + 2, FIGURE_25.columns * 9 + 3}
    nothing = all(not one.safe and not one.mines for one in before)
    return (
        nothing and told <= set(found.mines),
        f"basic and equations prove {'nothing' if nothing else 'something'}, "
        f"csp {_shown(found, FIGURE_25)}",
    )


def subsets_deduce_everything() -> tuple[bool, str]:
    """Look for a position in which csp proves more than differences, closed or not."""
    closed = deduce(SubsetDifferences(closure=True), FIGURE_25)
    found = deduce(AssumptionSearch(), FIGURE_25)
    more = set(found.safe + found.mines) - set(closed.safe + closed.mines)
    cells = FIGURE_25.format_cells(sorted(more)[:2])
    return not more, f"in figure 25 csp proves {cells}, which no difference does"


def figure_35() -> tuple[bool, str]:
    """Compare the chances of figure 35 and the cell that is chosen."""
    chances = sorted(_chances(FIGURE_35, 3 * FIGURE_35.columns + 1), reverse=True)
    mean = sum(chances, Fraction(0)) / len(chances)
    chosen = choose(ClueChance(), FIGURE_35, FIGURE_35_LAYOUT)
    told = 4 * FIGURE_35.columns + 1
    name = "nothing" if chosen is None else FIGURE_35.format_cell(chosen)
    return (
        chosen == told and round(float(mean), 2) == 0.56,
        f"the mean of {', '.join(map(str, chances))} is {float(mean):.2f}, chosen is {name}",
    )


def _chances(position: Position, cell: int) -> list[Fraction]:
    """Return the chance that each clue next to a cell gives it by itself."""
    found = []
    for next_to in position.neighbours(cell):
        if (clue := position.clue(next_to)) is not None:
            around = [position.cells[other] for other in position.neighbours(next_to)]
            found.append(Fraction(clue - around.count(FLAGGED), around.count(COVERED)))
    return found


def _shown(found: Deduction, position: Position) -> str:
    parts = [f"{position.format_cells(found.safe)} safe"] if found.safe else []
    parts += [f"{position.format_cells(found.mines)} mined"] if found.mines else []
    return ", ".join(parts) or "nothing"


CHECKS: Final[Mapping[str, Check]] = {
    "figure_10": figure_10,
    "figure_25": figure_25,
    "figure_35": figure_35,
    "subsets_deduce_everything": subsets_deduce_everything,
}
