"""The environment follows Gymnasium's rules and the game's."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import sapper.env
from sapper import Game, Rules, analyse
from sapper.env import OUTCOMES, SapperEnv, Step
from sapper.errors import RulesError, SapperError

IDS = ["Sapper/Beginner-v0", "Sapper/Intermediate-v0", "Sapper/Expert-v0", "Sapper/Custom-v0"]
OPTIONS: list[dict[str, Any]] = [
    {},
    {"first_click": "zero"},
    {"first_click": "any"},
    {"game": "score", "flags": True},
    {"observation": "planes"},
    {"observation": "risk"},
    {"flags": True},
    {"cascade": False, "first_click": "any", "reward": "jumanji"},
    {"mine_action": "go-on"},
    {"density": (0.1, 0.3)},
    {"game_seeds": [3, 5, 8]},
    {"reward": "progress", "oracle": "safe"},
    {"reward": "risk", "oracle": "risk"},
    {"reward": lambda step: float(step.revealed), "penalty": 0.5},
    {"no_guess": True, "first_click": "zero"},
    {"observation": ("planes", "num_mines", "action_mask"), "density": (0.1, 0.3)},
]


def checked(make: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make, skip_render_check=False)


@pytest.mark.parametrize("env_id", IDS)
def test_every_id_passes_gymnasiums_checks_without_a_warning(env_id: str) -> None:
    checked(gym.make(env_id).unwrapped)


@pytest.mark.parametrize("options", OPTIONS, ids=",".join)
def test_every_option_passes_gymnasiums_checks_without_a_warning(options: dict[str, Any]) -> None:
    checked(gym.make("Sapper/Custom-v0", on="6x6x6", **options).unwrapped)


def test_module_in_the_id_imports_it() -> None:
    assert isinstance(gym.make("sapper.env:Sapper/Expert-v0").unwrapped, SapperEnv)
    assert "Sapper/Expert-v0" in gym.registry
    assert sapper.env.SapperEnv is SapperEnv


def play(env: SapperEnv, seed: int) -> list[tuple[Any, float, dict[str, Any]]]:
    """Play one episode with random allowed actions."""
    rng = np.random.default_rng(seed)
    cells, info = env.reset(seed=seed)
    steps, over = [(cells, 0.0, info)], False
    while not over:
        action = rng.choice(np.flatnonzero(env.action_masks()))
        cells, reward, over, _, info = env.step(action)
        steps.append((cells, reward, info))
    return steps


def win(env: SapperEnv, game_seed: int) -> list[float]:
    """Win a game by looking at its layout."""
    env.reset(seed=0, options={"game_seed": game_seed})
    rewards = [env.step(0)[1]]
    mines = set(env.game.layout.mines)
    while not env.is_over:
        cell = next(c for c in env.game.position.covered if c not in mines)
        rewards.append(env.step(cell)[1])
    assert env.outcome == "won"
    return rewards


def test_game_seed_is_the_game_of_the_command_line() -> None:
    env = SapperEnv(on="expert", first_click="zero")
    _, info = env.reset(options={"game_seed": 7})
    game = Game(Rules.parse("expert", first_click="zero"), seed=7)
    cells, *_ = env.step(100)
    game.reveal(100)
    assert info["game_seed"] == 7
    assert np.array_equal(cells, game.position.array)


def test_given_layout_is_played() -> None:
    env = SapperEnv(on="3x3x2")
    env.reset(options={"layout": "*--/---/--*"})
    cells, _, over, _, info = env.step(0)
    assert over
    assert OUTCOMES[info["outcome"]] == "lost"
    assert cells[0, 0] == 11


def test_rewards_of_a_won_game() -> None:
    for seed in range(5):
        assert sum(win(SapperEnv(on="6x6x6", reward="progress"), seed)) == pytest.approx(1.0)
        won = win(SapperEnv(on="6x6x6", reward="win"), seed)
        assert won[-1] == 1.0
        assert sum(won) == 1.0
        assert all(r == 1.0 for r in win(SapperEnv(on="6x6x6", reward="jumanji"), seed))


def test_jumanji_pays_nothing_for_a_mine() -> None:
    env = SapperEnv(on="3x3x2", reward="jumanji")
    env.reset(options={"layout": "*--/---/--*"})
    assert env.step(1)[1] == 1.0
    assert env.step(0)[1] == 0.0


def test_risk_reward_is_the_engines_risk() -> None:
    env = SapperEnv(on="6x6x8", reward="risk", oracle="risk")
    env.reset(seed=4)
    _, reward, _, _, info = env.step(0)
    assert (reward, info["risk"]) == (0.0, 0.0)  # the rule keeps the first cell free
    while not env.is_over:
        analysis = analyse(env.game.position)
        cell = env.game.position.covered[-1]
        expected = float(analysis.risk.ravel()[cell])
        _, reward, _, _, info = env.step(cell)
        assert reward == -expected
        assert info["risk"] == expected
        assert info["guess"] == (cell not in analysis.safe)
        assert info["provable"] == bool(analysis.safe)


def test_action_that_is_not_allowed_changes_nothing_and_costs_the_penalty() -> None:
    env = SapperEnv(on="5x5x3", first_click="zero", penalty=0.25)
    env.reset(seed=1)
    before, *_ = env.step(12)
    for action in (12, 25, -1):
        cells, reward, over, _, info = env.step(action)
        assert np.array_equal(cells, before)
        assert (reward, over, info["illegal"]) == (-0.25, False, True)


def test_masks_are_the_games_own_rules() -> None:
    env = SapperEnv(on="6x6x6", flags=True)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        env.reset(seed=seed)
        for _ in range(12):
            masks = env.action_masks()
            for action in range(env.settings.num_actions):
                cell, is_flag = action % 36, action >= 36
                game = env.game.copy()
                try:
                    if not is_flag:
                        game.reveal(cell)
                    elif game.position.cells[cell] == 10:
                        game.unflag(cell)
                    else:
                        game.flag(cell)
                    allowed = True
                except SapperError:
                    allowed = False
                assert masks[action] == allowed
            env.step(rng.choice(np.flatnonzero(masks)))
            if env.is_over:
                break


def test_crowded_grid_masks_first_cells_without_room() -> None:
    env = SapperEnv(on="4x4x11", first_click="zero")
    env.reset(seed=0)
    masks = env.action_masks()
    assert masks[0]
    assert not masks[5]
    before, *_ = env.reset(seed=0)
    cells, reward, _, _, info = env.step(5)
    assert info["illegal"]
    assert reward == -1
    assert np.array_equal(cells, before)
    env.step(0)
    assert env.action_masks()[5] == (5 in env.game.position.covered)


def test_mines_may_be_met_without_an_end() -> None:
    env = SapperEnv(on="4x1x2", first_click="any", mine_action="go-on", cascade=False)
    env.reset(options={"layout": "*--*"})
    assert env.step(0)[2:3] == (False,)
    env.step(1)
    _, _, over, _, info = env.step(2)
    assert over
    assert OUTCOMES[info["outcome"]] == "lost"


def test_without_cascade_a_zero_opens_itself_only() -> None:
    env = SapperEnv(on="6x6x2", first_click="zero", cascade=False)
    env.reset(seed=3)
    cells, *_ = env.step(14)
    assert int((cells != 9).sum()) == 1


def test_density_is_drawn_for_each_episode_within_its_range() -> None:
    env = SapperEnv(on="10x10x1", density=(0.05, 0.2))
    env.reset(seed=0)
    mines = {env.reset()[1]["num_mines"] for _ in range(200)}
    assert mines == set(range(5, 21))


def test_listed_games_are_played_in_turn() -> None:
    env = SapperEnv(on="5x5x3", game_seeds=[4, 9, 2])
    seeds = [env.reset(seed=0)[1]["game_seed"]] + [env.reset()[1]["game_seed"] for _ in range(4)]
    assert seeds == [4, 9, 2, 4, 9]


def test_clone_goes_its_own_way() -> None:
    env = SapperEnv(on="6x6x4")
    env.reset(seed=5)
    env.step(0)
    twin = env.clone()
    before = str(env.game.position)
    twin.step(int(np.flatnonzero(twin.action_masks())[0]))
    assert str(env.game.position) == before
    assert twin.game.layout == env.game.layout


def test_no_guess_games_can_be_solved_by_proof() -> None:
    env = SapperEnv(on="9x9x10", first_click="zero", no_guess=True, oracle="safe")
    for seed in range(5):
        env.reset(seed=seed)
        env.step(40)
        while not env.is_over:
            safe = analyse(env.game.position).safe
            assert safe
            _, _, _, _, info = env.step(safe[0])
            assert not info["guess"]
        assert env.outcome == "won"


def test_own_reward_sees_the_step() -> None:
    seen: list[Step] = []

    def reward(step: Step) -> float:
        seen.append(step)
        return 2.5

    env = SapperEnv(on="5x5x3", reward=reward)
    env.reset(seed=0)
    assert env.step(12)[1] == 2.5
    assert seen[0].action == 12
    assert seen[0].revealed >= 1


def test_pictures_and_text() -> None:
    env = SapperEnv(on="6x4x3", render_mode="rgb_array")
    env.reset(seed=0)
    env.step(0)
    assert env.render().shape == (64, 96, 3)
    text = SapperEnv(on="6x4x3", render_mode="ansi")
    text.reset(seed=0)
    assert text.render().startswith("......\n")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"reward": "progres"}, "did you mean 'progress'"),
        ({"observation": "pixels"}, "expected observation to be one of"),
        ({"observation": ("cells", "mines")}, "did you mean 'num_mines'"),
        ({"observation": ("cells", "cells")}, "each once"),
        ({"observation": ()}, "at least one part"),
        ({"oracle": "yes"}, "expected oracle to be one of"),
        ({"density": (0.4, 0.2)}, "expected densities"),
        ({"game_seeds": []}, "at least one game seed"),
        ({"penalty": -1}, "penalty of 0 or more"),
        ({"on": "5x5x99"}, "expected 0 to 24 mines"),
        ({"game": "score", "mine_action": "go-on"}, "without game='score'"),
        ({"no_guess": True, "first_click": "any"}, "with no_guess"),
    ],
)
def test_impossible_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(SapperError, match=message):
        SapperEnv(**options)


def test_unknown_reset_option_is_named() -> None:
    with pytest.raises(SapperError, match="'gameseed'"):
        SapperEnv().reset(options={"gameseed": 1})
    with pytest.raises(RulesError):
        SapperEnv().reset(options={"game_seed": -1})
