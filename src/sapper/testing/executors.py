"""
The contract of an executor, checked on tasks that succeed, fail and kill.

An executor is made by a function of ours and its own choice of place; every task
comes back exactly once under its key, errors come back as they were raised, a death
costs one task, and closing ends everything, at any moment and as often as one likes.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from sapper.arguments import explained
from sapper.testing.errors import ContractError

_MANY: Final = 50
_PATIENCE: Final = 60.0


@explained
def check_executor(make: Callable[[Callable[[Any], Any]], Any], *, survives: bool = True) -> None:
    """
    Check an executor; ``make(function)`` gives a new one that runs the function on tasks.

    With ``survives`` a task kills the process it runs in, which must cost no more than
    that task; leave it out for executors that run tasks in this very process.

    >>> from sapper.lab.executors import InProcess
    >>> check_executor(InProcess, survives=False)
    """
    with make(_answer) as executor:
        _check_numbers(executor)
        _check_results(executor)
        _check_errors(executor)
        if survives:
            _check_deaths(executor)
        # What is still running must not keep it from closing.
        executor.submit(10_000, ("sleep", _PATIENCE))
        if survives:
            executor.wait(0.5)
        began = time.monotonic()
        executor.close()
        executor.close()
    if time.monotonic() - began > _PATIENCE / 3:
        raise ContractError("closing an executor must drop running tasks, not wait for them")


def _answer(task: tuple[str, Any]) -> Any:
    """Do what a task says."""
    kind, value = task
    if kind == "double":
        return 2 * value
    if kind == "sleep":
        time.sleep(value)
    if kind == "fail":
        raise ZeroDivisionError(value)
    if kind == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == "large":
        return bytes(value)
    if kind == "unsendable":
        return (one for one in [value])
    return value


def _check_numbers(executor: Any) -> None:
    if not 1 <= executor.workers <= executor.capacity:
        raise ContractError(
            "an executor must have at least one worker and room for a task each, got "
            f"{executor.workers} and {executor.capacity}"
        )
    began = time.monotonic()
    if executor.wait(0.05) != [] or time.monotonic() - began > _PATIENCE / 4:
        raise ContractError("with no task handed out, wait must soon give an empty list")


def _check_results(executor: Any) -> None:
    answers = _run(executor, [("double", number) for number in range(_MANY)])
    for number, finished in enumerate(answers):
        if finished.error is not None or finished.result != 2 * number:
            raise ContractError(f"expected {2 * number} of task {number}, got {finished!r}")
    (large,) = _run(executor, [("large", 3_000_000)], start=1000)
    if large.result != bytes(3_000_000):
        raise ContractError("a result of three megabytes must come back whole")


def _check_errors(executor: Any) -> None:
    tasks = [("fail", "on purpose"), ("double", 4), ("fail", "again")]
    first, second, third = _run(executor, tasks, start=2000)
    for finished, words in ((first, "on purpose"), (third, "again")):
        if not isinstance(finished.error, ZeroDivisionError) or str(finished.error) != words:
            raise ContractError(f"an error must come back as it was raised, got {finished.error!r}")
        if finished.died or finished.result is not None:
            raise ContractError("a task that raised an error has no result, and no death")
    if second.result != 8:
        raise ContractError("a failing task must leave the others alone")
    (odd,) = _run(executor, [("unsendable", 1)], start=3000)
    if odd.error is None and odd.result is None:
        raise ContractError("a result that cannot be sent must be an error")


def _check_deaths(executor: Any) -> None:
    tasks = [("kill", 0), *(("double", number) for number in range(8))]
    killed, *others = _run(executor, tasks, start=4000)
    if not killed.died:
        raise ContractError(f"a task whose worker was killed must say so, got {killed!r}")
    if [one.result for one in others] != [2 * number for number in range(8)]:
        raise ContractError("a killed worker must cost only the task that was running")


def _run(executor: Any, tasks: Sequence[Any], start: int = 1) -> list[Any]:
    """Run tasks as a runner does, never more than the capacity; results in their order."""
    waiting = list(enumerate(tasks, start=start))[::-1]
    done: dict[int, Any] = {}
    began, running = time.monotonic(), 0
    while len(done) < len(tasks):
        while waiting and running < executor.capacity:
            executor.submit(*waiting.pop())
            running += 1
        for finished in executor.wait(0.2):
            if finished.key in done or not start <= finished.key < start + len(tasks):
                raise ContractError(f"task {finished.key} came back twice, or out of nowhere")
            done[finished.key] = finished
            running -= 1
        if time.monotonic() - began > _PATIENCE:
            raise ContractError(f"{len(tasks) - len(done)} tasks did not come back in time")
    return [done[key] for key in range(start, start + len(tasks))]
