"""A store in memory."""

from __future__ import annotations

from sapper.lab.store import MemoryStore
from sapper.testing import check_store


def test_memory_keeps_the_contract() -> None:
    check_store(MemoryStore)
