"""3BV, openings, islands and both ZiNis, as their definitions say and no faster."""

from __future__ import annotations

from itertools import combinations

from sapper.game.cells import neighbours
from sapper.game.layout import Layout


class SlowBoard:
    """A layout with what can be counted on it."""

    def __init__(self, layout: Layout) -> None:
        self.columns, self.rows = layout.columns, layout.rows
        self.mines = set(layout.mines)
        self.cells = range(self.columns * self.rows)
        self.around = [neighbours(cell, self.columns, self.rows) for cell in self.cells]
        self.clues = [sum(n in self.mines for n in self.around[cell]) for cell in self.cells]
        self.safe = [cell for cell in self.cells if cell not in self.mines]
        # Leftmost column first, then from the top.
        self.by_column = sorted(self.safe, key=lambda c: (c % self.columns, c // self.columns))

    def flood(self, cell: int) -> frozenset[int]:
        """List what a left click on a safe cell reveals."""
        seen = {cell}
        waiting = [cell]
        while waiting:
            at = waiting.pop()
            if self.clues[at] == 0:
                fresh = [n for n in self.around[at] if n not in seen]
                seen.update(fresh)
                waiting += fresh
        return frozenset(seen)

    def fewest_clicks(self) -> int:
        """Try all sets of left clicks, smallest first."""
        for size in range(len(self.safe) + 1):
            for chosen in combinations(self.safe, size):
                if len(frozenset().union(*map(self.flood, chosen))) == len(self.safe):
                    return size
        raise AssertionError

    def units(self) -> list[frozenset[int]]:
        """List the 3BV: each opening with its rim, and each clue next to none."""
        openings = {self.flood(cell) for cell in self.safe if self.clues[cell] == 0}
        opened = frozenset().union(*openings)
        return [*openings, *(frozenset([cell]) for cell in self.safe if cell not in opened)]

    def islands(self) -> int:
        """Count the connected groups of clues next to no opening."""
        alone = {min(unit) for unit in self.units() if len(unit) == 1 and not self._is_zero(unit)}
        count = 0
        while alone:
            count += 1
            waiting = [alone.pop()]
            while waiting:
                fresh = alone.intersection(self.around[waiting.pop()])
                alone -= fresh
                waiting += fresh
        return count

    def _is_zero(self, unit: frozenset[int]) -> bool:
        return any(self.clues[cell] == 0 for cell in unit)

    def zini(self, *, human: bool) -> int:
        """Play the greedy player's clicks."""
        units = self.units()
        revealed: set[int] = set()
        flags: set[int] = set()
        clicks = 0
        if human:
            for unit in units:
                if self._is_zero(unit):
                    revealed |= unit
                    clicks += 1

        def premium(cell: int) -> int:
            block = {cell, *self.around[cell]}
            held = sum(self._is_held(unit, block) and not unit <= revealed for unit in units)
            unflagged = sum(n in self.mines and n not in flags for n in self.around[cell])
            return held - unflagged - (cell not in revealed) - 1

        while len(revealed) < len(self.safe):
            offers = [c for c in self.by_column if not human or c in revealed]
            best = max(offers, key=premium, default=None)
            if best is not None and premium(best) >= 0:
                clicks += 1 + (best not in revealed)
                clicks += len(self.mines.intersection(self.around[best]) - flags)
                flags |= self.mines.intersection(self.around[best])
                for cell in {best, *self.around[best]} - self.mines:
                    revealed |= self.flood(cell)
            else:
                left = [u for u in units if not u <= revealed]
                covered = (c for c in self.by_column if c not in revealed)
                cell = next(c for c in covered if self._starts(c, left))
                revealed |= self.flood(cell)
                clicks += 1
        return clicks

    def _is_held(self, unit: frozenset[int], block: set[int]) -> bool:
        """Return whether revealing the block reveals the unit: by a zero of it, or itself."""
        if self._is_zero(unit):
            return any(self.clues[cell] == 0 for cell in unit & block)
        return unit <= block

    def _starts(self, cell: int, left: list[frozenset[int]]) -> bool:
        return any(cell in unit and (self.clues[cell] == 0 or len(unit) == 1) for unit in left)
