"""
Random arguments for the bound functions: mostly sensible, now and then extreme.

Parts are those of the house with their own options, so that most of them can be built; one
option in seven is another number or word.
"""

from __future__ import annotations

import dataclasses
import random
from functools import cache
from typing import Any

EXTREMES: list[Any] = [
    0, 1, -1, 2, 7, 8, 9, 10, 255, 256, 65535, 65536, 99_999_999, 100_000_000, 2**31 - 1, 2**31,
    -(2**31), 2**32 - 1, 2**32, 2**40, 2**61, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**64,
    10**30, 1.7, float("nan"), float("inf"), True, None, "x", [], b"",
]  # fmt: skip
WORDS = ("component", "all", "pairs", "connected", "backtracking", "dsscsp", "complete", "none",
         "equal", "mines", "random", "first", "printed", "zero", "x", "")  # fmt: skip


@cache
def house_parts() -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """Return the native parts by group: the name and the options of each."""
    from sapper.agents import deducers, guessers, openers
    from sapper.agents.patterns import load_table
    from sapper.agents.protocols import NativePart, NativeWrapper

    found: dict[str, list[tuple[str, dict[str, Any]]]] = {}
    for group in (openers, deducers, guessers):
        known = found[group.__name__.rpartition(".")[2]] = []
        for name in sorted(group.__all__):
            kind = getattr(group, name)
            if not isinstance(kind, type) or not issubclass(kind, NativePart):
                continue
            if issubclass(kind, NativeWrapper) or not hasattr(kind, "native_name"):
                continue
            part = kind()
            options = {one.name: getattr(part, one.name) for one in dataclasses.fields(part)}
            if "database" in options:
                options["table"] = load_table(options.pop("database"))
            known.append((part.native_name, options))
    return found


class Inputs:
    """Random arguments, mostly sensible."""

    def __init__(self, core: Any, chance: random.Random) -> None:
        self.core, self.chance = core, chance

    def number(self, low: int, high: int, *, wild: float = 0.12) -> Any:
        if self.chance.random() < wild:
            return self.chance.choice(EXTREMES)
        return self.chance.randint(low, high)

    def flag(self) -> Any:
        return self.chance.random() < 0.5 if self.chance.random() < 0.98 else self.number(0, 1)

    def grid(self) -> tuple[Any, Any, int]:
        columns, rows = self.chance.randint(1, 9), self.chance.randint(1, 7)
        cells = columns * rows
        if self.chance.random() < 0.01:
            return self.number(1, 9, wild=0.5), self.number(1, 9, wild=0.5), cells
        return columns, rows, cells

    def position(self) -> Any:
        """Return a position, or raise what a wrong one raises."""
        return self.core.Position(*self.position_fields())

    def position_fields(self) -> tuple[Any, Any, Any, Any]:
        columns, rows, cells = self.grid()
        kind = self.chance.random()
        if kind < 0.5:
            codes = self._played(columns, rows)
        elif kind < 0.8:
            codes = bytes(
                self.chance.choices(range(12), [3, 3, 2, 1, 1, 1, 1, 1, 1, 12, 2, 1], k=cells)
            )
        else:
            codes = bytes(self.chance.choices(range(256), k=self.number(0, 40, wild=0) or cells))
        return columns, rows, self.number(0, cells), codes

    def _played(self, columns: Any, rows: Any) -> bytes:
        """Return what is seen after some reveals of a real game."""
        try:
            rules = self.rules(columns, rows)
            game = self.core.Game(rules)
            game.start(self.chance.randrange(2**60))
            for _ in range(self.chance.randint(0, 4)):
                game.reveal(self.chance.randrange(max(columns * rows, 1)))
            return bytes(game.cells())
        except Exception:
            return bytes([9] * 4)

    def rules(self, columns: Any = None, rows: Any = None) -> Any:
        if columns is None:
            columns, rows, _ = self.grid()
        core = self.core
        most = max(1, int(columns) * int(rows) // 4) if _is_small(columns, rows) else 10
        return core.Rules(
            columns,
            rows,
            self.number(0, most, wild=0.05),
            self.chance.choice([core.FirstClick.any, core.FirstClick.safe, core.FirstClick.zero]),
            self.chance.choice([core.GameKind.normal, core.GameKind.score]),
        )

    def spoilt(self, texts: tuple[str, ...]) -> str:
        """Return one of the texts, mostly with some letters changed, added or taken away."""
        found = list(self.chance.choice(texts))
        for _ in range(self.chance.choice((0, 1, 1, 2, 5))):
            at = self.chance.randint(0, len(found))
            new = self.chance.choices("0189HFMx\n\r \x00\x01\xff", k=self.chance.randint(0, 2))
            found[at : at + self.chance.randint(0, 2)] = new
        return "".join(found)

    def seed(self) -> Any:
        return self.number(0, 2**63 - 1)

    def seeds(self) -> Any:
        import numpy as np

        if self.chance.random() < 0.1:
            return self.chance.choice([[1, 2], np.zeros((2, 2), np.uint64), np.zeros(3), None])
        count = self.chance.choice([0, 1, 2, 5])
        return np.array([self.chance.randrange(2**63) for _ in range(count)], np.uint64)

    def cells(self) -> Any:
        if self.chance.random() < 0.05:
            return self.chance.choice(EXTREMES)
        return [self.number(0, 40) for _ in range(self.chance.randint(0, 6))]

    def part(self, group: str, named: str | None = None) -> Any:
        """Return a part of the house, now and then with an option that is wrong or missing."""
        name, options = self.chance.choice(
            [one for one in house_parts()[group] if named in (None, one[0])]
        )
        found = {key: self._option(key, value) for key, value in options.items()
                 if self.chance.random() < 0.995}  # fmt: skip
        return self.core.PartSpec(name if self.chance.random() < 0.99 else "nothing", found)

    def _option(self, name: str, value: Any) -> Any:
        kind = self.chance.random()
        if kind < 0.85 or not isinstance(value, bool | int | float | str):
            return value if kind < 0.99 else self.number(0, 9)
        if kind < 0.95 and isinstance(value, str):
            return self.chance.choice(WORDS)
        found = self.number(0, 9, wild=0.3)
        # More work than anybody waits for is a fair wish; it is no input to try.
        is_long = type(found) is int and found > 1000 and name not in ("column", "row")
        return 3 if is_long else found

    def spec(self) -> Any:
        deducers = [self.part("deducers") for _ in range(self.chance.randint(0, 2))]
        called = [f"d{n}" for n in range(len(deducers) + (self.chance.random() < 0.05))]
        opener, guesser = self.part("openers"), self.part("guessers")
        return self.core.AgentSpec(
            opener if self.chance.random() < 0.7 else None,
            deducers,
            called,
            guesser if self.chance.random() < 0.8 else None,
            self.flag(),
            self.flag(),
        )


def _is_small(columns: Any, rows: Any) -> bool:
    return type(columns) is int and type(rows) is int and 0 < columns < 100 and 0 < rows < 100


def any_text(i: Inputs) -> str:
    letters = ".0123456789F*/ \n?#x-\x00é"
    if i.chance.random() < 0.3:
        return "./" * i.chance.randint(1, 5) + " " + str(i.number(0, 9, wild=0.5))
    return "".join(i.chance.choices(letters, k=i.chance.randint(0, 30)))


def guess_first(games: Any, cells: Any, allowed: Any, words: Any) -> list[tuple[int, bool]]:
    del games, cells, words
    return [(int(one.reshape(-1).argmax()), False) for one in allowed]


def check_error(error: Exception) -> None:
    """Raise again what the house does not raise."""
    from sapper.errors import SapperError

    expected = (SapperError, TypeError, ValueError, OverflowError, MemoryError, AttributeError)
    if isinstance(error, IndexError) and str(error).startswith("expected"):
        return
    if not isinstance(error, expected) or isinstance(error, UnicodeError):
        raise error
