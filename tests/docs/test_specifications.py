"""The specification pages: every example fits its schema, is read, and is written back alike."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from docs.test_commands import ROOT
from engine.clients import run_engine
from sapper import Game, Position, Rules
from sapper.boards import check_board, generate, load_boards
from sapper.engine.schema import make_schema
from sapper.game.replay import Replay
from sapper.lab.experiments.definition import load_definition
from sapper.lab.store import open_store

SPEC = ROOT / "docs" / "spec"
EXAMPLES = SPEC / "examples"


def check(schema: str, data: Any) -> None:
    read = json.loads((SPEC / f"{schema}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(read)
    jsonschema.Draft202012Validator(read).validate(data)


def test_every_specification_is_listed_with_its_version_and_example() -> None:
    index = (SPEC / "index.md").read_text()
    for page in SPEC.glob("*.md"):
        if page.name != "index.md":
            title = page.read_text().splitlines()[0]
            version = title.split()[-1]
            assert f"]({page.name}) | {version} |" in index, title
    for example in EXAMPLES.iterdir():
        assert f"(examples/{example.name})" in index


def test_positions_are_printed_back() -> None:
    lines = (EXAMPLES / "position.txt").read_text().splitlines()
    assert len(lines) >= 5
    assert [str(Position.parse(line)) for line in lines] == lines


def test_replay_plays_back_and_what_is_written_fits_the_schema() -> None:
    data = json.loads((EXAMPLES / "replay.json").read_text())
    check("replay", data)
    replay = Replay.load(EXAMPLES / "replay.json")
    assert replay.game().outcome == "won"
    assert replay.to_dict() == data
    game = Game(Rules.parse("beginner", first_click="zero"), seed=3)
    game.reveal("r5c5")
    game.flag(game.position.covered[0])
    game.give_up()
    check("replay", Replay.of_game(game).to_dict())
    with pytest.raises(jsonschema.ValidationError):
        check("replay", data | {"outcome": "drawn"})


def test_boards_hold_and_what_is_generated_fits_the_schema() -> None:
    data = json.loads((EXAMPLES / "boards.json").read_text())
    check("board", data)
    assert all(check_board(board).steps for board in data)
    assert [board.to_dict() for board in load_boards(EXAMPLES / "boards.json")] == data
    check("board", [board.to_dict() for board in generate("intermediate", count=20, seed=7)])
    shown = (SPEC / "certificate.md").read_text().split("```json\n")[1].split("\n```")[0]
    assert json.loads(shown) == data[0]["certificate"][0]


def test_experiment_is_read_and_all_of_ours_fit_the_schema() -> None:
    definition = load_definition(EXAMPLES / "experiment.toml")
    assert len(definition.conditions) == 2 * (2 * 2 - 1)
    paths = [EXAMPLES / "experiment.toml", *(ROOT / "experiments").glob("*.toml")]
    for path in paths:
        check("experiment", tomllib.loads(path.read_text()))
    with pytest.raises(jsonschema.ValidationError):
        check("experiment", {"name": "a", "gmaes": 1, "parameters": {"on": ["beginner"]}})


def test_engine_answers_the_example_as_it_stands() -> None:
    lines = [json.loads(line) for line in (EXAMPLES / "engine.jsonl").read_text().splitlines()]
    requests, answers = lines[::2], lines[1::2]
    found, code = run_engine("\n".join(map(json.dumps, requests)).encode())
    assert code == 0
    assert found == answers
    schema = make_schema()
    for request, answer in zip(requests, answers, strict=True):
        for kind, one in (("request", request), ("answer", answer)):
            reference = {"$ref": f"#/$defs/{request['do']}.{kind}", "$defs": schema["$defs"]}
            if "error" not in one:
                jsonschema.Draft202012Validator(reference).validate(one)


def test_store_of_the_example_is_a_store(tmp_path: Path) -> None:
    path = tmp_path / "small.db"
    with sqlite3.connect(path) as database:
        database.executescript((EXAMPLES / "store.sql").read_text())
        (version,) = database.execute("SELECT version FROM schema_version").fetchone()
        (block,) = database.execute("SELECT data FROM game_block").fetchone()
    database.close()
    assert f"version {version}" in (SPEC / "store.md").read_text().splitlines()[0]
    rows, columns = json.loads(block[: block.index(b"\n")])
    assert len(block) == block.index(b"\n") + 1 + rows * sum(int(t[2]) for t in columns.values())
    with open_store(str(path)) as store:
        assert store.find_experiment("small")
