"""
The loop: a thread reads lines, the main thread answers them.

Requests are answered one after the other, in order; `cancel` and `quit` are seen while
another is worked on. A line that cannot be read is answered by an error, and nothing that
comes in ends the engine but `quit` and the end of its input.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from _thread import interrupt_main
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, BinaryIO, Final, NoReturn

import sapper
from sapper.engine import PROTOCOL, answers
from sapper.engine.answers import Answer, describe_error
from sapper.engine.games import Games
from sapper.engine.requests import RequestError, check_request
from sapper.errors import SapperError

LONGEST_LINE: Final = 1 << 24  # bytes
# Bytes of lines that wait; whoever writes more is held up by the pipe.
_MOST_WAITING: Final = 1 << 25
_LEAST_SIZE: Final = 1000  # of a line, however short
_CHUNK: Final = 1 << 16


class _CancelledError(SapperError):
    """The request was cancelled while it was worked on."""

    kind = "cancelled"


class _Line:
    """A line that was read: its request, or the error that it is."""

    def __init__(self, text: bytes | None) -> None:
        self.size = _LEAST_SIZE + len(text or b"")
        self.id: Any = None
        self.name = ""
        self.fields: dict[str, Any] = {}
        self.error: RequestError | None = None
        self.is_cancelled = False
        try:
            if text is None:
                raise RequestError(f"expected a line of at most {LONGEST_LINE:,} bytes", "too_long")
            data = _read_json(text)
            if isinstance(data, dict) and isinstance(data.get("id"), str | int):
                self.id = data["id"]
            self.name, self.fields = check_request(data)
        except RequestError as error:
            self.error = error


def _read_json(text: bytes) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError:
        raise RequestError("expected JSON less deep than this", "json") from None
    except ValueError as error:  # no UTF-8, and numbers of thousands of digits, too
        raise RequestError(f"expected a line of JSON: {error}", "json") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


class Engine:
    """What is asked on one stream and answered on another."""

    def __init__(self, read: Callable[[int], bytes], sink: BinaryIO) -> None:
        self._source, self._sink = read, sink
        self._games = Games()
        self._handlers: dict[str, Callable[[Mapping[str, Any]], Answer | str]] = {
            "analyse": answers.answer_analyse,
            "hint": answers.answer_hint,
            "reasons": answers.answer_reasons,
            "value": answers.answer_value,
            "assume": answers.answer_assume,
            "sample": answers.answer_sample,
            "boards": answers.answer_boards,
            "agents": answers.answer_agents,
            "guess": answers.answer_guess,
            "review": self._games.review,
            "new_game": self._games.new_game,
            "reveal": self._games.reveal,
            "flag": self._games.flag,
            "chord": self._games.chord,
            "end_game": self._games.end_game,
            "version": lambda _: {"protocol": PROTOCOL, "sapper": sapper.__version__},
        }
        self._waiting: deque[_Line | None] = deque()
        self._change = threading.Condition()
        self._waiting_bytes = 0
        self._running: _Line | None = None
        self._is_cancelling = False

    def run(self) -> None:
        """Answer until the input ends or `quit` is asked; call it from the main thread."""
        before = signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._read, daemon=True).start()
        try:
            while (line := self._next()) is not None:
                self._write(line, self._answer(line))
                if line.name == "quit" and line.error is None:
                    return
        finally:
            signal.signal(signal.SIGINT, before)

    # The thread that reads

    def _read(self) -> None:
        for text in iter_lines(self._source):
            line = _Line(text)
            if line.name == "cancel" and line.error is None:
                self._cancel(line.fields["request"])
            with self._change:
                self._change.wait_for(lambda: self._waiting_bytes < _MOST_WAITING)
                self._waiting_bytes += line.size
                self._waiting.append(line)
                self._change.notify_all()
            if line.name == "quit" and line.error is None:
                return
        with self._change:
            self._waiting.append(None)
            self._change.notify_all()

    def _cancel(self, wanted: str | int) -> None:
        """Mark a request; if it is the one in work, have the main thread look."""
        with self._change:
            for line in (*self._waiting, self._running):
                if line is not None and line.id == wanted and line.name != "cancel":
                    line.is_cancelled = True
            if self._running is not None and self._running.is_cancelled:
                self._is_cancelling = True
                interrupt_main(signal.SIGINT)

    # The main thread

    def _interrupt(self, number: int, frame: Any) -> None:  # noqa: ARG002 - the interface has them
        if not self._is_cancelling:
            raise KeyboardInterrupt
        self._is_cancelling = False
        # Done by now? Then there is nothing to stop.
        if self._running is not None and self._running.is_cancelled:
            raise _CancelledError("cancelled")

    def _next(self) -> _Line | None:
        with self._change:
            self._change.wait_for(lambda: self._waiting)
            line = self._waiting.popleft()
            self._waiting_bytes -= 0 if line is None else line.size
            self._change.notify_all()
        return line

    def _answer(self, line: _Line) -> Answer | str:
        try:
            if line.error is not None:
                raise line.error
            if line.is_cancelled:
                raise _CancelledError("cancelled")
            if line.name in ("cancel", "quit"):
                return {"done": line.name}
            self._running = line
            try:
                return self._handlers[line.name](line.fields)
            finally:
                self._running = None
        except SapperError as error:
            fields = line.fields
            return {
                "error": describe_error(
                    error, fields.get("position"), of_constraints="constraints" in fields
                )
            }
        except Exception as error:  # a bug of ours: whoever asked goes on
            said = f"{type(error).__name__}: {error}".splitlines()[0]
            return {"error": {"kind": "internal", "message": said}}

    def _write(self, line: _Line, answer: Answer | str) -> None:
        head = f'{{"id": {json.dumps(line.id)}'
        if isinstance(answer, str):
            text = f"{head}, {answer}}}\n"
        else:
            body = json.dumps(answer, allow_nan=False)
            text = f"{head}, {body[1:]}\n" if answer else f"{head}}}\n"
        self._sink.write(text.encode())
        self._sink.flush()


def iter_lines(read: Callable[[int], bytes]) -> Iterator[bytes | None]:
    r"""
    Yield lines that hold something; None for one that is too long, which is skipped.

    What stands after the last line's end is a line as well.

    >>> pieces = iter([b'{"id": 1', b"}\n\n{}", b""])
    >>> list(iter_lines(lambda size: next(pieces)))
    [b'{"id": 1}', b'{}']
    """
    parts: list[bytes] = []
    size = 0
    while True:
        chunk = read(_CHUNK)
        *ends, begun = chunk.split(b"\n")
        for end in ends:
            if size + len(end) > LONGEST_LINE:
                yield None
            elif text := b"".join((*parts, end)).strip():
                yield text
            parts.clear()
            size = 0
        size += len(begun)
        if size <= LONGEST_LINE:
            parts.append(begun)
        else:
            parts.clear()
        if not chunk:
            break
    if size > LONGEST_LINE:
        yield None
    elif text := b"".join(parts).strip():
        yield text


def serve() -> None:
    """Answer on this process's own streams."""
    # Not through sys.stdin: a thread that waits there would hold its lock when Python ends.
    Engine(partial(os.read, sys.stdin.fileno()), sys.stdout.buffer).run()
