"""The results of games: columns, one row per game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents.run.columns import GAME_COLUMNS, game_columns
from sapper.agents.run.intervals import mean_interval, wilson_interval
from sapper.arguments import explained
from sapper.errors import MissingExtraError, UnknownNameError
from sapper.game.game import OUTCOMES
from sapper.game.words import count, html_table

Values = NDArray[Any]
# Everything but the time is decided by the seeds.
_UNSTEADY = ("nanoseconds",)
# Shown beside ``outcome``, from which they follow.
FLAGS: Final = ("won", "lost", "stuck")
_SHOWN: Final = 10  # in a notebook
_TYPES: Final = {column.name: np.dtype(column.type) for column in GAME_COLUMNS}


@explained
class Games:
    """
    Columns by name, one row per game, in the order of the run.

    The columns are those of `sapper.agents.run.columns` (`docs/columns.md` lists them),
    and beside ``outcome`` the booleans ``won``, ``lost`` and ``stuck``.
    ``games["won"]`` and ``games.won`` are the same column, ``len(games)`` counts
    games, iterating gives a dictionary per game and ``dict(games)`` gives all
    columns. ``polars.DataFrame(games)`` and ``pyarrow.table(games)`` take them as they are.
    """

    def __init__(self, columns: Mapping[str, Values]) -> None:
        self._columns = {
            name: column.astype(_TYPES.get(name, column.dtype), copy=False)
            for name, column in columns.items()
            if name not in FLAGS
        }

    @classmethod
    def empty(cls, deducers: Sequence[str] = ()) -> Games:
        """Return no games of an agent with these deducers: even none have columns."""
        return cls({one.name: np.zeros(0, one.type) for one in game_columns(deducers)})

    @classmethod
    def concat(cls, parts: Iterable[Games]) -> Games:
        """Put games after one another."""
        tables = list(parts)
        if not tables:
            return cls({})
        return cls(
            {name: np.concatenate([table[name] for table in tables]) for name in tables[0]._columns}
        )

    def __getitem__(self, name: str) -> Values:
        if name in FLAGS and "outcome" in self._columns:
            flag: Values = self._columns["outcome"] == OUTCOMES.index(name)
            return flag
        if name not in self._columns:
            raise UnknownNameError.of("column", name, self.keys())
        return self._columns[name]

    def __getattr__(self, name: str) -> Values:
        if name.startswith("_") or name not in self.keys():
            raise AttributeError(f"no column {name!r}; the columns are {', '.join(self.keys())}")
        return self[name]

    def keys(self) -> list[str]:
        """Name the columns."""
        columns: dict[str, Values] = self.__dict__.get("_columns", {})
        names = list(columns)
        place = names.index("outcome") + 1 if "outcome" in names else 0
        return [*names[:place], *(FLAGS if place else ()), *names[place:]]

    @property
    def columns(self) -> dict[str, Values]:
        """The columns that are kept: all but those that follow from others."""
        return dict(self._columns)

    def __len__(self) -> int:
        return self.num_games

    def __iter__(self) -> Iterator[dict[str, Any]]:
        lists = {name: self[name].tolist() for name in self.keys()}
        for i in range(self.num_games):
            yield {name: values[i] for name, values in lists.items()}

    def __repr__(self) -> str:
        return f"<Games: {count(self.num_games, 'game')}, {self.wins:,} won>"

    def _repr_html_(self) -> str:
        """Show the first games as a table in a notebook."""
        names = self.keys()
        lists = [self[name][:_SHOWN].tolist() for name in names]
        note = f"{count(self.num_games, 'game')}, {self.wins:,} won"
        if self.num_games > _SHOWN:
            note += f"; the first {_SHOWN}"
        return html_table(names, zip(*lists, strict=True), note)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Hand all columns to what reads Arrow: polars, DuckDB, pyarrow."""
        try:
            import pyarrow as pa  # noqa: PLC0415 - an optional dependency
        except ImportError:
            raise MissingExtraError.of("pyarrow", "parquet") from None
        table = pa.table({name: self[name] for name in self.keys()})
        return table.__arrow_c_stream__(requested_schema)

    def __getstate__(self) -> dict[str, Values]:
        return self._columns

    def __setstate__(self, state: dict[str, Values]) -> None:
        self.__dict__["_columns"] = state

    @property
    def num_games(self) -> int:
        """How many games were played."""
        return len(self._columns["game_seed"]) if self._columns else 0

    @property
    def wins(self) -> int:
        """How many games were won."""
        return int(self["won"].sum()) if self._columns else 0

    @property
    def won_without_guess(self) -> NDArray[np.bool_]:
        """Whether each game was won with no guess but the first click."""
        return np.asarray(self["won"] & (self["guesses"] == 0))

    @property
    def wins_without_guess(self) -> int:
        """How many games were won with no guess but the first click."""
        return int(self.won_without_guess.sum()) if self._columns else 0

    @property
    def win_rate(self) -> float:
        """The share of games won; nan if none was played."""
        return self.wins / self.num_games if self.num_games else float("nan")

    def win_interval(self) -> tuple[float, float]:
        """
        Return the 95 % interval of the win rate (Wilson's).

        >>> from sapper import play_games
        >>> low, high = play_games("random", "beginner", games=100).win_interval()
        >>> round(low, 3), round(high, 3)
        (0.0, 0.037)
        """
        return wilson_interval(self.wins, self.num_games)

    def mean(self, name: str) -> float:
        """Return the mean of a column; nan if no game was played."""
        return float(self[name].mean()) if self.num_games else float("nan")

    def mean_interval(self, name: str) -> tuple[float, float]:
        """
        Return the 95 % interval of the mean of a column: Wilson's if it is yes or no.

        >>> from sapper import play_games
        >>> games = play_games("exact", "beginner", games=100, seed=7)
        >>> low, high = games.mean_interval("guesses")
        >>> low < games.mean("guesses") < high
        True
        """
        column = self[name]
        if column.dtype == np.bool_:
            return wilson_interval(int(column.sum()), len(column))
        return mean_interval(column)

    def same_play(self, other: Games) -> bool:
        """Return whether all but the time is equal."""
        return set(self.keys()) == set(other.keys()) and all(
            np.array_equal(self[name], other[name]) for name in self.keys() if name not in _UNSTEADY
        )
