"""
JSON in an answer: find it, and turn it into pieces of text that say what they are for.

Any object or list is looked through. Keys name what their cells are for (``reveal``,
``flag``, ``clues``, …); an object with a row and a column is one cell, counted from 1. A
list of two numbers is a problem: either may be the row.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

_MOST_TRIES: Final = 64
_DEEPEST: Final = 6
_DECODER: Final = json.JSONDecoder()
_BEGIN: Final = re.compile(r"[\[{]")
_KINDS: Final = {
    "move": "reveal", "moves": "reveal", "cell": "reveal", "cells": "reveal",
    "reveal": "reveal", "reveals": "reveal", "open": "reveal", "safe": "reveal",
    "answer": "reveal", "guess": "reveal",
    "flag": "flag", "flags": "flag", "mine": "flag", "mines": "flag", "mark": "flag",
    "unflag": "unflag", "chord": "chord", "chords": "chord",
    "clues": "clues", "because": "clues", "clue": "clues",
}  # fmt: skip
_ACTIONS: Final = ("action", "type", "kind", "verb")
_COUNT_KEYS: Final = ("mine_count", "uses_mine_count", "mine count")
_PAIR: Final = (
    "{} may be row and column or the other way round: write cells as r3c4, or as "
    '{{"row": 3, "column": 4}}'
)


def find_json(text: str) -> Any:
    """
    Return the last JSON object or list in a text that names anything; None if there is none.

    >>> find_json('I am sure. {"move": "r1c1"}')
    {'move': 'r1c1'}
    """
    found, place = None, 0
    for _ in range(_MOST_TRIES):
        begin = _BEGIN.search(text, place)
        if begin is None:
            break
        place = begin.start() + 1
        try:
            data, place = _DECODER.raw_decode(text, begin.start())
        except (ValueError, RecursionError):
            continue
        if data and any(True for _ in iter_words(data)):
            found = data
    return found


def iter_words(data: object, kind: str = "reveal", depth: int = 0) -> Iterator[tuple[str, str]]:
    """
    Yield what JSON says as (kind, text): a kind of move, clues, unproven, mine count, problem.

    >>> list(iter_words({"flag": [{"row": 1, "column": 2}], "because": "r2c2"}))
    [('flag', 'r1c2'), ('clues', 'r2c2')]
    """
    if depth > _DEEPEST:
        return
    if isinstance(data, str):
        yield kind, data
    elif isinstance(data, list):
        if len(data) == 2 and all(type(one) is int for one in data):
            yield "problem", _PAIR.format(_number_pair(data))
            return
        for one in data:
            yield from iter_words(one, kind, depth + 1)
    elif isinstance(data, dict):
        yield from _iter_object({str(key).lower(): data[key] for key in data}, kind, depth)


def _number_pair(data: list[Any]) -> str:
    return f"[{_short(data[0])}, {_short(data[1])}]"


def _short(number: int) -> str:
    return str(number) if abs(number) < 10**6 else "…"


def _iter_object(data: dict[str, Any], kind: str, depth: int) -> Iterator[tuple[str, str]]:
    for key in _ACTIONS:
        action = data.get(key)
        if isinstance(action, str) and action.strip().lower() in _KINDS:
            kind = _KINDS[action.strip().lower()]
    row, column = data.get("row"), data.get("column", data.get("col"))
    if type(row) is int and type(column) is int:
        if 1 <= row <= 9999 and 1 <= column <= 9999:
            yield kind, f"r{row}c{column}"
        else:
            yield (
                "problem",
                f"there is no cell of row {_short(row)}, column {_short(column)}: both are "
                "counted from 1",
            )
    if data.get("unproven") is True or data.get("provable") is False:
        yield "unproven", ""
    if any(data.get(key) is True for key in _COUNT_KEYS):
        yield "mine count", ""
    for key, value in data.items():
        if key not in _KINDS or isinstance(value, bool | int | float):
            continue
        own = _KINDS[key]
        # {"action": "flag", "cell": "r1c1"}: the action says what the cell is for.
        own = kind if own == "reveal" and key not in ("reveal", "reveals", "open", "safe") else own
        yield from iter_words(value, own, depth + 1)
