"""
Which tests a mutant is tried on, in which order, and for how long.

First those of the nearest files that run the changed statement, quickest first; then all
that run it; last, for a while, the nearest that run anything else of its module, for what a
test reads from a cache that another one filled.
"""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mutants.copies import plain_name
from mutants.places import ROOT, Mutant
from mutants.reach import Reach, Test

FIRST_SECONDS = 8.0  # of processor time, as the map has it
LAST_SECONDS = 30.0
_FEW_FILES = 6


class Limits:
    """A plugin of pytest: runs these tests only, each for so long."""

    def __init__(self, folder: Path, tests: list[Test]) -> None:
        self.folder = folder
        self.tests = {test.name: test for test in tests}
        self.places = {file: place for place, file in enumerate(dict.fromkeys(
            test.file for test in tests))}  # fmt: skip

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[Any]) -> None:
        """Take the chosen ones, the quickest file first."""
        taken = [one for one in items if plain_name(one.nodeid, self.folder) in self.tests]
        config.hook.pytest_deselected(items=[one for one in items if one not in set(taken)])
        taken.sort(key=lambda one: self.places[self._test(one).file])
        for one in taken:
            # By the clock, for what waits; a crowded machine takes its time.
            one.add_marker(pytest.mark.timeout(max(60, 8 * self._test(one).clock)))
        items[:] = taken

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[Any]:
        """End the process if a test spins."""
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, max(8.0, 3 * self._test(item).seconds))
        found = yield
        signal.setitimer(signal.ITIMER_PROF, 0)
        return found

    def _test(self, item: pytest.Item) -> Test:
        return self.tests[plain_name(item.nodeid, self.folder)]


def choose(reach: Reach, mutant: Mutant, most: float) -> tuple[list[list[Test]], int]:
    """
    Return the rounds of tests, and how many that run the changed statement were left out.

    The second round may cost ``most`` seconds as the map has it.
    """
    exact, others = reach.tests_at(mutant.place.module, mutant.place.line, mutant.before)
    near = _words(mutant.place.module)

    def order(name: str) -> tuple[int, float]:
        test = reach.tests[name]
        is_general = test.file.startswith(
            ("tests/contracts", "tests/testing", "tests/golden", "tests/test_")
        )
        return 0 if near & _words(test.file) else 1 if is_general else 2, test.cost

    ranked = sorted(exact, key=order)
    first: list[str] = []
    seconds, files = 0.0, set[str]()
    for name in ranked:
        test = reach.tests[name]
        files.add(test.file)
        seconds += test.cost
        if len(files) > _FEW_FILES or (seconds > FIRST_SECONDS and first):
            break
        first.append(name)
    rest = sorted(set(ranked) - set(first), key=lambda name: reach.tests[name].cost)
    second, late = _bounded(reach, rest, most)
    third, _ = _bounded(reach, sorted(others, key=order), min(LAST_SECONDS, most))
    rounds = [[reach.tests[name] for name in names] for names in (first, second, third)]
    return [_by_file(one) for one in rounds if one], len(late)


def near_files(reach: Reach, mutant: Mutant) -> list[Path]:
    """Return the files of its package, named like the module, that the map lacks."""
    words = _words(mutant.place.module)
    package = ROOT / "tests" / mutant.place.module.partition("/")[0]
    files = [path for path in reach.missing if path.is_relative_to(package)]
    return sorted(path for path in files if words & _words(path.stem))


def _bounded(reach: Reach, names: list[str], most: float) -> tuple[list[str], list[str]]:
    seconds = 0.0
    for place, name in enumerate(names):
        seconds += reach.tests[name].cost
        if seconds > most and place > 0:
            return names[:place], names[place:]
    return names, []


def _by_file(tests: list[Test]) -> list[Test]:
    """Put the tests of a file together, the quickest files first."""
    seconds: dict[str, float] = {}
    for test in tests:
        seconds[test.file] = seconds.get(test.file, 0.3) + test.cost
    return sorted(tests, key=lambda test: (seconds[test.file], test.file))


def _words(path: str) -> frozenset[str]:
    """Return the words of a path that say what it is about."""
    about = re.split(r"[/_.]", path.removeprefix("tests/").removeprefix("src/sapper/"))
    return frozenset(word.rstrip("s") for word in about) - {
        "test", "py", "lab", "agent", "logic", "", "init", "cli"}  # fmt: skip
