"""The command `sapper`, and `python -m sapper`."""

from __future__ import annotations

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Load the command line and run it; Ctrl-C while it loads ends it without a trace."""
    before = signal.signal(signal.SIGINT, _stop)
    from sapper.cli import main as run  # noqa: PLC0415 - after the handler is there

    signal.signal(signal.SIGINT, before)
    run()


def _stop(number: int, _frame: FrameType | None) -> None:
    sys.stderr.write("sapper: stopped\n")
    sys.stderr.flush()
    os._exit(128 + number)


if __name__ == "__main__":
    main()
