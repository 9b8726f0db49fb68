"""
Many games as one Gymnasium vector environment, stepped natively.

`gymnasium.make_vec("Sapper/Expert-v0", num_envs=1024)` makes one. Its episodes are those
of as many single environments with the same seeds: sub-environment i of ``reset(seed=s)``
plays the games of run seed s + i. Arrays are allocated once and written in place; what
``step`` returns is a copy unless ``copy=False``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.env.boards import find_layout
from sapper.env.render import RENDER_MODES, check_render_mode
from sapper.env.rewards import Step
from sapper.env.settings import Settings, read_autoreset, read_step_limit
from sapper.errors import SapperError, wrong_type
from sapper.game.codes import MINE_SHOWN
from sapper.game.game import OUTCOMES
from sapper.game.layout import Layout
from sapper.game.pixels import draw_cells
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed


@explained
class SapperVectorEnv(VectorEnv[Any, Any, Any]):
    """
    ``num_envs`` games at once; the other keyword arguments are those of `Settings`.

    ``threads`` steps that many ranges of games at once; the episodes do not depend on it.
    ``max_episode_steps`` cuts an episode off after so many steps, as Gymnasium's `TimeLimit`
    does; none and -1 are no limit.

    >>> envs = SapperVectorEnv(num_envs=3, on="5x5x3", first_click="zero")
    >>> cells, info = envs.reset(seed=7)
    >>> cells, rewards, over, truncated, info = envs.step(np.array([12, 0, 24]))
    >>> cells.shape, int(cells[0, 2, 2])
    ((3, 5, 5), 0)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        on: str = "beginner",
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if num_envs < 1:
            raise SapperError(f"expected at least one environment, got {num_envs}")
        self.settings = Settings(on=on, **options)
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = check_render_mode(render_mode)
        mode = read_autoreset(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = self.settings.observation_space()
        self.single_action_space = self.settings.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode = mode
        self._max_steps = read_step_limit(max_episode_steps)
        self._threads = threads
        self._arrays = self._allocate()
        self._games = self._make_games()
        self._seeded = np.zeros(num_envs, np.bool_)
        self._is_seeded = False
        self._ranges = _cut(num_envs, threads)
        self._pool = ThreadPoolExecutor(threads) if len(self._ranges) > 1 else None

    def __repr__(self) -> str:
        return f"<SapperVectorEnv: {self.num_envs} x {self.settings.rules.name}>"

    def _allocate(self) -> dict[str, NDArray[Any]]:
        n, rules = self.num_envs, self.settings.rules
        shape = (n, rules.rows, rules.columns)
        arrays: dict[str, NDArray[Any]] = {
            "cells": np.zeros(shape, np.uint8),
            "allowed": np.zeros((n, self.settings.num_actions), np.uint8),
            "risk": np.zeros(shape, np.float32),
            "rewards": np.zeros(n, np.float64),
            "taken_risk": np.zeros(n, np.float64),
            "game_seeds": np.zeros(n, np.uint64),
            "num_mines": np.zeros(n, np.int64),
            "safe_left": np.zeros(n, np.int64),
            "outcomes": np.zeros(n, np.int64),
        }
        for name in ("is_over", "is_cut", "is_illegal", "is_guess", "could_be_proven"):
            arrays[name] = np.zeros(n, np.uint8)
        return arrays

    def _make_games(self) -> _core.VectorGames:
        options = self.settings.native_options(self._mode, self._max_steps)
        rules = native_rules(self.settings.rules)
        return _core.VectorGames(rules, options, self.num_envs, self._arrays)

    # Episodes

    def reset(
        self,
        *,
        seed: int | np.integer[Any] | Sequence[int | None] | NDArray[Any] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """
        Begin episodes in all sub-environments, or in those of ``options["reset_mask"]``.

        ``options["game_seed"]`` and ``options["layout"]`` name the game for each of them.
        """
        wanted = dict(options or {})
        mask = self._read_mask(wanted.pop("reset_mask", None))
        game_seed, layout = wanted.pop("game_seed", None), wanted.pop("layout", None)
        if wanted:
            raise SapperError(
                "expected 'game_seed', 'layout' or 'reset_mask' among the options, "
                f"got {sorted(wanted)}"
            )
        seeds = self._read_seeds(seed)
        for lane in np.flatnonzero(mask).tolist():
            if (number := seeds[lane]) is not None:
                self._games.seed(lane, number)
            if layout is not None:
                given = Layout.parse(layout) if isinstance(layout, str) else layout
                self._games.reset_on(lane, list(given.mines))
            elif game_seed is not None:
                self._games.reset_to(lane, check_seed(game_seed))
            else:
                self._games.reset(lane)
        self._seeded |= mask
        self._is_seeded = bool(self._seeded.all())
        return self._observe(), self._info(mask)

    def _read_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_ or not given.any():
            raise SapperError(
                f"expected 'reset_mask' as {self.num_envs} truth values, one of them true, "
                f"got {mask!r}"
            )
        return given.copy()

    def _read_seeds(self, seed: Any) -> list[int | None]:
        """Return the seed of each lane; None for one that goes on with the run it plays."""
        if seed is None:
            seeds: list[int | None] = [None] * self.num_envs
        elif isinstance(seed, int | np.integer):
            seeds = [check_seed(check_seed(seed) + lane) for lane in range(self.num_envs)]
        else:
            seeds = [None if one is None else check_seed(one) for one in seed]
        if len(seeds) != self.num_envs:
            raise SapperError(f"expected {self.num_envs} seeds, got {len(seeds)}")
        first = int(np.random.default_rng().integers(2**62))
        return [
            first + lane if one is None and not self._seeded[lane] else one
            for lane, one in enumerate(seeds)
        ]

    # Steps

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action in each sub-environment."""
        numbers = _read_actions(actions)
        if numbers.shape != (self.num_envs,):
            raise SapperError(f"expected {self.num_envs} actions, got shape {numbers.shape}")
        if not self._is_seeded:
            raise ResetNeeded("expected reset() before the first step()")
        before = self._before() if callable(self.settings.reward) else None
        if self.settings.no_guess:
            self._lay(numbers)
        if self._pool is None:
            self._games.step(numbers, 0, self.num_envs)
        else:
            list(self._pool.map(lambda part: self._games.step(numbers, *part), self._ranges))
        if before is not None:
            self._reward_by_call(numbers, *before)
        over = self._arrays["is_over"].astype(np.bool_)
        cut = self._arrays["is_cut"].astype(np.bool_)
        info = None
        if self._mode == AutoresetMode.SAME_STEP and (ended := over | cut).any():
            info = self._restart(ended)
        rewards = self._arrays["rewards"]
        return (
            self._observe(),
            rewards.copy() if self.copy else rewards,
            over,
            cut,
            self._info() if info is None else info,
        )

    def _restart(self, ended: NDArray[np.bool_]) -> dict[str, Any]:
        """Begin anew where an episode has ended; its end is told as `SyncVectorEnv` tells it."""
        lanes = np.flatnonzero(ended)
        seen = self._observe(lanes)
        final_obs = np.full(self.num_envs, None, object)
        for i, lane in enumerate(lanes):
            is_dictionary = self.settings.is_dictionary
            final_obs[lane] = {part: seen[part][i] for part in seen} if is_dictionary else seen[i]
        final_info: dict[str, Any] = {}
        for name, value in self._facts().items():
            final_info[name] = np.zeros_like(value)
            final_info[name][lanes] = value[lanes]
            final_info[f"_{name}"] = ended
        self._games.restart_ended()
        return self._info() | {
            "final_obs": final_obs,
            "_final_obs": ended,
            "final_info": final_info,
            "_final_info": ended,
        }

    def _lay(self, actions: NDArray[np.int64]) -> None:
        """Find layouts that need no guess for the games whose first cell is now known."""
        rules, cells = self.settings.rules, self.settings.rules.num_cells
        for lane, action in enumerate(actions.tolist()):
            if action < cells and self._games.is_untouched(lane) and self.masks[lane, action]:
                mines = int(self._arrays["num_mines"][lane])
                played = Rules(rules.columns, rules.rows, mines, first_click=rules.first_click)
                seed = int(self._arrays["game_seeds"][lane])
                self._games.lay(lane, list(find_layout(played, seed, action).mines))

    def _before(self) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
        """Return what a reward of one's own compares: cells, safe cells left, who begins anew."""
        arrays = self._arrays
        begins = (arrays["is_over"] | arrays["is_cut"]).astype(np.bool_)
        begins &= self._mode == AutoresetMode.NEXT_STEP
        return arrays["cells"].copy(), arrays["safe_left"].copy(), begins

    def _reward_by_call(
        self,
        actions: NDArray[np.int64],
        before: NDArray[np.uint8],
        left: NDArray[np.int64],
        begins: NDArray[np.bool_],
    ) -> None:
        reward, arrays, rules = self.settings.reward, self._arrays, self.settings.rules
        assert callable(reward)  # noqa: S101 - the caller has looked
        for lane in range(self.num_envs):
            after = arrays["cells"][lane]
            if arrays["is_illegal"][lane] or begins[lane]:
                continue  # nothing was done, or the next episode was begun
            mines = before[lane] == MINE_SHOWN, after == MINE_SHOWN
            step = Step(
                before[lane],
                after.copy(),
                int(actions[lane]),
                int(left[lane] - arrays["safe_left"][lane]),
                int(mines[1].sum() - mines[0].sum()),
                rules.num_cells - int(arrays["num_mines"][lane]),
                OUTCOMES[arrays["outcomes"][lane]],
                float(arrays["taken_risk"][lane]),
            )
            arrays["rewards"][lane] = reward(step)

    # What is seen

    @property
    def masks(self) -> NDArray[np.bool_]:
        """Which actions are allowed now: a view that the next step changes."""
        return self._arrays["allowed"].view(np.bool_)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are allowed now, one row a sub-environment."""
        return self.masks.copy()

    def sample_actions(self, words: NDArray[np.uint64]) -> NDArray[np.int64]:
        """Return one allowed action for each sub-environment, drawn by its random word."""
        if np.shape(words) != (self.num_envs,):
            raise SapperError(f"expected {self.num_envs} random words, got shape {np.shape(words)}")
        actions = np.empty(self.num_envs, np.int64)
        self._games.sample(np.ascontiguousarray(words, dtype=np.uint64), actions)
        return actions

    def _observe(self, lanes: NDArray[np.intp] | slice = slice(None)) -> Any:
        arrays = self._arrays
        if not self.copy and self.settings.observation == "cells" and isinstance(lanes, slice):
            return arrays["cells"]
        return self.settings.observe(
            arrays["cells"][lanes],
            arrays["risk"][lanes],
            arrays["num_mines"][lanes],
            self.masks[lanes],
        )

    def _facts(self) -> dict[str, NDArray[Any]]:
        """Return what `info` says, in the arrays that the next step changes."""
        arrays = self._arrays
        found = {
            "game_seed": arrays["game_seeds"].view(np.int64),
            "num_mines": arrays["num_mines"],
            "safe_left": arrays["safe_left"],
            "outcome": arrays["outcomes"],
            "illegal": arrays["is_illegal"].view(np.bool_),
            "action_mask": self.masks,
        }
        if self.settings.oracle is not None:
            found["guess"] = arrays["is_guess"].view(np.bool_)
            found["provable"] = arrays["could_be_proven"].view(np.bool_)
        if self.settings.oracle == "risk":
            found["risk"] = arrays["taken_risk"]
        return found

    def _info(self, lanes: NDArray[np.bool_] | None = None) -> dict[str, Any]:
        """Return the facts of all lanes, marked as those of the lanes given."""
        told = np.ones(self.num_envs, np.bool_) if lanes is None else lanes
        found: dict[str, Any] = {}
        for name, value in self._facts().items():
            is_kept = name == "action_mask" and not self.copy
            found[name] = value if is_kept else value.copy()
            found[f"_{name}"] = told
        return found

    def render(self) -> tuple[Any, ...]:
        """Return each position as text (``ansi``) or as a picture (``rgb_array``)."""
        cells = self._arrays["cells"]
        if self.render_mode is None:
            return (None,) * self.num_envs
        if self.render_mode == "rgb_array":
            return tuple(draw_cells(one) for one in cells)
        letters = np.array(list("012345678.F*"))
        return tuple(
            "\n".join(["".join(row) for row in letters[one]] + [f"{mines}\n"])
            for one, mines in zip(cells, self._arrays["num_mines"].tolist(), strict=True)
        )

    # As it stands

    def get_state(self) -> tuple[_core.LaneState, ...]:
        """Return where each sub-environment stands, for `set_state`; it pickles."""
        return tuple(self._games.state(lane) for lane in range(self.num_envs))

    def set_state(self, state: Iterable[_core.LaneState]) -> tuple[Any, dict[str, Any]]:
        """
        Go on from where sub-environments of such games stood; return what `reset` returns.

        Any state may go into any place: ``(state[3],) * num_envs`` tries many ways from one.
        """
        lanes = tuple(state)
        if len(lanes) != self.num_envs:
            raise SapperError(f"expected {self.num_envs} states, got {len(lanes)}")
        for lane, one in enumerate(lanes):
            self._games.set_state(lane, one)
        self._seeded[:] = self._is_seeded = True
        return self._observe(), self._info()

    def clone(self) -> SapperVectorEnv:
        """Return an environment that stands where this one does; each then goes its own way."""
        make, parts = self.__reduce__()
        twin: SapperVectorEnv = make(*parts[:-1], deepcopy(parts[-1]))
        return twin

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        options = vars(self.settings) | {
            "num_envs": self.num_envs,
            "autoreset_mode": self._mode,
            "max_episode_steps": self._max_steps or None,
            "threads": self._threads,
            "copy": self.copy,
            "render_mode": self.render_mode,
        }
        kept = {
            name: getattr(self, name) for name in ("_seeded", "_is_seeded", "action_space", "spec")
        }
        return _make_again, (type(self), options, self.get_state(), kept)

    def __copy__(self) -> SapperVectorEnv:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> SapperVectorEnv:
        return self.clone()

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 - the base class passes some
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _cut(count: int, parts: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, count, max(1, min(parts, count)) + 1).astype(int).tolist()
    return list(pairwise(edges))


def _make_again(
    kind: type[SapperVectorEnv],
    options: dict[str, Any],
    state: tuple[_core.LaneState, ...],
    kept: dict[str, Any],
) -> SapperVectorEnv:
    envs = kind(**options)
    envs.set_state(state)
    vars(envs).update(kept)
    return envs


def _read_actions(actions: Any) -> NDArray[np.int64]:
    try:
        numbers = np.asarray(actions)
    except (TypeError, ValueError):
        numbers = np.zeros(0)
    if numbers.dtype.kind not in "iu":
        raise wrong_type(actions, "an action for each sub-environment as whole numbers")
    return np.ascontiguousarray(numbers, dtype=np.int64)
