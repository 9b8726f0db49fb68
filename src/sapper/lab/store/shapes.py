"""
What the texts and numbers of a store must be, whoever wrote them.

SQLite keeps any value in any column, and JSON may be anything: a row that was made or
changed by hand may have valid checksums and still be none that we can use.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NoReturn

from sapper.errors import StoreError
from sapper.game.rules import FIRST_CLICKS, GAMES

# Larger than any grid, and than any seed.
_LARGEST: Final = 10**6
_LARGEST_SEED: Final = 2**64


def refuse(what: str) -> NoReturn:
    """Raise the error for a value that cannot be."""
    raise StoreError(f"the store is damaged: {what} makes no sense")


def check_plan(plan: Any, games: Any, what: str) -> None:
    """Refuse what is no plan of an experiment."""
    is_plan = (
        isinstance(plan, dict)
        and all(_is_number(plan.get(name, 0), _LARGEST_SEED) for name in ("seed", "agent_seed"))
        and isinstance(plan.get("keep", ""), str)
        and _are_names(plan.get("conditions"))
    )
    if not is_plan or not _is_number(games, 2**63):
        refuse(what)


def check_condition(parameters: Any, columns: Any, parts: Any, what: str) -> None:
    """Refuse what are no parameters, or no lists of names."""
    is_condition = (
        isinstance(parameters, dict)
        and all(isinstance(parameters.get(name), str) for name in ("agent", "on"))
        and all(_is_number(parameters.get(name), _LARGEST) for name in ("columns", "rows", "mines"))
        and _are_rules(parameters)
        and all(isinstance(value, str | int | float | None) for value in parameters.values())
        and _are_names(columns)
        and _are_names(parts)
    )
    if not is_condition:
        refuse(what)


def check_numbers(values: Mapping[str, Any], what: str) -> None:
    """Refuse values that are no whole numbers from 0."""
    for name, value in values.items():
        if not _is_number(value, 2**64):
            refuse(f"{name} of {what}")


def _is_number(value: Any, largest: int) -> bool:
    return type(value) is int and 0 <= value < largest


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _are_rules(parameters: Mapping[str, Any]) -> bool:
    first, game = parameters.get("first_click", "safe"), parameters.get("game", "normal")
    return first in FIRST_CLICKS and game in GAMES
