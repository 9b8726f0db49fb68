"""Games in groups play the episodes of the vector environment; here in their ordinary form."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from sapper.env import SapperVectorEnv
from sapper.env.gpu import GpuGames
from sapper.env.gpu_vector import GpuVectorEnv
from sapper.errors import (
    ArgumentError,
    MissingExtraError,
    RulesError,
    SapperError,
    UnknownNameError,
)
from sapper.game.rules import Rules

CASES: list[dict[str, Any]] = [
    {"on": "beginner"},
    {"on": "9x9x10", "first_click": "any", "cascade": False, "reward": "jumanji"},
    {"on": "expert", "first_click": "zero", "flags": True, "reward": "progress"},
    {"on": "16x30x99", "autoreset_mode": "SameStep"},  # more rows than half a warp has threads
    {"on": "32x32x200", "game": "score", "flags": True, "max_episode_steps": 60},
    {"on": "5x4x11", "first_click": "zero", "flags": True, "game": "score"},  # corners only
    {"on": "7x7x30", "first_click": "zero"},  # safe cells are drawn
    {"on": "3x3x1", "first_click": "zero"},
    {"on": "1x7x2", "first_click": "zero", "autoreset_mode": "Disabled"},
    {"on": "9x9x10", "density": (0.05, 0.4), "reward": "progress", "penalty": 0.25},
    {"on": "6x6x6", "mine_action": "go-on", "first_click": "any"},
    {"on": "beginner", "game_seeds": [3, 1, 4, 1, 5], "autoreset_mode": "SameStep"},
]


def make(options: dict[str, Any], num_envs: int = 24, seed: int = 7) -> GpuGames:
    given = dict(options)
    return GpuGames(given.pop("on"), num_envs, seed, device="cpu", **given)


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case.values())))
def test_the_episodes_are_those_of_the_vector_environment(case: dict[str, Any]) -> None:
    options = {"max_episode_steps": 40, **case}
    envs = SapperVectorEnv(num_envs=24, **options)
    envs.reset(seed=7)
    games = make(options)
    random = np.random.default_rng(5)
    for _ in range(120):
        words = random.integers(0, 2**63, 24, dtype=np.uint64)
        actions = envs.sample_actions(words)
        assert (games.sample_actions(words) == actions).all()
        wild = random.random(24) < 0.05  # some that are not allowed
        actions[wild] = random.integers(-2, envs.settings.num_actions + 2, wild.sum())
        cells, rewards, over, cut, info = envs.step(actions)
        seen = games.step(actions)
        assert (seen.cells == cells).all()
        assert (seen.rewards == rewards.astype(np.float32)).all()
        assert (seen.terminated == over).all()
        assert (seen.truncated == cut).all()
        assert (seen.masks == envs.masks).all()
        for name, value in games.info.items():
            assert (value == info[name]).all(), name


def test_many_steps_at_once_are_as_many_single_ones() -> None:
    options = {"on": "beginner", "reward": "progress", "flags": True}
    many, single = make(options), make(options)
    many.play(1100, seed=3)  # more than one launch takes
    wins = np.zeros(24, np.uint32)
    for _ in range(1100):
        seen = single.step(single.sample_actions(seed=3))
        wins += seen.terminated & (single.info["outcome"] == 1)
    for one, other in zip(many.now, single.now, strict=True):
        assert (one == other).all()
    assert (many.episodes == single.episodes).all()
    assert (many.wins == wins).all()


def test_a_table_chooses_the_allowed_action_of_the_largest_value() -> None:
    games = make({"on": "6x5x6", "flags": True})
    random = np.random.default_rng(2)
    for _ in range(60):
        values = random.integers(-3, 3, 60).astype(np.float32)
        wanted = np.where(games.masks, values, -np.inf).argmax(1)
        played = make({"on": "6x5x6", "flags": True})
        played.set_state(games.get_state())
        played.play(1, values)
        games.step(wanted)
        assert (played.cells == games.cells).all()


def test_games_go_on_from_a_state_that_was_kept() -> None:
    games = make({"on": "expert"})
    games.play(30, seed=1)
    state = pickle.loads(pickle.dumps(games.get_state()))
    games.play(50, seed=1)
    other = make({"on": "expert"}, seed=99)
    other.set_state(state)
    other.play(50, seed=1)
    assert (other.cells == games.cells).all()
    assert (other.info["game_seed"] == games.info["game_seed"]).all()
    with pytest.raises(SapperError, match="expected a state of the same games"):
        make({"on": "beginner"}).set_state(state)


def test_games_begin_anew_where_a_mask_says() -> None:
    games = make({"on": "beginner"})
    games.play(5)
    before = games.info["game_seed"].copy()
    mask = np.arange(24) % 2 == 0
    games.reset(mask=mask)
    assert ((games.info["game_seed"] != before) == mask).all()
    games.reset(np.arange(24) + 7)
    assert (games.info["game_seed"] == make({"on": "beginner"}).info["game_seed"]).all()


def test_the_layout_is_told_to_those_who_teach() -> None:
    games = make({"on": "beginner"})
    assert not games.mines.any()
    games.step(np.full(24, 40))
    assert (games.mines.sum((1, 2)) == 10).all()
    assert not games.mines[:, 4, 4].any()


def test_rules_may_be_an_object() -> None:
    games = GpuGames(Rules.parse("9x9x10", first_click="zero"), 2, device="cpu")
    assert games.settings.first_click == "zero"
    assert repr(games) == "<GpuGames: 2 x beginner on cpu>"


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_gymnasium_form_is_that_of_the_vector_environment(mode: AutoresetMode) -> None:
    options: dict[str, Any] = {
        "on": "5x5x5",
        "observation": ("cells", "planes", "num_mines", "action_mask"),
        "autoreset_mode": mode,
    }
    ours = GpuVectorEnv(num_envs=8, device="cpu", **options)
    theirs = SapperVectorEnv(num_envs=8, **options)
    assert ours.observation_space == theirs.observation_space
    seen, _ = ours.reset(seed=4)
    wanted, _ = theirs.reset(seed=4)
    random = np.random.default_rng(1)
    for _ in range(80):
        for part in wanted:
            assert (seen[part] == wanted[part]).all()
            assert seen[part].dtype == wanted[part].dtype
        actions = theirs.sample_actions(random.integers(0, 2**63, 8, dtype=np.uint64))
        seen, *facts, info = ours.step(actions)
        wanted, *theirs_facts, their_info = theirs.step(actions)
        assert all((a == b).all() for a, b in zip(facts, theirs_facts, strict=True))
        ended = facts[1] | facts[2]
        if mode == AutoresetMode.SAME_STEP and ended.any():
            for lane in np.flatnonzero(ended):
                last = their_info["final_obs"][lane]
                assert all((info["final_obs"][part][lane] == last[part]).all() for part in last)
        if mode == AutoresetMode.DISABLED and ended.any():
            seen, _ = ours.reset(options={"reset_mask": ended})
            wanted, _ = theirs.reset(options={"reset_mask": ended})


def test_what_cannot_be_played_is_said() -> None:
    for options, message in (
        ({"rules": "33x5x5"}, "at most 32 rows and columns"),
        ({"oracle": "safe"}, "oracle; SapperVectorEnv has"),
        ({"reward": "risk"}, "the reward 'risk'"),
        ({"observation": "risk"}, "observations of risk"),
        ({"no_guess": True}, "no_guess"),
        ({"reward": lambda step: 1.0}, "a reward of one's own"),
    ):
        with pytest.raises(SapperError, match=message):
            GpuGames(**options, device="cpu")
    with pytest.raises(UnknownNameError, match="device"):
        GpuGames(device="tpu")
    with pytest.raises(RulesError, match="mines"):
        GpuGames("5x5x30", device="cpu")
    games = GpuGames("beginner", 3, device="cpu")
    with pytest.raises(SapperError, match="expected 3 actions"):
        games.step([1, 2])
    with pytest.raises(ArgumentError, match="whole numbers"):
        games.step([0.5, 1.0, 2.0])
    with pytest.raises(SapperError, match="mask of 3 truth values"):
        games.reset(mask=[1, 0, 1])
    with pytest.raises(SapperError, match="expected 81 values"):
        games.play(1, [0.0])
    with pytest.raises(SapperError, match="got nan"):
        games.play(1, np.full(81, np.nan))


def test_without_cupy_or_a_card_there_is_a_sentence() -> None:
    with pytest.raises((MissingExtraError, SapperError), match=r"sapper\[gpu\]|NVIDIA card"):
        GpuGames()
