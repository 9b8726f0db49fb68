"""
A random sample of all small changes to lab, logic and agents: which do the tests notice?

`python tests/mutants/sampled.py --mutants 200 --seed 1` draws places with the seed
(`places.py`), changes one at a time in a copy of the package, and runs the quick tests
that reach the changed statement (`reach.py` made the map, `choosing.py` picks) up to the
first failure, in a process forked from one that has imported what tests need: most mutants
cost a few seconds. Every verdict is a line of the log; what is in the log already is not
tried again, so that a run may be stopped and go on. `--again` tries the survivors once
more, after a test was added. Survivors are printed as differences; SURVIVORS.md explains
them. Exit code 1 if fewer than nine of ten are killed.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from mutants import copies, reach
from mutants.choosing import Limits, choose, near_files
from mutants.copies import COPIES, plain_name
from mutants.places import ROOT, Mutant, draw

Row = dict[str, Any]


def try_mutant(folder: Path, found: reach.Reach, mutant: Mutant, most: float) -> Row:
    """Run the tests that reach a mutant; returns the verdict."""
    began, how, by, asked = time.monotonic(), "SURVIVES", "", 0
    rounds, left = choose(found, mutant, most)
    with copies.changed(folder, mutant.place.module, mutant.after):
        while rounds:
            tests = rounds.pop(0)
            asked += len(tests)
            how = run_tests(folder, tests)
            if how == "SURVIVES":
                continue
            by = find_killer(folder)
            alone = [test for test in tests if test.name == by]
            if not alone or run_tests(folder, alone) != "SURVIVES":
                break
            # It failed for another reason, such as a crowded machine: on without it.
            how, by = "SURVIVES", ""
            asked -= len(tests)
            if rest := [test for test in tests if test not in alone]:
                rounds.insert(0, rest)
    return {"module": mutant.place.module, "line": mutant.place.line, "operator": mutant.operator,
            "change": mutant.difference(), "how": how, "by": by, "asked": asked, "left": left,
            "seconds": round(time.monotonic() - began, 1)}  # fmt: skip


def run_tests(folder: Path, tests: list[reach.Test]) -> str:
    """Run some tests on the copy, up to the first that fails."""
    files = list(dict.fromkeys(test.file for test in tests))
    places = [str(folder / one if one.startswith("src/") else one) for one in files]
    return copies.run_forked(folder, ["-x", *places], Limits(folder, tests))


def find_killer(folder: Path) -> str:
    """Return the test that failed, or the last words if none could be run."""
    lines = (folder / "log").read_text(errors="replace").splitlines()
    for line in lines:
        words = line.split(" ")
        if words[0] in ("FAILED", "ERROR") and len(words) > 1:
            return plain_name(words[1], folder)
    return "".join(lines[-1:])[:200]


def key(row: Row) -> tuple[Any, ...]:
    """Return what makes two verdicts ones of the same mutant."""
    return row["module"], row["line"], row["operator"], tuple(row["change"])


def mutant_key(mutant: Mutant) -> tuple[Any, ...]:
    """Return the same of a mutant."""
    place = mutant.place
    return place.module, place.line, mutant.operator, tuple(mutant.difference())


def read_log(path: Path) -> dict[tuple[Any, ...], Row]:
    """Return the last verdict of each mutant."""
    if not path.exists():
        return {}
    return {key(row): row for row in map(json.loads, path.read_text().splitlines())}


def work(folder: Path, options: argparse.Namespace) -> None:
    """Try every mutant of the sample that the log lacks; a line each."""
    copies.preload()
    found, known = reach.Reach(), read_log(options.log)
    with options.log.open("a") as log:
        for number, mutant in enumerate(draw(options.mutants, options.seed), 1):
            old = known.get(mutant_key(mutant))
            if old and not (options.again and old["how"] == "SURVIVES"):
                continue
            for path in near_files(found, mutant):
                reach.make_part(folder, path)
                found.add(path)
            row = {"number": number, **try_mutant(folder, found, mutant, options.seconds)}
            log.write(json.dumps(row) + "\n")
            log.flush()
            print(f"{number:4} {row['how']:8} {row['seconds']:6.1f} s {row['asked']:5} tests "
                  f"{row['module']}:{row['line']} {row['by'][-60:]}", flush=True)  # fmt: skip


def find_doubtful(rows: list[Row], folder: Path) -> list[str]:
    """Run the tests that killed something, without a mutant: those that fail kill nothing."""
    tests = sorted({_function(row["by"]) for row in rows if "::" in _function(row["by"])})
    if not tests:
        return []
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], cwd=ROOT,
        env=copies.environment(folder), capture_output=True, text=True, check=False,
    )  # fmt: skip
    failed = [
        _function(line.split(" ")[1]) for line in done.stdout.splitlines() if line[:7] == "FAILED "
    ]
    if done.returncode != 0 and not failed:
        raise SystemExit(f"the tests cannot be run without a mutant: {done.stdout[-2000:]}")
    return failed


def _function(name: str) -> str:
    """Return a test's function, without parameters; nothing for doctests, which have none."""
    return name.partition("[")[0] if name.startswith("tests/") else ""


def wilson(killed: int, tried: int) -> tuple[float, float]:
    """Return the 95 % interval of a share."""
    z, share = 1.959964, killed / tried
    middle = share + z * z / (2 * tried)
    half = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    return (middle - half) / (1 + z * z / tried), (middle + half) / (1 + z * z / tried)


def summarize(rows: list[Row], folder: Path) -> int:
    """Print the survivors and the share of the killed; returns the exit code."""
    doubtful = find_doubtful(rows, folder)
    for name in doubtful:
        print(f"fails without a mutant, so it kills nothing: {name}")
    counts: Counter[str] = Counter()
    for row in rows:
        how = "SURVIVES" if _function(row["by"]) in doubtful else row["how"]
        counts[how] += 1
        if how == "SURVIVES":
            print(f"SURVIVES {row['module']}:{row['line']} {row['operator']} "
                  f"({row['asked']} tests, {row['left']} left out)")  # fmt: skip
            print("\n".join(f"    {one}" for one in row["change"]))
    tried = len(rows)
    killed = tried - counts["SURVIVES"]
    low, high = wilson(killed, tried)
    print(f"{killed} of {tried} killed ({counts['timeout']} by time): "
          f"{killed / tried:.1%}, 95 % interval {low:.1%} to {high:.1%}")  # fmt: skip
    return 1 if killed < 0.9 * tried else 0


def main() -> None:
    """Try a sample, or go on with it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=200, help="how many to draw")
    parser.add_argument("--seed", type=int, default=1, help="the draw's seed")
    parser.add_argument("--log", type=Path, help="verdicts (build/mutants/sample-SEED.jsonl)")
    parser.add_argument("--again", action="store_true", help="try survivors of the log once more")
    parser.add_argument("--near", action="store_true", help="map only files named like the module")
    parser.add_argument("--seconds", type=float, default=1200, help="of tests for a survivor")
    parser.add_argument("--copy", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.log = (options.log or COPIES / f"sample-{options.seed}.jsonl").resolve()
    if options.copy is not None:
        work(options.copy, options)
        return
    if not options.near:
        reach.refresh()
    folder = copies.make_copy("sampled-copy")
    arguments = ["--mutants", str(options.mutants), "--seed", str(options.seed), "--log",
                 str(options.log), "--seconds", str(options.seconds), "--copy", str(folder),
                 *["--again"] * options.again]  # fmt: skip
    command = [sys.executable, __file__, *arguments]
    subprocess.run(command, env=copies.environment(folder), check=True)
    known = read_log(options.log)
    rows = [known[mutant_key(mutant)] for mutant in draw(options.mutants, options.seed)]
    raise SystemExit(summarize(rows, folder))


if __name__ == "__main__":
    main()
