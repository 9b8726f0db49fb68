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


# A shell starts what runs in the background deaf to Ctrl-C.
PROGRAM = """import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from sapper.__main__ import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize(
    "words",
    [
        "optimum 30x1x5 --max-nodes 4000000000",
        "optimum 1x33x5 --max-nodes 4000000000",
        "optimum 6x6x6",
        "run strongest:effort=max --on expert --games 300 --workers 1 --seed 1",
        "boards expert --count 10000000 --seed 1",
    ],
)
def test_a_signal_ends_a_long_search(words: str, number: int, code: int) -> None:
    command = [sys.executable, "-c", PROGRAM, *words.split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        time.sleep(4)  # until it searches
        assert process.poll() is None
        process.send_signal(number)
        process.communicate(timeout=30)
    assert process.returncode == code


def test_a_wide_position_is_answered_with_bounded_work() -> None:
    command = [sys.executable, "-m", "sapper", "analyse", WIDE, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.count('"sentence"') >= 180
