"""
What the sources and tests promise each other, as `lint-imports` checks it of imports.

Every source is in a list of CMake, no folder is crowded, Python is known to the bindings
alone, the checker of certificates includes nothing that makes boards, and nothing relies on
`catch`: in the browser a `throw` ends the instance. What Sapper says of a position stands in one
source file, whichever door says it. A test lies in the folder of its module and begins with
its name, or with that of a file of the core: `tests/lab/test_tallies.py`.

    python .ci/check_sources.py
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
NATIVE: Final = ROOT / "native"
MOST_FILES: Final = 25
# What has no module of its own: the page as a whole, the core in it, players of `sapper.llm`.
_TOPICS: Final = {"page", "lab_pages", "wasm", "policies", "core"}
_OUTSIDE: Final = {"bindings", "tests", "bench", "wasm", "cross"}
_INCLUDE: Final = re.compile(r'^#include (["<])([^">]+)', re.MULTILINE)


def find_faults() -> Iterator[str]:
    """Yield what is wrong, a line for each thing."""
    lists = {path.parent: path.read_text() for path in NATIVE.rglob("CMakeLists.txt")}
    whole = (ROOT / "CMakeLists.txt").read_text()
    for path in sorted(path for path in NATIVE.rglob("*") if path.suffix in {".h", ".cpp"}):
        inside, text = path.relative_to(NATIVE), path.read_text("utf-8")
        room = inside.parts[0]
        own = lists.get(path.parent)
        built = path.name in own if own else f"native/{inside}" in whole
        if path.suffix == ".cpp" and room not in {"bench", "wasm", "tests"} and not built:
            yield f"{inside}: expected in a list of CMake"
        included = [name for _, name in _INCLUDE.findall(text)]
        if room != "bindings" and any(re.match("nanobind|Python.h", name) for name in included):
            yield f"{inside}: expected Python in native/bindings alone"
        if room not in _OUTSIDE and re.search(r"\bcatch\s*\(", text):
            yield f"{inside}: expected a status, got a catch"
        if room == "checker" or inside.name == "checker.cpp":
            quoted = [name for sign, name in _INCLUDE.findall(text) if sign == '"']
            if strange := [n for n in quoted if n[:8] != "checker/" and n != "bindings/bindings.h"]:
                yield f"{inside}: expected nothing that makes boards, got {strange[0]}"
    yield from find_twice()
    yield from find_strays()
    for folder in (path for path in NATIVE.rglob("*") if path.is_dir()):
        crowd = sum(path.is_file() for path in folder.iterdir())
        if folder.relative_to(NATIVE).parts[0] in {"logic", "agents"} and crowd > MOST_FILES:
            yield f"{folder.relative_to(NATIVE)}: expected {MOST_FILES} files at most, got {crowd}"


def find_twice() -> Iterator[str]:
    """Yield what is said of positions in more places than one."""
    places = {"has none left for": "sentence.cpp"}
    ladder = (NATIVE / "advice/ladder.h").read_text()
    for name in re.findall(r'^    \{"(\w+ [\w ]+)",', ladder, re.MULTILINE):
        places[f'"{name}"'] = "ladder.h"
    folders = (ROOT / "src/sapper", NATIVE)
    paths = [path for folder in folders for path in folder.rglob("*") if "tests" not in path.parts]
    # What others write of positions is read in sapper/llm, with their words for things.
    own = [path for path in paths if not path.match("llm/reading*")]
    texts = {p: p.read_text("utf-8") for p in own if p.suffix in {".py", ".js", ".cpp", ".h"}}
    for words, home in places.items():
        found = sorted(path.name for path, text in texts.items() if words in text)
        if found != [home]:
            yield f"expected {words} in {home} alone, got {', '.join(found) or 'no place'}"


def find_strays() -> Iterator[str]:
    """Yield the tests that nobody would find: those that are named after nothing of theirs."""
    package, tests = ROOT / "src/sapper", ROOT / "tests"
    native = {path.stem for path in NATIVE.rglob("*.h")}
    for path in sorted(tests.rglob("test_*.py")):
        room = path.relative_to(tests).parent
        if not (package / room).is_dir() or room.parts[:1] == ("docs",):
            continue
        known = native | {one.stem for one in (package / room).rglob("*")} | _TOPICS
        subject = path.stem.removeprefix("test_")
        if not any(subject == name or subject.startswith(f"{name}_") for name in known):
            yield f"{path.relative_to(ROOT)}: expected a name that begins with one of {room}"


if __name__ == "__main__":
    sys.exit("\n".join(find_faults()) or 0)
