"""Crafted games for tests: layouts drawn with letters, agents started on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random as PythonRandom

from sapper.agents import Agent, Guesser, Playthrough, Random
from sapper.agents.openers import FixedCell
from sapper.agents.protocols import NativePart
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.rules import Rules


def draw_layout(text: str) -> Layout:
    """Read a layout drawn with ``*`` for mines and ``.`` for the rest."""
    return Layout.parse("/".join(text.split()).replace(".", "-"))


def play_on(
    layout: Layout,
    *deducers: NativePart,
    first: int = 0,
    guesser: NativePart | Guesser | None = None,
    flags: bool = True,
) -> Playthrough:
    """Begin a game on a given layout, opened at the cell ``first``."""
    opener = FixedCell(first % layout.columns, first // layout.columns)
    agent = Agent(opener, deducers, guesser, flags)
    rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any")
    return Playthrough(agent, rules, 1, layout=layout)


@dataclass(frozen=True)
class Script:
    """A guesser that reveals the given cells in order, then whatever is allowed."""

    cells: tuple[int, ...]

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return next((cell for cell in self.cells if cell in allowed), allowed[0])


def random_layouts(count: int, *, seed: int, max_mines: int = 6) -> Iterator[tuple[Layout, int]]:
    """Return small layouts, each with a safe first cell; the same for the same seed."""
    random = PythonRandom(seed)
    for _ in range(count):
        columns, rows = random.randint(1, 6), random.randint(2, 6)
        mines = random.sample(range(columns * rows), random.randint(1, min(max_mines, columns)))
        first = random.choice([c for c in range(columns * rows) if c not in mines])
        yield Layout(columns, rows, tuple(mines)), first
