"""Small parts in Python for the tests: honest, lying and broken ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sapper.agents import Deduction, Random
from sapper.agents.run.questions import Questions
from sapper.game.moves import Move
from sapper.game.position import Position


@dataclass(frozen=True)
class PythonFixedCell:
    """As the native FixedCell."""

    column: int = 0
    row: int = 0

    def open(self, position: Position, random: Random) -> int:
        return self.row * position.columns + self.column


@dataclass(frozen=True)
class PythonRandomCell:
    def open(self, position: Position, random: Random) -> int:
        return random.below(position.num_cells)


@dataclass(frozen=True)
class OffGrid:
    cell: int = -1

    def open(self, position: Position, random: Random) -> int:
        return self.cell

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return self.cell


@dataclass(frozen=True)
class FirstAllowed:
    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return allowed[0]


@dataclass(frozen=True)
class FirstAllowedOfMany:
    """As FirstAllowed, for all waiting games at once."""

    def guess_many(self, questions: Questions) -> Sequence[int]:
        flat = questions.allowed.reshape(len(questions), -1)
        return [int(cell) for cell in flat.argmax(axis=1)]


@dataclass(frozen=True)
class AnyAllowed:
    """Any allowed cell, by the generator it is handed."""

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return allowed[random.below(len(allowed))]


@dataclass(frozen=True)
class AnyAllowedOfMany:
    """As AnyAllowed, for all waiting games at once."""

    def guess_many(self, questions: Questions) -> Sequence[int]:
        return [q.allowed[q.random.below(len(q.allowed))] for q in questions]


@dataclass(frozen=True)
class FlagFirst:
    """Flags the first allowed cell, for ever."""

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> Move:
        return Move("flag", allowed[0])


@dataclass(frozen=True)
class ChordGuess:
    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> Move:
        return Move("chord", allowed[0])


@dataclass(frozen=True)
class TooFew:
    def guess_many(self, questions: Questions) -> Sequence[int]:
        return []


@dataclass(frozen=True)
class Raises:
    text: str = "broken on purpose"

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        raise ZeroDivisionError(self.text)


@dataclass(frozen=True)
class AllSafe:
    """A liar: every covered cell is safe."""

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return [Deduction(safe=(cell,)) for cell in position.covered]


@dataclass(frozen=True)
class AllMines:
    """A liar: every covered cell is a mine."""

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return [Deduction(mines=tuple(position.covered))]


@dataclass(frozen=True)
class DeducesOffGrid:
    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return [Deduction(safe=(position.num_cells,))]


@dataclass(frozen=True)
class Silent:
    """Proves nothing."""

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return []


@dataclass(frozen=True)
class CountsCalls:
    """Keeps state in a game: checks that the cells named as changed are those that changed."""

    def start(self, position: Position) -> _Counter:
        return _Counter(position)

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        raise AssertionError("the driver must ask what start() gave")


class _Counter:
    def __init__(self, position: Position) -> None:
        self.before = position

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        differing = {
            cell
            for cell, (old, new) in enumerate(zip(self.before.cells, position.cells, strict=True))
            if old != new
        }
        assert differing == set(changed), (differing, changed)
        assert len(changed) == len(set(changed))
        self.before = position
        return []
