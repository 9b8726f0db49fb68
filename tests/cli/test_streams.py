"""Closed standard streams and encodings that lack our characters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

POSITION = "..1./..2./11../.... 3"


def sapper(words: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run a line of the shell, in which $SAPPER is the program."""
    return subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m sapper {words}'],
        capture_output=True,
        check=False,
        timeout=200,
        env={**os.environ, **variables},
    )


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_changes_neither_the_result_nor_the_exit_code(
    closed: str, tmp_path: Path
) -> None:
    picture = tmp_path / "risks.svg"
    done = sapper(f"analyse '{POSITION}' --svg '{picture}' {closed}")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr and (b"r3c3" in done.stdout) == (">&-" not in
        closed.replace("2>&-", ""))  # fmt: skip
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    wrong = sapper(f"analyse 'q 3' {closed}")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith(b"sapper: expected") or "2>&-" in closed


def test_standard_input_that_is_closed_is_empty() -> None:
    done = sapper("analyse - <&-")
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("words", "encodings"),
    [
        (f"analyse '{POSITION}'", ["ascii", "latin-1", "cp1252"]),
        ("run random exact --on beginner --games 20", ["ascii"]),
        ("compare random exact --on beginner --games 20", ["latin-1"]),
        ("agents exact", ["cp1252"]),
        ("optimum 4x4x3", ["ascii"]),
        ("play --log --agent exact --on 5x5x3 --seed 1", ["latin-1"]),
    ],
)
def test_plain_letters_stand_where_an_encoding_has_no_others(
    words: str, encodings: list[str]
) -> None:
    full = sapper(words, PYTHONIOENCODING="utf-8")
    rich = full.stdout.decode()
    for encoding in encodings:
        done = sapper(words, PYTHONIOENCODING=encoding)
        assert done.returncode == full.returncode == 0 and b"Traceback" not in done.stderr
        plain = done.stdout.decode(encoding)
        assert len(plain.splitlines()) == len(rich.splitlines())
        if words.startswith("analyse"):
            assert ["3", "1", "1", "v", "*"] in [line.split() for line in plain.splitlines()]


def test_a_wrong_letter_is_named_in_any_encoding() -> None:
    done = sapper("analyse 'é 1'", PYTHONIOENCODING="ascii", PYTHONUTF8="1")
    assert done.returncode == 2 and b"got 'e'" in done.stderr
