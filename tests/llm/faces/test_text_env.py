"""The text wrapper passes Gymnasium's checker and plays the games of the environment it wraps."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import sapper.env  # noqa: E402, F401 - registers the ids
from sapper.errors import SapperError, UnknownNameError  # noqa: E402
from sapper.llm.faces.text_env import TextEnv  # noqa: E402


def make(form: str = "line", **options: object) -> TextEnv:
    settings: Any = {"on": "5x5x4", "first_click": "zero"} | options
    return TextEnv(gymnasium.make("Sapper/Custom-v0", **settings), form=form)


def first_covered(env: TextEnv) -> str:
    return env.position.format_cells(env.position.covered[:1])


@pytest.mark.parametrize("options", [{}, {"flags": True}, {"reward": "progress"}], ids=str)
def test_checker_finds_nothing(options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*different from the unwrapped.*")
        check_env(make(**options), skip_render_check=True)


@pytest.mark.parametrize("reward", ["progress", "win"])
def test_game_is_that_of_the_environment(reward: str) -> None:
    plain = gymnasium.make("Sapper/Custom-v0", on="5x5x4", first_click="zero", reward=reward)
    env = make(reward=reward)
    plain.reset(seed=9)
    env.reset(seed=9)
    for _ in range(20):
        over = False
        while not over:
            cell = env.position.covered[0]
            text, value, over, _, info = env.step(f"<move>{env.position.format_cell(cell)}</move>")
            cells, expected, over_too, _, _ = plain.step(cell)
            assert (value, over) == (expected, over_too)
            assert bytes(cells.tobytes()) == env.position.cells
            assert text.splitlines()[-1] == str(env.position)
            assert not info["problems"]
        env.reset()
        plain.reset()


def test_prompt_states_the_rules_and_replies_say_what_happened() -> None:
    env = make("grid")
    text, _ = env.reset(seed=1)
    assert "5 rows, 5 columns and 4 mines" in text
    text, reward, over, truncated, info = env.step("banana")
    assert text.startswith("No move found")
    assert (reward, over, truncated, info["moves"]) == (-1.0, False, False, [])
    assert env.step("<move>!r1c1</move>")[4]["problems"] == ["!r1c1 does nothing now"]


def test_several_moves_and_flags_are_played_in_turn() -> None:
    env = make(flags=True)
    env.reset(seed=1)
    env.step("<move>r3c3</move>")
    flag = first_covered(env)
    assert "F" in env.step(f"<move>!{flag}</move>")[0].splitlines()[-1]
    assert env.step(f"<move>!{flag}</move>")[4]["moves"] == []
    assert "F" not in env.step(f"<move>~{flag}</move>")[0].splitlines()[-1]


def test_turns_end_as_truncation() -> None:
    env = TextEnv(gymnasium.make("Sapper/Custom-v0", on="5x5x4"), max_turns=2)
    env.reset(seed=1)
    assert env.step("")[2:4] == (False, False)
    assert env.step("")[2:4] == (False, True)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'grid'"):
        make("gird")
    with pytest.raises(SapperError, match=r"environment of sapper\.env"):
        TextEnv(gymnasium.make("CartPole-v1"))
