"""
Which tests run a line: made once by coverage.py, one part for each file of tests.

`python tests/mutants/reach.py` runs every quick test with the doctests of lab, logic and
agents, notes the lines that each of them runs (in processes that it starts as well) and
its processor time, and writes build/mutants/reach/*.json. A part is made anew only if its
file of tests has changed; lines of a module that has changed since count as one.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import pytest

from mutants.copies import COPIES, environment, make_copy, plain_name, preload, run_forked
from mutants.places import PACKAGE, PACKAGES, ROOT, body_lines, is_in_function, statement_lines

PARTS = COPIES / "reach"
# Those that kill most first. Tests of the page, the wheels and the notebooks run nothing that
# others do not.
FOLDERS = ("lab", "logic", "agents", "advice", "cli", "contracts", "testing", "papers", "game",
           "boards", "env", "docs", "golden")  # fmt: skip
MORE = ("packaging/test_package.py", "test_advice.py", "test_cli.py", "test_core.py",
        "test_core_states.py")  # fmt: skip


class Tracer:
    """A plugin of pytest that notes which lines each test runs, and for how long."""

    def __init__(self, folder: Path, part: Path) -> None:
        self.folder, self.part = folder, part
        self.seconds: dict[str, tuple[float, float]] = {}
        self.failed: set[str] = set()
        self.data = folder / "reached"

    def pytest_sessionstart(self) -> None:
        import coverage

        source = str(self.folder / "src/sapper")
        for old in self.folder.glob("reached*"):
            old.unlink()
        os.environ["REACHED_FILE"], os.environ["REACHED_SOURCE"] = str(self.data), source
        self.coverage = coverage.Coverage(
            data_file=str(self.data), config_file=False, source=[source], messages=False
        )
        self.coverage._warn_no_data = False  # some files have other processes do all
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        name = plain_name(item.nodeid, self.folder)
        os.environ["REACHED_BY"] = name
        self.coverage.switch_context(name)
        began = _used()
        found = yield
        self.seconds[name] = tuple(  # type: ignore[assignment]  # two of them
            round(b - a, 3) for a, b in zip(began, _used(), strict=True)
        )
        self.coverage.switch_context("")
        return found

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.outcome == "failed":
            self.failed.add(plain_name(report.nodeid, self.folder))

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()
        os.environ.pop("REACHED_BY", None)
        names = sorted(set(self.seconds) - self.failed)
        places = {name: place for place, name in enumerate(names)}
        lines: dict[str, dict[int, list[int]]] = {}
        for data in [self.coverage.get_data(), *self._others()]:
            for file in data.measured_files():
                module = str(Path(file).relative_to(self.folder / "src/sapper"))
                if not module.startswith(PACKAGES):
                    continue
                for line, found in data.contexts_by_lineno(file).items():
                    ran = {places[name] for name in found if name in places}
                    known = lines.setdefault(module, {})
                    known[line] = sorted(ran.union(known.get(line, ())))
        text = {
            "tests": {name: self.seconds[name] for name in names},
            "failed": sorted(self.failed),
            "lines": lines,
            "modules": {name: _digest(self.folder / "src/sapper" / name) for name in lines},
        }
        self.part.write_text(json.dumps(text))

    def _others(self) -> Iterator[Any]:
        """Read what other processes have noted; one that was killed has noted nothing."""
        from coverage import CoverageData
        from coverage.exceptions import CoverageException

        for path in sorted(self.folder.glob("reached.*")):
            with contextlib.suppress(CoverageException):
                data = CoverageData(str(path))
                data.read()
                yield data


def _used() -> tuple[float, float]:
    """Return the processor time of this process and its children, and the clock."""
    own, others = (resource.getrusage(one) for one in (0, resource.RUSAGE_CHILDREN))
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime, time.monotonic()


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def list_files() -> list[Path]:
    """List the files of tests, and the modules that may have doctests."""
    files = [
        path for name in FOLDERS for path in sorted((ROOT / "tests" / name).rglob("test_*.py"))
    ]
    files += [ROOT / "tests" / name for name in MORE]
    sources = [path for name in PACKAGES for path in sorted((PACKAGE / name).rglob("*.py"))]
    return [path for path in sources if ">>>" in path.read_text()] + files


def part_of(path: Path) -> Path:
    """Return where the part of a file is kept, as it is now."""
    name = str(path.relative_to(ROOT)).replace("/", "-").removesuffix(".py")
    return PARTS / f"{name}.{_digest(path)}.json"


def make_parts(folder: Path, places: list[str]) -> None:
    """Make the parts that are missing."""
    preload()
    for path in list_files():
        if not places or str(path.relative_to(ROOT)).startswith(tuple(places)):
            make_part(folder, path)


def make_part(folder: Path, path: Path) -> None:
    """Make the part of a file in a fork, if it is missing."""
    part = part_of(path)
    if part.exists():
        return
    PARTS.mkdir(parents=True, exist_ok=True)
    place = folder / path.relative_to(ROOT) if path.is_relative_to(PACKAGE) else path
    began = time.monotonic()
    run_forked(folder, [str(place)], Tracer(folder, part))
    if not part.exists():  # it ended the process: such a file kills nothing
        words = (folder / "log").read_text(errors="replace")
        print(f"FAILED {path.relative_to(ROOT)}: {words[-500:]}", flush=True)
        return
    for old in PARTS.glob(f"{part.name.split('.')[0]}.*.json"):
        if old != part:
            old.unlink()
    failed = json.loads(part.read_text())["failed"]
    print(f"{time.monotonic() - began:6.1f} s {path.relative_to(ROOT)}"
          f"{' FAILED: ' + str(failed) if failed else ''}", flush=True)  # fmt: skip


class Test(NamedTuple):
    """A test: its name, its processor time and its time by the clock."""

    name: str
    seconds: float
    clock: float

    @property
    def file(self) -> str:
        return self.name.partition("::")[0]

    @property
    def cost(self) -> float:
        """Some tests wait, for servers or limits of time; on a crowded machine all do."""
        return max(self.seconds, self.clock / 4)


class Reach:
    """The map, as far as it has been made."""

    def __init__(self) -> None:
        self.tests: dict[str, Test] = {}
        self.lines: dict[tuple[str, int], set[str]] = {}
        self.modules: dict[str, set[str]] = {}
        self.importers: dict[str, set[str]] = {}
        self.missing = set(list_files())
        for path in list_files():
            self.add(path)

    def add(self, path: Path) -> None:
        """Read the part of a file, if there is one."""
        if not (part := part_of(path)).exists():
            return
        self.missing.discard(path)
        found = json.loads(part.read_text())
        names = list(found["tests"])
        self.tests |= {n: Test(n, *times) for n, times in found["tests"].items()}
        for module, lines in found["lines"].items():
            self.importers.setdefault(module, set()).update(names)
            is_old = not (PACKAGE / module).exists() or (
                found["modules"][module] != _now(PACKAGE / module)
            )
            for line, places in lines.items():
                ran = {names[place] for place in places}
                self.modules.setdefault(module, set()).update(ran)
                # Lines of a module that has changed may have moved: all count as one.
                self.lines.setdefault((module, 0 if is_old else int(line)), set()).update(ran)

    def tests_at(self, module: str, line: int, text: str) -> tuple[set[str], set[str]]:
        """Return the tests that run a statement, and those that run anything of its module."""
        lines = body_lines(text, line) or statement_lines(text, line)
        exact = set().union(*(self.lines.get((module, one), set()) for one in (0, *lines)))
        others = self.modules.get(module, set())
        if not is_in_function(text, line):  # run at import: whoever imports it may notice
            others = others | self.importers.get(module, set())
        return exact, others - exact


@cache
def _now(path: Path) -> str:
    return _digest(path)


def refresh(places: list[str] | None = None) -> None:
    """Make what is missing, in a process that has the copy for its package."""
    folder = make_copy(f"reach-copy-{os.getpid()}")
    command = [sys.executable, __file__, *(places or []), "--copy", str(folder)]
    try:
        subprocess.run(command, env=environment(folder), check=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """Make the map."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="*", help="only these, such as tests/logic (default: all)")
    parser.add_argument("--copy", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.copy is None:
        refresh(options.places)
    else:
        make_parts(options.copy, options.places)


if __name__ == "__main__":
    main()
