"""
Whether the newest commit says truly if it changed play.

Its last line is ``Signature: N``, the number of `sapper bench`, or ``No behaviour change``. The
signature is computed anew; the lines of `tests/golden/signature.txt` are compared too, and
with those of the commit before. A merge needs no last line where it plays like a parent.

    python .ci/check_trailer.py
    python .ci/check_trailer.py --tested   # the tests have just compared that file with the play
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from sapper.lab.signature import combine, format_signatures, signatures

ROOT: Final = Path(__file__).resolve().parents[1]
GOLDEN: Final = "tests/golden/signature.txt"
SAME: Final = "No behaviour change"


def git(repository: Path, *words: str) -> str | None:
    """Return what git prints, or None where it fails."""
    done = subprocess.run(
        ["git", "-C", str(repository), *words], capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else None


def find_fault(repository: Path, now: Mapping[str, int]) -> str | None:
    """Return what is wrong with the newest commit, given how the agents play now."""
    told = git(repository, "log", "-1", "--format=%h%n%P%n%B") or ""
    name, parents, *message = told.rstrip().splitlines()
    committed = git(repository, "show", f"HEAD:{GOLDEN}") or ""
    if committed != format_signatures(now):
        return f"{_others(committed, now)}; run `make golden` and commit {GOLDEN}"
    before = [git(repository, "show", f"{parent}:{GOLDEN}") for parent in parents.split()]
    asked = f"expected 'Signature: {combine(now)}'"
    got = f"as the last line of {name}, got {message[-1]!r}"
    if re.fullmatch(r"Signature: \d+", message[-1]):
        return None if message[-1] == f"Signature: {combine(now)}" else f"{asked} {got}"
    if message[-1] != SAME and len(before) < 2:
        return f"{asked} or {SAME!r} {got}"
    if before and not any(before):
        return f"expected {GOLDEN} in the commit before {name}, got none; fetch two commits"
    return f"{asked} {got}, for play changed" if before and committed not in before else None


def _others(committed: str, now: Mapping[str, int]) -> str:
    lines = committed.splitlines()
    changed = [agent for agent, line in now.items() if f"{agent} {line}" not in lines]
    return f"expected the committed signatures, got others of {', '.join(changed) or 'no agent'}"


def read_signatures(text: str) -> dict[str, int]:
    """Read the lines of the agents that `format_signatures` wrote."""
    lines = (line.rpartition(" ") for line in text.splitlines()[1:])
    return {name: int(signature) for name, _, signature in lines}


def main() -> None:
    """Check, and say what is wrong."""
    if git(ROOT, "rev-parse", "HEAD") is None:
        print("no git repository: there is no commit to check")
        return
    tested = "--tested" in sys.argv[1:]
    now = read_signatures((ROOT / GOLDEN).read_text()) if tested else signatures()
    if (fault := find_fault(ROOT, now)) is not None:
        sys.exit(fault)


if __name__ == "__main__":
    main()
