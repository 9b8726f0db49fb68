"""Ctrl-C and SIGTERM end a command, and never an import half way."""

from __future__ import annotations

import importlib
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from sapper import SapperError, _core
from sapper.boards import generate
from sapper.cli.signals import handle_signals

NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)


@pytest.fixture(autouse=True)
def handled() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in NUMBERS}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    handle_signals()
    yield
    signal.setitimer(signal.ITIMER_REAL, 0)
    for number, handler in before.items():
        signal.signal(number, handler)
    _core.stop_threads(stop=False)


def test_a_command_after_one_that_was_stopped_computes_again() -> None:
    """Boards are made by other threads, which a signal ends."""
    made = generate("9x9x10", 2, seed=1)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(SapperError, match="stopped by a signal"):
        generate("9x9x10", 2, seed=1)
    handle_signals()
    assert generate("9x9x10", 2, seed=1) == made


def import_interrupted(
    folder: Path, number: int, monkeypatch: pytest.MonkeyPatch, end: str = ""
) -> ModuleType:
    """Import a module that gets the signal half way, and is loaded whole all the same."""
    name = f"interrupted_{int(number)}"
    (folder / f"{name}.py").write_text(
        f"import signal, time\nsignal.raise_signal({int(number)})\ntime.sleep(0.1)\n{end}\n"
        "whole = True\n"
    )
    monkeypatch.syspath_prepend(folder)
    module = importlib.import_module(name)
    assert module.whole
    return module


@pytest.mark.timeout(0)  # its alarm is the one that is tested
def test_interrupt_waits_for_the_end_of_an_import(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(KeyboardInterrupt):
        import_interrupted(tmp_path, signal.SIGINT, monkeypatch)
        time.sleep(10)
    assert sys.modules[f"interrupted_{int(signal.SIGINT)}"].whole


@pytest.mark.timeout(0)  # as above
def test_delayed_signal_goes_to_whoever_handles_it_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A runner that plays by then finishes what is running instead of breaking off."""
    handler = "noted = []\nsignal.signal(signal.SIGTERM, lambda *about: noted.append(about[0]))"
    module = import_interrupted(tmp_path, signal.SIGTERM, monkeypatch, handler)
    end = time.monotonic() + 10
    while not module.noted and time.monotonic() < end:
        time.sleep(0.01)
    assert module.noted == [signal.SIGTERM]


def test_sigterm_is_exit_code_143() -> None:
    with pytest.raises(SystemExit, match="143"):
        signal.raise_signal(signal.SIGTERM)


def test_command_that_is_deaf_to_ctrl_c_stays_so() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    handle_signals()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
