"""
What the sources of the core promise each other, as `lint-imports` checks it of Python.

Every source is in a list of CMake, no folder is crowded, Python is known to the bindings
alone, the checker of certificates includes nothing that makes boards, and nothing relies on
`catch`: in the browser a `throw` ends the instance.

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
    for folder in (path for path in NATIVE.rglob("*") if path.is_dir()):
        crowd = sum(path.is_file() for path in folder.iterdir())
        if folder.relative_to(NATIVE).parts[0] in {"logic", "agents"} and crowd > MOST_FILES:
            yield f"{folder.relative_to(NATIVE)}: expected {MOST_FILES} files at most, got {crowd}"


if __name__ == "__main__":
    sys.exit("\n".join(find_faults()) or 0)
