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


# A shell starts what runs in the background deaf to Ctrl-C. A word says when the core has begun.
PROGRAM = """import signal, sys
from sapper import _core
from sapper.__main__ import main
signal.signal(signal.SIGINT, signal.default_int_handler)
def tell(function):
    def call(*args):
        sys.stderr.write("begun\\n")
        sys.stderr.flush()
        return function(*args)
    return call
for name in ("optimum", "play", "find_boards"):
    setattr(_core, name, tell(getattr(_core, name)))
main()
"""
LONG = (
    "optimum 30x1x5 --max-nodes 4000000000",
    "optimum 1x33x5 --max-nodes 4000000000",
    "optimum 6x6x6",
    "run strongest:effort=max --on expert --games 300 --workers 1 --seed 1",
    "boards expert --count 10000000 --seed 1",
)


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    ("words", "number", "code"),
    [*((words, signal.SIGINT, 130) for words in LONG), (LONG[3], signal.SIGTERM, 143)],
)
def test_a_signal_ends_a_long_search(words: str, number: int, code: int) -> None:
    command = [sys.executable, "-c", PROGRAM, *words.split()]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:  # type: ignore[call-overload]
        while b"begun" not in (line := process.stderr.readline()):
            assert line, "it ended before the core began"
        time.sleep(1)  # so that it searches
        assert process.poll() is None
        process.send_signal(number)
        process.communicate(timeout=30)
    assert process.returncode == code


def test_a_wide_position_is_answered_with_bounded_work() -> None:
    command = [sys.executable, "-m", "sapper", "analyse", WIDE, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.count('"sentence"') >= 180
