"""
The deliberate errors of `native_list.py`, each of which a test must notice.

`python tests/mutants/native.py` compiles the one changed file, links it before the
library that the installed package was built from, and runs the native programs of its
folder, then tests of Python on a copy of the package with the module linked anew, up to
the first failure. Nothing of the working tree is changed. `--mutants 10 --seed 1` takes
a sample; `--drawn 30 --seed 1` draws from all lines of the core instead (`native_places.py`),
leaving out what does not compile. What the log has already is not tried again; `--again`
tries its survivors.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from mutants.copies import COPIES, ends_well, make_copy, tests_pass  # noqa: E402 - as above
from mutants.native_list import MUTANTS, PROGRAMS, TESTS, NativeMutant, part_of  # noqa: E402 - the path comes first
from mutants.native_places import draw  # noqa: E402 - as above
from mutants.sampled import wilson  # noqa: E402 - as above

NATIVE, WORK = ROOT / "native", COPIES / "native"
FLAGS = ["-std=c++20", "-O1", "-fPIC", "-ffp-contract=off", f"-I{NATIVE}", f"-I{NATIVE}/tests"]


def find_build() -> Path:
    """Find where the editable install was built."""
    for path in sorted(ROOT.glob("build/editable-*/libsapper_core.a")):
        return path.parent
    raise SystemExit("build the package first: make build")


def compiler() -> list[str]:
    """Return the compiler, through ccache where there is one."""
    launcher = os.environ.get("CMAKE_CXX_COMPILER_LAUNCHER")
    return [*([launcher] if launcher else []), os.environ.get("CXX", "g++")]


@cache
def build_program(name: str) -> Path:
    """Compile a native test, once."""
    made = WORK / f"{name}.o"
    source = str(NATIVE / "tests" / f"{name}.cpp")
    subprocess.run([*compiler(), *FLAGS, "-c", source, "-o", str(made)], check=True)
    return made


def compile_mutant(mutant: NativeMutant) -> Path:
    """Compile the changed file."""
    text = (NATIVE / mutant.file).read_text()
    source, made = WORK / "mutant.cpp", WORK / "mutant.o"
    source.write_text(text.replace(mutant.old, mutant.new, 1))
    # Beside the original, for includes relative to its folder.
    here = ["-iquote", str((NATIVE / mutant.file).parent)]
    subprocess.run(
        [*compiler(), *FLAGS, *here, "-c", str(source), "-o", str(made)], check=True,
        stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return made


def drawn(seed: int) -> Iterator[NativeMutant]:
    """Yield drawn changes that compile."""
    for mutant in draw(seed):
        try:
            compile_mutant(mutant)
        except subprocess.CalledProcessError:
            continue
        yield mutant


def who_kills(mutant: NativeMutant | None, build: Path, folder: Path, part: str) -> str | None:
    """Return the program or test run that notices the error; None if none does."""
    made = [str(compile_mutant(mutant))] if mutant else []
    libraries = [str(path) for path in sorted(build.glob("lib*.a")) if "nanobind" not in path.name]
    for name in PROGRAMS[part]:
        program = str(WORK / name)
        subprocess.run(
            ["g++", *made, str(build_program(name)), *libraries, "-o", program], check=True
        )
        if not ends_well([program], cwd=WORK):
            return name
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    bindings = sorted(str(path) for path in build.glob("CMakeFiles/_core.dir/native/bindings/*.o"))
    into = str(folder / f"src/sapper/_core{suffix}")
    static = str(build / "libnanobind-static.a")
    subprocess.run(["g++", "-shared", "-o", into, *bindings, *made, *libraries, static], check=True)
    names = [ROOT / "tests" / name for name in TESTS[part].split()]
    tests = [str(name if name.is_dir() else name.with_suffix(".py")) for name in names]
    return None if tests_pass(folder, *tests) else "Python"


def read_log(path: Path) -> dict[NativeMutant, str | None]:
    """Return the last verdict of each mutant."""
    lines = path.read_text().splitlines() if path.exists() else []
    rows = [json.loads(line) for line in lines]
    return {NativeMutant(row["file"], row["old"], row["new"]): row["killed by"] for row in rows}


def main() -> None:
    """Try every error, or a sample; exit code 1 if fewer than nine of ten are killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=len(MUTANTS), help="how many to sample")
    parser.add_argument("--seed", type=int, default=1, help="the sample's seed")
    parser.add_argument("--drawn", type=int, help="draw so many from all lines instead")
    parser.add_argument("--log", type=Path, default=COPIES / "native.jsonl", help="verdicts")
    parser.add_argument("--again", action="store_true", help="try survivors of the log once more")
    options = parser.parse_args()
    for mutant in MUTANTS:  # all of them, before the first hour is spent
        if mutant.old not in (NATIVE / mutant.file).read_text():
            raise SystemExit(f"native/{mutant.file} no longer says: {mutant.old}")
    WORK.mkdir(parents=True, exist_ok=True)
    build, folder = find_build(), make_copy("native-copy")
    if options.drawn:
        chosen = list(islice(drawn(options.seed), options.drawn))
    else:
        chosen = random.Random(options.seed).sample(MUTANTS, min(options.mutants, len(MUTANTS)))
    fine: set[str] = set()
    known = read_log(options.log)
    alive = 0
    with options.log.open("a") as log:
        for mutant in chosen:
            part = part_of(mutant.file)
            who = known.get(mutant)
            if who is None and (mutant not in known or options.again):
                if part not in fine:
                    if (bad := who_kills(None, build, folder, part)) is not None:
                        raise SystemExit(f"without a mutant {bad} fails ({part}): {folder}")
                    fine.add(part)
                who = who_kills(mutant, build, folder, part)
                log.write(json.dumps({**mutant._asdict(), "killed by": who}) + "\n")
                log.flush()
            alive += who is None
            verdict = f"killed by {who}" if who else "SURVIVES"
            old, new = (text.strip().splitlines()[-1].strip() for text in (mutant.old, mutant.new))
            print(f"{verdict:24} {mutant.file}: {old} -> {new}", flush=True)
    tried = len(chosen)
    low, high = wilson(tried - alive, tried)
    print(
        f"{tried - alive} of {tried} native mutants killed, 95 % interval {low:.1%} to {high:.1%}"
    )
    raise SystemExit(1 if alive > 0.1 * tried else 0)


if __name__ == "__main__":
    main()
