"""
The committed workload, now and at an earlier commit: processor time and instructions.

    python -m benchmarks.before e3c2780

Builds the core of that commit in a temporary folder (a minute or two), links today's
workload to both, and runs them in turn: the machine may be busy, but it is as busy for
the one as for the other. Whole expert games of the exact agent are timed; where valgrind
is installed, the instructions of each part are counted. It says whether play is the same,
game by game: where the boards of a seed have changed since, the games are others of the same
kind, and more of them (`--games`, `--counted`) tell more. Builds go by the compiler and the
settings of CMakeLists.txt of either commit.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Final

from benchmarks.game import WORKLOADS, count_instructions

ROOT: Final = Path(__file__).resolve().parent.parent
WORKLOAD: Final = ROOT / "native/bench/workload.cpp"
FLAGS: Final = ("-std=c++20", "-O3", "-DNDEBUG")


def build(source: Path, folder: Path) -> Path:
    """Build the core of a checkout and today's workload on it; give the program."""
    settings = ("-G", "Ninja", "-DSAPPER_PYTHON=OFF")
    tools = _with_tools()
    subprocess.run(
        ["cmake", *settings, "-S", source, "-B", folder], check=True, stdout=-3, env=tools
    )
    make = ["cmake", "--build", str(folder), "--target", "sapper_core"]
    subprocess.run(make, check=True, stdout=-3, env=tools)
    program = folder / "workload_now"
    library = folder / "libsapper_core.a"
    compiler = ["c++", *FLAGS, f"-I{source / 'native'}", str(WORKLOAD), str(library)]
    subprocess.run([*compiler, "-o", str(program)], check=True)
    return program


def _with_tools() -> dict[str, str]:
    """Return the environment, with the programs beside this Python on the path."""
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}


def unpack(commit: str, folder: Path) -> None:
    """Write a commit's files into a folder."""
    archive = folder.with_suffix(".tar")
    subprocess.run(["git", "archive", "-o", archive, commit], cwd=ROOT, check=True)
    with tarfile.open(archive) as files:
        files.extractall(folder, filter="data")


def measure(program: Path, games: int) -> tuple[float, str]:
    """Return microseconds of processor time a game, and the number that stands for the play."""
    done = subprocess.run([program, "time", str(games)], capture_output=True, text=True, check=True)
    time, play = done.stdout.split()
    return float(time), play


def main() -> None:
    """Build, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--counted", type=int, default=500, help="games of which to count")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        unpack(options.commit, folder / "before")
        programs = (
            build(folder / "before", folder / "before/built"),
            build(ROOT, folder / "now"),
        )
        rounds = [[measure(p, options.games) for p in programs] for _ in range(options.rounds)]
        counts = {
            part: [count_instructions(p, part, options.counted) for p in programs]
            for part in WORKLOADS
            if shutil.which("valgrind")
        }
    before, now = (statistics.median(r[i][0] for r in rounds) for i in (0, 1))
    same = len({play for r in rounds for _, play in r}) == 1
    print(f"exact, expert, first click zero, {options.games} games, {options.rounds} rounds:")
    print(f"  {options.commit}: {before:.1f} us a game; now {now:.1f} us; ratio {before / now:.2f}")
    print(f"  {'play is the same' if same else 'play differs: other games of the same kind'}")
    for part, (then, today) in counts.items():
        print(
            f"instructions of {part}, {options.counted} games: {then:,}; now {today:,}; "
            f"ratio {then / today:.2f}"
        )


if __name__ == "__main__":
    main()
