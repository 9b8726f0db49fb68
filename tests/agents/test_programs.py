"""Programs as agents, with real processes: dialects, and every way to fail."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import numpy as np
import pytest

from agents.programs import CODINGAMER, sweeper, write_program
from sapper import Agent, Position, Rules, adapt_player, load_agent, play_games
from sapper.agents import Playthrough, tell_playthrough
from sapper.agents.adapter import COVERED_CELL, View
from sapper.agents.options import join_id, split_id
from sapper.agents.programs import FORFEIT_WORDS, ProgramGuess
from sapper.agents.programs.guess import end_programs
from sapper.agents.run.policy import AgentPolicy
from sapper.errors import NotationError, RulesError, SapperError, UnknownNameError
from sapper.lab.experiments.definition import parse_definition

SMALL = Rules(6, 5, 4)
ILLEGAL, CRASH, LATE, GARBAGE, FLOOD = 1, 2, 3, 4, 5


class Sweeper:
    """What the program of `sweeper` plays, within Sapper."""

    def next_move(self, view: View) -> tuple[int, int, bool]:
        return next(
            (x, y, False)
            for y in range(view.rows)
            for x in range(view.columns)
            if view.grid[y][x] == COVERED_CELL
        )


def test_program_plays_as_the_same_agent_within(tmp_path: Path) -> None:
    agent = load_agent(f"engine:{sweeper(tmp_path)}")
    for rules in (SMALL, Rules(5, 4, 5, game="score"), Rules(1, 9, 2), Rules(2, 2, 4, "any")):
        assert play_games(agent, rules, 20).same_play(
            play_games(adapt_player(Sweeper), rules, 20)
        ), rules


def test_number_of_workers_changes_no_game(tmp_path: Path) -> None:
    agent = load_agent(f"engine:{sweeper(tmp_path)}")
    assert play_games(agent, SMALL, 30, workers=2).same_play(play_games(agent, SMALL, 30))


@pytest.mark.parametrize(
    "answer",
    [
        'print(" ".join(cells))',
        'print(json.dumps({"moves": cells}))',
        'print(json.dumps({"id": question["id"], "move": cells[0], "note": "first"}))',
        'print(json.dumps({"move": cells[0], "risk": {cells[0]: 0.25}}))',
    ],
)
def test_answers_may_be_several_moves_or_json(tmp_path: Path, answer: str) -> None:
    agent = load_agent(f"engine:{sweeper(tmp_path, answer)}")
    assert play_games(agent, SMALL, 10).same_play(play_games(adapt_player(Sweeper), SMALL, 10))


def test_program_flags_and_sees_its_flags(tmp_path: Path) -> None:
    answer = 'print("!r1c1" if "F" not in question["position"] else cells[0])'
    games = play_games(f"engine:{sweeper(tmp_path, answer)}", Rules(3, 1, 1, "any"), 20)
    assert not games.forfeit.any()
    assert games.mines_flagged.any()


def test_question_has_rules_seed_and_position_and_no_layout(tmp_path: Path) -> None:
    told = tmp_path / "told.txt"
    answer = f"print(cells[0]); open({str(told)!r}, 'a').write(line)"
    play_games(f"engine:{sweeper(tmp_path, answer)}", Rules(3, 3, 2, "zero"), 1, seed=7)
    import json

    questions = [json.loads(line) for line in told.read_text().splitlines()]
    assert set(questions[0]) == {"id", "do", "position", "rules", "seed"}
    assert questions[0]["rules"] == {
        "columns": 3, "rows": 3, "mines": 2, "first_click": "zero", "game": "normal",
    }  # fmt: skip
    assert questions[0]["position"] == ".../.../... 2"
    assert [one["id"] for one in questions] == list(range(1, len(questions) + 1))
    # Whoever guesses is not told where the mines are, nor the seed that decides it.
    assert all("*" not in one["position"] for one in questions)


def test_codingame_dialect_plays_a_process_a_game(tmp_path: Path) -> None:
    command = write_program(tmp_path, CODINGAMER)
    rules = Rules(30, 16, 20, "zero")
    games = play_games(f"engine:dialect=codingame:{command}", rules, 4)
    assert games.same_play(play_games(adapt_player(Sweeper), rules, 4))
    with pytest.raises(RulesError, match=r"normal game on 30x16.*got the normal game on 6x5"):
        play_games(f"engine:dialect=codingame:{command}", SMALL, 1)


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('print("r9c9")', ILLEGAL),
        ('print("r1c1")', ILLEGAL),
        ('print("~r1c1")', ILLEGAL),
        ("sys.exit(3)", CRASH),
        ("1 / 0", CRASH),
        ('print("hello")', GARBAGE),
        ("print()", GARBAGE),
        ('print("{}")', GARBAGE),
        ('print(json.dumps({"move": cells[0], "risks": {}}))', GARBAGE),
        ('print(json.dumps({"move": cells[0], "risk": {cells[0]: 2}}))', GARBAGE),
        ('print(json.dumps({"move": cells[0], "id": -1}))', GARBAGE),
        ('sys.stdout.buffer.write(b"\\xff\\n")', GARBAGE),
        ('print("[" * 100000)', GARBAGE),
        ('print(json.dumps({"moves": [1]}))', GARBAGE),
        ('sys.stdout.write("r" * (1 << 23))', FLOOD),
    ],
)
def test_failure_loses_the_game_and_says_why(tmp_path: Path, answer: str, why: int) -> None:
    agent = load_agent(f"engine:start_seconds=60:{sweeper(tmp_path, answer)}")
    games = play_games(agent, Rules(4, 4, 3), 2)
    played_on = answer == 'print("r1c1")'  # legal at first, but for a game that ends with it
    lost = games["forfeit"] if not played_on else games["forfeit"][games["forfeit"] > 0]
    assert set(lost.tolist()) == {why}
    assert games.lost.all()
    assert why in FORFEIT_WORDS


def test_silent_program_loses_by_the_clock_of_a_move_or_of_a_game(tmp_path: Path) -> None:
    for limit in ("move_seconds=0.1", "seconds=0.1"):
        command = sweeper(tmp_path, "import time; time.sleep(9)")
        games = play_games(f"engine:{limit},start_seconds=0.1:{command}", SMALL, 2)
        assert games.forfeit.tolist() == [LATE, LATE]
        assert (games.nanoseconds > 1e8).all()


def test_clock_of_a_game_runs_over_its_moves(tmp_path: Path) -> None:
    command = sweeper(tmp_path, "import time; time.sleep(0.06); print(cells[0])")
    games = play_games(f"engine:seconds=0.15:{command}", Rules(5, 5, 5, game="score"), 1)
    assert LATE in games.forfeit.tolist()
    assert 1 <= games.moves[0] <= 3


def test_run_goes_on_after_a_failure_with_a_new_process(tmp_path: Path) -> None:
    answer = 'print("oops" if cells[0] != "r1c1" and question["seed"] % 3 == 0 else cells[0])'
    games = play_games(f"engine:{sweeper(tmp_path, answer)}", SMALL, 40)
    whole = play_games(adapt_player(Sweeper), SMALL, 40)
    fine = games.forfeit == 0
    assert 0 < fine.sum() < 40
    for name in ("outcome", "moves", "cells_revealed"):
        assert np.array_equal(games[name][fine], whole[name][fine])


def test_flood_between_questions_is_a_failure(tmp_path: Path) -> None:
    endless = "print(cells[0])\n    while True: print('r1c1' * 1000)"
    games = play_games(f"engine:{sweeper(tmp_path, endless)}", SMALL, 2)
    assert set(games.forfeit.tolist()) <= {0, GARBAGE, FLOOD}
    assert games.forfeit.any()


def test_program_that_reads_nothing_does_not_block(tmp_path: Path) -> None:
    command = write_program(
        tmp_path, "import time\nwhile True:\n    print('r1c1', flush=True)\n    time.sleep(0.05)"
    )
    games = play_games(f"engine:{command}", Rules(300, 300, 9000, "zero"), 1)
    assert games.forfeit[0] in (ILLEGAL, GARBAGE)


def test_programs_end_with_those_who_asked(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    command = sweeper(
        tmp_path, f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); print(cells[0])"
    )
    play_games(f"engine:{command}", SMALL, 2)
    end_programs()
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text()), 0)


def test_playthrough_ends_with_the_forfeit(tmp_path: Path) -> None:
    agent = load_agent(f"engine:{sweeper(tmp_path, 'print(7)')}")
    game = Playthrough(agent, SMALL, 3)
    turns = list(game)
    assert [turn.role for turn in turns] == ["stuck"]
    assert game.outcome == "lost"
    assert game.result()["forfeit"].tolist() == [GARBAGE]
    assert any("lost" in line for line in tell_playthrough(Playthrough(agent, SMALL, 3)))


def test_policy_of_a_program_looks_at_any_position(tmp_path: Path) -> None:
    policy = AgentPolicy(load_agent(f"engine:{sweeper(tmp_path)}"), Rules(3, 1, 1))
    for text, cell in (("1.. 1", 1), ("... 1", 0), ("1.. 1", 1), ("01. 1", 2)):
        cells = Position.parse(text).array[None]
        assert policy(cells, cells.reshape(1, -1) == 9).tolist() == [cell]
    bad = AgentPolicy(load_agent(f"engine:{sweeper(tmp_path, 'print(7)')}"), Rules(3, 1, 1))
    with pytest.raises(SapperError, match="made no move"):
        bad(cells, cells.reshape(1, -1) == 9)


def test_id_reads_and_prints_back() -> None:
    for text in ("engine:cat", "engine:cat -u 'a, b:c=d'", "engine:seconds=2.5:cat x=1:y"):
        agent = load_agent(text)
        assert str(agent) == text
        assert load_agent(str(agent)) == agent
        assert join_id(*split_id(text)) == text
        assert Agent.from_dict(agent.to_dict()) == agent
        assert pickle.loads(pickle.dumps(agent)) == agent
    assert load_agent("engine:dialect=sapper:cat").guesser == ProgramGuess(("cat",))
    assert str(load_agent("engine:dialect=codingame,move_seconds=0.05: cat")) == (
        "engine:dialect=codingame,move_seconds=0.05:cat"
    )


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("engine:", NotationError, "expected a command"),
        ("engine", NotationError, "expected a command"),
        ("engine:'", NotationError, "No closing quotation"),
        ("engine:./no-such-solver", SapperError, "no program './no-such-solver'"),
        ("engine:secnds=2:cat", UnknownNameError, "did you mean 'seconds'"),
        ("engine:seconds=x:cat", NotationError, "expected seconds=NUMBER"),
        ("engine:seconds=-1:cat", RulesError, "number from 0"),
        ("engine:move_seconds=nan:cat", RulesError, "number from 0"),
        ("engine:dialect=uci:cat", NotationError, r"dialect=sapper\|codingame"),
    ],
)
def test_wrong_ids_are_explained(text: str, error: type[SapperError], words: str) -> None:
    with pytest.raises(error, match=words):
        load_agent(text)


def test_file_that_is_no_program_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "solver.py"
    path.write_text("")
    with pytest.raises(SapperError, match="chmod"):
        load_agent(f"engine:{path}")


def test_experiments_take_programs_and_their_options() -> None:
    plan = parse_definition(
        'name = "a"\ngames = 5\n[parameters]\nagent = ["engine:cat -u"]\non = ["5x5x3"]\n'
        "seconds = [1, 2]\n"
    )
    assert [str(one.agent) for one in plan.conditions] == [
        "engine:seconds=1.0:cat -u", "engine:seconds=2.0:cat -u",
    ]  # fmt: skip
