"""The public check of executors finds what is wrong with one."""

from __future__ import annotations

from typing import Any

import pytest

from sapper.lab.executors import (
    Finished,
    InProcess,
    ProcessPool,
)
from sapper.testing import ContractError, check_executor


class Forgets(InProcess):
    def submit(self, key: int, task: Any) -> None:
        if key != 17:
            super().submit(key, task)


class Doubles(InProcess):
    def wait(self, seconds: float) -> list[Finished]:
        return 2 * super().wait(seconds)


class Swallows(InProcess):
    def wait(self, seconds: float) -> list[Finished]:
        return [Finished(one.key, one.result) for one in super().wait(seconds)]


class Mixes(InProcess):
    def wait(self, seconds: float) -> list[Finished]:
        return [Finished(one.key, 7, one.error) for one in super().wait(seconds)]


class NeverCloses(ProcessPool):
    def close(self) -> None:
        while any(worker.tasks for worker in self._workers):
            self.wait(1.0)
        super().close()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Forgets, "tasks did not come back in time"),
        (Doubles, "came back twice"),
        (Swallows, "an error must come back"),
        (Mixes, "expected 0 of task 0"),
    ],
)
def test_check_finds_a_broken_executor(
    make: type[InProcess], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.testing.executors._PATIENCE", 0.3)
    with pytest.raises(ContractError, match=words):
        check_executor(make, survives=False)


def test_check_finds_an_executor_that_waits_when_it_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sapper.testing.executors._PATIENCE", 6.0)
    with pytest.raises(ContractError, match="must drop running tasks"):
        check_executor(lambda function: NeverCloses(function, 1))
