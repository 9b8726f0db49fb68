"""
How many positions a second `sapper engine` answers through its pipe, and how soon.

    python -m benchmarks.pipe --positions 2000

Processor seconds of the engine's process, start and end left out by the difference of a long and
a short run; the first answer is timed from the start of the process, the best of some.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time

from sapper import Rules, load_agent
from sapper.agents import Playthrough

COMMAND = (sys.executable, "-m", "sapper", "engine")
A_REQUEST = 200


def expert_positions(number: int) -> list[str]:
    """Collect positions of games that `exact` plays."""
    rules, agent, found, seed = Rules.parse("expert"), load_agent("exact"), list[str](), 0
    while len(found) < number:
        seed += 1
        turns = Playthrough(agent, rules, seed)
        found += [str(turn.position) for turn in turns if turn.outcome == "playing"]
    return found[:number]


def processor_seconds(positions: list[str], times: int) -> float:
    """Have all positions answered some times; return the processor seconds that it took."""
    batches = [positions[i : i + A_REQUEST] for i in range(0, len(positions), A_REQUEST)]
    lines = [json.dumps({"id": 1, "do": "analyse", "positions": one}) for one in batches * times]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    text = "\n".join(lines).encode()
    out = subprocess.run(COMMAND, input=text, capture_output=True, check=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert out.count(b'"mines"') == times * len(positions)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_answer_seconds() -> float:
    """Time the first answer from the start of the process."""
    began = time.perf_counter()
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None and engine.stdout is not None
        engine.stdin.write(b'{"id": 1, "do": "analyse", "position": "1.. 1"}\n')
        engine.stdin.flush()
        engine.stdout.readline()
        seconds = time.perf_counter() - began
        engine.stdin.close()
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=2000)
    options = parser.parse_args()
    positions = expert_positions(options.positions)
    rates = []
    for _ in range(3):
        spent = processor_seconds(positions, 6) - processor_seconds(positions, 1)
        rates.append(5 * len(positions) / spent)
    print(f"positions a second of one core: {max(rates):,.0f} (best of {len(rates)}; goal 20,000)")
    first = min(first_answer_seconds() for _ in range(5))
    print(f"first answer: {first:.3f} s (best of 5; goal 0.3)")


if __name__ == "__main__":
    main()
