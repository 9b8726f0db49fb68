"""
The JSON Schema of requests and answers, made of the table of requests.

`schema.json` beside this file is what `make_schema` gives; a test compares the two, and
checks every example of the guide and every kind of answer against it::

    python -m sapper.engine.schema > src/sapper/engine/schema.json
"""

from __future__ import annotations

import json
import sys
from typing import Any, Final

from sapper.engine.answers import KINDS
from sapper.engine.requests import COMMON, REQUESTS, WANTED, Request
from sapper.game.game import OUTCOMES

_TEXT: Final = {"type": "string"}
_CELLS: Final = {"type": "array", "items": _TEXT}
_NUMBER: Final = {"type": "number"}
_RISK: Final = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
_RISKS: Final = {"type": "array", "items": {"type": "array", "items": _RISK}}
_ANY: Final = {"type": "object"}
_HINT: Final = {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/hint"}]}
_REASONS: Final = {"type": "array", "items": {"$ref": "#/$defs/reason"}}
_PLACEMENTS: Final = {"type": ["integer", "string", "null"]}

_ANALYSIS: Final[dict[str, Any]] = {
    "risk": _RISKS,
    "safe": _CELLS,
    "mines": _CELLS,
    "best": {
        "type": "object",
        "properties": {"cells": _CELLS, "risk": _RISK},
        "required": ["cells", "risk"],
        "additionalProperties": False,
    },
    "hint": _HINT,
    "placements": _PLACEMENTS,
    "log_placements": _NUMBER,
    "reasons": _REASONS,
}
assert tuple(_ANALYSIS) == WANTED  # noqa: S101 - two lists of one thing
_GAME: Final[dict[str, Any]] = {
    "game": {"type": "integer"},
    "position": _TEXT,
    "outcome": {"enum": list(OUTCOMES)},
    "mines_left": {"type": "integer"},
    "moves": {"type": "integer"},
    "layout": {"type": ["string", "null"]},
}


def _closed(properties: dict[str, Any], required: list[str] | None = None) -> dict[str, Any]:
    """Return an object that has these keys, all of them unless others are said."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


def _list_of(item: Any) -> dict[str, Any]:
    return {"type": "array", "items": item}


_VALUED: Final = _closed({"cell": _TEXT, "safety": _NUMBER, "value": _NUMBER, "fraction": _TEXT})
_AGENT: Final = _closed({"id": _TEXT, "summary": _TEXT, "source": _TEXT, "options": _ANY})
_ONE_OF_MANY: Final = {
    "anyOf": [_closed(_ANALYSIS, []), _closed({"error": {"$ref": "#/$defs/error"}})]
}
_NUMBERS: Final = _list_of({"type": "integer"})
_NAMES_OR_NUMBERS: Final = {"type": "array", "items": {"type": ["string", "integer"]}}
_SET_REASON: Final = _closed(
    {"cell": {"type": "integer"}, "is_mine": {"type": "boolean"}, "constraints": _NUMBERS,
     "needs_mine_count": {"type": "boolean"}, "is_smallest": {"type": "boolean"}}
)  # fmt: skip
_FLAT: Final = _closed(
    {"risk": _list_of(_RISK), "safe": _NUMBERS, "mines": _NUMBERS, "placements": _PLACEMENTS,
     "log_placements": _NUMBER, "reasons": _list_of(_SET_REASON)},
    [],
)  # fmt: skip
_DONE: Final = _closed({"done": _TEXT})
# What each request is answered with, beside ``id``.
ANSWERS: Final[dict[str, list[dict[str, Any]]]] = {
    "analyse": [_closed(_ANALYSIS, []), _closed({"results": _list_of(_ONE_OF_MANY)}), _FLAT],
    "hint": [_closed({"hint": _HINT})],
    "reasons": [_closed({"reasons": _REASONS})],
    "value": [
        _closed(
            {"value": _NUMBER, "fraction": _TEXT, "cells": _list_of(_VALUED)},
            ["value", "fraction"],
        )
    ],
    "assume": [_closed({"position": _TEXT, **_ANALYSIS}, ["position"])],
    "sample": [_closed({"layouts": _list_of(_TEXT)})],
    "review": [_closed({"summary": _ANY, "layout": _TEXT, "moves": _list_of(_ANY)})],
    "boards": [_closed({"boards": _list_of(_ANY)})],
    **{name: [_closed(_GAME)] for name in ("new_game", "reveal", "flag", "chord")},
    "end_game": [_closed({"game": {"type": "integer"}})],
    "agents": [_closed({"agents": _list_of(_AGENT)})],
    "guess": [_closed({"move": _TEXT})],
    "version": [_closed({"protocol": {"const": 1}, "sapper": _TEXT})],
    "cancel": [_DONE],
    "quit": [_DONE],
}


def make_schema() -> dict[str, Any]:
    """Return the schema: ``$defs`` has `NAME.request` and `NAME.answer` of every request."""
    definitions = {
        "error": _closed(
            {
                "kind": {"enum": list(KINDS)},
                "message": _TEXT,
                "clues": _CELLS,
                "constraints": _NUMBERS,
                "safe": _NAMES_OR_NUMBERS,
                "mines": _NAMES_OR_NUMBERS,
                "bounds": _list_of(_NUMBER),
            },
            ["kind", "message"],
        ),
        "hint": {
            "type": "object",
            "properties": {"cell": {"type": ["string", "null"]}, "kind": _TEXT, "risk": _RISK,
                           "sentence": _TEXT, "candidates": _list_of(_ANY)},
            "required": ["cell", "kind", "risk", "sentence", "candidates"],
        },
        "reason": {
            "type": "object",
            "properties": {"cell": _TEXT, "is_mine": {"type": "boolean"}, "technique": _TEXT,
                           "clues": _CELLS, "sentence": _TEXT},
            "required": ["cell", "is_mine", "technique", "clues", "sentence"],
        },
    }  # fmt: skip
    for name, request in REQUESTS.items():
        definitions[f"{name}.request"] = _request(name, request)
        definitions[f"{name}.answer"] = {
            "description": f"the answer to {name!r}",
            "anyOf": [_with_id(one) for one in ANSWERS[name]]
            + [_with_id(_closed({"error": {"$ref": "#/$defs/error"}}))],
        }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Requests of sapper engine, protocol 1",
        "oneOf": [{"$ref": f"#/$defs/{name}.request"} for name in REQUESTS],
        "$defs": definitions,
    }


def _request(name: str, request: Request) -> dict[str, Any]:
    fields = {**COMMON, **request.fields}
    schema: dict[str, Any] = {
        "type": "object",
        "description": request.meaning,
        "properties": {
            key: {**field.schema, "description": field.meaning} for key, field in fields.items()
        }
        | {"do": {"const": name}, "protocol": {"const": 1}},
        "required": ["do", *request.required],
        "additionalProperties": False,
    }
    if request.one_of:
        schema["oneOf"] = [{"required": [key]} for key in request.one_of]
    return schema


def _with_id(answer: dict[str, Any]) -> dict[str, Any]:
    return {
        **answer,
        "properties": {"id": {"type": ["string", "integer", "null"]}, **answer["properties"]},
        "required": ["id", *answer["required"]],
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(make_schema(), indent=1) + "\n")
