"""Read single values of an experiment file; what is wrong is an error that names the line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sapper.lab.experiments.planner import LARGEST_BATCH
from sapper.lab.experiments.source import Source, shown


def check_keys(
    source: Source, path: tuple[str | int, ...], table: Any, known: tuple[str, ...]
) -> None:
    """Raise an error for a key that is not known."""
    if not isinstance(table, dict):
        raise source.error(path, f"expected a table, got {shown(table)}")
    for key in table:
        if key not in known:
            raise source.unknown((*path, key), "key", key, known)


def read_text(source: Source, data: Mapping[str, Any], key: str) -> str:
    """Read text, empty if it is not there."""
    value = data.get(key, "")
    if not isinstance(value, str):
        raise source.error((key,), f"expected text, got {shown(value)}")
    return value


def read_count(
    source: Source,
    data: Mapping[str, Any],
    key: str,
    default: int | None = None,
    least: int = 1,
    most: int = 10**15,
    table: str = "",
) -> int:
    """Read a whole number from ``least`` to below ``most``."""
    value = data.get(key, default)
    if value is None:
        raise source.error((), f"expected the key {key!r}: a whole number")
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < most:
        raise source.error(
            (table, key) if table else (key,),
            f"expected {key} as a whole number from {least} to {most - 1}, got {shown(value)}",
        )
    return value


def read_batch_size(source: Source, data: Mapping[str, Any]) -> int | None:
    """Read the games a task, None if they are to be fitted."""
    if "batch_size" not in data:
        return None
    return read_count(source, data, "batch_size", most=LARGEST_BATCH + 1)


def read_choice(
    source: Source,
    data: Mapping[str, Any],
    path: tuple[str, ...],
    choices: tuple[str, ...],
    default: str,
) -> str:
    """Read one of some words."""
    value = data.get(path[-1], default)
    if value != default and value not in choices:
        raise source.unknown(path, f"value of {path[-1]}", str(value), choices)
    return str(value)
