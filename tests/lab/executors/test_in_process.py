"""Playing in this process."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from sapper.lab.executors import InProcess
from sapper.lab.executors.protocol import Finished
from sapper.testing import check_executor


def test_this_process_keeps_the_contract() -> None:
    check_executor(InProcess, survives=False)


def test_what_is_finished_cannot_be_changed_on_its_way() -> None:
    finished = Finished(1, "rows")
    with pytest.raises(FrozenInstanceError):
        finished.result = None  # type: ignore[misc]  # that is the point
