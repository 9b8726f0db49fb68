"""The package loads its names when they are used; a command that is stopped prints no trace."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

import sapper


def test_every_public_name_is_there() -> None:
    names: dict[str, object] = {}
    exec("from sapper import *", names)
    assert set(sapper.__all__) <= set(names)
    assert set(sapper.__all__) <= set(dir(sapper))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sapper.nothing  # type: ignore[attr-defined]


def test_loading_the_package_loads_nothing_else() -> None:
    code = "import sapper, sys; print('numpy' in sys.modules, sapper.lab.play_games.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False play_games\n"


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent otherwise there")
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3, 0.6])
def test_command_stopped_while_it_loads_prints_no_trace(seconds: float) -> None:
    # Before Python itself has started nobody can be polite.
    words = "['sapper', 'bench', '--games', '9999999']"
    code = f"from sapper.__main__ import main, sys\nsys.argv = {words}"
    process = subprocess.Popen(
        [sys.executable, "-c", f"{code}\nprint(1, flush=True)\nmain()"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "1\n"
    time.sleep(0.05 + seconds)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in said
