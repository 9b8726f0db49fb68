"""Files of one's own agents are loaded whatever they are called, and what is wrong is one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

AGENT = """
import json
import random as standard
from dataclasses import dataclass

from sapper import Agent, register
from sapper.agents.openers import RandomCell

SHIFT = 1


@dataclass(frozen=True)
class Last:
    def guess(self, position, allowed, random):
        assert standard.Random and json.dumps
        return allowed[-SHIFT]


@register({name!r}, source="a test")
def last() -> Agent:
    "Guess the last cell."
    return Agent(opener=RandomCell(), guesser=Last())
"""
# The installed command: the current folder is not on its path, nor may it be on its workers'.
SAPPER = [str(Path(sys.executable).with_name("sapper"))]


def sapper(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": ""}
    return subprocess.run(
        [*SAPPER, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=120,
        env=environment,
    )  # fmt: skip


@pytest.mark.parametrize("file", ["random.py", "json.py", "numpy.py"])
def test_file_is_loaded_whatever_it_is_called(tmp_path: Path, file: str) -> None:
    (tmp_path / file).write_text(AGENT.format(name="mine/last"))
    done = sapper(
        tmp_path, "run", "mine/last", "--load", file, "--on", "5x5x3", "--games", "300",
        "--workers", "2", "--json",
    )  # fmt: skip
    assert done.stderr.strip() == ""
    (row,) = json.loads(done.stdout)
    assert (row["agent"], row["games"]) == ("mine/last", 300)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def x(:\n", "cannot load 'mine.py', line 1: invalid syntax"),
        ("\n\n1 / 0\n", "cannot load 'mine.py', line 3: ZeroDivisionError: division by zero"),
        ("import nowhere_at_all\n", "line 1: ModuleNotFoundError: No module named"),
        ("raise ValueError('one\\ntwo')\n", "ValueError: one"),
        ("from sapper import load_agent\nload_agent('x')\n", "unknown agent 'x'"),
        ("x = '\\udc80'.encode()", "UnicodeEncodeError"),
        ("import sys\nsys.exit(0)\n", "cannot load 'mine.py': it calls sys.exit(0)"),
        (
            "class Odd(BaseException): pass\nraise Odd('x')\n",
            "cannot load 'mine.py', line 2: Odd: x",
        ),
        (
            "from sapper.agents import register\n"
            "@register('mine', source='x')\ndef f(): return 5\n",
            "expected an Agent from 'mine', got 5",
        ),
    ],
)
def test_file_that_cannot_be_loaded_is_one_line(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "mine.py").write_text(text)
    agent = "mine" if "'mine'" in text else "random"
    done = sapper(tmp_path, "run", agent, "--load", "mine.py")
    assert done.returncode == 2
    assert words in done.stderr
    assert done.stderr.strip().count("\n") == 0


@pytest.mark.parametrize("name", ["x[/bold]y", "m$\\bad{x$", "[red]a", "a_$b^$c", "a:b"])
def test_names_that_would_need_quoting_are_refused(tmp_path: Path, name: str) -> None:
    """Names that a shell, an id's options, rich or matplotlib would take apart."""
    factory = AGENT.index("@register")
    (tmp_path / "mine.py").write_text(AGENT[:factory] + AGENT[factory:].format(name=name))
    done = sapper(tmp_path, "agents", "--load", "mine.py")
    assert done.returncode == 2
    assert "expected a name such as 'paper/name'" in " ".join(done.stderr.split())
