"""
What can be asked: every request with its fields, declared once.

A field is a fragment of JSON Schema and its meaning; requests are checked by it, and
`schema.py` puts the same fragments into `schema.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from sapper.errors import SapperError
from sapper.game.rules import FIRST_CLICKS, GAMES

Schema = Mapping[str, Any]

MOST_POSITIONS: Final = 100_000
WANTED: Final = (
    "risk", "safe", "mines", "best", "hint", "placements", "log_placements", "reasons",
)  # fmt: skip
# What a batch of positions is answered with, unless it says what it wants.
WANTED_OF_MANY: Final = ("risk", "safe", "mines")
# Sets of cells have no hint: nothing is seen of what a reveal would show.
WANTED_OF_SETS: Final = ("risk", "safe", "mines", "placements", "log_placements", "reasons")
_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,),
    "array": (list,), "object": (dict,), "null": (type(None),),
}  # fmt: skip
_ARTICLES: Final = {
    "string": "text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false", "array": "a list", "object": "an object", "null": "null",
}  # fmt: skip


class RequestError(SapperError):
    """A line that is no request; ``kind`` is that of the answer."""

    def __init__(self, message: str, kind: str = "request") -> None:
        super().__init__(message)
        self.kind = kind


@dataclass(frozen=True)
class Field:
    """A field of a request: the values it takes, and what it means."""

    schema: Schema
    meaning: str


@dataclass(frozen=True)
class Request:
    """A request: what it does, its fields, those it must have, and those of which it has one."""

    meaning: str
    fields: Mapping[str, Field]
    required: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()


_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer", "minimum": 0}
_COUNT: Final = {"type": "integer", "minimum": 1}
_SEED: Final = {"type": "integer", "minimum": 0, "exclusiveMaximum": 2**63}
_SWITCH: Final = {"type": "boolean"}
_CELLS: Final = {"type": "array", "items": _TEXT}
_CONSTRAINTS: Final = {
    "type": "object",
    "properties": {
        "cells": _COUNT,
        "mines": _WHOLE,
        "sums": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "cells": {"type": "array", "items": _WHOLE}, "low": _WHOLE, "high": _WHOLE,
                },
                "required": ["cells", "low"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["cells", "sums"],
    "additionalProperties": False,
}  # fmt: skip

COMMON: Final = {
    "id": Field({"type": ["string", "integer", "null"]}, "comes back with the answer"),
    "do": Field(_TEXT, "what is asked"),
    "protocol": Field(_COUNT, "the version of this page that the request is written for: 1"),
}
_POSITION: Final = Field(_TEXT, "the position, as text: `..1./..2./11../.... 3`")
_OF_ANALYSIS: Final = {
    "trust_flags": Field(_SWITCH, "take flags as mines (true) or as covered cells"),
    "mine_count": Field(_SWITCH, "use the number of mines (true)"),
    "max_states": Field(_COUNT, "the budget: states that may be counted (20,000,000)"),
}
_OF_VALUE: Final = {
    "max_layouts": Field(_COUNT, "the budget: layouts that may be listed (100,000)"),
    "max_nodes": Field(_COUNT, "the budget: nodes that may be searched (2,000,000)"),
}
_GAME: Final = Field(_WHOLE, "the number of the game, from the answer of `new_game`")
_CELL: Final = Field(_TEXT, "a cell: `r3c4`, row and column from 1")
_MOVE: Final = {"game": _GAME, "cell": _CELL}
_RULES: Final = Field(
    {
        "type": "object",
        "properties": {
            "columns": _COUNT, "rows": _COUNT, "mines": _WHOLE,
            "first_click": {"enum": list(FIRST_CLICKS)}, "game": {"enum": list(GAMES)},
        },
        "additionalProperties": False,
    },
    "the rules of the game, where they are known: `first_click` and `game` count",
)  # fmt: skip

REQUESTS: Final[Mapping[str, Request]] = {
    "analyse": Request(
        "everything that follows from a position, or from many",
        {
            "position": _POSITION,
            "positions": Field(
                {"type": "array", "items": _TEXT, "maxItems": MOST_POSITIONS},
                "many positions: `results` has an answer, or an error, for each",
            ),
            "constraints": Field(
                _CONSTRAINTS, "any sets of cells with sums instead of a grid; cells from 0"
            ),
            "want": Field(
                {"type": "array", "items": {"enum": list(WANTED)}},
                "which keys to answer: all for one position, `risk`, `safe` and `mines` for many",
            ),
            **_OF_ANALYSIS,
        },
        one_of=("position", "positions", "constraints"),
    ),
    "hint": Request(
        "the one cell to open next, and why; `null` where none is covered",
        {
            "position": _POSITION,
            "near": Field(_TEXT, "the last move's cell: of equals the nearest is named"),
            **_OF_ANALYSIS,
        },
        ("position",),
    ),
    "reasons": Request(
        "why cells are proven: the clues, the technique, a sentence",
        {
            "position": _POSITION,
            "cells": Field(_CELLS, "the cells that are asked for; all proven ones if missing"),
            **_OF_ANALYSIS,
        },
        ("position",),
    ),
    "value": Request(
        "the chance to win under best play, exactly",
        {
            "position": _POSITION,
            "cells": Field(_SWITCH, "the value of every living cell as well (false)"),
            "trust_flags": _OF_ANALYSIS["trust_flags"],
            **_OF_VALUE,
        },
        ("position",),
    ),
    "assume": Request(
        "the analysis after a chain of what-ifs",
        {
            "position": _POSITION,
            "chain": Field(
                {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "cell": _TEXT,
                            "is": {"enum": [*range(9), "safe", "mine"]},
                        },
                        "required": ["cell", "is"],
                        "additionalProperties": False,
                    },
                },
                "cells and what each is: a clue 0 to 8, `safe` or `mine`",
            ),
            "want": Field(
                {"type": "array", "items": {"enum": list(WANTED)}}, "which keys to answer: all"
            ),
            **_OF_ANALYSIS,
        },
        ("position", "chain"),
    ),
    "sample": Request(
        "layouts drawn uniformly from all that fit",
        {
            "position": _POSITION,
            "count": Field({"type": "integer", "minimum": 0, "maximum": 100_000}, "how many (1)"),
            "seed": Field(_SEED, "the same seed draws the same layouts (0)"),
            **_OF_ANALYSIS,
        },
        ("position",),
    ),
    "review": Request(
        "a game judged move by move: luck, skill, needless guesses",
        {
            "replay": Field(
                {"type": ["object", "string"]},
                "a replay as Sapper writes it, or the text of a RAWVF file",
            ),
            "game": _GAME,
        },
        one_of=("replay", "game"),
    ),
    "boards": Request(
        "boards that can be solved without a guess, each with its proof",
        {
            "on": Field(_TEXT, "a difficulty, or columns x rows x mines: `30x16x99`"),
            "count": Field({"type": "integer", "minimum": 0, "maximum": 10_000}, "how many (1)"),
            "seed": Field(_SEED, "the same seed finds the same boards (0)"),
            "first": Field(_TEXT, "the first cell (that of the middle)"),
            "hardest": Field(_TEXT, "the hardest technique allowed (`mine-count`)"),
        },
        ("on",),
    ),
    "new_game": Request(
        "begin a game, which is kept until `end_game`",
        {
            "on": Field(_TEXT, "a difficulty, or columns x rows x mines: `30x16x99`"),
            "first_click": Field({"enum": list(FIRST_CLICKS)}, "what it may meet (`safe`)"),
            "rules": Field({"enum": list(GAMES)}, "a mine ends the `normal` game (`normal`)"),
            "seed": Field(_SEED, "decides the board (0)"),
            "layout": Field(_TEXT, "a layout to play on instead, as text: `-*-/--*`"),
        },
        one_of=("on", "layout"),
    ),
    "reveal": Request("reveal a cell of a game", _MOVE, ("game", "cell")),
    "flag": Request("flag a cell of a game, or take its flag away", _MOVE, ("game", "cell")),
    "chord": Request("reveal around a clue that has its flags", _MOVE, ("game", "cell")),
    "end_game": Request("forget a game", {"game": _GAME}, ("game",)),
    "agents": Request("the agents: id, summary, source, options", {}),
    "guess": Request(
        "the move that any agent would make",
        {
            "position": _POSITION,
            "agent": Field(_TEXT, "the agent's id (`exact`)"),
            "seed": Field(_SEED, "of the agent's own chance (0)"),
            "rules": _RULES,
        },
        ("position",),
    ),
    "version": Request("the versions of the protocol and of Sapper", {}),
    "cancel": Request(
        "stop a request that is waiting or running; it answers with the error `cancelled`",
        {"request": Field({"type": ["string", "integer"]}, "the id of that request")},
        ("request",),
    ),
    "quit": Request("end when everything before it is answered", {}),
}


def check_request(data: object) -> tuple[str, dict[str, Any]]:
    """Return what a request asks for and its fields; `RequestError` says what is wrong."""
    if not isinstance(data, dict):
        raise RequestError(f"expected a JSON object, got {shown(data)}")
    name = data.get("do")
    if not isinstance(name, str):
        raise RequestError(f"expected 'do' as text, one of {', '.join(REQUESTS)}")
    if name not in REQUESTS:
        raise RequestError(unknown("request", name, REQUESTS))
    request = REQUESTS[name]
    known = {**COMMON, **request.fields}
    for key, value in data.items():
        if key not in known:
            raise RequestError(unknown(f"field of {name!r}", key, known))
        check_value(value, known[key].schema, key)
    for key in request.required:
        if key not in data:
            raise RequestError(f"expected the field {key!r} of {name!r}: {known[key].meaning}")
    if request.one_of and sum(key in data for key in request.one_of) != 1:
        names = ", ".join(map(repr, request.one_of))
        raise RequestError(f"expected exactly one of {names} in {name!r}")
    if data.get("protocol", 1) != 1:
        raise RequestError(f"expected protocol 1, got {data['protocol']}", "protocol")
    return name, {key: value for key, value in data.items() if key not in COMMON}


def check_value(value: object, schema: Schema, name: str) -> None:
    """Raise an error unless a value is what a fragment of a schema says."""
    if "enum" in schema:
        if not any(type(value) is type(one) and value == one for one in schema["enum"]):
            options = ", ".join(map(str, schema["enum"]))
            raise RequestError(f"expected {name} as one of {options}, got {shown(value)}")
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    is_switch = isinstance(value, bool)
    if not any(isinstance(value, _TYPES[one]) and is_switch == (one == "boolean") for one in kinds):
        words = " or ".join(_ARTICLES[one] for one in kinds)
        raise RequestError(f"expected {name} as {words}, got {shown(value)}")
    if isinstance(value, int):
        _check_range(value, schema, name)
    elif isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            raise RequestError(
                f"expected at most {schema['maxItems']:,} {name}, got {len(value):,}"
            )
        items = schema["items"]
        # A hundred thousand texts are looked at in one go.
        if items == _TEXT and all(type(one) is str for one in value):
            return
        for one in value:
            check_value(one, items, f"every item of {name}")
    elif isinstance(value, dict) and "properties" in schema:
        _check_object(value, schema, name)


def _check_range(value: int, schema: Schema, name: str) -> None:
    least = schema.get("minimum", value)
    most = min(schema.get("maximum", value), schema.get("exclusiveMaximum", value + 1) - 1)
    if not least <= value <= most:
        bound = f"at least {least}" if value < least else f"at most {most}"
        raise RequestError(f"expected {name} of {bound}, got {shown(value)}")


def _check_object(value: dict[str, Any], schema: Schema, name: str) -> None:
    for key in schema.get("required", ()):
        if key not in value:
            raise RequestError(f"expected the key {key!r} in {name}, got {shown(value)}")
    for key, item in value.items():
        if key not in schema["properties"]:
            raise RequestError(unknown(f"key of {name}", key, schema["properties"]))
        check_value(item, schema["properties"][key], f"{key} of {name}")


def unknown(kind: str, name: str, known: Mapping[str, Any]) -> str:
    """Word the error of a name that is not known, with the nearest that is."""
    near = get_close_matches(name[:40], known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
    return f"unknown {kind} {shown(name)}; {hint}"


def shown(value: object) -> str:
    """Write a value for a message, a line of it at most."""
    if isinstance(value, int) and abs(value) > 10**40:
        return "a number too long to show"
    text = repr(value) if not isinstance(value, list | dict) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:59] + "…"
