"""
The four kinds of expert positions on which the exact engine is measured.

Each kind is made by play from the game seeds that follow its first seed, so
that what is committed is the seeds, not the positions:

- ``stuck``: after all single-clue moves;
- ``guess``: every provably safe cell has been opened;
- ``hard``: the position with the largest component met in a game that goes on
  by opening a random safe frontier cell whenever single clues are stuck;
- ``scattered``: 30 to 120 random safe cells revealed, with cascade, no logic.

Games that are won before they get there are passed over.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from sapper.game import Game, Position, Rules
from sapper.game.codes import COVERED
from sapper.logic import analyse

EXPERT = Rules.parse("expert", first_click="zero")
FIRST_SEEDS = {"stuck": 1_000_000, "guess": 2_000_000, "hard": 3_000_000, "scattered": 4_000_000}
KINDS = tuple(FIRST_SEEDS)


def iter_positions(kind: str, rules: Rules = EXPERT) -> Iterator[Position]:
    """Yield positions of a kind, for ever the same ones in the same order."""
    makers: dict[str, Callable[[Game], Position | None]] = {
        "stuck": make_stuck,
        "guess": make_guess,
        "hard": make_hard,
        "scattered": make_scattered,
    }
    seed = FIRST_SEEDS[kind]
    while True:
        game = Game(rules, seed=seed)
        game.reveal(random.Random(seed).randrange(rules.num_cells))
        position = makers[kind](game)
        if position is not None:
            yield position
        seed += 1


def take_positions(kind: str, count: int, rules: Rules = EXPERT) -> list[Position]:
    """Make the first positions of a kind."""
    positions = iter_positions(kind, rules)
    return [next(positions) for _ in range(count)]


def make_stuck(game: Game) -> Position | None:
    """Open what single clues prove."""
    SingleClues(game).play()
    return None if game.is_over else game.position


def make_guess(game: Game) -> Position | None:
    """Open everything that can be proven safe."""
    single = SingleClues(game)
    single.play()
    while not game.is_over:
        safe = analyse(game.position).safe
        if not safe:
            return game.position
        for cell in safe:
            single.open(cell)
        single.play()
    return None


def make_hard(game: Game) -> Position | None:
    """Go on with random safe frontier cells; keep the position with the largest component."""
    rng = random.Random(game.seed)
    single = SingleClues(game)
    best: tuple[int, Position] | None = None
    single.play()
    while not game.is_over:
        position = game.position
        largest = max((len(c.cells) for c in analyse(position).components), default=0)
        if best is None or largest > best[0]:
            best = (largest, position)
        mines = set(game.layout.mines)
        frontier = [c for c in position.covered if c not in mines and single.is_frontier(c)]
        if not frontier:
            break
        single.open(rng.choice(frontier))
        single.play()
    return None if best is None else best[1]


def make_scattered(game: Game) -> Position | None:
    """Reveal 30 to 120 random safe cells."""
    rng = random.Random(game.seed)
    mines = set(game.layout.mines)
    wanted = rng.randint(30, 120)
    for _ in range(wanted):
        safe = [c for c in game.position.covered if c not in mines]
        if not safe:
            return None
        game.reveal(rng.choice(safe))
    return None if game.is_over else game.position


class SingleClues:
    """Plays what one clue alone proves, looking again only where something changed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.known_mines: set[int] = set()
        self.around = [game.position.neighbours(c) for c in range(game.rules.num_cells)]
        self.seen = bytes([COVERED]) * game.rules.num_cells
        self.work: set[int] = set()
        self.note_changes()

    def is_frontier(self, cell: int) -> bool:
        """Return whether a covered cell lies next to a clue."""
        return any(self.seen[n] < COVERED for n in self.around[cell])

    def note_changes(self) -> None:
        """Queue the clues near cells that changed."""
        cells = self.game.position.cells
        for cell, (before, after) in enumerate(zip(self.seen, cells, strict=True)):
            if before != after:
                self.work.add(cell)
                self.work.update(n for n in self.around[cell] if cells[n] < COVERED)
        self.seen = cells

    def open(self, cell: int) -> None:
        """Reveal a cell, unless a cascade already did."""
        if self.game.is_over or self.game.position.cells[cell] != COVERED:
            return
        self.game.reveal(cell)

    def play(self) -> None:
        """Go on until no single clue proves a safe cell."""
        self.note_changes()
        while self.work and not self.game.is_over:
            to_open: list[int] = []
            while self.work:
                to_open += self.look(self.work.pop())
            for cell in to_open:
                self.open(cell)
            self.note_changes()

    def look(self, clue: int) -> list[int]:
        """Apply one clue; mines found queue their neighbours again."""
        cells = self.seen
        if cells[clue] >= COVERED:
            return []
        covered = [n for n in self.around[clue] if cells[n] == COVERED]
        unknown = [n for n in covered if n not in self.known_mines]
        left = cells[clue] - (len(covered) - len(unknown))
        if left == 0:
            return unknown
        if left == len(unknown):
            self.known_mines.update(unknown)
            for cell in unknown:
                self.work.update(n for n in self.around[cell] if cells[n] < COVERED)
        return []
