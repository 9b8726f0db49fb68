"""What travels to workers and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.lab.executors import (
    ProcessPool,
)
from sapper.lab.executors.packing import pack, unpack


class StrangeError(Exception):
    """Cannot be built from its text alone, so pickle cannot bring it back."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def raise_strange(_: object) -> None:
    raise StrangeError(1, 2)


def test_error_that_cannot_travel_is_reported_by_its_words() -> None:
    with ProcessPool(raise_strange, 1) as pool:
        pool.submit(1, None)
        (finished,) = next(found for _ in range(100) if (found := pool.wait(0.2)))
    assert str(finished.error) == "StrangeError: 1 and 2"


def test_what_a_script_defined_goes_along_by_value() -> None:
    names: dict[str, Any] = {"__name__": "__main__"}
    exec("SHIFT = 3\ndef shifted(x):\n    return x + SHIFT\n", names)
    function: Callable[[int], int] = unpack(pack(names["shifted"]))
    assert function(4) == 7
