"""What a page shows in the end: a busy machine draws it later, and no test may look too early."""

from __future__ import annotations

from typing import Any

TIMEOUT = 15_000  # milliseconds, as for every other wait


def expect_count(found: Any, count: int) -> None:
    """Wait until so many elements are found."""
    from playwright.sync_api import expect

    expect(found).to_have_count(count, timeout=TIMEOUT)


def expect_hidden(found: Any) -> None:
    """Wait until what is found is hidden, or nothing is found."""
    from playwright.sync_api import expect

    expect(found).to_be_hidden(timeout=TIMEOUT)
