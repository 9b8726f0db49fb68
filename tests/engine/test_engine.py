"""`sapper engine` as programs use it: real processes, every request, every error."""

from __future__ import annotations

import json
import os
import random
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from engine.clients import COMMAND, Client, run_engine
from sapper import (
    Game,
    Position,
    Replay,
    Rules,
    agent_ids,
    analyse,
    hint,
    load_agent,
    value,
)
from sapper.agents import Playthrough
from sapper.boards import generate
from sapper.boards.review import review
from sapper.engine import requests
from sapper.engine.answers import KINDS
from sapper.engine.requests import REQUESTS, WANTED
from sapper.engine.schema import ANSWERS, make_schema
from sapper.engine.serve import LONGEST_LINE
from sapper.lab import play_games

TEXT = "..1./..2./11../.... 3"
POSITION = Position.parse(TEXT)
SCHEMA = make_schema()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    with Client() as found:
        yield found


def check(name: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Check an answer against the schema; return it."""
    reference = {"$ref": f"#/$defs/{name}.answer", "$defs": SCHEMA["$defs"]}
    jsonschema.Draft202012Validator(reference).validate(answer)
    return answer


def ask(client: Client, name: str, **fields: Any) -> dict[str, Any]:
    request = {"id": name, "do": name, **fields}
    reference = {"$ref": f"#/$defs/{name}.request", "$defs": SCHEMA["$defs"]}
    jsonschema.Draft202012Validator(reference).validate(request)
    answer = check(name, client.ask(request))
    assert answer.pop("id") == name
    return answer


def test_schema_in_the_package_is_what_the_table_says() -> None:
    path = Path(requests.__file__).with_name("schema.json")
    assert json.loads(path.read_text()) == SCHEMA, "run python -m sapper.engine.schema"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert ANSWERS.keys() == REQUESTS.keys()


def test_analysis_is_what_the_library_says(client: Client) -> None:
    answer = ask(client, "analyse", position=TEXT)
    told = analyse(POSITION).to_dict()
    told["placements"] = int(told.pop("num_placements"))
    assert answer == {key: told[key] for key in WANTED}
    assert answer["placements"] == 11
    want = ["safe", "placements"]
    assert ask(client, "analyse", position=TEXT, want=want) == {
        "safe": told["safe"], "placements": 11,
    }  # fmt: skip
    without = ask(client, "analyse", position=TEXT, mine_count=False)
    assert without["risk"] == analyse(POSITION, use_mine_count=False).to_dict()["risk"]
    blank = ask(client, "analyse", position=str(Position.blank(30, 16, 99)), want=["placements"])
    assert int(blank["placements"]) == analyse(Position.blank(30, 16, 99)).num_placements


def some_positions() -> list[str]:
    rules = Rules.parse("expert", first_click="zero")
    turns = [turn for seed in (1, 2) for turn in Playthrough(load_agent("exact"), rules, seed)]
    texts = [str(turn.position) for turn in turns if turn.outcome == "playing"][::9]
    return [*texts, TEXT, "F1. 1", "... 2", "1*. 2", "0. 0"]


@pytest.mark.parametrize("want", [None, ["risk"], ["mines", "safe"], ["safe"], ["hint", "risk"]])
@pytest.mark.parametrize("trust_flags", [True, False])
def test_batch_answers_as_single_requests_do(
    client: Client, want: list[str] | None, trust_flags: bool
) -> None:
    texts = some_positions()
    if want and "hint" in want:
        texts = texts[-5:]
    asked = {"trust_flags": trust_flags, **({"want": want} if want else {})}
    many = ask(client, "analyse", positions=[*texts, "nonsense", "11/.. 5"], **asked)["results"]
    for text, answer in zip(texts, many[:-2], strict=True):
        found = analyse(Position.parse(text), trust_flags=trust_flags).to_dict()
        assert answer == {key: found[key] for key in want or ("risk", "safe", "mines")}, text
    assert [one["error"]["kind"] for one in many[-2:]] == ["notation", "inconsistent"]


def test_sets_of_cells_with_sums_are_answered(client: Client) -> None:
    problem = {"cells": 4, "mines": 2, "sums": [{"cells": [0, 1], "low": 1, "high": 1}]}
    answer = ask(client, "analyse", constraints=problem)
    assert answer["risk"] == [0.5] * 4
    assert answer["placements"] == 4
    assert ask(client, "analyse", constraints=problem, want=["safe"]) == {"safe": []}
    proven = ask(client, "analyse", constraints={"cells": 2, "sums": [{"cells": [1], "low": 1}]})
    assert proven["mines"] == [1]
    assert proven["reasons"][0]["constraints"] == [0]


def test_what_is_wrong_with_sets_of_cells_is_an_error_with_numbers(client: Client) -> None:
    both = [{"cells": [0], "low": 1}, {"cells": [0, 1], "low": 0}]
    error = ask(client, "analyse", constraints={"cells": 2, "sums": both})["error"]
    assert (error["kind"], error["constraints"]) == ("inconsistent", [0, 1])
    wide = [{"cells": [*range(i, i + 20)], "low": 9, "high": 11} for i in range(0, 20, 3)]
    tight = {"cells": 44, "sums": [*wide, {"cells": [43], "low": 1}]}
    budget = ask(client, "analyse", constraints=tight, max_states=5)["error"]
    assert (budget["kind"], budget["mines"]) == ("budget", [43])
    for more, message in (
        ({"want": ["hint"]}, "want of constraints as some of risk"),
        ({"trust_flags": True}, "no 'trust_flags' with constraints"),
    ):
        error = ask(client, "analyse", constraints={"cells": 2, "sums": []}, **more)["error"]
        assert error["kind"] == "request"
        assert message in error["message"]
    outside = ask_raw(client, {"cells": 2, "sums": [{"cells": [2], "low": 1}]})["error"]
    assert outside["kind"] == "rules"
    wrong = ask_raw(client, {"cells": 4, "sums": [{"cells": [0], "low": -1}]})
    assert "of at least 0, got -1" in wrong["error"]["message"]


def ask_raw(client: Client, constraints: object) -> dict[str, Any]:
    request = {"id": 1, "do": "analyse", "constraints": constraints}
    return check("analyse", client.ask(request))


def test_hint_reasons_value_and_samples_are_the_library_s(client: Client) -> None:
    found = hint(POSITION)
    assert found is not None
    assert ask(client, "hint", position=TEXT)["hint"] == found.to_dict()
    near = ask(client, "hint", position=TEXT, near="r4c1")["hint"]
    assert near == hint(POSITION, near="r4c1").to_dict()  # type: ignore[union-attr]
    assert ask(client, "hint", position="0. 0".replace(".", "0"))["hint"] is None
    reasons = [one.to_dict() for one in analyse(POSITION).reasons()]
    assert ask(client, "reasons", position=TEXT)["reasons"] == reasons
    assert ask(client, "reasons", position=TEXT, cells=["r4c3"])["reasons"] == reasons[-1:]
    answer = ask(client, "value", position="1../... 1", cells=True)
    assert Fraction(answer["fraction"]) == value(Position.parse("1../... 1")) == Fraction(2, 3)
    assert answer["cells"][0]["cell"] == "r1c3"
    drawn = ask(client, "sample", position=TEXT, count=3, seed=5)["layouts"]
    layouts = analyse(POSITION).sample(3, 5)
    assert [one.replace("/", "") for one in drawn] == [
        "".join("-*"[int(mine)] for mine in layout.ravel()) for layout in layouts
    ]


def test_chain_of_what_ifs(client: Client) -> None:
    chain = [{"cell": "r1c2", "is": "mine"}, {"cell": "r4c4", "is": "safe"}]
    answer = ask(client, "assume", position=TEXT, chain=chain)
    after = analyse(POSITION).assume("r1c2", "mine").assume("r4c4", "safe")
    assert answer["position"] == str(after.position)
    assert answer["placements"] == after.num_placements
    assert answer["risk"] == after.to_dict()["risk"]
    clue = ask(client, "assume", position=TEXT, chain=[{"cell": "r4c3", "is": 8}], want=[])
    assert clue["error"]["kind"] == "inconsistent"


def test_games_are_played_and_reviewed(client: Client) -> None:
    begun = ask(client, "new_game", on="5x5x4", seed=7, first_click="zero")
    number, game = begun["game"], Game(Rules.parse("5x5x4", first_click="zero"), 7)
    assert begun["position"] == str(game.position)
    assert begun["layout"] is None
    game.reveal("r3c3")
    assert ask(client, "reveal", game=number, cell="r3c3")["position"] == str(game.position)
    mine = game.position.format_cell(game.layout.mines[0])
    flagged = ask(client, "flag", game=number, cell=mine)
    assert flagged["mines_left"] == 3
    assert ask(client, "flag", game=number, cell=mine)["mines_left"] == 4
    lost = ask(client, "reveal", game=number, cell=mine)
    assert (lost["outcome"], lost["layout"]) == ("lost", str(game.layout))
    told = ask(client, "review", game=number)
    assert told["layout"] == str(game.layout)
    assert [one["move"] for one in told["moves"]] == ["r3c3", f"!{mine}", f"~{mine}", mine]
    ask(client, "end_game", game=number)
    assert "new_game" in ask(client, "reveal", game=number, cell="r1c1")["error"]["message"]
    on_layout = ask(client, "new_game", layout="-*/--")
    ask(client, "reveal", game=on_layout["game"], cell="r2c1")
    ask(client, "flag", game=on_layout["game"], cell="r1c2")
    assert ask(client, "chord", game=on_layout["game"], cell="r2c1")["outcome"] == "won"


def test_reviews_and_boards_are_the_library_s(client: Client) -> None:
    game = Game(Rules.parse("5x5x3"), 3)
    game.reveal("r1c1")
    replay = Replay.of_game(game)
    told = json.loads(json.dumps(review(replay).to_dict()))
    assert ask(client, "review", replay=replay.to_dict()) == told
    assert ask(client, "review", replay=replay.format()) == told
    boards = [one.to_dict() for one in generate("8x8x10", 2, 5, need="subset")]
    assert ask(client, "boards", on="8x8x10", count=2, seed=5, hardest="subset") == {
        "boards": json.loads(json.dumps(boards))
    }


def test_agents_are_listed_and_guess(client: Client) -> None:
    listed = ask(client, "agents")["agents"]
    assert {one["id"] for one in listed} <= set(agent_ids())
    assert ask(client, "guess", position="1... 1", agent="exact") == {"move": "r1c3"}
    assert ask(client, "guess", position="1... 1", rules={"game": "score"}) == {"move": "r1c3"}
    assert ask(client, "guess", position="000 0")["error"]["kind"] == "other"
    assert ask(client, "guess", position="1.. 1", agent="exat")["error"]["kind"] == "unknown_name"
    version = ask(client, "version", protocol=1)
    assert version["protocol"] == 1


@pytest.mark.parametrize(
    ("line", "kind", "words"),
    [
        ("{", "json", "expected a line of JSON"),
        ('{"id": 1}{"id": 2}', "json", "Extra data"),
        (b"\xff\xfe", "json", "JSON"),
        ('{"id": NaN}', "json", "NaN is not JSON"),
        ("[" * 100_000, "json", "less deep"),
        ("1" * 5000, "json", "expected a line of JSON"),
        ("[1]", "request", "expected a JSON object, got a list"),
        ("null", "request", "expected a JSON object, got None"),
        ('{"id": 1}', "request", "expected 'do' as text"),
        ('{"do": 7}', "request", "expected 'do' as text"),
        ('{"do": "analyze"}', "request", "did you mean 'analyse'"),
        ('{"do": "analyse"}', "request", "exactly one of 'position', 'positions', 'constraints'"),
        ('{"do": "analyse", "position": "1", "positions": []}', "request", "exactly one of"),
        ('{"do": "hint"}', "request", "expected the field 'position' of 'hint'"),
        ('{"do": "hint", "positon": "."}', "request", "did you mean 'position'"),
        ('{"do": "hint", "position": 7}', "request", "expected position as text, got 7"),
        ('{"do": "hint", "position": "1. 1", "max_states": 0}', "request", "of at least 1, got 0"),
        ('{"do": "hint", "position": "1. 1", "trust_flags": 1}', "request", "true or false, got 1"),
        ('{"do": "analyse", "position": "1. 1", "want": ["rsk"]}', "request", "as one of risk"),
        ('{"do": "assume", "position": "1. 1", "chain": [{"cell": "r1c2"}]}', "request", "'is'"),
        (
            '{"do": "assume", "position": "1. 1", "chain": [{"cell": "r1c2", "is": true}]}',
            "request",
            "as one of 0, 1",
        ),
        ('{"do": "version", "protocol": 2}', "protocol", "expected protocol 1, got 2"),
        ('{"do": "version", "id": [1]}', "request", "expected id as text or a whole number"),
        ('{"do": "hint", "position": "1x2"}', "notation", "expected"),
        ('{"do": "hint", "position": "1. 1", "near": "r9c9"}', "notation", "r1c1 to r1c2"),
        ('{"do": "analyse", "position": "8. 1"}', "inconsistent", "covered neighbour"),
        ('{"do": "reasons", "position": "1.. 1", "cells": ["r1c3", "r7c1"]}', "notation", "r7c1"),
        ('{"do": "new_game", "on": "9x9x99"}', "rules", "expected 0 to"),
        ('{"do": "new_game", "on": "expret"}', "unknown_name", "did you mean 'expert'"),
        ('{"do": "reveal", "game": 0, "cell": "r1c1"}', "other", "no game 0"),
        ('{"do": "review", "replay": "hello"}', "notation", "expected a replay"),
        ('{"do": "review", "replay": {}}', "notation", "expected"),
        ('{"do": "boards", "on": "5x5x20", "hardest": "magic"}', "unknown_name", "technique"),
        ('{"do": "guess", "position": ". 0", "agent": "engine:./no-such"}', "other", "no program"),
    ],
)
def test_wrong_lines_are_answered_and_end_nothing(
    client: Client, line: str | bytes, kind: str, words: str
) -> None:
    answer = client.ask(line)
    assert answer["error"]["kind"] == kind, answer
    assert kind in KINDS
    assert words in answer["error"]["message"]
    assert "\n" not in answer["error"]["message"]
    assert client.ask({"id": "on", "do": "version"})["id"] == "on"


def test_budget_is_an_error_with_what_was_found(client: Client) -> None:
    text = str(Position.blank(8, 8, 20))
    over = ask(client, "value", position=text, max_nodes=10)["error"]
    assert over["kind"] == "budget"
    assert 0 <= over["bounds"][0] <= over["bounds"][1] <= 1
    few = ask(client, "analyse", position=some_positions()[1], max_states=1)["error"]
    assert few["kind"] == "budget"
    assert {"safe", "mines"} <= few.keys()


def test_line_that_is_too_long_is_skipped() -> None:
    text = b'{"id": 1, "do": "' + b"x" * LONGEST_LINE + b'"}\n{"id": 2, "do": "version"}\n'
    (first, second), code = run_engine(text)
    assert (first["id"], first["error"]["kind"]) == (None, "too_long")
    assert (second["id"], code) == (2, 0)


def test_half_a_line_at_the_end_is_answered_and_the_end_is_clean() -> None:
    assert run_engine(b"") == ([], 0)
    assert run_engine(b"\n \n\r\n") == ([], 0)
    (answer,), code = run_engine(b'\r\n{"id": 1, "do": "ver')
    assert (answer["error"]["kind"], code) == ("json", 0)
    (whole,), code = run_engine(b'{"id": 1, "do": "version"}')
    assert (whole["id"], code) == (1, 0)


def test_quit_ends_after_what_came_before_it() -> None:
    with Client() as client:
        client.write({"id": 1, "do": "version"}, {"id": 2, "do": "quit"}, {"id": 3, "do": "hint"})
        assert client.read()["id"] == 1
        assert client.read() == {"id": 2, "done": "quit"}
        assert client.process.wait(30) == 0


def test_running_and_waiting_requests_are_cancelled() -> None:
    slow = {"do": "value", "position": str(Position.blank(5, 5, 6)),
            "max_layouts": 10**6, "max_nodes": 10**12}  # fmt: skip
    with Client() as client:
        client.ask({"id": 0, "do": "version"})
        boards = {"id": "boards", "do": "boards", "on": "expert", "count": 9999}
        client.write({"id": "slow", **slow}, {"id": "next", **slow}, boards)
        time.sleep(0.5)
        client.write(
            {"id": "a", "do": "cancel", "request": "next"},
            {"id": "b", "do": "cancel", "request": "slow"},
            {"id": "c", "do": "cancel", "request": "unknown"},
        )
        time.sleep(1)
        client.write({"id": "d", "do": "cancel", "request": "boards"}, {"id": 1, "do": "version"})
        answers = {answer["id"]: answer for answer in (client.read() for _ in range(8))}
    for name in ("slow", "next", "boards"):
        assert answers[name]["error"]["kind"] == "cancelled", answers[name]
    assert answers["a"] == {"id": "a", "done": "cancel"}
    assert answers[1]["protocol"] == 1


def test_answers_come_at_once_and_not_at_the_end() -> None:
    with Client() as client:
        for number in range(3):
            assert client.ask({"id": number, "do": "version"})["id"] == number


@pytest.mark.skipif(os.name != "posix", reason="signals of a shell")
def test_ctrl_c_ends_the_engine_in_a_word() -> None:
    with subprocess.Popen(
        COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(b'{"id": 1, "do": "version"}\n')
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in said


def test_whatever_comes_in_is_answered_line_by_line() -> None:
    chance = random.Random(7)
    good = json.dumps({"id": 1, "do": "analyse", "position": TEXT, "want": ["risk"]}).encode()
    lines = []
    for _ in range(300):
        line = bytearray(good)
        for _ in range(chance.randint(1, 6)):
            at = chance.randrange(len(line))
            kind = chance.random()
            if kind < 0.4:
                line[at] = chance.choice(b'{}[]",:0123456789.\\ntrue\x00\xff')
            elif kind < 0.7:
                del line[at]
            else:
                line[at:at] = line[at : at + chance.randint(1, 20)]
        lines.append(bytes(line).replace(b"\n", b" ").strip() or b"{}")
    answers, code = run_engine(b"\n".join(lines) + b"\n")
    assert (len(answers), code) == (300, 0)
    kinds = {one["error"]["kind"] for one in answers if "error" in one}
    assert "internal" not in kinds
    for answer in answers:
        check("analyse", answer)


def test_engine_is_a_program_that_plays() -> None:
    rules = Rules(5, 5, 4)
    games = play_games(load_agent(f"engine:{shlex.join(COMMAND)}"), rules, 5)
    assert not games.forfeit.any()
    assert games.wins >= 1
