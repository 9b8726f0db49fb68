"""
Ctrl-C and SIGTERM on the command line: an exception, but not in the middle of an import.

Commands load what they need when they are used. An exception raised while Python imports
can be lost (the import goes on, with a trace on the screen), or end the process from
inside the native module. Such a signal is sent again until the import is over, to
whoever then handles it.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType
from typing import Final

from sapper.errors import TerminatedError

INTERRUPTED: Final = 130  # what a shell reports for Ctrl-C
_AGAIN_SECONDS: Final = 0.02


def handle_signals() -> None:
    """Raise `KeyboardInterrupt` on Ctrl-C, and `SystemExit` with code 143 on SIGTERM."""
    _stop_threads(stop=False)  # a command that was stopped earlier is over
    signal.signal(signal.SIGTERM, _raise)
    # A shell starts what runs in the background deaf to Ctrl-C: it stays so.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _raise)


def _raise(number: int, frame: FrameType | None) -> None:
    if _is_importing(frame) and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(number))
        signal.setitimer(signal.ITIMER_REAL, _AGAIN_SECONDS)
        return
    _stop_threads(stop=True)
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise TerminatedError(128 + number)


def _stop_threads(*, stop: bool) -> None:
    if (core := sys.modules.get("sapper._core")) is not None:
        core.stop_threads(stop)


def _is_importing(frame: FrameType | None) -> bool:
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False
