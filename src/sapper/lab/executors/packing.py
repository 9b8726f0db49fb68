"""
Tasks and results as bytes for another process.

Plain pickle names classes and functions by the module that they come from. What a
script or a notebook defined itself, or a file given with ``--load``, a worker cannot
import; that is packed by value instead, so that no script is run again in a worker
and none needs a guard.
"""

from __future__ import annotations

import pickle
import sys
from typing import Any

import cloudpickle

from sapper.agents.loading import LOADED_PREFIX

_BY_VALUE = (b"__main__", LOADED_PREFIX.encode())


def pack(value: Any) -> bytes:
    """Pack a value for another process."""
    try:
        packed = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError):
        return _pack_by_value(value)
    if any(name in packed for name in _BY_VALUE):
        return _pack_by_value(value)
    return packed


def _pack_by_value(value: Any) -> bytes:
    for name, module in list(sys.modules.items()):
        if name.startswith(LOADED_PREFIX):
            cloudpickle.register_pickle_by_value(module)
    return bytes(cloudpickle.dumps(value))


def unpack(packed: bytes) -> Any:
    """Return what was packed."""
    return pickle.loads(packed)


def pack_error(error: Exception) -> bytes:
    """Pack an error; one that does not survive the journey is replaced by its text."""
    try:
        packed = pack(error)
        unpack(packed)
    except Exception:
        return pack(RuntimeError(f"{type(error).__name__}: {error}"))
    return packed
