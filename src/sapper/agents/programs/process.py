"""
A program at arm's length: a question in, a line out, whatever it does.

Two threads of each program read and write, so that one that does not read, does not
answer or never stops writing holds up nobody. How a program failed is a `ForfeitError`.
"""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import threading
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal

from sapper.errors import SapperError

Reason = Literal["illegal", "crash", "late", "garbage", "flood"]

# What a program may have written that nobody has asked for yet, and the length of a line.
MOST_BYTES: Final = 1 << 22
MOST_LINES: Final = 1000
_CHUNK: Final = 1 << 16
_PATIENCE: Final = 1.0  # seconds for a program to end by itself
_ENDED: Final = None


class ForfeitError(SapperError):
    """A program did not make a move: why, in a word and in a sentence."""

    def __init__(self, reason: Reason, said: str) -> None:
        super().__init__(reason, said)
        self.reason: Reason = reason

    def __str__(self) -> str:
        return str(self.args[1])


class Program:
    """A running program; ``is_quiet`` sends what it writes to standard error nowhere."""

    def __init__(self, words: Sequence[str], *, is_quiet: bool = True) -> None:
        self.has_answered = False
        self._answers: queue.SimpleQueue[bytes | ForfeitError | None] = queue.SimpleQueue()
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        try:
            self._process = subprocess.Popen(
                list(words),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL if is_quiet else None,
                bufsize=0,
                **_own_group(),
            )
        except OSError as error:
            raise ForfeitError("crash", f"cannot start {words[0]!r}: {error.strerror}") from None
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    @property
    def pid(self) -> int:
        """The number of its process."""
        return self._process.pid

    def ask(self, question: bytes, seconds: float) -> bytes:
        """Send a question and return the line that answers it."""
        if not self._answers.empty():
            raise self._failure(self._answers.get()) or ForfeitError(
                "garbage", "it wrote a line that nobody had asked for"
            )
        self._questions.put(question)
        try:
            found = self._answers.get(timeout=seconds)
        except queue.Empty:
            raise ForfeitError("late", f"no answer in {seconds:g} seconds") from None
        if (failure := self._failure(found)) is not None:
            raise failure
        assert isinstance(found, bytes)  # noqa: S101 - what is left
        self.has_answered = True
        return found

    def _failure(self, found: bytes | ForfeitError | None) -> ForfeitError | None:
        if found is not _ENDED:
            return found if isinstance(found, ForfeitError) else None
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        return ForfeitError("crash", f"it ended ({_cause(self._process.returncode)})")

    def close(self, *, is_patient: bool = True) -> bool:
        """End the program and all that it started; return whether it ended by itself."""
        self._questions.put(None)
        ended = False
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE if is_patient else 0)
            ended = True
        self.kill()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        return ended

    def kill(self) -> None:
        """End the program at once, with all that it started."""
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    def _read(self) -> None:
        """Cut what the program writes into lines."""
        assert self._process.stdout is not None  # noqa: S101 - it was asked for
        stream, begun = self._process.stdout, b""
        with suppress(OSError, ValueError), stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                *lines, begun = (begun + chunk).split(b"\n")
                for line in lines:
                    self._answers.put(line)
                if len(begun) > MOST_BYTES or self._answers.qsize() > MOST_LINES:
                    self._answers.put(ForfeitError("flood", "it wrote without end"))
                    self.kill()
                    return
        self._answers.put(_ENDED)

    def _write(self) -> None:
        """Send questions; a program that is gone refuses them, which its reader sees."""
        assert self._process.stdin is not None  # noqa: S101 - it was asked for
        stream = self._process.stdin
        with suppress(OSError, ValueError):
            while (text := self._questions.get()) is not None:
                rest = memoryview(text)
                while rest:
                    rest = rest[os.write(stream.fileno(), rest) :]
        with suppress(OSError):
            stream.close()


def _own_group() -> dict[str, Any]:
    """Put a program into a group of its own, so that what it starts can be ended with it."""
    return {"start_new_session": True} if os.name == "posix" else {}


def _cause(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit {code}"
