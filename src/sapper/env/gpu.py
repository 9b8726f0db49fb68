"""
Games by the billion on an accelerator, for learners that live there.

`GpuGames` holds many games on one NVIDIA card: same rules, seeds, rewards and masks as
`SapperVectorEnv`, the same episodes to the bit. Arrays stay on the card and go to PyTorch or JAX by
DLPack without a copy. The extra ``gpu`` brings CuPy, whose compiler makes the kernels for one
grid and one set of options when they are first needed; ``device="cpu"`` plays the same text on
the processor, for trying things out. `GpuVectorEnv` is the Gymnasium form.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sapper import _core
from sapper.env.settings import AUTORESETS, Settings, read_autoreset, read_step_limit
from sapper.errors import (
    ArgumentError,
    MissingExtraError,
    SapperError,
    UnknownNameError,
    check_whole,
    wrong_type,
)
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed, check_seeds

DEVICES: Final = ("cuda", "cpu")
MOST_SIDE: Final = 32  # a row is a word, and a thread
_THREADS: Final = 128  # in a block
_BLOCKS: Final = 10  # at once on a multiprocessor: measured, 8 to 10 of 4 to 10
_HALF_WARP: Final = 16
_KERNELS: Final = ("seed_games", "reset_games", "step_games", "sample_actions", "play_games")


class Stepped(NamedTuple):
    """What a step shows of all games: arrays on their device, which the next step changes."""

    cells: Any
    rewards: Any
    terminated: Any
    truncated: Any
    masks: Any


@dataclass(frozen=True, eq=False)
class GpuState:
    """Where games stand, in copies of their arrays; `GpuGames.set_state` goes on from there."""

    plays: str
    num_steps: int
    arrays: dict[str, Any]


class GpuGames:
    """
    ``num_envs`` games that stay on an accelerator.

    ``rules`` is a grid's name, ``columns x rows x mines`` or `Rules`; game i plays the games of
    run seed ``seeds + i``, or of ``seeds[i]``. The other options are those of `Settings`, as
    far as they need no exact engine: no oracle, no rewards or observations of risk, no boards
    without a guess. Grids may have up to 32 rows and columns.

    >>> games = GpuGames("beginner", 3, seeds=7, device="cpu", reward="progress")
    >>> cells, rewards, over, truncated, masks = games.step([40, 0, 80])
    >>> cells.shape, bool(masks[0, 40])
    ((3, 9, 9), False)
    >>> games.play(100)
    >>> bool((games.episodes > 0).all())
    True
    """

    def __init__(
        self,
        rules: Rules | str = "beginner",
        num_envs: int = 1,
        seeds: int | Sequence[int] | NDArray[Any] = 0,
        *,
        device: str = "cuda",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        **options: Any,
    ) -> None:
        if device not in DEVICES:
            raise UnknownNameError.of("device", str(device), DEVICES)
        self.num_envs = check_whole(num_envs, "a number of games", least=1)
        self.settings = _read_settings(rules, options)
        self.autoreset_mode = read_autoreset(autoreset_mode)
        self.device = device
        self._max_steps = read_step_limit(max_episode_steps)
        self._num_steps = 0
        self._xp = np if device == "cpu" else _import_cupy()
        self._arrays = self._allocate()
        self._table = self._list_addresses()
        self._games = _OnProcessor(self) if device == "cpu" else _OnCard(self)
        self.reset(seeds)

    def __repr__(self) -> str:
        return f"<GpuGames: {self.num_envs} x {self.settings.rules.name} on {self.device}>"

    def _allocate(self) -> dict[str, Any]:
        """Return the arrays in the order of the native `GroupArrays`."""
        n, rules, xp = self.num_envs, self.settings.rules, self._xp
        rows = self._num_rows
        stash = n * rows
        words = -(-rules.num_cells // 32)
        return {
            "records": xp.zeros((n, _core.GROUP_RECORD_SIZE), np.uint8),
            "bits": xp.zeros((n, 3, rows), np.uint32),
            "drawn": xp.zeros(stash * words + 1, np.uint32),
            "spare": xp.zeros(stash * _core.MOST_SPARE, np.uint16),
            "seeds": xp.asarray(check_seeds(list(self.settings.game_seeds or ()))),
            "num_seeds": len(self.settings.game_seeds or ()),
            "cells": xp.zeros((n, rules.rows, rules.columns), np.uint8),
            "allowed": xp.zeros((n, self.settings.num_actions), np.uint8),
            "rewards": xp.zeros(n, np.float32),
            "is_over": xp.zeros(n, np.uint8),
            "is_cut": xp.zeros(n, np.uint8),
            "is_illegal": xp.zeros(n, np.uint8),
            "game_seeds": xp.zeros(n, np.uint64),
            "num_mines": xp.zeros(n, np.int64),
            "safe_left": xp.zeros(n, np.int64),
            "outcomes": xp.zeros(n, np.int64),
        }

    def _list_addresses(self) -> Any:
        def address(value: Any) -> int:
            if isinstance(value, int):
                return value
            return int(value.ctypes.data if self._xp is np else value.data.ptr)

        return self._xp.asarray(np.array(list(map(address, self._arrays.values())), np.uint64))

    @property
    def _num_rows(self) -> int:
        """How many threads a game takes: half a warp, or a whole one."""
        return _HALF_WARP if self.settings.rules.rows <= _HALF_WARP else MOST_SIDE

    # Episodes

    def reset(
        self, seeds: int | Sequence[int] | NDArray[Any] | None = None, mask: Any = None
    ) -> Stepped:
        """
        Begin the first game of these runs; without seeds the next game of each run.

        ``mask`` says in which games, as truth values; the others go on.
        """
        chosen = self._read_mask(mask)
        if seeds is None:
            self._games.reset(chosen)
        else:
            self._games.seed(self._xp.asarray(self._read_seeds(seeds)), chosen)
        return self.now

    def step(self, actions: Any) -> Stepped:
        """
        Take one action in each game.

        Actions are whole numbers in an array of any library that knows DLPack; those on the same
        card are not copied if they have 64 bits.
        """
        self._games.step(self._read_actions(actions))
        self._num_steps += 1
        return self.now

    def sample_actions(self, words: Any = None, *, seed: int = 0) -> Any:
        """
        Return one allowed action for each game, drawn by its random word.

        Without words they follow from ``seed``, the game's number and the number of steps so far.
        """
        if words is not None:
            words = self._xp.ascontiguousarray(self._xp.asarray(words), dtype=np.uint64)
            if words.shape != (self.num_envs,):
                raise SapperError(f"expected {self.num_envs} random words, got {words.shape}")
        actions = self._xp.empty(self.num_envs, np.int64)
        self._games.sample(words, check_seed(seed), self._num_steps, actions)
        return actions

    def play(self, steps: int, values: Any = None, *, seed: int = 0) -> None:
        """
        Take many steps at once.

        Actions are those that `sample_actions` draws step by step; or, with a table of a
        value for each action, the allowed one of the largest value (of equals the first).
        """
        count = check_whole(steps, "a number of steps", least=0)
        if values is not None:
            values = self._xp.ascontiguousarray(self._xp.asarray(values), dtype=np.float32)
            if values.shape != (self.settings.num_actions,):
                raise SapperError(
                    f"expected {self.settings.num_actions} values, got shape {values.shape}"
                )
            if bool(self._xp.isnan(values).any()):
                raise SapperError("expected values that are numbers, got nan")
        self._games.play(count, values, check_seed(seed), self._num_steps)
        self._num_steps += count

    def _read_mask(self, mask: Any) -> Any:
        if mask is None:
            return self._xp.ones(self.num_envs, np.uint8)
        given = self._take(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_:
            raise SapperError(
                f"expected a mask of {self.num_envs} truth values, got {given.dtype} "
                f"of shape {given.shape}"
            )
        return self._xp.ascontiguousarray(given).view(np.uint8)

    def _read_seeds(self, seeds: int | Sequence[int] | NDArray[Any]) -> NDArray[np.uint64]:
        if isinstance(seeds, int | np.integer):
            first = check_seed(seeds)
            check_seed(first + self.num_envs - 1)
            return np.arange(self.num_envs, dtype=np.uint64) + np.uint64(first)
        given = check_seeds(seeds)
        if len(given) != self.num_envs:
            raise SapperError(f"expected {self.num_envs} seeds, got {len(given)}")
        return given

    def _read_actions(self, actions: Any) -> Any:
        numbers = self._take(actions)
        if numbers.dtype.kind not in "iu":
            raise wrong_type(actions, "an action for each game as whole numbers")
        if numbers.shape != (self.num_envs,):
            raise SapperError(f"expected {self.num_envs} actions, got shape {numbers.shape}")
        return self._xp.ascontiguousarray(numbers, dtype=np.int64)

    def _take(self, array: Any) -> Any:
        """Return an array of ours of what another library holds, without a copy if it can be."""
        xp = self._xp
        if isinstance(array, xp.ndarray):
            return array
        if hasattr(array, "__dlpack_device__"):
            kind = int(array.__dlpack_device__()[0])
            if kind == (1 if xp is np else 2):  # DLPack's numbers of processor and CUDA
                return xp.from_dlpack(array)
            array = np.from_dlpack(array) if kind == 1 else array
        try:
            return xp.asarray(array)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"expected an array on {self.device}: {error}") from None

    # What is seen

    @property
    def now(self) -> Stepped:
        """What all games show: arrays on the device, which the next step changes."""
        a = self._arrays
        return Stepped(
            a["cells"], a["rewards"], a["is_over"].view(np.bool_), a["is_cut"].view(np.bool_),
            a["allowed"].view(np.bool_),
        )  # fmt: skip

    @property
    def cells(self) -> Any:
        """The code of every cell, games by rows by columns."""
        return self._arrays["cells"]

    @property
    def masks(self) -> Any:
        """Which actions are allowed now, games by actions."""
        return self._arrays["allowed"].view(np.bool_)

    @property
    def info(self) -> dict[str, Any]:
        """The facts of all games, named as `SapperVectorEnv` names them."""
        a = self._arrays
        return {
            "game_seed": a["game_seeds"].view(np.int64),
            "num_mines": a["num_mines"],
            "safe_left": a["safe_left"],
            "outcome": a["outcomes"],
            "illegal": a["is_illegal"].view(np.bool_),
            "action_mask": self.masks,
        }

    @property
    def episodes(self) -> Any:
        """How many episodes of each game have ended since it was made."""
        return self._count(_core.GROUP_RECORD_ENDED)

    @property
    def wins(self) -> Any:
        """How many of those were won."""
        return self._count(_core.GROUP_RECORD_WON)

    def _count(self, offset: int) -> Any:
        words = self._arrays["records"].view(np.uint32)
        return words[:, offset // 4].copy()

    # As it stands

    @property
    def _plays(self) -> str:
        options = {k: v for k, v in vars(self.settings).items() if k != "observation"}
        return f"{self.num_envs} {self.autoreset_mode.value} {self._max_steps} {options}"

    def get_state(self) -> GpuState:
        """Return where the games stand, for `set_state`; it pickles."""
        kept = {
            name: array.copy()
            for name, array in self._arrays.items()
            if name not in ("seeds", "num_seeds")
        }
        return GpuState(self._plays, self._num_steps, kept)

    def set_state(self, state: GpuState) -> Stepped:
        """Go on from where as many games of the same rules and options stood."""
        if state.plays != self._plays:
            raise SapperError(
                f"expected a state of the same games ({self._plays}), got one of {state.plays}"
            )
        for name, array in state.arrays.items():
            self._arrays[name][...] = self._xp.asarray(array)
        self._num_steps = state.num_steps
        return self.now


class _OnProcessor:
    """The text that an accelerator compiles, in its ordinary form, one game after another."""

    def __init__(self, games: GpuGames) -> None:
        options = games.settings.native_options(games.autoreset_mode, games._max_steps)
        rules = native_rules(games.settings.rules)
        native = _core.GroupsOnProcessor(rules, options, games._table, games.num_envs)
        self.seed, self.reset, self.step = native.seed, native.reset, native.step
        self.sample, self.play = native.sample, native.play


class _OnCard:
    """The kernels of one grid and one set of options, launched on the card."""

    def __init__(self, games: GpuGames) -> None:
        cupy = games._xp
        module = cupy.RawModule(
            code=write_source(games.settings, games.autoreset_mode, games._max_steps),
            options=("--std=c++20", "--device-int128", "--device-as-default-execution-space"),
        )
        self._kernels = {name: module.get_function(name) for name in _KERNELS}
        self._table = games._table
        self._num_games = np.uint64(games.num_envs)
        self._blocks = -(-games.num_envs * games._num_rows // _THREADS)

    def _launch(self, name: str, *arguments: Any) -> None:
        self._kernels[name]((self._blocks,), (_THREADS,), (self._table, self._num_games, *arguments))

    def seed(self, seeds: Any, chosen: Any) -> None:
        self._launch("seed_games", seeds, chosen)

    def reset(self, chosen: Any) -> None:
        self._launch("reset_games", chosen)

    def step(self, actions: Any) -> None:
        self._launch("step_games", actions)

    def sample(self, words: Any, seed: int, step: int, actions: Any) -> None:
        given = np.uint64(0) if words is None else words
        self._launch("sample_actions", given, np.uint64(seed), np.uint64(step), actions)

    def play(self, steps: int, values: Any, seed: int, first_step: int) -> None:
        given = np.uint64(0) if values is None else values
        self._launch(
            "play_games", np.uint64(steps), given, np.uint64(seed), np.uint64(first_step)
        )


def write_source(settings: Settings, autoreset: AutoresetMode, max_steps: int) -> str:
    """Return the CUDA C++ of the kernels for these episodes."""
    rules = settings.rules
    click, kind = _core.FirstClick[rules.first_click], _core.GameKind[rules.game]
    numbers = {
        "RULES": f"{{{rules.columns}, {rules.rows}, {rules.num_mines}, "
        f"sapper::FirstClick({click.value}), sapper::GameKind({kind.value})}}",
        "OPTIONS": f"{{{settings.flags:d}, {settings.cascade:d}, "
        f"{not settings.ends_when_opened:d}, "
        f"sapper::RewardKind({_core.RewardKind[str(settings.reward)].value}), "
        f"sapper::Autoreset({AUTORESETS[autoreset].value}), {float(settings.penalty)!r}, "
        f"{settings.most_mines}, {max_steps}}}",
        "ROWS": _HALF_WARP if rules.rows <= _HALF_WARP else MOST_SIDE,
        "THREADS": _THREADS,
        "BLOCKS": _BLOCKS,
        "WORDS": -(-rules.num_cells // 32),
    }
    lines = [f"#define SAPPER_{name} {value}\n" for name, value in numbers.items()]
    return "".join(lines) + _core.group_source()


def _read_settings(rules: Rules | str, options: dict[str, Any]) -> Settings:
    if isinstance(rules, Rules):
        grid = f"{rules.columns}x{rules.rows}x{rules.num_mines}"
        options = {"first_click": rules.first_click, "game": rules.game} | options
        rules = grid
    settings = Settings(on=rules, **options)
    needs = [
        name
        for name, is_needed in {
            "no_guess": settings.no_guess,
            "oracle": settings.oracle is not None,
            "a reward of one's own": callable(settings.reward),
            "the reward 'risk'": settings.reward == "risk",
            "observations of risk": "risk" in settings.parts,
        }.items()
        if is_needed
    ]
    if needs:
        raise SapperError(
            f"expected games that the accelerator knows, got {' and '.join(needs)}; "
            "SapperVectorEnv has them"
        )
    if max(settings.rules.columns, settings.rules.rows) > MOST_SIDE:
        raise SapperError(
            f"expected at most {MOST_SIDE} rows and columns on an accelerator, "
            f"got {settings.rules.name}; SapperVectorEnv plays larger grids"
        )
    return settings


def _import_cupy() -> Any:
    try:
        import cupy
    except ImportError:
        raise MissingExtraError.of("CuPy", "gpu") from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise SapperError(f"expected an NVIDIA card, and CUDA finds none: {error}") from None
    if not found:
        raise SapperError("expected an NVIDIA card, and CUDA finds none")
    return cupy


class GpuVectorEnv(VectorEnv[Any, Any, Any]):
    """
    `GpuGames` as a Gymnasium vector environment; arguments are those of `SapperVectorEnv`.

    What it returns are arrays on the card; ``convert`` makes others of them, such as
    ``torch.from_dlpack``. With ``copy=False`` they are those that the next step changes.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        on: str = "beginner",
        *,
        device: str = "cuda",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
        convert: Callable[[Any], Any] = lambda array: array,
        **options: Any,
    ) -> None:
        mode = read_autoreset(autoreset_mode)
        inner = AutoresetMode.DISABLED if mode == AutoresetMode.SAME_STEP else mode
        self.games = GpuGames(
            on,
            num_envs,
            device=device,
            autoreset_mode=inner,
            max_episode_steps=max_episode_steps,
            **options,
        )
        self.num_envs, self.settings = num_envs, self.games.settings
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}
        self.single_observation_space = self.settings.observation_space()
        self.single_action_space = self.settings.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._mode, self._copy, self._convert = mode, copy, convert
        self._is_seeded = False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin episodes in all games, or in those of ``options["reset_mask"]``."""
        wanted = dict(options or {})
        mask = wanted.pop("reset_mask", None)
        if wanted:
            raise SapperError(f"expected 'reset_mask' among the options, got {sorted(wanted)}")
        if seed is None and not self._is_seeded:
            seed = int(np.random.default_rng().integers(2**62))
        self.games.reset(seed, mask)
        self._is_seeded = True
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Take one action in each game."""
        if not self._is_seeded:
            raise ResetNeeded("expected reset() before the first step()")
        _, rewards, over, cut, _ = self.games.step(actions)
        rewards, over, cut = rewards.copy(), over.copy(), cut.copy()
        final: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP:
            final = {"final_obs": self._observe(), "_final_obs": self._convert(over | cut)}
            self.games.reset(mask=over | cut)
        return (
            self._observe(),
            self._convert(rewards),
            self._convert(over),
            self._convert(cut),
            self._info() | final,
        )

    def _observe(self) -> Any:
        games = self.games
        if not self._copy and self.settings.observation == "cells":
            return self._convert(games.cells)
        seen = self.settings.observe(
            games.cells, None, games.info["num_mines"], games.masks, games._xp
        )  # type: ignore[arg-type]
        if isinstance(seen, dict):
            return {part: self._convert(array) for part, array in seen.items()}
        return self._convert(seen)

    def _info(self) -> dict[str, Any]:
        return {
            name: self._convert(array.copy() if self._copy else array)
            for name, array in self.games.info.items()
        }
