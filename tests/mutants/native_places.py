"""
Small changes to the native core, drawn by a seed: comparisons, signs, limits, constants.

The list of `native_list.py` is chosen by hand; this draws from every line of code of the
library's `.cpp` files that an operator below changes. Constants of a file and lines that only
declare are left out. Lines are put in an order by a checksum of the seed and their text, as
`places.py` does it for Python.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from mutants.native_list import NativeMutant

NATIVE = Path(__file__).resolve().parents[2] / "native"
FOLDERS = ("advice", "agents", "boards", "checker", "env", "game", "logic")
# What stands there, and what is put there.
_SWAPS = {
    " < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
    " && ": " || ", " || ": " && ", " + ": " - ", " - ": " + ", " += ": " -= ", " -= ": " += ",
    "std::min(": "std::max(", "std::max(": "std::min(", "continue;": "break;",
    "return true;": "return false;", "return false;": "return true;", "(!": "(",
}  # fmt: skip
_SWAP = re.compile("|".join(map(re.escape, _SWAPS)))
_NUMBER = re.compile(r"(?<![\w.\"'])\d+(?![\w.\"'])")
_PASSED_OVER = re.compile(
    r"^\s*(//|#|\*|using |constexpr |const char|static_assert|template|case )"
)


def draw(seed: int) -> Iterator[NativeMutant]:
    """Yield changes, one of a line, without end but that of the sources."""
    for _, file, number, change in sorted(_list_places(seed)):
        lines = (NATIVE / file).read_text().splitlines(keepends=True)
        start, end, new = change
        line = lines[number]
        # As many lines before it as make the place the only one of its kind.
        for first in range(number, -1, -1):
            before = "".join(lines[first:number])
            if "".join(lines).count(before + line) == 1:
                yield NativeMutant(file, before + line, before + line[:start] + new + line[end:])
                break


def _list_places(seed: int) -> Iterator[tuple[str, str, int, tuple[int, int, str]]]:
    """List the lines that can be changed, each with its place in the order and one change."""
    for path in sorted(one for name in FOLDERS for one in (NATIVE / name).rglob("*.cpp")):
        file, seen = str(path.relative_to(NATIVE)), dict[str, int]()
        for number, line in enumerate(path.read_text().splitlines()):
            changes = list(_list_changes(line))
            if not changes:
                continue
            seen[line] = seen.get(line, 0) + 1
            about = f"{seed} {file} {line} {seen[line]}"
            chance = hashlib.sha256(about.encode()).hexdigest()
            yield chance, file, number, changes[int(chance, 16) % len(changes)]


def _list_changes(line: str) -> Iterator[tuple[int, int, str]]:
    """List what can be changed on a line: from, to, and what is put there."""
    if _PASSED_OVER.match(line) or '"' in line:
        return
    code = line.partition("//")[0]
    for found in _SWAP.finditer(code):
        yield *found.span(), _SWAPS[found[0]]
    for found in _NUMBER.finditer(code):
        yield *found.span(), str(int(found[0]) + 1)
