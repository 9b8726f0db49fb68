"""Runs of games: the same rows however they are spread, and errors that come through."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from oracles.parts import AllSafe, AnyAllowed, Raises
from oracles.single_point import SlowSinglePoint
from sapper import Agent, Games, Rules, load_agent, play_games
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds
from sapper.errors import (
    IllegalMoveError,
    MissingExtraError,
    NotationError,
    RulesError,
    SapperError,
    UnknownNameError,
    WrongDeductionError,
)

RULES = Rules(7, 6, 8, first_click="zero")
PYTHON = Agent(RandomCell(), (SlowSinglePoint(),), AnyAllowed(), id="in Python")
GAMES = 60


@pytest.fixture(scope="module", params=["kvietinskas/single-point", "in Python"])
def agent(request: pytest.FixtureRequest) -> Agent:
    return PYTHON if request.param == "in Python" else load_agent(request.param)


@pytest.fixture(scope="module")
def rows(agent: Agent) -> Games:
    return play_games(agent, RULES, games=GAMES, seed=5, agent_seed=2)


@pytest.mark.parametrize("batch_size", [1, 7, 250])
def test_batch_size_changes_nothing(agent: Agent, rows: Games, batch_size: int) -> None:
    games = play_games(agent, RULES, games=GAMES, seed=5, agent_seed=2, batch_size=batch_size)
    assert games.same_play(rows)


@pytest.mark.parametrize(("workers", "batch_size"), [(2, 7), (5, 7), (5, 1)])
def test_number_of_workers_changes_nothing(
    agent: Agent, rows: Games, workers: int, batch_size: int
) -> None:
    games = play_games(
        agent, RULES, games=GAMES, seed=5, agent_seed=2, workers=workers, batch_size=batch_size
    )
    assert games.same_play(rows)


def test_rows_are_in_the_order_of_the_run(rows: Games) -> None:
    assert rows.game_seed.tolist() == game_seeds(5, 0, GAMES).tolist()


def test_longer_run_begins_with_the_shorter_one(agent: Agent, rows: Games) -> None:
    longer = play_games(agent, RULES, games=GAMES + 20, seed=5, agent_seed=2)
    assert [drop_time(row) for row in longer][:GAMES] == [drop_time(row) for row in rows]


def drop_time(row: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in row.items() if name != "nanoseconds"}


def test_seeds_matter(agent: Agent, rows: Games) -> None:
    assert not play_games(agent, RULES, games=GAMES, seed=6, agent_seed=2).same_play(rows)
    assert not play_games(agent, RULES, games=GAMES, seed=5, agent_seed=3).same_play(rows)


def test_agent_may_be_given_by_its_id() -> None:
    by_id = play_games("random", RULES, games=10, seed=1)
    assert by_id.same_play(play_games(load_agent("random"), RULES, games=10, seed=1))


def test_rules_may_be_given_by_their_name() -> None:
    by_name = play_games("random", "beginner", 50, seed=7)
    assert by_name.same_play(play_games("random", Rules.parse("beginner"), 50, seed=7))
    with pytest.raises(SapperError, match="unknown difficulty 'begginer'; did you mean"):
        play_games("random", "begginer", 50)


def test_progress_is_told_of_every_batch() -> None:
    told: list[int] = []
    play_games(
        "random", RULES, games=20, batch_size=6, progress=lambda part: told.append(len(part))
    )
    assert told == [6, 6, 6, 2]


def test_run_of_no_games_has_columns_and_no_rows() -> None:
    games = play_games("kvietinskas/single-point", RULES, games=0)
    assert len(games) == games.wins == games.wins_without_guess == 0
    assert games.won.tolist() == games.proven_by_single_point.tolist() == []
    assert games.win_rate != games.win_rate


def test_games_are_columns_and_rows(rows: Games) -> None:
    assert len(rows) == rows.num_games == GAMES
    assert rows["guesses"] is rows.guesses
    assert rows["won"].tolist() == rows.won.tolist()
    assert rows.wins == int(rows.won.sum())
    assert rows.win_rate == rows.wins / GAMES
    assert rows.wins_without_guess == sum(r["won"] and r["guesses"] == 0 for r in rows)
    assert set(dict(rows)) == set(next(iter(rows)))
    assert repr(rows) == f"<Games: {GAMES} games, {rows.wins} won>"
    assert pickle.loads(pickle.dumps(rows)).same_play(rows)
    with pytest.raises(AttributeError, match="no column 'wom'; the columns are game_seed, outcome"):
        _ = rows.wom


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"games": -1}, "expected 0 or more games"),
        ({"games": 1, "workers": 0}, "expected at least 1 worker, got 0"),
        ({"games": 1, "batch_size": 0}, "in batches of at least 1, got 1 and 0"),
        ({"games": 1, "seed": -1}, "expected a seed from 0"),
        ({"games": 1, "agent_seed": 2**63}, "expected a seed from 0"),
    ],
)
def test_impossible_run_is_an_error(options: dict[str, int], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        play_games("random", RULES, **options)  # type: ignore[arg-type]  # numbers all


# Errors


@pytest.mark.parametrize("workers", [1, 2])
def test_wrong_deduction_comes_through_from_a_worker(workers: int) -> None:
    agent = Agent(RandomCell(), (AllSafe(),), RandomGuess())
    with pytest.raises(WrongDeductionError) as caught:
        play_games(agent, Rules(5, 5, 12), games=20, seed=3, workers=workers, batch_size=4)
    message = str(caught.value)
    assert message.startswith("deducer 'all_safe' proved r")
    assert "game seed " in message
    assert "position '" in message


def test_error_of_a_part_comes_through_from_a_worker() -> None:
    agent = Agent(RandomCell(), guesser=Raises("on purpose"))
    with pytest.raises(ZeroDivisionError, match="on purpose"):
        play_games(agent, RULES, games=20, workers=2, batch_size=4)


@pytest.mark.parametrize(
    "error",
    [
        SapperError("a"),
        NotationError("a"),
        RulesError("a"),
        IllegalMoveError("a"),
        WrongDeductionError("deducer 'x' proved r1c1 safe, but it is a mine"),
        UnknownNameError.of("agent", "randon", ["random"]),
        MissingExtraError.of("ortools", "cp"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_survive_pickling(error: SapperError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert str(twin) == str(error)


def test_playing_loads_no_database() -> None:
    code = "import sys, sapper.lab.play; print('sqlalchemy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# Ctrl-C

INTERRUPTED = """
from sapper import Rules, play_games

if __name__ == "__main__":
    done = 0

    def progress(part):
        global done
        done += len(part)
        print("playing", flush=True)

    try:
        play_games(
            "kvietinskas/single-point", Rules.parse("expert"), games=10_000_000, seed=1,
            workers={workers}, batch_size=50, progress=progress,
        )
    except KeyboardInterrupt:
        print("stopped after", done, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="interrupts are sent otherwise there")
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_a_run_and_leaves_no_worker(tmp_path: Path, workers: int) -> None:
    script = tmp_path / "run.py"
    script.write_text(INTERRUPTED.format(workers=workers), encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline() == "playing\n"
        os.killpg(process.pid, signal.SIGINT)  # a terminal interrupts the workers too
        # The pipes close only when the last worker is gone.
        rest = process.stdout.read()
        noise = process.stderr.read()
        assert process.wait(timeout=20) == 0
    assert "stopped after" in rest
    assert noise == ""
