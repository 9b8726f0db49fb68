"""
What the sources and tests promise each other, as `lint-imports` checks it of imports.

Every source is in a list of CMake, no folder is crowded, Python is known to the bindings
alone, the checker of certificates includes nothing that makes boards, and nothing relies on
`catch`: in the browser a `throw` ends the instance. What Sapper says of a position stands in one
source file, whichever door says it. A test lies in the folder of its module and begins with
its name, or with that of a file of the core: `tests/lab/test_tallies.py`. Type checkers see the
public names where the package finds them, and the fuzzer of the border calls every bound method.

    python .ci/check_sources.py
"""

from __future__ import annotations

import ast
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
    yield from find_homeless()
    yield from find_uncalled()
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


def find_homeless() -> Iterator[str]:
    """Yield the homes of public names that the package and type checkers do not agree on."""
    tree = ast.parse((ROOT / "src/sapper/__init__.py").read_text("utf-8"))
    seen = {
        str(node.module): {alias.name for alias in node.names}
        for branch in tree.body
        if isinstance(branch, ast.If) and isinstance(branch.test, ast.Name)
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
    }
    values = {
        target.id: ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name) and target.id in {"__all__", "_HOMES"}
    }
    homes = {home: set(names) for home, names in values["_HOMES"].items()}
    for home in sorted(seen.keys() | homes.keys()):
        if odd := seen.get(home, set()) ^ homes.get(home, set()):
            yield f"sapper/__init__.py: expected {', '.join(sorted(odd))} of {home} twice"
    if odd := set(values["__all__"]) ^ set().union(*homes.values()):
        yield f"sapper/__init__.py: expected {', '.join(sorted(odd))} in __all__ and in _HOMES"


def find_uncalled() -> Iterator[str]:
    """Yield the bound methods that the fuzzer of the border does not name."""
    text = "".join(path.read_text("utf-8") for path in sorted((ROOT / "tests/fuzz").glob("*.py")))
    named = set(re.findall(r"\w+", text))
    for kind in ast.parse((ROOT / "src/sapper/_core.pyi").read_text("utf-8")).body:
        if isinstance(kind, ast.ClassDef) and not any("Enum" in ast.dump(b) for b in kind.bases):
            members = [one.name for one in kind.body if isinstance(one, ast.FunctionDef)]
            for name in sorted({name for name in members if name[0] != "_"} - named):
                yield f"_core.{kind.name}.{name}: expected a call in tests/fuzz"


if __name__ == "__main__":
    sys.exit("\n".join(find_faults()) or 0)
