"""`sapper play` on a real pseudo-terminal: bytes in, bytes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from cli.commands import ROOT, SAPPER

_ESCAPE = re.compile(r"\x1b(\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07]*\x07|P.*?\x1b\\|[=>()][A-Z0-9]?)")


class Terminal:
    """A command on a terminal of a given size."""

    def __init__(self, *words: str, columns: int = 80, rows: int = 24) -> None:
        self._end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            [*SAPPER, *words], stdin=other, stdout=other, stderr=other, cwd=ROOT,
            env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "", "LINES": ""},
            start_new_session=True,
        )  # fmt: skip
        os.close(other)
        self.output = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *exc: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._end)

    @property
    def text(self) -> str:
        """What was written, without colours and places."""
        return _ESCAPE.sub("", self.output.decode(errors="replace"))

    def press(self, keys: str) -> None:
        os.write(self._end, keys.encode())

    def wait_for(self, words: str, seconds: float = 30.0) -> None:
        until = time.monotonic() + seconds
        while words not in self.text:
            assert time.monotonic() < until, f"{words!r} is not in {self.text[-2000:]!r}"
            self._read(0.1)

    def wait_for_end(self, seconds: float = 30.0) -> int:
        until = time.monotonic() + seconds
        while self.process.poll() is None and time.monotonic() < until:
            self._read(0.1)
        self._read(0.1)
        return self.process.wait(1)

    def _read(self, seconds: float) -> None:
        ready, _, _ = select.select([self._end], [], [], seconds)
        if ready:
            try:
                self.output += os.read(self._end, 1 << 16)
            except OSError:
                time.sleep(seconds)
