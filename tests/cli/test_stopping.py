"""Ctrl-C and SIGTERM end what the core computes, in real processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

ROW = "." * 90
WIDE = f"{ROW}/{'2' * 90}/{ROW} 60"


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("grid", ["6x6x6", "30x1x5"])
def test_a_signal_ends_a_long_search(grid: str, number: int, code: int) -> None:
    command = [sys.executable, "-m", "sapper", "optimum", grid, "--max-nodes", "4000000000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        time.sleep(4)  # until it searches
        assert process.poll() is None
        process.send_signal(number)
        process.communicate(timeout=30)
    assert process.returncode == code


def test_a_wide_position_is_answered_with_bounded_work() -> None:
    command = [sys.executable, "-m", "sapper", "analyse", WIDE, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)  # noqa: S603 - ours
    assert done.stdout.count('"sentence"') >= 180
