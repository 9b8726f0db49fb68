"""A client of `sapper engine`: what a program in any language does."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Self

COMMAND = (sys.executable, "-m", "sapper", "engine")


class Client:
    """A running engine."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.into, self.out = self.process.stdin, self.process.stdout

    def write(self, *lines: str | bytes | dict[str, Any]) -> None:
        for line in lines:
            text = json.dumps(line) if isinstance(line, dict) else line
            self.into.write((text.encode() if isinstance(text, str) else text) + b"\n")
        self.into.flush()

    def read(self) -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.out.readline())
        return answer

    def ask(self, line: str | bytes | dict[str, Any]) -> dict[str, Any]:
        self.write(line)
        return self.read()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.into.close()
        self.process.wait(30)
        self.out.close()


def run_engine(text: bytes) -> tuple[list[dict[str, Any]], int]:
    """Run an engine on all its input; return the answers and the exit code."""
    done = subprocess.run(COMMAND, check=False, input=text, capture_output=True, timeout=120)
    assert not done.stderr, done.stderr.decode()
    return [json.loads(line) for line in done.stdout.splitlines()], done.returncode
