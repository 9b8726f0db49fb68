"""`sapper play` on a real terminal of 80 columns."""

from __future__ import annotations

import sys

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


def test_hint_names_a_cell_and_quitting_while_saving_shows_no_trace() -> None:
    from cli.terminals import Terminal

    with Terminal("play", "--seed", "7") as screen:
        screen.wait_for("mines left")
        screen.press("\r")
        screen.press("i")
        screen.wait_for("hints")
        screen.wait_for("r4c3 is safe: the 1 at r6c3")
        screen.press("qs")
        assert screen.wait_for_end() == 0
        assert "Traceback" not in screen.text
        assert "Error" not in screen.text


def test_keys_after_quit_do_nothing() -> None:
    from cli.terminals import Terminal

    with Terminal("play", "--agent", "exact", "--seed", "7") as screen:
        screen.wait_for("mines left")
        screen.press("q?sn t")
        assert screen.wait_for_end() == 0
        assert "Traceback" not in screen.text
