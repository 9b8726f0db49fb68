import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.commands import ROOT, SAPPER, quickly, sapper


def test_json_is_one_array_on_stdout_and_nothing_else() -> None:
    done = sapper(
        "run", "random", "kvietinskas/single-point", "--on", "beginner", "--on", "9x9x10",
        "--first-click", "zero", "--games", "50", "--seed", "7", "--json",
    )  # fmt: skip
    rows = json.loads(done.stdout)
    assert {(row["agent"], row["on"]) for row in rows} == {
        (agent, on)
        for agent in ("random", "kvietinskas/single-point")
        for on in ("beginner", "9x9x10")
    }
    for row in rows:
        assert row["games"] == 50
        assert row["first_click"] == "zero"
        assert {"wins", "wins_without_guess", "guesses", "seconds"} <= set(row)
        assert row["wins_without_guess"] <= row["wins"] <= row["games"]


def test_same_seed_gives_same_rows_on_any_number_of_workers() -> None:
    def rows(workers: int) -> list[dict[str, object]]:
        done = sapper(
            "run", "kvietinskas/single-point", "--on", "expert", "--games", "600",
            "--seed", "3", "--workers", str(workers), "--json",
        )  # fmt: skip
        return [
            {key: value for key, value in row.items() if "seconds" not in key}
            for row in json.loads(done.stdout)
        ]

    assert rows(1) == rows(2) == rows(5)


def test_score_game_shows_the_score() -> None:
    words = ("--on", "5x5x5", "--games", "20", "--workers", "1")
    done = quickly("run", "random", "--game", "score", *words)
    assert "score" in done.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "randon"], "unknown agent 'randon'; did you mean 'random'?"),
        (["run", "random", "--on", "expret"], "unknown difficulty 'expret'; did you mean 'expert'"),
        (["run", "random", "--on", "0x5x1"], "expected at least 1 column and 1 row, got 0x5"),
        (["run", "random", "--on", "3x3x9"], "expected 0 to 8 mines on 3x3"),
        (["run", "random:opener=x"], "random has no options"),
        (["run", "kvietinskas/single-point:flag=no"], "did you mean 'flags'?"),
        (["run", "kvietinskas/single-point:flags=maybe"], "expected flags=yes|no"),
        (["run", "random", "--first-click", "sage"], "did you mean 'safe'?"),
        (["run"], "expected an agent to play, or --all"),
        (["run", "random", "--seed", "-1"], "expected a seed from 0"),
        (["run", "tiny", "--load", "nowhere.py"], "expected a Python file"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: list[str], message: str) -> None:
    done = quickly(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.strip().count("\n") == 0
    assert done.stdout == ""


def test_debug_shows_the_trace() -> None:
    done = sapper("--debug", "run", "randon", check=False)
    assert "Traceback" in done.stderr
    assert done.returncode != 0


def test_own_agent_is_loaded_from_a_file_and_played_by_workers() -> None:
    done = sapper(
        "run", "tiny:without_clue=2", "--load", "examples/tiny_agent.py", "--on", "beginner",
        "--games", "520", "--workers", "2", "--json",
    )  # fmt: skip
    (row,) = json.loads(done.stdout)
    assert row["agent"] == "tiny:without_clue=2"
    assert row["games"] == 520
    assert row["wins"] > 250


def processor_seconds(session: int) -> float:
    """Sum the time that the living processes of a session have had."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupt_prints_what_was_played_so_far(workers: int) -> None:
    running = subprocess.Popen(
        [*SAPPER, "run", "kvietinskas/single-point", "--on", "expert", "--games", "50000000",
         "--workers", str(workers), "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        start_new_session=True,
    )  # fmt: skip
    while processor_seconds(running.pid) < 4:
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)  # a terminal sends Ctrl-C to the whole group
    stdout, stderr = running.communicate(timeout=30)
    (row,) = json.loads(stdout)
    assert 0 < row["games"] < 50_000_000
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
    assert running.returncode == 130


def test_league_draws_a_chart_and_a_page(tmp_path: Path) -> None:
    sapper(
        "run", "--all", "--on", "5x5x3", "--games", "20",
        "--svg", str(tmp_path / "league.svg"), "--html", str(tmp_path / "league.html"),
    )  # fmt: skip
    assert (tmp_path / "league.svg").read_text().startswith("<?xml")
    page = (tmp_path / "league.html").read_text()
    assert "<svg" in page
    assert "kvietinskas/single-point" in page
    assert "src=" not in page
    assert "<link" not in page
    # So many agents are not compared game by game: the page names what the rule allows.
    assert "mines that the first clicks move: at most 1 a board." in page


def test_league_page_names_the_mines_that_the_first_clicks_move(tmp_path: Path) -> None:
    path = tmp_path / "league.html"
    words = ("--on", "9x9x10", "--first-click", "zero", "--games", "60", "--workers", "1")
    quickly("run", "exact", "random", "exact:opener=corner", *words, "--html", str(path))
    assert re.search(r"up to \d\.\d+ a board between the best agent", path.read_text())
    quickly("run", "exact", "exact:flags=no", *words, "--html", str(path))
    assert "<p>Every agent played the same boards.</p>" in path.read_text()


def test_agents_are_listed_with_their_options() -> None:
    done = quickly("agents")
    assert "kvietinskas/single-point" in done.stdout
    assert "flags=yes|no" in done.stdout
    (shown,) = json.loads(quickly("agents", "kvietinskas/single-point:flags=no", "--json").stdout)
    assert shown["agent"]["flags"] is False


@pytest.mark.parametrize("command", ["run", "agents", "play", "bench"])
def test_help_teaches_by_example(command: str) -> None:
    assert f"sapper {command}" in quickly(command, "--help").stdout


def test_a_temporary_folder_too_deep_for_sockets_is_named_with_its_remedy(tmp_path: Path) -> None:
    deep = tmp_path / ("x" * 120)
    deep.mkdir()
    command = [sys.executable, "-m", "sapper", "run", "random", "--games", "4000", "--workers", "2"]
    environment = {**os.environ, "TMPDIR": str(deep)}
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=environment, timeout=200
    )
    assert done.returncode == 2 and "set TMPDIR to a shorter path" in done.stderr
