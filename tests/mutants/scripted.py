"""
Deliberate errors, one at a time, each with the tests that must notice it.

`python tests/mutants/scripted.py` puts each error into the source, runs the tests
nearest to it and puts the source back; exit code 1 if one survives. Run it on a tree
without changes of your own.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
LAB = "src/sapper/lab"


class Mutant(NamedTuple):
    """An error: where, what stands there, what is put there, and who must notice."""

    name: str
    file: str
    old: str
    new: str
    tests: str


MUTANTS = (
    Mutant(
        "two tasks may overlap by one game",
        f"{LAB}/store/statements.py",
        'WHERE first_game + num_games > NEW.first_game"""',
        'WHERE first_game + num_games > NEW.first_game + 1"""',
        "tests/lab/store/test_protocol.py -k twice",
    ),
    Mutant(
        "paired test on misaligned games",
        f"{LAB}/output/reports/pairs.py",
        "(one.won[left], other.won[right])",
        "(one.won[: len(left)], other.won[: len(right)])",
        "tests/lab/output/reports/test_digest.py",
    ),
    Mutant(
        "checksum of blocks not looked at",
        f"{LAB}/store/tasks.py",
        '    check_block(row["data"], row["crc"], what)\n',
        "",
        "tests/lab/store/test_seals.py -k block",
    ),
    Mutant(
        "changed agent_seed not noticed",
        f"{LAB}/experiments/stored_plan.py",
        'for key in ("seed", "agent_seed", "keep")\n        if',
        'for key in ("seed", "keep")\n        if',
        "tests/lab/experiments/test_stored_plan.py",
    ),
    Mutant(
        "deviation of sets with the wrong divisor",
        f"{LAB}/output/reports/sections.py",
        "sets.std(ddof=1)",
        "sets.std(ddof=0)",
        "tests/lab/output/reports/test_digest.py",
    ),
    Mutant(
        "no-guess interval from all wins",
        f"{LAB}/tallies.py",
        "wilson_interval(self.wins_without_guess, self.games)",
        "wilson_interval(self.wins, self.games)",
        "tests/lab/output/reports/test_digest.py",
    ),
    Mutant(
        "seal not compared",
        f"{LAB}/store/seals.py",
        "if seal(values) != seals % PRIME:",
        "if seals < 0:",
        "tests/lab/store/test_seals.py -k flipped",
    ),
    Mutant(
        "plan of a runner not compared",
        f"{LAB}/store/tasks.py",
        "        if known != row.plan:",
        "        if known is None:",
        "tests/lab/store/test_sql_plans.py -k changed",
    ),
)


def survives(mutant: Mutant) -> bool:
    """Return whether the tests pass with the error in place."""
    path = ROOT / mutant.file
    text = path.read_text()
    if mutant.old not in text:
        raise SystemExit(f"{mutant.name}: nothing to change in {mutant.file}")
    try:
        path.write_text(text.replace(mutant.old, mutant.new))
        command = [sys.executable, "-m", "pytest", "-q", "-x", *mutant.tests.split()]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=300, check=False)
    finally:
        path.write_text(text)
    return done.returncode == 0


def main() -> None:
    """Try every error."""
    alive = 0
    for mutant in MUTANTS:
        lives = survives(mutant)
        alive += lives
        print(f"{'SURVIVES' if lives else 'killed':9} {mutant.name}", flush=True)
    print(f"{len(MUTANTS) - alive} of {len(MUTANTS)} killed")
    raise SystemExit(1 if alive else 0)


if __name__ == "__main__":
    main()
