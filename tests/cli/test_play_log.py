"""`sapper play --log`: an agent's game as text."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from sapper import Game, Layout
from sapper.agents import Playthrough, agent_ids, load_agent, tell_playthrough
from sapper.agents.registry import find_entry
from sapper.cli import app
from sapper.errors import SapperError
from sapper.game.rules import Rules

LAYOUT = "-*-/--*/*-*"


def log(*words: str) -> str:
    result = CliRunner().invoke(app, ["play", "--log", *words])
    assert result.exit_code == 0, result.output
    return result.output


@pytest.mark.parametrize("agent_id", agent_ids())
@pytest.mark.parametrize("game", ["normal", "score"])
def test_every_agent_and_game_can_be_logged(agent_id: str, game: str) -> None:
    if game not in find_entry(agent_id).games:
        game = find_entry(agent_id).games[0]
    rules = Rules.parse("6x6x7", game=game)
    text = log("--agent", agent_id, "--game", game, "--on", "6x6x7", "--seed", "5")
    assert text == "".join(tell_playthrough(Playthrough(load_agent(agent_id), rules, 5)))
    turns = [int(number) for number in re.findall(r"^turn (\d+):", text, re.M)]
    assert turns == list(range(1, len(turns) + 1))
    # Every turn shows the position.
    assert len(re.findall(r"^    [.0-8F*]{6}$", text, re.M)) == 6 * len(turns)
    guesses = [int(number) for number in re.findall(r"guess (\d+)$", text, re.M)]
    assert guesses == list(range(1, len(guesses) + 1))


def test_score_game_ends_with_its_score_and_random_moves() -> None:
    text = log("--agent", "cooper/basic", "--game", "score", "--layout", LAYOUT, "--seed", "3")
    hits = text.count("hits a mine")
    picks = len(re.findall(r"guess \d+$", text, re.M)) + 1
    assert f"score                       {4 - hits} of 4, {(4 - hits) / 4:.4f}\n" in text
    assert f"random_moves                {picks}, the first pick counted\n" in text


def test_layout_is_the_one_that_is_played() -> None:
    text = log("--agent", "cooper/csp", "--game", "score", "--layout", LAYOUT, "--seed", "3")
    assert f"layout       {LAYOUT}\n" in text
    assert "rules        3x3x4, first click any, score game\n" in text
    game = Game.on_layout(Layout.parse(LAYOUT), game="score")
    for moves in re.findall(r"^  plays (.*)$", text, re.M):
        for move in moves.split():
            game.play(move)
    last = "\n".join(f"    {row}" for row in str(game.position).split(" ")[0].split("/"))
    assert game.is_over
    assert last in text


def test_same_seeds_write_the_same_text_and_others_another() -> None:
    words = ("--agent", "random", "--on", "9x9x10")
    assert log(*words, "--seed", "1") == log(*words, "--seed", "1")
    assert log(*words, "--seed", "1") != log(*words, "--seed", "2")
    assert log(*words, "--seed", "1") != log(*words, "--seed", "1", "--agent-seed", "1")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--log"], "expected --log with --agent"),
        (["--log", "--agent", "random", "--speed", "5"], "expected --log with --agent"),
        (["--log", "--agent", "random", "--on", "9x9x10", "--layout", "-*"], "the layout is the"),
        (["--log", "--agent", "random", "--layout", "-*/-"], "expected rows of 2 cells, got 1"),
        (["--log", "--agent", "randm"], "did you mean 'random'"),
        (["--replay", "a.json", "--layout", "-*"], "expected --replay without"),
    ],
)
def test_wrong_options_are_refused(words: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["play", *words])
    assert isinstance(result.exception, SapperError)
    assert message in str(result.exception)


def test_log_needs_no_terminal_and_an_error_is_one_line() -> None:
    command = [sys.executable, "-m", "sapper", "play", "--log", "--agent", "random"]
    done = subprocess.run([*command, "--seed", "1"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("agent        random\n")
    assert done.stderr == ""
    wrong = subprocess.run([*command, "--layout", "x"], capture_output=True, text=True, check=False)
    assert (wrong.returncode, wrong.stdout, len(wrong.stderr.splitlines())) == (2, "", 1)
