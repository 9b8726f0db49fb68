"""
The engine against the thesis's own method: the same games, one after the other.

`python benchmarks/cp_sat.py [--games 10] [--on intermediate]` plays each game with
`kvietinskas/optimal` on the native engine and on CP-SAT, in turn, checks that both
play it alike and prints the ratio of the processor time. One core.
"""

from __future__ import annotations

import argparse
import statistics
import time

from sapper.agents import Agent, Games, load_agent, play_seeds
from sapper.agents.run.play import game_seeds
from sapper.game.rules import Rules

# A native game takes some microseconds: it is played this often for one timing.
REPEATS = 100


def timed(agent: Agent, rules: Rules, seed: int, repeats: int) -> tuple[float, Games]:
    """Return the processor seconds of a game, and its row."""
    began = time.process_time()
    games = play_seeds(agent, rules, [seed] * repeats)
    return (time.process_time() - began) / repeats, games


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--on", default="intermediate")
    parser.add_argument("--options", default="flags=yes")
    args = parser.parse_args()
    rules = Rules.parse(args.on, first_click="zero")
    native = load_agent(f"kvietinskas/optimal:{args.options}")
    cp_sat = load_agent(f"kvietinskas/optimal:{args.options},backend=cp-sat")
    timed(cp_sat, rules, 1, 1)  # loads the solver
    seconds: tuple[list[float], list[float]] = ([], [])
    for seed in game_seeds(40, 0, args.games).tolist():
        fast, one = timed(native, rules, seed, REPEATS)
        slow, other = timed(cp_sat, rules, seed, 1)
        assert one.won[0] == other.won[0]
        assert one.guesses[0] == other.guesses[0]
        seconds[0].append(fast)
        seconds[1].append(slow)
    fast, slow = (statistics.fmean(part) for part in seconds)
    print(f"{args.on}, {args.games} games, {args.options}")
    print(f"native  {fast * 1e6:12.1f} microseconds a game")
    print(f"cp-sat  {slow * 1e6:12.1f} microseconds a game")
    print(f"ratio   {slow / fast:12.0f}")


if __name__ == "__main__":
    main()
