"""
What plays many games in groups of threads: the kernels of a card, or the processor.

The text is one (`native/env/group_games.h`); a card compiles it for one grid and one set of
options when it is first needed, and CuPy keeps what was compiled on the disk.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from gymnasium.vector import AutoresetMode

from sapper import _core
from sapper.env.settings import AUTORESETS, Settings
from sapper.errors import MissingExtraError, SapperError
from sapper.game.rules import native_rules

MOST_SIDE: Final = 32  # a row is a word, and a thread
COMPILER_OPTIONS: Final = ("--std=c++20", "--device-int128", "--device-as-default-execution-space")
_HALF_WARP: Final = 16
_THREADS: Final = 128  # in a block
_BLOCKS: Final = 10  # at once on a multiprocessor: the best of 4 to 10 on an H200
_KERNELS: Final = ("seed_games", "reset_games", "step_games", "sample_actions", "play_games")


@dataclass(frozen=True)
class Episodes:
    """What is played: settings, when an ended episode begins anew, and the limit of steps."""

    settings: Settings
    autoreset: AutoresetMode
    max_steps: int

    @property
    def num_rows(self) -> int:
        """How many threads a game takes: half a warp, or a whole one."""
        return _HALF_WARP if self.settings.rules.rows <= _HALF_WARP else MOST_SIDE

    @property
    def num_words(self) -> int:
        """How many words of 32 cells a layout takes that is drawn ahead."""
        return -(-self.settings.rules.num_cells // 32)


class OnProcessor:
    """The text that an accelerator compiles, in its ordinary form, one game after another."""

    def __init__(self, episodes: Episodes, arrays: dict[str, Any], num_games: int) -> None:
        options = episodes.settings.native_options(episodes.autoreset, episodes.max_steps)
        rules = native_rules(episodes.settings.rules)
        native = _core.GroupsOnProcessor(rules, options, num_games, arrays)
        self.seed, self.reset, self.step = native.seed, native.reset, native.step
        self.sample, self.play = native.sample, native.play


class OnCard:
    """The kernels of one grid and one set of options, launched on the card."""

    def __init__(self, episodes: Episodes, arrays: dict[str, Any], num_games: int) -> None:
        cupy = import_cupy()
        module = cupy.RawModule(code=write_source(episodes), options=COMPILER_OPTIONS)
        # As `GroupArrays` lists them: how many seeds there are stands behind the seeds.
        places: list[int] = []
        for name, array in arrays.items():
            places += [array.data.ptr, array.size] if name == "seeds" else [array.data.ptr]
        table = cupy.asarray(np.array(places, np.uint64))
        self._kernels = {name: module.get_function(name) for name in _KERNELS}
        self._arguments = (table, np.uint64(num_games))
        self._blocks = -(-num_games * episodes.num_rows // _THREADS)

    def _launch(self, name: str, *arguments: Any) -> None:
        self._kernels[name]((self._blocks,), (_THREADS,), (*self._arguments, *arguments))

    def seed(self, seeds: Any, chosen: Any) -> None:
        """Begin the first game of these runs where it is chosen."""
        self._launch("seed_games", seeds, chosen)

    def reset(self, chosen: Any) -> None:
        """Begin the next game of each run where it is chosen."""
        self._launch("reset_games", chosen)

    def step(self, actions: Any) -> None:
        """Take one action in each game."""
        self._launch("step_games", actions)

    def sample(self, words: Any, seed: int, step: int, actions: Any) -> None:
        """Write one allowed action for each game."""
        given = np.uint64(0) if words is None else words
        self._launch("sample_actions", given, np.uint64(seed), np.uint64(step), actions)

    def play(self, steps: int, values: Any, seed: int, first_step: int) -> None:
        """Take many steps at once."""
        given = np.uint64(0) if values is None else values
        self._launch("play_games", np.uint64(steps), given, np.uint64(seed), np.uint64(first_step))


def write_source(episodes: Episodes) -> str:
    """Return the CUDA C++ of the kernels for these episodes."""
    settings, rules = episodes.settings, episodes.settings.rules
    click, kind = _core.FirstClick[rules.first_click], _core.GameKind[rules.game]
    numbers = {
        "RULES": f"{{{rules.columns}, {rules.rows}, {rules.num_mines}, "
        f"sapper::FirstClick({click.value}), sapper::GameKind({kind.value})}}",
        "OPTIONS": f"{{{settings.flags:d}, {settings.cascade:d}, "
        f"{not settings.ends_when_opened:d}, "
        f"sapper::RewardKind({_core.RewardKind[str(settings.reward)].value}), "
        f"sapper::Autoreset({AUTORESETS[episodes.autoreset].value}), {float(settings.penalty)!r}, "
        f"{settings.most_mines}, {episodes.max_steps}}}",
        "ROWS": episodes.num_rows,
        "THREADS": _THREADS,
        "BLOCKS": _BLOCKS,
        "WORDS": episodes.num_words,
    }
    lines = [f"#define SAPPER_{name} {value}\n" for name, value in numbers.items()]
    return "".join(lines) + _core.group_source()


def import_cupy() -> Any:
    """Return CuPy where it finds a card, or say what is missing."""
    try:
        import cupy  # noqa: PLC0415 - found where it is asked for
    except ImportError:
        raise MissingExtraError.of("CuPy", "gpu") from None
    try:
        found = cupy.cuda.runtime.getDeviceCount()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise SapperError(f"expected an NVIDIA card, and CUDA finds none: {error}") from None
    if not found:
        raise SapperError("expected an NVIDIA card, and CUDA finds none")
    return cupy
