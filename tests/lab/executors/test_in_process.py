"""Playing in this process."""

from __future__ import annotations

from sapper.lab.executors import (
    InProcess,
)
from sapper.testing import check_executor


def test_this_process_keeps_the_contract() -> None:
    check_executor(InProcess, survives=False)
