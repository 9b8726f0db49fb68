"""
Three of the changes of CONTRIBUTING's table, really made in a copy of the tree and tested there.

Each touches the files of its row and no others. The copy is built once, with the compiler's
cache where there is one; the working tree stays as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

# Text of a new file, or what stands instead of other text; instead of "", at the end.
Edit = tuple[str, str]
Change = dict[str, str | Edit | list[Edit]]
ROOT = Path(__file__).resolve().parents[2]
# The copy takes the place of the editable install.
SITE = """
import sys
sys.meta_path[:] = [f for f in sys.meta_path if type(f).__name__ != "ScikitBuildRedirectingFinder"]
"""

GUESSER: Change = {
    "native/agents/parts/last_cell.h": """
// The guess that takes the last cell.
#pragma once

#include "agents/parts/parts.h"

namespace sapper {

// Guesses the last cell, in reading order, that is not proven to be a mine.
class LastCell final : public Guesser {
  public:
    Padded guess(const Sight& sight, const Proofs& proofs, Random& random) override;
};

}  // namespace sapper
""",
    "native/agents/parts/last_cell.cpp": """
#include "agents/parts/last_cell.h"

#include "agents/parts/basic_parts.h"

namespace sapper {

Padded LastCell::guess(const Sight& sight, const Proofs& proofs, Random&) {
    Padded found = 0;
    for_allowed(sight, proofs, [&](Padded at) { found = at; });
    return found;
}

}  // namespace sapper
""",
    "native/agents/parts/CMakeLists.txt": ("    exact.cpp\n", "    exact.cpp\n    last_cell.cpp\n"),
    "native/agents/parts/parts.cpp": [
        ('#include "agents/parts/part_options.h"\n',
         '#include "agents/parts/last_cell.h"\n#include "agents/parts/part_options.h"\n'),
        ('    {"random", plain<Guesser, RandomGuesser>()},\n',
         '    {"random", plain<Guesser, RandomGuesser>()},\n'
         '    {"last_cell", plain<Guesser, LastCell>()},\n'),
    ],
    "src/sapper/agents/guessers/house.py": ("", """

@dataclass(frozen=True)
class LastCell(NativePart):
    \"\"\"Guess the last cell that is not proven to be a mine.\"\"\"

    native_name: ClassVar[str] = "last_cell"
"""),
    "src/sapper/agents/guessers/__init__.py": [
        ("import LeastRisk, RandomGuess", "import LastCell, LeastRisk, RandomGuess"),
        ('    "LearnedGuess",\n', '    "LastCell",\n    "LearnedGuess",\n'),
    ],
    "tests/golden/defaults.txt": ("LearnedGuess name", "LastCell\nLearnedGuess name"),
    "tests/agents/guessers/test_last_cell.py": """
from collections.abc import Sequence
from dataclasses import dataclass

from sapper import Position, play_games
from sapper.agents import Agent, Random
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import LastCell
from sapper.agents.openers import RandomCell


@dataclass(frozen=True)
class Slow:
    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int:
        return max(allowed)


def test_last_cell_is_what_its_slow_twin_guesses() -> None:
    native, slow = (
        play_games(Agent(RandomCell(), (SinglePoint(),), guesser), "beginner", games=50, seed=7)
        for guesser in (LastCell(), Slow())
    )
    assert native.won.tolist() == slow.won.tolist()
    assert native.moves.tolist() == slow.moves.tolist()
""",
}  # fmt: skip
COLUMN: Change = {
    "native/agents/driver/driver.h": [
        ("    std::int64_t first_cell = -1;\n",
         "    std::int64_t first_cell = -1;\n    std::int64_t flags = 0;\n"),
        ("     [](const Row& row) { return row.cut_guesses; }},\n",
         "     [](const Row& row) { return row.cut_guesses; }},\n"
         '    {"flags", "<i4", "flags at the end, wrong ones too",\n'
         "     [](const Row& row) { return row.flags; }},\n"),
    ],
    "native/agents/driver/driver.cpp": ("            game_.first_cell(),\n",
                                        "            game_.first_cell(),\n"
                                        "            game_.num_flags(),\n"),
    "docs/columns.md": ("ended the work on them |\n", "ended the work on them |\n"
                        "| `flags` | `<i4` | flags at the end, wrong ones too |\n"),
    "tests/agents/run/test_games.py": ("", """

def test_flags_are_the_right_and_the_wrong_ones() -> None:
    agent = load_agent("vaitzman/csp-prob:guess=flag")
    games = play_seeds(agent, Rules.parse("beginner"), game_seeds(7, 0, 50))
    assert (games["flags"] >= games["mines_flagged"]).all()
    assert (games["flags"] > games["mines_flagged"]).any()
"""),
}  # fmt: skip
TECHNIQUE: Change = {
    "native/advice/ladder.h": [
        ("    subset,\n", "    subset,\n    neighbours,\n"),
        ("NUM_TECHNIQUES = 6;", "NUM_TECHNIQUES = 7;"),
        ('    {"pair of clues"', '    {"neighbouring clues", "needs neighbouring clues", '
                                '"two clues side by side"},\n    {"pair of clues"'),
    ],
    "native/advice/reasons.cpp": (
        "    return is_subset ? Technique::subset : Technique::pair;\n", """\
    if (is_subset) return Technique::subset;
    return std::max(a.clue, b.clue) - std::min(a.clue, b.clue) == 1 ? Technique::neighbours
                                                                    : Technique::pair;
"""),
    "src/sapper/advice/ladder.py": [
        ("    PAIR = _NAMES[2]\n    SEVERAL = _NAMES[3]\n    COMPONENT = _NAMES[4]\n"
         "    MINE_COUNT = _NAMES[5]\n",
         "    NEIGHBOURS = _NAMES[2]\n    PAIR = _NAMES[3]\n    SEVERAL = _NAMES[4]\n"
         "    COMPONENT = _NAMES[5]\n    MINE_COUNT = _NAMES[6]\n"),
        ("[0, 1, 2, 3, 4, 5]", "[0, 1, 2, 3, 4, 5, 6]"),
    ],
    "tests/advice/test_reasons.py": [
        ("(Technique.PAIR, 1)", "(Technique.NEIGHBOURS, 1)"),
        ("", """

def test_clues_side_by_side_have_a_technique_of_their_own() -> None:
    position = Position.parse("00001./11001./.2123./....../....../...... 6")
    assert str(analyse(position).reason("r4c2").technique) == "neighbouring clues"
    assert Technique.NEIGHBOURS.rank == 2
    assert Technique.parse("neighbouring clues").meaning == "two clues side by side"
"""),
    ],
}  # fmt: skip
CHANGES: dict[str, Change] = {
    "a native guesser": GUESSER,
    "a column of games": COLUMN,
    "a technique": TECHNIQUE,
}
# What must hold after it: its own test, and those that compare what is declared twice.
TESTS = {
    "a native guesser": ["tests/agents/guessers/test_last_cell.py",
                         "tests/agents/test_protocols.py",
                         "tests/golden/test_golden.py::test_defaults_are_the_golden_ones"],
    "a column of games": ["tests/agents/run/test_games.py", "tests/docs/test_columns_page.py",
                          "tests/lab/test_play.py"],
    "a technique": ["tests/advice/test_reasons.py", "src/sapper/advice/ladder.py"],
}  # fmt: skip


def make_change(folder: Path, change: Change) -> None:
    """Write new files, put text after or in place of other text; "" is a file's end."""
    for name, edits in change.items():
        path = folder / name
        if isinstance(edits, str):
            path.write_text(edits.lstrip("\n"))
            continue
        for old, new in edits if isinstance(edits, list) else [edits]:
            text = path.read_text()
            assert text.count(old) == 1 or not old, f"{name}: {old!r}"
            path.write_text(text.replace(old, new) if old else text + new)


def listed_files(row: str) -> set[str]:
    """Read the files of a row of CONTRIBUTING's table."""
    lines = (ROOT / "CONTRIBUTING.md").read_text().splitlines()
    (line,) = (line for line in lines if line.startswith(f"| {row} "))
    return set(re.findall(r"`([\w./]+)`", line.split("|")[2]))


@pytest.mark.parametrize("name", CHANGES)
def test_row_of_the_table_names_the_files_of_the_change(name: str) -> None:
    made = {path.replace("last_cell", "NAME") for path in CHANGES[name]}
    assert listed_files(name) == {path for path in made if not path.startswith("tests/a")}


def test_every_change_fits_the_files_as_they_are(tmp_path: Path) -> None:
    changed = {path for change in CHANGES.values() for path in change}
    for path in filter(Path.exists, (ROOT / name for name in changed)):
        target = tmp_path / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    for change in CHANGES.values():
        for name in change:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        make_change(tmp_path, change)
    sources = [str(tmp_path / name) for name in sorted(changed) if name.endswith(".py")]
    lint = [sys.executable, "-m", "ruff", "check", "-q", "--isolated", "--select", "F821"]
    subprocess.run([*lint, *sources], check=True)  # every name in them is there


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("changed") / "sapper"
    known = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(known, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    for change in CHANGES.values():
        make_change(folder, change)
    install = ["-q", "--disable-pip-version-check", "--no-build-isolation", "--no-deps"]
    command = [sys.executable, "-m", "pip", "install", *install, "--target", "site", "."]
    subprocess.run(
        command, cwd=folder, check=True, env=os.environ | {"CCACHE_BASEDIR": str(folder)}
    )
    (folder / "site/sitecustomize.py").write_text(SITE)
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGES)
def test_change_of_the_table_works(name: str, copy: Path) -> None:
    tests = [test.replace("src/", "site/") for test in TESTS[name]]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
         "-m", "not slow and not paper", *tests],
        cwd=copy, env=os.environ | {"PYTHONPATH": str(copy / "site")}, text=True,
        capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
