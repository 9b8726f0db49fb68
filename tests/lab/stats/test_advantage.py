"""The advantage sum is the difference of win rates, for fewer games."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from sapper import Rules, play_games
from sapper.cli import app
from sapper.errors import SapperError
from sapper.lab.stats.advantage import measure_advantage


def test_advantage_sum_agrees_with_plain_paired_games() -> None:
    rules = Rules.parse("8x8x10", first_click="safe")
    strong, plain = "strongest:effort=fast", "strongest:effort=fast,components=0,endgame=0,plies=0"
    found = measure_advantage(strong, plain, rules, 150, 3, playouts=16)
    games = [play_games(one, rules, 4000, 77).won for one in (strong, plain)]
    differences = games[0].astype(float) - games[1]
    error = 1.96 * differences.std() / np.sqrt(len(differences))
    assert found.difference_low < differences.mean() + error
    assert found.difference_high > differences.mean() - error
    assert found.difference_low > 0
    # Narrower than so many games could be.
    assert found.difference_high - found.difference_low < 2 * error * np.sqrt(4000 / 150)
    assert sum(found.by_stage.values()) == pytest.approx(found.difference)
    for name, gain in found.by_stage.items():
        assert f"{name} {100 * gain:+.3f}" in str(found)


def test_agent_has_no_advantage_over_itself() -> None:
    rules = Rules.parse("8x8x10", first_click="zero")
    found = measure_advantage("strongest:effort=fast", "strongest:effort=fast", rules, 20, 1)
    assert (found.difference, found.differing) == (0.0, 0)


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("strongest", "exact:opener=best", "guesses by LookAhead or Improved"),
        ("exact", "strongest:effort=fast", "same opener"),
    ],
)
def test_advantage_needs_a_player_that_searches(first: str, second: str, message: str) -> None:
    with pytest.raises(SapperError, match=message):
        measure_advantage(first, second, Rules.parse("beginner"), 1)


def test_compare_command_measures_by_playouts() -> None:
    command = ["compare", "strongest:effort=fast", "strongest:effort=fast,plies=0"]
    options = ["--on", "6x6x7", "--games", "8", "--playouts", "4", "--workers", "1", "--json"]
    done = CliRunner().invoke(app, [*command, *options])
    (found,) = json.loads(done.stdout)
    assert found["measure"] == "advantage sum"
    assert found["games"] == 8
    assert found["difference_low"] <= found["difference"] <= found["difference_high"]


GUARDLESS = """
import multiprocessing, sys
if sys.argv[1] == "spawn":
    multiprocessing.get_all_start_methods = lambda: ["spawn"]
from sapper import Rules
from sapper.lab.stats.advantage import measure_advantage
ids, rules = ("strongest:effort=fast,plies=1", "strongest:effort=fast"), Rules.parse("6x6x7")
found = [measure_advantage(*ids, rules, 20, 2, playouts=2, workers=n) for n in (1, 2)]
print(found[0] == found[1], found[0].guesses > 0)
"""


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_script_without_a_guard_may_measure_on_several_workers(tmp_path: Path, method: str) -> None:
    script = tmp_path / "guardless.py"
    script.write_text(GUARDLESS)
    command = [sys.executable, str(script), method]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True True\n", "")
