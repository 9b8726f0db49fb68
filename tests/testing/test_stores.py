"""The public check of stores finds what is wrong with one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from sapper.lab.store import MemoryStore, RunnerRow, TaskRows
from sapper.testing import ContractError, check_store


class Forgetful(MemoryStore):
    """Keeps what is there already once more."""

    def add_tasks(self, tasks: Sequence[tuple[int, TaskRows]], runner_id: int) -> list[bool]:
        super().add_tasks(tasks, runner_id)
        return [True] * len(tasks)


class Drowsy(MemoryStore):
    """Takes everybody for dead."""

    def runners(self, experiment_id: int) -> list[RunnerRow]:
        return [replace(row, is_done=True) for row in super().runners(experiment_id)]


@pytest.mark.parametrize(
    ("store", "said"), [(Forgetful, "must not stop the others"), (Drowsy, "that entered is alive")]
)
def test_store_that_breaks_the_contract_is_found_out(store: type[MemoryStore], said: str) -> None:
    with pytest.raises(ContractError, match=said):
        check_store(store)
