"""
Sentences as the text of Vaitzman et al. has them: section II.2, slowly.

A sentence is a set of cells and the number of mines among them. `resolve` is the
resolution procedure, `nearest` the group of a sentence, `satisfying` every assignment
of a group's cells, found by trying the ways to lay the first sentence's mines first.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from sapper import Position
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN


class Sentence(NamedTuple):
    """The number of mines among these cells; ``clue`` is where it came from."""

    clue: int
    cells: frozenset[int]
    mines: int


class Known(NamedTuple):
    """Cells proven safe and cells proven mines."""

    safe: frozenset[int]
    mines: frozenset[int]


def read_sentences(position: Position) -> list[Sentence]:
    """Return what each clue says, flags and shown mines taken out."""
    found = []
    for cell, code in enumerate(position.cells):
        if code >= COVERED:
            continue
        around = position.neighbours(cell)
        covered = frozenset(near for near in around if position.cells[near] == COVERED)
        flags = sum(position.cells[near] in (FLAGGED, MINE_SHOWN) for near in around)
        if covered:
            found.append(Sentence(cell, covered, code - flags))
    return found


def resolve(sentences: list[Sentence]) -> tuple[list[Sentence], Known]:
    """Drop and shorten sentences that contain others until nothing changes."""
    left = list(sentences)
    safe: set[int] = set()
    mines: set[int] = set()
    while True:
        before = list(left)
        for sentence in left:
            if sentence.mines == 0:
                safe |= sentence.cells
            elif sentence.mines == len(sentence.cells):
                mines |= sentence.cells
        left = [
            Sentence(clue, cells - safe - mines, number - len(cells & mines))
            for clue, cells, number in left
        ]
        left = [sentence for sentence in left if sentence.cells]
        for small in list(left):
            for index, large in enumerate(left):
                if small is not large and small in left and small.cells <= large.cells:
                    left[index] = Sentence(
                        large.clue, large.cells - small.cells, large.mines - small.mines
                    )
        for sentence in left:
            if sentence.mines == 0:
                safe |= sentence.cells
        left = [sentence for sentence in left if sentence.cells]
        if left == before:
            return left, Known(frozenset(safe), frozenset(mines))


def nearest(sentences: list[Sentence], first: Sentence, size: int) -> list[Sentence]:
    """Return a sentence and those that share most cells with it, at least one."""
    others = [
        other for other in sentences if other.clue != first.clue and other.cells & first.cells
    ]
    others.sort(key=lambda other: (-len(other.cells & first.cells), other.clue))
    return [first, *others[: size - 1]]


def satisfying(group: list[Sentence]) -> Iterator[frozenset[int]]:
    """Return the mines of every assignment that satisfies the group."""

    def extend(index: int, mines: frozenset[int], seen: frozenset[int]) -> Iterator[frozenset[int]]:
        if index == len(group):
            yield mines
            return
        sentence = group[index]
        new = sorted(sentence.cells - seen)
        missing = sentence.mines - len(sentence.cells & mines)
        if 0 <= missing <= len(new):
            for chosen in combinations(new, missing):
                yield from extend(index + 1, mines | frozenset(chosen), seen | sentence.cells)

    yield from extend(0, frozenset(), frozenset())


def prove_in_groups(sentences: list[Sentence], size: int) -> Known:
    """Return the cells that have one value in all assignments of a group."""
    safe: set[int] = set()
    mines: set[int] = set()
    for sentence in sentences:
        group = nearest(sentences, sentence, size)
        cells = frozenset[int]().union(*(other.cells for other in group))
        found = list(satisfying(group))
        if found:
            safe |= cells - frozenset[int]().union(*found)
            mines |= cells.intersection(*found)
    return Known(frozenset(safe), frozenset(mines))


def count_values(sentences: list[Sentence], size: int) -> list[tuple[int, bool, int, int]]:
    """Return for each group and cell: cell, is a mine, assignments with that value, of how many."""
    counts = []
    for sentence in sentences:
        group = nearest(sentences, sentence, size)
        found = list(satisfying(group))
        for cell in sorted(frozenset[int]().union(*(other.cells for other in group))):
            number = sum(cell in mines for mines in found)
            counts.append((cell, True, number, len(found)))
            counts.append((cell, False, len(found) - number, len(found)))
    return counts
