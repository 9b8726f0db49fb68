"""Grids in the terminal."""

from __future__ import annotations

from cli.commands import quickly


def test_revealed_zero_is_blank_and_no_covered_dot() -> None:
    shown = quickly("analyse", "01./01. 1").stdout
    assert "·" not in shown


def test_grid_wider_than_the_terminal_is_shown_in_bands() -> None:
    rows = "/".join(["." * 30] * 16)
    whole = quickly("analyse", f"{rows} 99").stdout.splitlines()
    bands = quickly("analyse", f"{rows} 99", width=80).stdout.splitlines()
    assert max(map(len, bands)) <= 80 < max(map(len, whole))
    assert sum(line.split() == [str(i) for i in range(16, 31)] for line in bands) == 1
