"""
A reason in words: one sentence that a player can follow on the grid.

The clues of a proof are laid out as a story where one exists: single clues and
pairs of clues settle cells one after the other until the cell is reached.
Where that does not get there, or would take too long, the sentence says what
could not be right if the cell were otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Final

from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.position import Position

MOST_EVENTS: Final = 5  # a longer story is harder to follow than the bare contradiction
MOST_NAMED: Final = 8  # cells or clues in a list before the rest is only counted


def make_sentence(
    position: Position,
    cell: int,
    *,
    is_mine: bool,
    clues: Sequence[int],
    flags: Sequence[int],
    needs_mine_count: bool,
    is_minimal: bool,
) -> str:
    """Say why a cell is what it is."""
    teller = _Teller(position, cell, is_mine, tuple(clues), frozenset(flags))
    because = teller.tell_with_mine_count() if needs_mine_count else teller.tell()
    what = "a mine" if is_mine else "safe"
    sentence = f"{position.format_cell(cell)} is {what}: {because}"
    if flags:
        sentence += f" (trusting the {_plural('flag', len(flags))} at {teller.name_cells(flags)})"
    return sentence if is_minimal else sentence + " (not all of these clues may be needed)"


@dataclass(frozen=True)
class _Event:
    """Cells that one clue, or a pair of clues, settles; and what to say of it."""

    settled: frozenset[int]
    are_mines: bool
    uses: frozenset[int]  # cells settled before that it relies on
    result: str  # told if the story goes on
    ending: str  # told if it ends here


@dataclass
class _Teller:
    position: Position
    cell: int
    is_mine: bool
    clues: tuple[int, ...]
    flags: frozenset[int]
    known: dict[int, bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for cell, code in enumerate(self.position.cells):
            if code == MINE_SHOWN or cell in self.flags:
                self.known[cell] = True

    # The story

    def tell(self) -> str:
        """Tell the events that lead to the cell, or else the contradiction."""
        events = self._collect_events()
        if events is None or len(events) > MOST_EVENTS:
            return self._contradiction()
        *before, last = events
        return ", then ".join([*(event.result for event in before), last.ending])

    def _collect_events(self) -> list[_Event] | None:
        events: list[_Event] = []
        while self.cell not in self.known:
            event = self._next_event()
            if event is None:
                return None
            events.append(event)
            self.known.update(dict.fromkeys(event.settled, event.are_mines))
        return _trim(events, self.cell)

    def _next_event(self) -> _Event | None:
        singles = [self._single(clue) for clue in self.clues]
        pairs = (self._pair(a, b) for a, b in permutations(self.clues, 2))
        found = [event for event in singles if event] or [event for event in pairs if event]
        reaching = [event for event in found if self.cell in event.settled]
        return next(iter(reaching or found), None)

    def _single(self, clue: int) -> _Event | None:
        unknown, mines = self._unknown(clue), self._mines(clue)
        left = self._shown(clue) - len(mines)
        if not unknown or left not in {0, len(unknown)}:
            return None
        cells = self._listed(unknown)
        who = self.name_clue(clue)
        if left == 0:
            ending = self._is_served(clue, mines)
            return _Event(unknown, False, mines, f"{who} makes {cells} safe", ending)
        number = "one covered cell" if left == 1 else f"{left} covered cells"
        if mines:
            ending = f"{who} needs {left} more {_plural('mine', left)} and has only {number} left"
        else:
            ending = f"{who} has only {number} around it"
        what = "a mine" if len(unknown) == 1 else "mines"
        return _Event(unknown, True, self._settled(clue), f"{who} makes {cells} {what}", ending)

    def _is_served(self, clue: int, mines: frozenset[int]) -> str:
        shown = self._shown(clue)
        if shown == 0:
            return f"{self.name_clue(clue)} has no mines around it"
        number = {1: "its mine", 2: "both its mines"}.get(shown, f"all its {shown} mines")
        return f"{self.name_clue(clue)} already has {number} at {self._listed(mines)}"

    def _pair(self, a: int, b: int) -> _Event | None:
        """What clue b lets clue a say of the cells that only a has."""
        cells_a, cells_b = self._unknown(a), self._unknown(b)
        shared, rest = cells_a & cells_b, cells_a - cells_b
        if not shared or not rest:
            return None
        left_a, left_b = self._left(a), self._left(b)
        most = min(len(shared), left_b)
        least = max(0, left_b - len(cells_b - shared))
        uses = self._settled(a) | self._settled(b)
        place, target = self._listed(shared), self._listed(rest)
        start = self._pair_start(b, shared, least, mines=left_a - most == len(rest))
        if left_a - most == len(rest):
            what = "a mine" if len(rest) == 1 else "mines"
            end = f"{start} {place}, so {self.name_clue(a)} needs {what} at {target}"
            return _Event(rest, True, uses, end, end)
        if left_a == least:
            end = f"{start} {place}, so {self.name_clue(a)} has none left for {target}"
            return _Event(rest, False, uses, end, end)
        return None

    def _pair_start(self, clue: int, shared: frozenset[int], least: int, *, mines: bool) -> str:
        who, left = self.name_clue(clue), self._left(clue)
        if shared == self._unknown(clue):
            return f"{who} has {_of_its(left, self._shown(clue))} among"
        if mines:
            return f"{who} allows at most {left} {_plural('mine', left)} among"
        return f"{who} must have at least {least} {_plural('mine', least)} among"

    # Contradictions

    def _contradiction(self) -> str:
        case = "without" if self.is_mine else "with"
        return f"{case} a mine there, {self.name_clues()} could not all be right"

    def tell_with_mine_count(self) -> str:
        """Say what the number of mines has to do with it."""
        covered = [c for c, code in enumerate(self.position.cells) if self._is_unknown(c, code)]
        left = self.position.num_mines - len(self.known)
        if not self.clues:
            if left == 0:
                return "no mines are left"
            are = "is" if left == 1 else "are"
            cells = _plural("covered cell", len(covered))
            return f"{left} {_plural('mine', left)} {are} left for {len(covered)} {cells}"
        groups = [self._unknown(clue) for clue in self.clues]
        inside = frozenset().union(*groups)
        are_apart = sum(map(len, groups)) == len(inside)
        if are_apart and self.cell not in inside:
            return self._tell_apart(left)
        case = "without" if self.is_mine else "with"
        mines = "the one mine" if left == 1 else f"the {left} mines"
        return f"{case} a mine there, {mines} left could not be placed to fit {self.name_clues()}"

    def _tell_apart(self, left: int) -> str:
        """Clues that share no cells hold their mines apart from the cell."""
        held = sum(self._left(clue) for clue in self.clues)
        verb = "needs" if len(self.clues) == 1 else "need"
        if held == left:
            mines = {1: "the only mine", 2: "both mines"}.get(left, f"all {left} mines")
            return f"{self.name_clues()} {verb} {mines} left"
        return (
            f"{self.name_clues()} {verb} {held} of the {left} mines left, "
            f"and all other covered cells the rest"
        )

    # Looking

    def _shown(self, clue: int) -> int:
        return self.position.cells[clue]

    def _is_unknown(self, cell: int, code: int) -> bool:
        return code in (COVERED, FLAGGED) and cell not in self.known

    def _unknown(self, clue: int) -> frozenset[int]:
        cells = self.position.cells
        return frozenset(c for c in self.position.neighbours(clue) if self._is_unknown(c, cells[c]))

    def _mines(self, clue: int) -> frozenset[int]:
        return frozenset(c for c in self.position.neighbours(clue) if self.known.get(c))

    def _settled(self, clue: int) -> frozenset[int]:
        return frozenset(c for c in self.position.neighbours(clue) if c in self.known)

    def _left(self, clue: int) -> int:
        return self._shown(clue) - len(self._mines(clue))

    # Naming

    def name_cells(self, cells: Sequence[int]) -> str:
        """Name cells, the first few if there are many."""
        if len(cells) <= MOST_NAMED:
            return self.position.format_cells(cells)
        named = self.position.format_cells(cells[:MOST_NAMED])
        return f"{named} and {len(cells) - MOST_NAMED} more"

    def _listed(self, cells: frozenset[int]) -> str:
        return self.name_cells(sorted(cells))

    def name_clue(self, clue: int) -> str:
        """Name a clue by what it shows and where."""
        return f"the {self._shown(clue)} at {self.position.format_cell(clue)}"

    def name_clues(self) -> str:
        """Name all clues of the reason, the first few if there are many."""
        names = [self.name_clue(clue) for clue in self.clues]
        if len(names) > MOST_NAMED:
            names = [*names[: MOST_NAMED - 1], f"{len(names) - MOST_NAMED + 1} other clues"]
        return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _trim(events: list[_Event], cell: int) -> list[_Event]:
    """Keep the events that the last one relies on, directly or not."""
    needed = {cell}
    kept: list[_Event] = []
    for event in reversed(events):
        if event.settled & needed:
            kept.append(event)
            needed |= event.uses
    return kept[::-1]


def _of_its(left: int, shown: int) -> str:
    """Name the mines that a clue still has to get."""
    if left < shown:
        return "its last mine" if left == 1 else f"its last {left} mines"
    return {1: "its mine", 2: "both its mines"}.get(left, f"all its {left} mines")


def _plural(word: str, count: int) -> str:
    return word if count == 1 else word + "s"
