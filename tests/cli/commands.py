"""Run commands: in a process of their own, or in this one, on a terminal of a given width."""

import io
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from sapper.cli import main

ROOT = Path(__file__).resolve().parents[2]
SAPPER = [sys.executable, "-m", "sapper"]


def sapper(*words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SAPPER, *words], capture_output=True, text=True, check=check, cwd=ROOT)


@dataclass
class Done:
    returncode: int
    stdout: str
    stderr: str


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def quickly(*words: str, width: int | None = None) -> Done:
    """Run a command in this process; ``width`` makes its output a terminal, else it is a pipe."""
    stdout = io.StringIO() if width is None else _Terminal()
    stderr = io.StringIO()
    sizes = {"COLUMNS": str(width or 80), "LINES": "24", "TERM": "dumb", "NO_COLOR": "1"}
    code: object = 0
    with (
        patch.object(sys, "argv", ["sapper", *words]),
        patch.object(sys, "stdout", stdout),
        patch.object(sys, "stderr", stderr),
        patch.dict("os.environ", sizes),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    return Done(code if isinstance(code, int) else 0, stdout.getvalue(), stderr.getvalue())
