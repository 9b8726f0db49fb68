"""The vector form is, to whoever uses it, what Gymnasium's `SyncVectorEnv` makes of the single."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import vector as wrappers

from sapper.env import OUTCOMES, SapperEnv, SapperVectorEnv
from sapper.errors import SapperError

MODES = list(AutoresetMode)
OPTIONS: list[dict[str, Any]] = [
    {"reward": "progress"},
    {"observation": "planes", "flags": True},
    {"observation": "risk", "oracle": "risk", "flags": True},
    {"observation": ("cells", "num_mines", "action_mask"), "density": (0.1, 0.4)},
    {"reward": lambda step: step.risk if step.risk > 0 else 0.5, "oracle": "safe"},
    {"on": "4x4x11", "first_click": "zero", "game": "score", "observation": "risk"},
    {"first_click": "any", "mine_action": "go-on", "max_episode_steps": 9},
]
WAYS: list[Callable[[Any], Any]] = [
    lambda one: pickle.loads(pickle.dumps(one)),
    copy.copy,
    copy.deepcopy,
    lambda one: one.clone(),
]


def same(left: Any, right: Any) -> bool:
    """Whether two values are the same in kind, type, shape and content."""
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, tuple | list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, np.ndarray):
        is_like = left.dtype == right.dtype and left.shape == right.shape
        if left.dtype == object:
            return is_like and all(map(same, left.ravel(), right.ravel()))
        # Risks come from one engine on two ways; the last digit of a float may differ.
        return is_like and np.allclose(left, right, rtol=0, atol=1e-12, equal_nan=True)
    if isinstance(left, float):
        return same(np.array(left), np.array(right))
    return type(left) is type(right) and bool(left == right)


def pair(mode: AutoresetMode, num_envs: int = 6, **options: Any) -> tuple[Any, Any]:
    """Return Gymnasium's form and ours of the same environments."""
    options = {"on": "5x5x5", **options}
    limit = options.pop("max_episode_steps", 12)

    def make() -> gym.Env[Any, Any]:
        return gym.wrappers.TimeLimit(SapperEnv(**options), limit)

    sync = gym.vector.SyncVectorEnv([make] * num_envs, autoreset_mode=mode)
    ours = SapperVectorEnv(num_envs, autoreset_mode=mode, max_episode_steps=limit, **options)
    return sync, ours


def step_both(
    sync: VectorEnv[Any, Any, Any], ours: VectorEnv[Any, Any, Any], steps: int
) -> tuple[int, int]:
    """Step both with the same actions, allowed or not; count episodes ended and cut off."""
    rng, count = np.random.default_rng(5), [0, 0]
    told: Any = sync.reset(seed=3)
    assert same(told, ours.reset(seed=3))
    mode = ours.metadata["autoreset_mode"]
    num_actions = int(ours.single_action_space.n)  # type: ignore[attr-defined]  # discrete
    for _ in range(steps):
        masks = told[-1]["action_mask"] if isinstance(told[-1], dict) else None
        actions = rng.integers(num_actions, size=ours.num_envs)
        if masks is not None:
            drawn = [rng.choice(np.flatnonzero(mask)) for mask in np.asarray(masks)]
            actions = np.where(rng.random(ours.num_envs) < 0.9, drawn, actions)
        told = sync.step(actions)
        mine = ours.step(actions)
        assert same(told, mine)
        over, cut = np.asarray(told[2]), np.asarray(told[3])
        count[0] += int(over.sum())
        count[1] += int((cut & ~over).sum())
        if mode == AutoresetMode.DISABLED and (ended := over | cut).any():
            told = sync.reset(options={"reset_mask": ended.copy()})
            _, info = ours.reset(options={"reset_mask": ended.copy()})
            assert same({k: v[ended] for k, v in told[1].items()}, {
                k: info[k][ended] for k in told[1]
            })  # fmt: skip
            assert not info["_outcome"][~ended].any()
            told = (told[0], info)
    return count[0], count[1]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("options", OPTIONS, ids=",".join)
def test_vector_form_is_what_sync_vector_env_makes_of_the_single_one(
    options: dict[str, Any], mode: AutoresetMode
) -> None:
    sync, ours = pair(mode, **options)
    assert ours.observation_space == sync.observation_space
    assert ours.single_observation_space == sync.single_observation_space
    assert ours.action_space == sync.action_space
    ended, cut = step_both(sync, ours, 60)
    assert ended + cut >= 6
    assert cut > 0 or options.get("max_episode_steps") is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    "wrap",
    [
        wrappers.DictInfoToList,
        lambda envs: wrappers.ClipReward(envs, -0.1, 0.1),
        lambda envs: wrappers.TransformReward(envs, lambda reward: 2 * reward),
        wrappers.FlattenObservation,
        lambda envs: wrappers.RescaleObservation(
            wrappers.DtypeObservation(envs, np.float32), np.float32(-1), np.float32(1)
        ),
        wrappers.NormalizeObservation,
    ],
    ids=["list", "clip", "transform", "flatten", "rescale", "normalize"],
)
def test_wrappers_do_the_same_to_both(wrap: Any, mode: AutoresetMode) -> None:
    sync, ours = pair(mode)
    if wrap is wrappers.DictInfoToList and mode == AutoresetMode.DISABLED:
        pytest.skip("lists have no masks to reset by")
    try:
        sync = wrap(sync)
    except ValueError as error:  # Gymnasium has no such wrapper for this mode
        with pytest.raises(ValueError, match=re.escape(str(error))):
            wrap(ours)
        return
    step_both(sync, wrap(ours), 40)


@pytest.mark.parametrize("mode", MODES)
def test_episode_statistics_are_the_same(mode: AutoresetMode) -> None:
    envs = [wrappers.RecordEpisodeStatistics(one) for one in pair(mode)]
    rng = np.random.default_rng(1)
    for one in envs:
        one.reset(seed=3)
    for _ in range(60):
        actions = rng.integers(25, size=6)
        told = [one.step(actions) for one in envs]
        if told[0][-1].get("_episode") is not None:
            for key in ("r", "l"):
                assert same(*(info["episode"][key] for *_, info in told))
            assert same(*(info["_episode"] for *_, info in told))
        if mode == AutoresetMode.DISABLED and (ended := told[0][2] | told[0][3]).any():
            for one in envs:  # Gymnasium's own takes the mask out of its options
                one.env.reset(options={"reset_mask": ended.copy()})
                one.episode_returns[ended], one.episode_lengths[ended] = 0, 0
    assert same(list(envs[0].return_queue), list(envs[1].return_queue))
    assert len(envs[0].return_queue) > 6


def test_pictures_and_texts_are_the_same() -> None:
    for mode in (None, "ansi", "rgb_array"):
        sync, ours = pair(AutoresetMode.NEXT_STEP, 3, render_mode=mode)
        for one in (sync, ours):
            one.reset(seed=1)
            one.step(np.array([0, 12, 24]))
        assert same(sync.render(), ours.render())
        assert ours.metadata["render_fps"] == sync.metadata["render_fps"]
    with pytest.raises(SapperError, match="render_mode 'ansi' or 'rgb_array', got 'human'"):
        SapperVectorEnv(2, render_mode="human")


@pytest.mark.parametrize("env_id", ["Beginner", "Intermediate", "Expert", "Custom"])
def test_a_learner_without_a_mask_comes_to_an_end(env_id: str) -> None:
    limit = gym.spec(f"Sapper/{env_id}-v0").max_episode_steps
    envs = gym.make_vec(f"Sapper/{env_id}-v0", num_envs=2, first_click="safe")
    envs.reset(seed=1)
    cells = int(np.prod(envs.single_observation_space.shape or ()))
    assert limit is not None
    assert limit >= 2 * cells
    for number in range(1, limit + 1):
        *_, over, cut, _ = envs.step(np.zeros(2, int))
        assert not over.any()
        assert cut.all() == cut.any() == (number == limit)


def test_make_vec_takes_a_limit_of_steps() -> None:
    envs = gym.make_vec("Sapper/Expert-v0", num_envs=2, max_episode_steps=3)
    envs.reset(seed=1)
    assert [bool(envs.step(np.zeros(2, int))[3].all()) for _ in range(8)] == [
        False, False, True, False, False, False, True, False,
    ]  # fmt: skip
    with pytest.raises(SapperError, match="a limit of steps"):
        gym.make_vec("Sapper/Expert-v0", num_envs=2, max_episode_steps=0)


def test_what_is_no_action_is_refused_as_in_the_single_form() -> None:
    envs, env = SapperVectorEnv(2, "5x5x3"), SapperEnv("5x5x3")
    envs.reset(seed=1)
    env.reset(seed=1)
    for wrong in (1.0, 2.5, True, "1", None):
        with pytest.raises(SapperError, match="whole number"):
            env.step(wrong)
        with pytest.raises(SapperError, match="whole number"):
            envs.step([wrong, wrong])
    assert envs.step((np.int8(3), 4))[0].shape == (2, 5, 5)


def test_seeds_of_numpy_are_seeds() -> None:
    envs = SapperVectorEnv(3, "5x5x3")
    _, wanted = envs.reset(seed=5)
    seeds: list[Any] = [np.int64(5), np.uint32(5), np.array([5, 6, 7]), [5, np.int16(6), 7]]
    for seed in seeds:
        assert same(envs.reset(seed=seed)[1], wanted)
    with pytest.raises(SapperError, match="expected a seed"):
        envs.reset(seed=True)


def test_a_lane_without_a_seed_goes_on_or_is_drawn() -> None:
    first = [SapperVectorEnv(2, "5x5x3").reset(seed=[None, 7])[1]["game_seed"] for _ in range(2)]
    assert first[0][0] != first[1][0]
    assert first[0][1] == first[1][1]
    envs = SapperVectorEnv(2, "5x5x3")
    envs.reset(seed=3)
    wanted = SapperVectorEnv(2, "5x5x3")
    wanted.reset(seed=3)
    assert envs.reset(seed=[None, 3])[1]["game_seed"][0] == wanted.reset()[1]["game_seed"][0]


def test_a_mask_of_lanes_is_checked_and_seeds_no_others() -> None:
    envs = SapperVectorEnv(2, "5x5x3", autoreset_mode="Disabled")
    with pytest.raises(gym.error.ResetNeeded):
        envs.step([0, 0])
    envs.reset(seed=3)
    for wrong in ([True], [0, 1], np.zeros(2, bool)):
        with pytest.raises(SapperError, match="'reset_mask' as 2 truth values"):
            envs.reset(options={"reset_mask": wrong})
    envs.reset(seed=9, options={"reset_mask": np.array([True, False])})
    assert envs.reset()[1]["game_seed"].tolist() == [game_seed(9, 1), game_seed(4, 1)]


def game_seed(run_seed: int, episode: int) -> int:
    """Return the seed of an episode of a run, by the single form."""
    env = SapperEnv("5x5x3")
    _, info = env.reset(seed=run_seed)
    for _ in range(episode):
        _, info = env.reset()
    return int(info["game_seed"])


def test_mask_of_an_ended_episode_can_be_drawn_from() -> None:
    env = SapperEnv(on="3x3x8", first_click="any")
    env.reset(seed=0, options={"layout": "***/***/**-"})
    *_, over, _, info = env.step(0)
    assert over
    assert info["action_mask"].all()
    envs = SapperVectorEnv(2, "3x3x8", first_click="any")
    envs.reset(seed=0, options={"layout": "***/***/**-"})
    *_, over, _, info = envs.step([0, 0])
    assert over.all()
    assert info["action_mask"].all()
    assert OUTCOMES[info["outcome"][0]] == "lost"


def test_forbidden_first_cells_are_refused_by_both_forms() -> None:
    # Only at the corners and borders do enough of the cells lie apart from the first one.
    env = SapperEnv(on="4x4x11", first_click="zero")
    envs = SapperVectorEnv(16, "4x4x11", first_click="zero")
    _, told = envs.reset(seed=1)
    _, rewards, _, _, info = envs.step(np.arange(16))
    for cell in range(16):
        row, column = divmod(cell, 4)
        around = (2 if row in (0, 3) else 3) * (2 if column in (0, 3) else 3)
        is_allowed = 16 - around >= 11
        _, single = env.reset(seed=1)
        assert single["action_mask"][cell] == told["action_mask"][cell, cell] == is_allowed
        cells, reward, _, _, facts = env.step(cell)
        assert facts["illegal"] == info["illegal"][cell] != is_allowed
        if not is_allowed:
            assert reward == rewards[cell] == -1
            assert (cells == 9).all()


def test_risk_of_the_first_cell_is_none_where_the_rule_keeps_it_free() -> None:
    for first_click, risk in (("zero", 0.0), ("safe", 0.0), ("any", 11 / 16)):
        env = SapperEnv(on="4x4x11", first_click=first_click, observation="risk")
        seen, info = env.reset(seed=1)
        assert np.allclose(seen["risk"].ravel()[info["action_mask"]], risk)
        assert np.allclose(seen["risk"].ravel()[~info["action_mask"]], 11 / 16)
        seen, *_ = env.step(0)
        assert (seen["risk"][seen["cells"] == 9] > 0).any()


@pytest.mark.parametrize("way", WAYS, ids=["pickle", "copy", "deepcopy", "clone"])
@pytest.mark.parametrize(
    "options",
    [
        {"flags": True, "observation": "risk", "oracle": "risk"},
        {"density": (0.1, 0.3), "game": "score"},
    ],
    ids=",".join,
)
def test_both_forms_go_on_where_they_were_copied(way: Any, options: dict[str, Any]) -> None:
    options = {"on": "5x5x5", **options}
    envs = SapperVectorEnv(5, max_episode_steps=8, **options)
    env = SapperEnv(**options)
    envs.action_space.seed(3)
    envs.reset(seed=4)
    env.reset(seed=4)
    rng = np.random.default_rng(2)
    for number in range(30):
        if number % 6 == 5:
            twins = way(envs), way(env)
            assert twins[1].game is not env.game
            for _ in range(3):
                actions = rng.integers(envs.settings.num_actions, size=5)
                assert same(envs.step(actions), twins[0].step(actions))
                assert same(env.step(actions[0]), twins[1].step(actions[0]))
            assert same(env.reset(), twins[1].reset())
            assert same(envs.reset()[1]["game_seed"], twins[0].reset()[1]["game_seed"])
            assert same(envs.action_space.sample(), twins[0].action_space.sample())
        envs.step([rng.choice(np.flatnonzero(mask)) for mask in envs.masks])
        env.step(rng.choice(np.flatnonzero(env.action_masks())))


def test_board_without_guess_is_kept_by_a_copy() -> None:
    options: dict[str, Any] = {"no_guess": True, "first_click": "zero", "flags": True}
    envs = SapperVectorEnv(1, "9x9x10", **options)
    envs.reset(seed=4)
    envs.step([81])
    envs.step([40])
    twin = envs.clone()
    for cell in envs.masks[0, :81].nonzero()[0][:4]:
        assert same(envs.step([cell]), twin.step([cell]))


def test_named_layout_is_kept_by_a_copy() -> None:
    envs = SapperVectorEnv(1, "4x1x2", first_click="safe")
    envs.reset(seed=1, options={"layout": "*--*"})
    twin = envs.clone()
    twin.step([1])
    assert twin.step([0])[2].all()


def test_states_may_go_to_other_places() -> None:
    envs = SapperVectorEnv(3, "6x6x5")
    envs.reset(seed=4)
    envs.step([0, 14, 35])
    state = envs.get_state()
    assert pickle.loads(pickle.dumps(state)) == state
    cells, info = envs.set_state((state[1],) * 3)
    assert (cells == cells[1]).all()
    assert len(set(info["game_seed"].tolist())) == 1
    with pytest.raises(SapperError, match="expected 3 states"):
        envs.set_state(state[:2])


def test_state_of_another_grid_is_refused() -> None:
    envs = SapperVectorEnv(1, "6x6x5")
    envs.reset(seed=4)
    envs.step([35])
    other = SapperVectorEnv(1, "5x5x5")
    with pytest.raises(SapperError, match="actions that the game allows, got 35"):
        other.set_state(envs.get_state())
