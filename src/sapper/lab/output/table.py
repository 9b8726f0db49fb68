"""
The typed tables that CSV, Parquet and SQL show: parameters of conditions, columns of rows.

A parameter has one name and one type everywhere. Parameters of all conditions are put
together: whole numbers, numbers, yes or no, else text. What a name may look like is checked
here, because names of a store that somebody sends become names of columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from sapper.agents.run.columns import GAME_COLUMNS, PROVEN_BY, PROVEN_BY_TYPE, TURN_COLUMNS
from sapper.errors import StoreError
from sapper.lab.output.board_numbers import BOARD_COLUMNS
from sapper.lab.store.protocol import ConditionRow, ExperimentRow

TEXT: Final = "text"
# Kept as numbers, shown as words.
WORDS: Final = ("outcome", "part")
_NAME: Final = re.compile(r"[^\W\d][\w-]{0,62}")
_KINDS: Final = {bool: "bool", int: "<i8", float: "<f8"}


def parameter_types(conditions: Iterable[ConditionRow]) -> dict[str, str]:
    """
    Name the parameters of conditions, with the type that holds all their values.

    >>> rows = [ConditionRow("a", {"mines": 10, "on": "9x9x10"}), ConditionRow("b", {"mines": 2.5})]
    >>> parameter_types(rows)
    {'mines': '<f8', 'on': 'text'}
    """
    found: dict[str, set[str]] = {}
    for row in conditions:
        for name, value in row.parameters.items():
            found.setdefault(name, set()).add(_KINDS.get(type(value), TEXT))
    return {name: _common(kinds) for name, kinds in found.items()}


def game_columns(conditions: Iterable[ConditionRow]) -> dict[str, str]:
    """Name the columns of games with their types, deducers of all conditions together."""
    common = {one.name: one.type for one in (*GAME_COLUMNS, *BOARD_COLUMNS)}
    proven = {name: PROVEN_BY_TYPE for row in conditions for name in row.columns}
    return {"game_number": "<i8", **common, **proven}


def turn_columns() -> dict[str, str]:
    """Name the columns of turns with their types."""
    types = {one.name: one.type for one in TURN_COLUMNS}
    return {"game_number": types.pop("game"), **types}


def check_names(experiment: ExperimentRow) -> None:
    """Refuse a stored experiment whose names are none that Sapper writes."""
    for row in experiment.conditions:
        bad = [name for name in row.parameters if not _NAME.fullmatch(name)]
        bad += [
            name
            for name in row.columns
            if not (name.startswith(PROVEN_BY) and _NAME.fullmatch(name))
        ]
        if bad:
            raise StoreError(
                f"expected names of letters, digits and _ in the store, got {bad[0]!r} "
                f"in experiment {experiment.name!r}; no Sapper wrote this"
            )


def value_of(parameters: Mapping[str, Any], name: str, kind: str) -> Any:
    """Return a parameter in the type of its column; None where a condition lacks it."""
    value = parameters.get(name)
    if value is None or kind in {"bool", "<i8"}:
        return value
    return float(value) if kind == "<f8" else str(value)


def _common(kinds: set[str]) -> str:
    if len(kinds) == 1:
        return kinds.pop()
    return "<f8" if kinds <= {"<i8", "<f8"} else TEXT
