"""`sapper compare`, and the same lines under `sapper run A B`."""

import json
import re
from pathlib import Path

from cli.commands import quickly

WORDS = ("--on", "beginner", "--games", "200", "--seed", "7", "--workers", "1")


def test_compare_says_what_run_says_under_its_table() -> None:
    compared = quickly("compare", "exact", "random", *WORDS).stdout
    assert compared.startswith("exact against random\n  beginner, first click safe, the same 200")
    for line in ("difference: +", "boards only one agent won", "games suffice; exact is better"):
        assert line in compared
    assert compared in quickly("run", "exact", "random", *WORDS).stdout


def test_json_is_an_object_for_each_grid(tmp_path: Path) -> None:
    drawn = tmp_path / "difference.svg"
    done = quickly(
        "compare", "random", "exact", *WORDS, "--on", "5x5x3", "--first-click", "zero",
        "--svg", str(drawn), "--json",
    )  # fmt: skip
    one, other = json.loads(done.stdout)
    assert (one["on"], other["on"]) == ("beginner", "5x5x3")
    assert one["first_click"] == "zero"
    assert one["difference"] < 0
    assert one["p_value"] < 0.05
    assert one["difference_low"] < one["difference"] < one["difference_high"]
    assert one["only_first"] + one["only_second"] + one["both"] + one["neither"] == 200
    assert one["games_needed"] > 0
    assert "random against exact" in drawn.read_text()


def test_compare_says_how_many_mines_the_first_clicks_move() -> None:
    words = ("compare", "exact", "becerra/cscsp", "--on", "expert", "--first-click", "zero")
    done = quickly(*words, "--games", "60", "--workers", "1")
    said = re.search(r"the same 60 boards but for (\d\.\d) mines a board that the", done.stdout)
    assert said
    assert 0.5 < float(said[1]) < 5
    assert "interval if each had played other boards: " in done.stdout
    (found,) = json.loads(quickly(*words, "--games", "60", "--workers", "1", "--json").stdout)
    assert f"{found['mines_moved']:.1f}" == said[1]
    assert found["unpaired_low"] < found["difference"] < found["unpaired_high"]


def test_picture_of_another_kind_is_refused() -> None:
    for command in ("run", "compare"):
        done = quickly(command, "random", "exact", "--svg", "x.png")
        assert done.returncode == 2
        assert "expected a name that ends in .svg, got 'x.png'" in done.stderr


def test_unknown_agent_is_one_line() -> None:
    done = quickly("compare", "exact", "randon")
    assert (done.returncode, done.stderr) == (
        2, "sapper: unknown agent 'randon'; did you mean 'random'?\n",
    )  # fmt: skip
