"""
Steps a second of the vector environment beside Jumanji and EnvPool, on the same rules.

Both peers play 10x10 with 10 mines, any first cell, no cascade; so does ours here. All
take random allowed actions, drawn in the way that is quickest for each, in rounds that
alternate. Run with ``make bench-env``; steps are counted per second of processor time,
since peers use threads.
"""

from __future__ import annotations

import argparse
import importlib
import os
import time
from collections.abc import Callable
from typing import Any

if __name__ == "__main__":  # its peers on an accelerator: `env_gpu.py`
    os.environ.setdefault("JAX_PLATFORMS", "cpu")

import numpy as np

from sapper.env import SapperVectorEnv

Advance = Callable[[int], None]
JUMANJI_RULES: dict[str, Any] = {
    "on": "10x10x10",
    "first_click": "any",
    "cascade": False,
    "reward": "jumanji",
}


def make_sapper(num_envs: int, **options: Any) -> Advance:
    """Our vector environment with random allowed actions."""
    envs = SapperVectorEnv(num_envs=num_envs, **options)
    envs.reset(seed=1)
    words = np.random.default_rng(1)

    def advance(steps: int) -> None:
        for _ in range(steps):
            drawn = words.integers(0, 2**63, num_envs, dtype=np.uint64)
            envs.step(envs.sample_actions(drawn))

    return advance


def make_jumanji(num_envs: int) -> Advance:
    """Jumanji's, compiled, a hundred steps a call, resetting itself."""
    jax: Any = importlib.import_module("jax")
    jumanji: Any = importlib.import_module("jumanji")

    env = importlib.import_module("jumanji.wrappers").VmapAutoResetWrapper(
        jumanji.make("Minesweeper-v0")
    )
    state, timestep = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), num_envs))

    def one(carry: Any, key: Any) -> tuple[Any, None]:
        state, timestep = carry
        logits = jax.numpy.where(timestep.observation.action_mask.reshape(num_envs, -1), 0.0, -1e9)
        cells = jax.random.categorical(key, logits)
        actions = jax.numpy.stack([cells // 10, cells % 10], axis=1)
        return env.step(state, actions), None

    def hundred(carry: Any, key: Any) -> Any:
        return jax.lax.scan(one, carry, jax.random.split(key, 100))[0]

    many = jax.jit(hundred)
    carry = many((state, timestep), jax.random.PRNGKey(2))  # compiled here

    def advance(steps: int) -> None:
        nonlocal carry
        for i in range(max(1, steps // 100)):
            carry = many(carry, jax.random.PRNGKey(i))
        jax.block_until_ready(carry)

    return advance


def make_envpool(num_envs: int) -> Advance:
    """EnvPool's form of the same game, on one thread."""
    import envpool

    envs = envpool.make(
        "Minesweeper-v0", env_type="gymnasium", num_envs=num_envs, num_threads=1, seed=1
    )
    seen, _ = envs.reset()
    random = np.random.default_rng(1)

    def advance(steps: int) -> None:
        nonlocal seen
        for _ in range(steps):
            mask = seen["action_mask"].reshape(num_envs, -1)
            cells = (random.random(mask.shape, dtype=np.float32) * mask).argmax(axis=1)
            seen, *_ = envs.step(np.stack([cells // 10, cells % 10], axis=1).astype(np.int32))

    return advance


def measure(advance: Advance, steps: int, num_envs: int) -> float:
    """Steps a second of processor time."""
    began = time.process_time()
    advance(steps)
    return steps * num_envs / (time.process_time() - began)


def main() -> None:
    """Measure all, in alternating rounds, and print medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--envs", type=int, default=256, help="games at once, for all")
    parser.add_argument("--steps", type=int, default=400)
    args = parser.parse_args()
    runners: dict[str, Advance] = {
        "sapper, Jumanji's rules": make_sapper(args.envs, **JUMANJI_RULES),
        "sapper, beginner": make_sapper(args.envs, on="beginner"),
        "sapper, expert": make_sapper(args.envs, on="expert"),
    }
    for name, make in (("Jumanji", make_jumanji), ("EnvPool", make_envpool)):
        try:
            runners[name] = make(args.envs)
        except ImportError:
            print(f"{name} is not installed; the dependency group bench-env has it")
    found: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(args.rounds):
        for name, advance in runners.items():
            found[name].append(measure(advance, args.steps, args.envs))
    ours = float(np.median(found["sapper, Jumanji's rules"]))
    for name, speeds in found.items():
        median = float(np.median(speeds))
        print(f"{name:26} {median:12,.0f} steps a second   ratio {ours / median:6.1f}")


if __name__ == "__main__":
    main()
