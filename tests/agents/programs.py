"""Programs in other people's place: each a few lines, run as they would be."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

# Answers the first covered cell of the rows in ``rows``, a list of texts.
SWEEPER = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    rows = question["position"].split()[0].split("/")
    cells = [f"r{r}c{c}" for r, row in enumerate(rows, 1) for c, code in enumerate(row, 1)
             if code == "."]
    {answer}
    sys.stdout.flush()
"""
CODINGAMER = """
import sys
moves = 0
while True:
    rows = [sys.stdin.readline().split() for _ in range(16)]
    if not rows[0]:
        break
    assert all(len(row) == 30 for row in rows)
    assert moves or all(token == "?" for row in rows for token in row), "a process plays one game"
    y, x = next((y, x) for y, row in enumerate(rows) for x, t in enumerate(row) if t == "?")
    moves += 1
    print(x, y, 29, 15, flush=True)
"""


def write_program(folder: Path, text: str, name: str = "program") -> str:
    """Write a Python program and return the command that starts it."""
    path = folder / f"{name}.py"
    path.write_text(text)
    return shlex.join([sys.executable, "-I", "-S", str(path)])


def sweeper(folder: Path, answer: str = "print(cells[0])", name: str = "sweeper") -> str:
    """Write a program that answers by these lines."""
    return write_program(folder, SWEEPER.replace("{answer}", answer), name)
