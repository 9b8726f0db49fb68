"""
Deliberate errors, one at a time, each with the tests that must notice it.

`python tests/mutants/scripted.py` puts each error into a copy of the package (`copies.py`)
and runs the tests nearest to it there; exit code 1 if one survives.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from mutants.copies import changed, make_copy, tests_pass


class Mutant(NamedTuple):
    """An error: in which module, what stands there, what is put there, and who must notice."""

    name: str
    module: str
    old: str
    new: str
    tests: str


MUTANTS = (
    Mutant(
        "two tasks may overlap by one game",
        "lab/store/statements.py",
        'WHERE first_game + num_games > NEW.first_game"""',
        'WHERE first_game + num_games > NEW.first_game + 1"""',
        "tests/lab/store/test_protocol.py -k keeps_the_contract",
    ),
    Mutant(
        "paired test on misaligned games",
        "lab/output/reports/pairs.py",
        "(one.won[left], other.won[right])",
        "(one.won[: len(left)], other.won[: len(right)])",
        "tests/lab/output/reports/test_digest.py",
    ),
    Mutant(
        "checksum of blocks not looked at",
        "lab/store/tasks.py",
        '    check_block(row["data"], row["crc"], what)\n',
        "",
        "tests/lab/store/test_seals.py -k block",
    ),
    Mutant(
        "changed agent_seed not noticed",
        "lab/experiments/stored_plan.py",
        'for key in ("seed", "agent_seed", "keep")\n        if',
        'for key in ("seed", "keep")\n        if',
        "tests/lab/experiments/test_stored_plan.py",
    ),
    Mutant(
        "deviation of sets with the wrong divisor",
        "lab/output/reports/sections.py",
        "sets.std(ddof=1)",
        "sets.std(ddof=0)",
        "tests/lab/output/reports/test_digest.py",
    ),
    Mutant(
        "no-guess interval from all wins",
        "lab/tallies.py",
        "wilson_interval(self.wins_without_guess, self.games)",
        "wilson_interval(self.wins, self.games)",
        "tests/lab/output/reports/test_digest.py",
    ),
    Mutant(
        "seal not compared",
        "lab/store/seals.py",
        "if seal(values) != seals % PRIME:",
        "if seals < 0:",
        "tests/lab/store/test_seals.py -k flipped",
    ),
    Mutant(
        "plan of a runner not compared",
        "lab/store/tasks.py",
        "        if known != row.plan:",
        "        if known is None:",
        "tests/lab/store/test_sql_plans.py -k changed",
    ),
)


def survives(mutant: Mutant, folder: Path) -> bool:
    """Return whether the tests pass with the error in place."""
    text = (folder / "src/sapper" / mutant.module).read_text()
    if mutant.old not in text:
        raise SystemExit(f"{mutant.name}: nothing to change in {mutant.module}")
    if not tests_pass(folder, *mutant.tests.split()):
        raise SystemExit(f"{mutant.name}: its tests fail without it")
    with changed(folder, mutant.module, text.replace(mutant.old, mutant.new)):
        return tests_pass(folder, *mutant.tests.split())


def main() -> None:
    """Try every error."""
    folder = make_copy("scripted-copy")
    alive = 0
    for mutant in MUTANTS:
        lives = survives(mutant, folder)
        alive += lives
        print(f"{'SURVIVES' if lives else 'killed':9} {mutant.name}", flush=True)
    print(f"{len(MUTANTS) - alive} of {len(MUTANTS)} killed")
    raise SystemExit(1 if alive else 0)


if __name__ == "__main__":
    main()
