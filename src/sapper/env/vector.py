"""
Many games as one Gymnasium vector environment, stepped natively.

`gymnasium.make_vec("Sapper/Expert-v0", num_envs=1024)` makes one. Its episodes are those
of as many single environments with the same seeds: sub-environment i of ``reset(seed=s)``
plays the games of run seed s + i. Arrays are allocated once and written in place; what
``step`` returns is a copy unless ``copy=False``.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper import _core
from sapper.arguments import explained
from sapper.env.boards import find_layout
from sapper.env.render import draw_cells
from sapper.env.rewards import Step
from sapper.env.settings import Settings
from sapper.errors import SapperError, UnknownNameError, wrong_type
from sapper.game.codes import MINE_SHOWN
from sapper.game.game import OUTCOMES
from sapper.game.layout import Layout
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed

_RESETS = {
    AutoresetMode.NEXT_STEP: _core.Autoreset.next_step,
    AutoresetMode.SAME_STEP: _core.Autoreset.same_step,
    AutoresetMode.DISABLED: _core.Autoreset.disabled,
}
_NAMES = np.array(OUTCOMES)


@explained
class SapperVectorEnv(VectorEnv[Any, Any, Any]):
    """
    ``num_envs`` games at once; the other keyword arguments are those of `Settings`.

    ``threads`` steps that many ranges of games at once; the episodes do not depend on it.

    >>> envs = SapperVectorEnv(num_envs=3, on="5x5x3", first_click="zero")
    >>> cells, info = envs.reset(seed=7)
    >>> cells, rewards, over, truncated, info = envs.step(np.array([12, 0, 24]))
    >>> cells.shape, int(cells[0, 2, 2])
    ((3, 5, 5), 0)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": ["ansi", "rgb_array"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        on: str = "beginner",
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
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
        self.render_mode = render_mode
        mode = _read_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = self.settings.observation_space()
        self.single_action_space = self.settings.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode = mode
        self._arrays = self._allocate()
        self._games = self._make_games()
        self._seeded = False
        self._ranges = _cut(num_envs, threads)
        self._pool = ThreadPoolExecutor(threads) if len(self._ranges) > 1 else None

    def __repr__(self) -> str:
        return f"<SapperVectorEnv: {self.num_envs} x {self.settings.rules.name}>"

    def _allocate(self) -> dict[str, NDArray[Any]]:
        n, rules = self.num_envs, self.settings.rules
        shape = (n, rules.rows, rules.columns)
        arrays: dict[str, NDArray[Any]] = {
            "cells": np.zeros(shape, np.uint8),
            "final_cells": np.zeros(shape, np.uint8),
            "allowed": np.zeros((n, self.settings.num_actions), np.uint8),
            "risk": np.zeros(shape, np.float32),
            "rewards": np.zeros(n, np.float64),
            "taken_risk": np.zeros(n, np.float64),
            "game_seeds": np.zeros(n, np.uint64),
            "num_mines": np.zeros(n, np.int64),
            "safe_left": np.zeros(n, np.int64),
        }
        for name in ("is_over", "is_illegal", "is_guess", "could_be_proven", "outcomes"):
            arrays[name] = np.zeros(n, np.uint8)
        return arrays

    def _make_games(self) -> _core.VectorGames:
        settings = self.settings
        needs_risk = callable(settings.reward) and settings.oracle == "risk"
        options = _core.VectorOptions(
            flags=settings.flags,
            cascade=settings.cascade,
            mine_ends=not settings.ends_when_opened,
            show_risk=settings.observation == "risk",
            reward=_core.RewardKind["none" if callable(settings.reward) else settings.reward],
            oracle=_core.Oracle["risk" if needs_risk else settings.oracle or "off"],
            autoreset=_RESETS[self._mode],
            penalty=settings.penalty,
            most_mines=settings.most_mines,
            game_seeds=list(settings.game_seeds or ()),
        )
        return _core.VectorGames(native_rules(settings.rules), options, self.num_envs, self._arrays)

    # Episodes

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """
        Begin episodes in all sub-environments, or in those of ``options["reset_mask"]``.

        ``options["game_seed"]`` and ``options["layout"]`` name the game for each of them.
        """
        wanted = dict(options or {})
        mask = wanted.pop("reset_mask", None)
        lanes = range(self.num_envs) if mask is None else np.flatnonzero(mask).tolist()
        if not self._seeded and seed is None:
            seed = int(np.random.default_rng().integers(2**62))
        if seed is not None:
            seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
            if len(seeds) != self.num_envs:
                raise SapperError(f"expected {self.num_envs} seeds, got {len(seeds)}")
            for lane, number in enumerate(seeds):
                if number is not None:
                    self._games.seed(lane, check_seed(number))
            self._seeded = True
        game_seed, layout = wanted.pop("game_seed", None), wanted.pop("layout", None)
        if wanted:
            raise SapperError(
                "expected 'game_seed', 'layout' or 'reset_mask' among the options, "
                f"got {sorted(wanted)}"
            )
        for lane in lanes:
            if layout is not None:
                given = Layout.parse(layout) if isinstance(layout, str) else layout
                self._games.reset_on(lane, list(given.mines))
            elif game_seed is not None:
                self._games.reset_to(lane, check_seed(game_seed))
            else:
                self._games.reset(lane)
        for name in ("is_over", "is_illegal", "is_guess", "could_be_proven"):
            self._arrays[name][:] = 0
        return self._observe(), self._info()

    # Steps

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action in each sub-environment."""
        numbers = _read_actions(actions)
        if numbers.shape != (self.num_envs,):
            raise SapperError(f"expected {self.num_envs} actions, got shape {numbers.shape}")
        before = self._arrays["cells"].copy() if callable(self.settings.reward) else None
        left = self._arrays["safe_left"].copy()
        begins = self._arrays["is_over"] * np.uint8(self._mode == AutoresetMode.NEXT_STEP)
        if self.settings.no_guess:
            self._lay(numbers)
        if self._pool is None:
            self._games.step(numbers, 0, self.num_envs)
        else:
            list(self._pool.map(lambda part: self._games.step(numbers, *part), self._ranges))
        if before is not None:
            self._reward_by_call(before, numbers, left, begins)
        info = self._info()
        over = self._arrays["is_over"].astype(np.bool_)
        if self._mode == AutoresetMode.SAME_STEP and over.any():
            info = self._restart(info, over)
        rewards = self._arrays["rewards"]
        return (
            self._observe(),
            rewards.copy() if self.copy else rewards,
            over,
            np.zeros(self.num_envs, np.bool_),
            info,
        )

    def _restart(self, info: dict[str, Any], over: NDArray[np.bool_]) -> dict[str, Any]:
        """Begin anew where a game has ended, and keep how it ended beside it."""
        final = self.settings.observe(self._arrays["final_cells"], self._arrays["risk"])
        ended = {**info, "final_obs": final, "_final_obs": over, "final_info": info}
        self._games.restart_ended()
        fresh = self._info()
        return {**ended, **{key: fresh[key] for key in ("action_mask", "game_seed", "num_mines")}}

    def _lay(self, actions: NDArray[np.int64]) -> None:
        """Find layouts that need no guess for the games whose first cell is now known."""
        rules, cells = self.settings.rules, self.settings.rules.num_cells
        for lane, action in enumerate(actions.tolist()):
            if action < cells and self._games.is_untouched(lane) and self.masks[lane, action]:
                mines = int(self._arrays["num_mines"][lane])
                played = Rules(rules.columns, rules.rows, mines, first_click=rules.first_click)
                seed = int(self._arrays["game_seeds"][lane])
                self._games.lay(lane, list(find_layout(played, seed, action).mines))

    def _reward_by_call(
        self,
        before: NDArray[np.uint8],
        actions: NDArray[np.int64],
        left: NDArray[np.int64],
        begins: NDArray[np.uint8],
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

    def _observe(self) -> Any:
        cells, risk = self._arrays["cells"], self._arrays["risk"]
        if not self.copy and self.settings.observation == "cells":
            return cells
        return self.settings.observe(cells, risk)

    def _info(self) -> dict[str, Any]:
        arrays = self._arrays
        found: dict[str, Any] = {
            "game_seed": arrays["game_seeds"].copy(),
            "num_mines": arrays["num_mines"].copy(),
            "safe_left": arrays["safe_left"].copy(),
            "outcome": _NAMES[arrays["outcomes"]],
            "illegal": arrays["is_illegal"].astype(np.bool_),
            "action_mask": self.action_masks() if self.copy else self.masks,
        }
        if self.settings.oracle is not None:
            found["guess"] = arrays["is_guess"].astype(np.bool_)
            found["provable"] = arrays["could_be_proven"].astype(np.bool_)
        if self.settings.oracle == "risk":
            found["risk"] = arrays["taken_risk"].copy()
        everywhere = np.ones(self.num_envs, np.bool_)
        return found | {f"_{name}": everywhere for name in found}

    def render(self) -> Any:
        """Return each position as text (``ansi``) or as a picture (``rgb_array``)."""
        if self.render_mode == "rgb_array":
            return tuple(draw_cells(cells) for cells in self._arrays["cells"])
        letters = np.array(list("012345678.F*"))
        return tuple(
            "\n".join("".join(row) for row in letters[cells]) + "\n"
            for cells in self._arrays["cells"]
        )

    def close_extras(self, **kwargs: Any) -> None:  # noqa: ARG002 - the base class passes some
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()


def _cut(count: int, parts: int) -> list[tuple[int, int]]:
    edges = np.linspace(0, count, max(1, min(parts, count)) + 1).astype(int).tolist()
    return list(pairwise(edges))


def _read_mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        known = [known.value for known in AutoresetMode]
        raise UnknownNameError.of("autoreset mode", str(mode), known) from None


def _read_actions(actions: Any) -> NDArray[np.int64]:
    try:
        return np.ascontiguousarray(actions, dtype=np.int64)
    except (TypeError, ValueError, OverflowError):
        raise wrong_type(actions, "an action for each sub-environment as whole numbers") from None
