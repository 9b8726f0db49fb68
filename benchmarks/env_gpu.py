"""
Steps a second of the games on an accelerator, beside Jumanji on the same card.

Random allowed actions, drawn on the card. Part of ``make bench-env`` where there is a card;
``--check N`` compares N episodes with those of the vector environment on the processor first,
array by array, over all rules.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Any

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import numpy as np

from sapper.env import SapperVectorEnv
from sapper.env.gpu import GpuGames
from sapper.errors import RulesError, SapperError

GRIDS: dict[str, dict[str, Any]] = {
    "10x10x10, any": {"rules": "10x10x10", "first_click": "any"},
    "beginner, safe": {"rules": "beginner", "first_click": "safe"},
    "intermediate, zero": {"rules": "intermediate", "first_click": "zero"},
    "expert, zero": {"rules": "expert", "first_click": "zero"},
}
JUMANJI = "10x10x10, no cascade"
SIZES = (4_096, 65_536, 262_144)
INNER = 64
REWARDS = ("win", "progress", "jumanji")
MODES = ("NextStep", "SameStep", "Disabled", "NextStep")
MOST_STEPS = 150  # an episode; flags alone would go on for ever


def time_on_card(cupy: Any, work: Callable[[], None], rounds: int = 5) -> float:
    """Return the median time of some work on the card, in seconds."""
    work()
    cupy.cuda.runtime.deviceSynchronize()
    times = []
    for _ in range(rounds):
        began, ended = cupy.cuda.Event(), cupy.cuda.Event()
        began.record()
        work()
        ended.record()
        ended.synchronize()
        times.append(cupy.cuda.get_elapsed_time(began, ended) / 1e3)
    return float(np.median(times))


def measure(cupy: Any, num_envs: int, options: dict[str, Any]) -> tuple[float, float, float]:
    """Return steps a second: many a launch, one a launch, one a launch with its actions drawn."""
    games = GpuGames(num_envs=num_envs, seeds=1, **options)
    games.play(INNER)
    many = num_envs * INNER / time_on_card(cupy, lambda: games.play(INNER))
    calls = 20
    stepping, both = [], []
    for _ in range(3):
        spent = 0.0
        for _ in range(calls):
            actions = games.sample_actions()
            marks = [cupy.cuda.Event() for _ in range(2)]
            marks[0].record()
            games.step(actions)
            marks[1].record()
            marks[1].synchronize()
            spent += cupy.cuda.get_elapsed_time(*marks) / 1e3
        stepping.append(num_envs * calls / spent)

        def draw_and_step() -> None:
            for _ in range(calls):
                games.step(games.sample_actions())

        both.append(num_envs * calls / time_on_card(cupy, draw_and_step, 1))
    return many, float(np.median(stepping)), float(np.median(both))


def measure_jumanji(num_envs: int) -> float:
    """Return steps a second of Jumanji's games in one compiled scan."""
    from benchmarks.env import make_jumanji

    advance = make_jumanji(num_envs)
    began = time.perf_counter()
    advance(400)
    return num_envs * 400 / (time.perf_counter() - began)


def check(num_episodes: int, device: str, threads: int) -> None:
    """Compare episodes with those of the vector environment, after every step."""
    grids = ["beginner", "10x10x10", "intermediate", "expert", "16x30x99", "32x32x200", "5x4x12"]
    clicks, games = ("any", "safe", "zero"), ("normal", "score")
    cases = [
        {"on": on, "first_click": click, "game": game, "flags": flags, "cascade": cascade}
        for on, click, game, flags, cascade in itertools.product(
            grids, clicks, games, (False, True), (True, False)
        )
    ] + [
        {"on": "beginner", "density": (0.05, 0.4)},
        {"on": "10x10x10", "mine_action": "go-on", "first_click": "zero"},
        {"on": "expert", "game_seeds": list(range(1000))},
    ]
    if device == "cuda":  # the kernels of all rules, compiled side by side
        with ProcessPoolExecutor(threads) as pool:
            list(pool.map(compile_case, cases, itertools.cycle(REWARDS), itertools.cycle(MODES)))
    wanted, total, steps = num_episodes // len(cases) + 1, 0, 0
    for case, reward, mode in zip(cases, itertools.cycle(REWARDS), itertools.cycle(MODES)):
        try:
            found, taken = compare(wanted, reward, mode, device, threads, case)
        except RulesError:
            continue  # more mines than the first click leaves room for
        total, steps = total + found, steps + taken
    alike = f"{total:,} episodes and {steps:,} steps alike"
    print(f"{alike} in {len(cases)} sets of rules, on {device}")


def options_of(case: dict[str, Any], reward: str, mode: str) -> dict[str, Any]:
    """Return the options of one comparison, for both forms."""
    return {**case, "reward": reward, "autoreset_mode": mode, "max_episode_steps": MOST_STEPS}


def compile_case(case: dict[str, Any], reward: str, mode: str) -> None:
    """Compile the kernels of one comparison; the compiler keeps them on the disk."""
    options = options_of(case, reward, mode)
    with contextlib.suppress(RulesError):
        GpuGames(options.pop("on"), **options)


def compare(
    wanted: int, reward: str, mode: str, device: str, threads: int, case: dict[str, Any]
) -> tuple[int, int]:
    """Return how many episodes ended alike, and in how many steps."""
    n = max(16, min(16_384, wanted // 4))
    options = options_of(case, reward, mode)
    on = options.pop("on")
    ours = SapperVectorEnv(num_envs=n, on=on, threads=threads, **options)
    ours.reset(seed=11)
    games = GpuGames(on, n, 11, device=device, **options)
    random = np.random.default_rng(3)
    ended, steps = 0, 0
    while ended < wanted:
        words = random.integers(0, 2**63, n, dtype=np.uint64)
        actions = ours.sample_actions(words)
        same("actions", actions, games.sample_actions(words))
        wild = random.random(n) < 0.01  # some that are not allowed
        actions[wild] = random.integers(-2, ours.settings.num_actions + 2, int(wild.sum()))
        cells, rewards, over, cut, info = ours.step(actions)
        seen = games.step(games.xp.asarray(actions))
        for name, value in {
            "cells": cells,
            "rewards": rewards.astype(np.float32),
            "terminated": over,
            "truncated": cut,
            "masks": ours.masks,
        }.items():
            same(name, value, getattr(seen, name))
        for name, value in games.info.items():
            same(name, info[name], value)
        steps += n
        ended += int((over | cut).sum())
        if mode == "Disabled" and (over | cut).all():
            ours.reset(seed=steps)
            games.reset(steps)
    return ended, steps


def same(name: str, ours: Any, theirs: Any) -> None:
    """Raise an error where two arrays differ."""
    found = theirs.get() if hasattr(theirs, "get") else theirs
    if not np.array_equal(ours, found):
        raise SystemExit(f"{name} differ in {int((ours != found).sum())} places")


def main() -> None:
    """Compare if asked to, then measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--check", type=int, default=0, metavar="N", help="episodes to compare")
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--no-peer", action="store_true", help="without Jumanji")
    args = parser.parse_args()
    if args.check:
        check(args.check, args.device, args.threads)
    if args.device == "cpu":
        return
    try:
        GpuGames(num_envs=1)
    except SapperError as error:
        print(f"no speeds on an accelerator: {error}")
        return
    import cupy

    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    print(f"millions of steps a second on one {name}, {INNER} steps a launch / one / one and drawn")
    no_cascade = {"rules": "10x10x10", "first_click": "any", "cascade": False, "reward": "jumanji"}
    for grid, options in {**GRIDS, JUMANJI: no_cascade}.items():
        for size in SIZES:
            speeds = " / ".join(f"{s / 1e6:7,.0f}" for s in measure(cupy, size, options))
            line = f"{grid:22} {size:8,} games   {speeds}"
            if grid == JUMANJI and not args.no_peer:
                line += f"   Jumanji {measure_jumanji(size) / 1e6:7,.0f}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
