"""Settings of all tests."""

from __future__ import annotations

import signal

import pytest
from hypothesis import settings

# pyproject.toml limits every test; long ones may take this long.
LONG_SECONDS = 3600

# A module's tests run in one process, modules in this order: those that take longest begin, so
# that no process is left alone with one at the end.
LONGEST_FIRST = ("tests/web/", "tests/docs/", "tests/lab/", "tests/cli/")

# A loaded machine is no reason for a red test: how long an example takes is not checked.
settings.register_profile("sapper", deadline=None)
settings.load_profile("sapper")

# A shell that starts the tests in the background has them ignore Ctrl-C, and every process that
# they start; some send it and wait for the end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Allow tests that are marked as long more time; put what takes longest first."""
    for item in items:
        is_long = item.get_closest_marker("slow") or item.get_closest_marker("paper")
        if is_long and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(LONG_SECONDS))
    items.sort(key=lambda item: [not item.nodeid.startswith(one) for one in LONGEST_FIRST])
