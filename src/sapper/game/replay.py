"""
A replay: one game as a JSON document that plays back to the same end.

It holds what a game follows from (the rules, the seed or the mines, the moves)
and how it ended, so that a reader can tell whether it still plays back alike.

::

    {"format": "sapper-replay", "version": 1,
     "rules": {"columns": 9, "rows": 9, "mines": 10, "first_click": "safe", "game": "normal"},
     "seed": 7, "mines": null, "agent": null, "agent_seed": null,
     "moves": ["r1c1", "!r2c3"], "times": [0, 1250], "outcome": "playing", "position": "..."}

``mines`` lists the cells of a game on a given layout, and is null where the seed
decides. ``agent`` is the id of the agent that played, null for a person. A game
given up ends ``stuck``, which is no move. ``times`` has a number for each move, in
milliseconds from the first reveal; it is null, or missing, where no clock ran.
``guessing`` is there where guesses were answered ``fair`` or ``kind``: ``mines`` is then
the layout that the game ended with, on which the moves play back alike.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from sapper.arguments import explained
from sapper.errors import NotationError, SapperError
from sapper.game.cells import format_cell, parse_cell
from sapper.game.game import GUESSINGS, OUTCOMES, Game
from sapper.game.io.disk import read_text, write_bytes
from sapper.game.layout import Layout
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed

FORMAT: Final = "sapper-replay"
VERSION: Final = 1

_T = TypeVar("_T")


@explained
@dataclass(frozen=True)
class Replay:
    """
    The record of one game.

    >>> game = Game(Rules.parse("3x1x1", first_click="any"), seed=4)
    >>> game.reveal("r1c1")
    >>> replay = Replay.of_game(game)
    >>> Replay.from_dict(replay.to_dict()).game().position == game.position
    True
    """

    rules: Rules
    seed: int
    moves: tuple[Move, ...]
    outcome: str
    position: Position
    mines: tuple[int, ...] | None = None
    agent: str = ""
    agent_seed: int | None = None
    times: tuple[int, ...] | None = None
    guessing: str = "uniform"

    @classmethod
    def of_game(
        cls,
        game: Game,
        agent: str = "",
        agent_seed: int | None = None,
        times: Sequence[int] | None = None,
    ) -> Replay:
        """Record a game as it stands; moves that were undone are no part of it."""
        given = game.given_layout
        if game.guessing != "uniform" and game.first_cell is not None:
            given = game.layout  # the last one fits all that was shown
        return cls(
            rules=game.rules,
            seed=game.seed,
            moves=tuple(game.history),
            outcome=game.outcome,
            position=game.position,
            mines=None if given is None else given.mines,
            agent=agent,
            agent_seed=agent_seed,
            times=None if times is None else tuple(times),
            guessing=game.guessing,
        )

    def blank_game(self) -> Game:
        """Return the game with no move made."""
        rules = self.rules
        if self.mines is None:
            return Game(rules, self.seed)
        return Game(rules, self.seed, layout=Layout(rules.columns, rules.rows, self.mines))

    def game(self) -> Game:
        """Play the moves; an error if one is illegal or the end is not the recorded one."""
        game = self.blank_game()
        for number, move in enumerate(self.moves, start=1):
            try:
                game.play(move)
            except SapperError as error:
                text = move.format(self.rules.columns)
                raise NotationError(f"move {number} of the replay, {text!r}: {error}") from None
        if self.outcome == "stuck":
            game.give_up()
        if game.outcome != self.outcome:
            raise NotationError(
                f"expected the replay to end {self.outcome!r}, but its moves end {game.outcome!r}"
            )
        if game.position != self.position:
            raise NotationError(
                f"expected the replay to end at {_shorten(str(self.position))!r}, "
                f"but its moves end at {_shorten(str(game.position))!r}"
            )
        return game

    # As JSON

    def to_dict(self) -> dict[str, Any]:
        """Return the replay as JSON-ready data."""
        rules, columns = self.rules, self.rules.columns
        mines = None if self.mines is None else [format_cell(cell, columns) for cell in self.mines]
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": {
                "columns": columns,
                "rows": rules.rows,
                "mines": rules.num_mines,
                "first_click": rules.first_click,
                "game": rules.game,
            },
            "seed": self.seed,
            "mines": mines,
            "agent": self.agent or None,
            "agent_seed": self.agent_seed,
            "moves": [move.format(columns) for move in self.moves],
            "times": None if self.times is None else list(self.times),
            "outcome": self.outcome,
            "position": str(self.position),
            **({} if self.guessing == "uniform" else {"guessing": self.guessing}),
        }

    @classmethod
    def from_dict(cls, data: object) -> Replay:
        """Read what `to_dict` gave; keys that are not known are left alone."""
        fields = _Fields(data, "a replay")
        _check_version(fields)
        rules = _read_rules(fields.get("rules", dict))
        mines = fields.find("mines", list)
        seed = fields.find("agent_seed", int)
        outcome = fields.get("outcome", str)
        if outcome not in OUTCOMES:
            raise NotationError(
                f"expected a replay's outcome as one of {', '.join(OUTCOMES)}, got {outcome!r}"
            )
        guessing = fields.get("guessing", str) if fields.has("guessing") else "uniform"
        if guessing not in GUESSINGS:
            raise NotationError(
                f"expected a replay's guessing as one of {', '.join(GUESSINGS)}, "
                f"got {_shorten(guessing)!r}"
            )
        replay = cls(
            rules=rules,
            seed=_guard("seed", lambda: check_seed(fields.get("seed", int))),
            moves=tuple(_read_moves(fields.get("moves", list), rules)),
            outcome=outcome,
            position=_guard("position", lambda: Position.parse(fields.get("position", str))),
            mines=None if mines is None else tuple(_read_mines(mines, rules)),
            agent=fields.find("agent", str) or "",
            agent_seed=None if seed is None else _guard("agent_seed", lambda: check_seed(seed)),
            times=_read_times(fields),
            guessing=guessing,
        )
        if replay.times is not None and len(replay.times) != len(replay.moves):
            raise NotationError(
                f"expected as many times as moves in the replay, "
                f"got {len(replay.times)} and {len(replay.moves)}"
            )
        _guard("mines", replay.blank_game)
        return replay

    @classmethod
    def parse(cls, text: str) -> Replay:
        """Read a replay from the text of its document."""
        try:
            data = json.loads(text)
            if "\\u" in text:  # half a pair of UTF-16, escaped, is no text
                json.dumps(data, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise NotationError(f"expected a replay as a JSON document: {error}") from None
        return cls.from_dict(data)

    def format(self) -> str:
        """Write the replay as the text of its document."""
        return json.dumps(self.to_dict(), indent=1) + "\n"

    @classmethod
    def load(cls, path: Path | str) -> Replay:
        """Read a replay from a file."""
        try:
            return cls.parse(read_text(path, "a replay"))
        except NotationError as error:
            if str(path) in str(error):
                raise
            raise NotationError(f"{error}, in {str(path)!r}") from None

    def save(self, path: Path | str) -> None:
        """Write the replay to a file, whole or not at all."""
        write_bytes(path, self.format().encode())


# How errors name the types of JSON.
_TYPE_NAMES: Final[dict[type, str]] = {
    dict: "an object",
    list: "a list",
    str: "text",
    int: "a whole number",
}


class _Fields:
    """The keys of a JSON object, read with their types checked."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, dict):
            raise NotationError(f"expected {what} as a JSON object, got {_shorten(repr(data))}")
        self._data = data
        self._what = what

    def get(self, name: str, kind: type[_T]) -> _T:
        """Return the value under a name."""
        value = self._value(name)
        # A bool is an int to Python and not to a reader.
        if not isinstance(value, kind) or isinstance(value, bool):
            raise NotationError(
                f"expected {self._what}'s {name!r} as {_TYPE_NAMES[kind]}, "
                f"got {_shorten(repr(value))}"
            )
        return value

    def has(self, name: str) -> bool:
        """Return whether there is anything under a name."""
        return name in self._data

    def find(self, name: str, kind: type[_T]) -> _T | None:
        """Return the value under a name, or None where the document says null."""
        return None if self._value(name) is None else self.get(name, kind)

    def _value(self, name: str) -> object:
        if name not in self._data:
            raise NotationError(f"expected {self._what} with a key {name!r}, got none")
        return self._data[name]


def _check_version(fields: _Fields) -> None:
    if (found := fields.get("format", str)) != FORMAT:
        raise NotationError(f"expected a document of format {FORMAT!r}, got {_shorten(found)!r}")
    if (version := fields.get("version", int)) != VERSION:
        raise NotationError(f"expected a replay of version {VERSION}, got {version}")


def _read_rules(data: dict[str, Any]) -> Rules:
    fields = _Fields(data, "a replay's rules")
    return _guard(
        "rules",
        lambda: Rules(
            fields.get("columns", int),
            fields.get("rows", int),
            fields.get("mines", int),
            first_click=fields.get("first_click", str),
            game=fields.get("game", str),
        ),
    )


def _read_moves(moves: list[Any], rules: Rules) -> list[Move]:
    read: list[Move] = []
    for number, text in enumerate(moves, start=1):
        try:
            if not isinstance(text, str):
                raise NotationError(f"expected text such as 'r3c5', got {_shorten(repr(text))}")
            read.append(Move.parse(text, rules.columns, rules.rows))
        except NotationError as error:
            raise NotationError(f"move {number} of the replay: {error}") from None
    return read


def _read_times(fields: _Fields) -> tuple[int, ...] | None:
    times = fields.find("times", list) if fields.has("times") else None
    if times is None:
        return None
    if not all(isinstance(time, int) and not isinstance(time, bool) for time in times):
        raise NotationError("expected a replay's times as whole numbers of milliseconds")
    return tuple(times)


def _read_mines(mines: list[Any], rules: Rules) -> list[int]:
    if not all(isinstance(text, str) for text in mines):
        raise NotationError("expected a replay's mines as cells such as 'r3c5'")
    return _guard("mines", lambda: [parse_cell(t, rules.columns, rules.rows) for t in mines])


def _guard(where: str, read: Callable[[], _T]) -> _T:
    """Read a part of the document; what is wrong with it is wrong with the notation."""
    try:
        return read()
    except SapperError as error:
        raise NotationError(f"{error}, in the replay's {where}") from None


def _shorten(text: str, most: int = 120) -> str:
    return text if len(text) <= most else text[:most] + "…"
