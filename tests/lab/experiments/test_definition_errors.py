"""Whatever a file says, what is wrong with it is reported in one line and at once."""

from __future__ import annotations

import pytest

from sapper.errors import NotationError
from sapper.lab.experiments import parse_definition

TEXT = """name = "a"
games = 10
{top}
[parameters]
agent = ["random"]
{parameters}
{more}
"""


def text(top: str = "", parameters: str = 'on = ["beginner"]', more: str = "") -> str:
    return TEXT.format(top=top, parameters=parameters, more=more)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (text(top="leave_out = [1]"), "expected [[leave_out]] with two brackets"),
        (text(more="[report]\nx = [1]"), "unknown parameter '[1]'"),
        (text(more="[report.group]\na = 1"), "unknown parameter"),
        (text(parameters='size = ["²x3"]\nmines = [1]'), "expected a size such as 9"),
        (
            text(parameters='on = ["beginner"]\nflags = ["maybe"]').replace(
                '"random"', '"kvietinskas/single-point"'
            ),
            "maybe",
        ),
        (text(parameters="size = [0]\nmines = [1]"), "expected a size such as 9"),
        (text(parameters="size = [9]\nmines = [true]"), "expected a number of mines"),
        (text(top="x = " + "[" * 100_000), "brackets too deep"),
        (text(more='[report]\nboards = ["3bvs"]'), "line 8: unknown number of boards '3bvs'"),
        (text(more='[report]\nmeasures = ["x"]'), "line 8: unknown measure 'x'"),
        (text().removeprefix('name = "a"\n'), "line 1: expected the key 'name'"),
        (text(top="a." * 30_000 + "b = 1"), "line 3: expected keys of at most 100 parts"),
        (text(more="[" + "a." * 30_000 + "b]"), "line 7: expected keys of at most 100 parts"),
        (text(top="# " + "x" * 10_000_000), "expected at most 1,000,000 letters, got 10,000,076"),
        (text().replace('"a"', f'"{"a" * 1000}"'), "expected a name of at most 200 small letters"),
        (text(top="batch_size = 100000000000"), "from 1 to 1000000, got 100000000000"),
        (text(top="seed = 9223372036854775808"), "from 0 to 9223372036854775807"),
        (text(top="agent_seed = 9223372036854775808"), "from 0 to 9223372036854775807"),
        (text(top="seed = " + "1" * 5000), "line 3: expected numbers of at most 4300 digits"),
        (text(top="seed = 0x" + "f" * 5000), "too long to show"),
        (text().replace("games = 10", "games = 1000000000001"), "from 1 to 1000000000000"),
        (text(parameters=f"on = {[f'9x9x{i}' for i in range(60)] * 2}"), "once, got it twice"),
        (
            text(parameters=f"size = {list(range(5, 400))}\nmines = {list(range(99))}"),
            "expected at most 20000 combinations, got 39105",
        ),
    ],
    ids=lambda value: value[-40:].strip() if value.startswith("name") else "",
)  # fmt: skip
def test_bad_file_is_one_line(written: str, words: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_definition(written, "a.toml")
    said = str(error.value)
    assert words in said
    assert said.startswith("a.toml")
    assert "\n" not in said
    assert len(said) < 500


def test_thirty_thousand_values_are_counted() -> None:
    values = [f"r{1 + i // 300}c{1 + i % 300}" for i in range(30_000)]
    written = text(parameters=f'on = ["300x100x50"]\nfirst = {values}').replace(
        '"random"', '"kvietinskas/single-point"'
    )
    with pytest.raises(NotationError, match="at most 20000 combinations, got 30000"):
        parse_definition(written)


@pytest.mark.parametrize("key", ["seed", "agent_seed"])
def test_experiments_take_the_seeds_that_play_takes(key: str) -> None:
    definition = parse_definition(text(top=f"{key} = 9223372036854775807"))
    assert getattr(definition, key) == 2**63 - 1
