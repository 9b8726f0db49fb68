"""Every table fits 80 and 60 columns without breaking a word, and is complete in a pipe."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cli.commands import quickly
from sapper import Game, Rules
from sapper.cli.tables import Column, Fitted
from sapper.game.replay import Replay

LONG = "kvietinskas/optimal:window=5x5,mine_count=no"
TOML = """
name = "tables"
games = 20
[parameters]
agent = ["exact", "{long}"]
on = ["beginner", "12x12x20"]
first_click = ["safe", "zero"]
"""
# Each prints a table, or paragraphs; {store}, {toml} and {replay} are made below.
COMMANDS: list[Any] = [
    f"run exact kvietinskas/single-point {LONG} --on beginner --on 16x16x40 --games 30",
    f"run exact {LONG} --game score --on 9x9x10 --games 30",
    f"compare exact {LONG} --on beginner --games 30",
    "compare strongest strongest:effort=fast --on 6x6x10 --games 4 --playouts 4",
    "agents",
    f"agents {LONG}",
    "boards 9x9x10 --count 5",
    "optimum 3x3x2",
    "analyse ..1./..2./11../....|3",
    "review {replay}",
    "reproduce",
    "reproduce becerra/5.2 --games 30 --store {store} --workers 1",
    "reproduce kvietinskas/8.6 --stored --store {store}",
    "reproduce kvietinskas/8.8 --store {store}",
    "experiment check {toml}",
    "experiment run {toml} --store {store} --workers 1",
    "experiment status {toml} --store {store}",
    "experiment list --store {store}",
    "experiment list --shipped",
    "experiment query SELECT|*|FROM|games|LIMIT|3 --store {store} -e tables",
    "experiment query SELECT|agent,count(*)|FROM|games|GROUP|BY|ALL --store {store}",
    "env leaderboard --games 2",
    pytest.param("bench --games 1", marks=pytest.mark.slow),
]
# Numbers that a run measures, and words that only a narrow table has.
_NOT_WORDS = re.compile(r"[\d.,+\-–%()~]+|[a-z]+\d+")
_NARROW = {"no", "room", "for", "a", "pipe", "gets", "every", "column"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("tables")
    game = Game(Rules.parse("beginner"), 7)
    for cell in (0, 80, 40, 8, 72):
        if not game.is_over and game.position.clue(cell) is None:
            game.reveal(cell)
    Replay.of_game(game).save(folder / "game.json")
    (folder / "tables.toml").write_text(TOML.format(long=LONG))
    made = {"store": "rows.db", "toml": "tables.toml", "replay": "game.json"}
    found = {key: str(folder / name) for key, name in made.items()}
    quickly("experiment", "run", found["toml"], "--store", found["store"], "--workers", "1")
    return found


def show(command: str, files: dict[str, str], width: int | None) -> str:
    words = [word.format(**files).replace("|", " ") for word in command.split()]
    done = quickly(*words, width=width)
    assert done.returncode in (0, 1), done.stderr
    assert "\n\n" not in f"\n{done.stderr}"  # a bar that is not drawn leaves nothing behind
    return done.stdout


def words_of(text: str) -> set[str]:
    found = re.split(r"[\s/:,;=()|]+", text)
    return {word for word in found if word and not _NOT_WORDS.fullmatch(word) and word[0] != "─"}


@pytest.mark.parametrize("command", COMMANDS)
def test_tables_fit_the_terminal_and_are_whole_in_a_pipe(
    command: str, files: dict[str, str]
) -> None:
    whole = show(command, files, None)
    assert whole.strip()
    assert "±" not in whole
    assert "NaN" not in whole
    for width in (80, 60):
        fitted = show(command, files, width)
        too_long = [line for line in fitted.splitlines() if len(line) > width]
        assert not too_long
        assert words_of(fitted) - words_of(whole) <= _NARROW


def test_long_ids_stay_on_one_line_in_a_pipe(files: dict[str, str]) -> None:
    assert LONG in show(COMMANDS[0], files, None)
    assert LONG in show("experiment status {toml} --store {store}", files, None)


def test_spare_columns_go_first_and_are_named() -> None:
    columns = [Column("name"), Column("needed", "number"), Column("spare", "number", spare=1)]
    table = Fitted(columns, [["word " * 6, "123456", "98765"]])
    assert "98765" in table.render(None).plain
    narrow = table.render(15).plain
    assert "98765" not in narrow
    assert "123456" in narrow
    assert "no room for: spare" in " ".join(narrow.split())


def test_rows_become_paragraphs_where_no_column_can_go() -> None:
    columns = [Column(f"column{i}", "number") for i in range(12)]
    shown = Fitted(columns, [[str(10**8 + i) for i in range(12)]]).render(60).plain
    assert all(f"column{i}: {10**8 + i}" in shown for i in range(12))
    assert max(map(len, shown.splitlines())) <= 60
