"""Whatever the native module binds is called by the border fuzzer (`tests/fuzz`)."""

from __future__ import annotations

import enum
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fuzz.calls import make_calls
from fuzz.inputs import Inputs, check_error
from sapper import _core

TESTS = Path(__file__).resolve().parent
PUBLIC = [name for name in dir(_core) if not name.startswith("__")]
TYPES = [kind for name in PUBLIC if isinstance(kind := getattr(_core, name), type)]
CLASSES = [kind for kind in TYPES if not issubclass(kind, enum.Enum)]
# Never made by a call of its own: analyse gives one, trees and nets are the other's kinds.
MADE_BY_OTHERS = {
    "Candidate", "ConstraintFindings", "Findings", "Hint", "Judgement", "LaneState", "Model",
    "Reason", "ReasonStep", "Stake",
}  # fmt: skip
MOST_CALLS = 200


class Watched:
    """The native module; notes which of its functions and classes gave an answer."""

    def __init__(self) -> None:
        self.answered: set[str] = set()

    def __getattr__(self, name: str) -> Any:
        found = getattr(_core, name)
        if not callable(found) or (isinstance(found, type) and found not in CLASSES):
            return found

        def call(*args: Any) -> Any:
            answer = found(*args)
            self.answered.add(name)
            return answer

        return call


def names_to_fuzz() -> set[str]:
    functions = {name for name in PUBLIC if callable(getattr(_core, name))}
    functions.remove("stop_threads")  # the threads of later tests would end
    return functions - {kind.__name__ for kind in TYPES} | (
        {kind.__name__ for kind in CLASSES} - MADE_BY_OTHERS
    )


def test_every_bound_function_and_class_answers_the_fuzzer_now_and_then() -> None:
    watched = Watched()
    makers = make_calls(Inputs(watched, random.Random(4)))
    wanted = names_to_fuzz()
    for _ in range(MOST_CALLS):
        for make in makers.values():
            call_once(make)
        if wanted <= watched.answered:
            break
    assert wanted - watched.answered == set()


def call_once(make: Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]) -> None:
    try:
        function, args = make()
        function(*args)
    except Exception as error:
        check_error(error)
