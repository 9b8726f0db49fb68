"""The words of the house: what a native reader would not say does not come back."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The pattern, and what to write instead. Searched without regard to case, over line ends too.
ODD = {
    r"\breckon": "compute, assume or count on",
    r"\bin (its|their) stead\b": "instead",
    r"\bmend(s|ed|ing)?\b": "fix",
    r"; gives\b": "; return",
    r"\btold apart\b": "distinguish, or say which is better",
    r"\bwon by one only\b": "only one agent won",
    r"\bpoints won more\b": "difference in win rate",
    r"\bhalf-written\b": "written in part",
    r"\bnobody (knows|plays|would)\b": "unknown, idle",
    r"\bsuch as there is\b": "for example",
    r"\bborn deaf\b|\bopens the ears\b": "start with the signal blocked",
    r"\bthose who learn from\b": "training data",
    r"\bfalls so often\b|\bso many (mines|games|layouts|intervals|states|degrees|tasks|of ours)\b":
        "name the number, or say this many",
    r"\bof which one (has|contains)\b": "nested",
    r"\bin the place of one\b": "replace",
    r"\bbrings? to an end\b|\bbring one's own\b": "end; suggest --load",
    r"\bopens the most often\b": "is most likely to open an area",
    r"\bbeginner's board\b": "needs only single clues",
    r"\bchance to win under best play: ": "best play wins",
    r"\bin other places than it says\b": "disagree",
    r"\bwhoever tosses\b": "guess it now",
    r"\bthe one that is mended\b": "gets fixes",
    # A single one is not many; "1 in 100 games" and r1c1 are something else.
    r"(?<![\w.,:+-])(?<!- )1 (guesses|games|boards|mines|layouts|moves|turns|steps|tasks)\b":
        "1 guess, 2 guesses: sapper.game.words.count",
}  # fmt: skip
BEGINNINGS = ("say", "says", "give", "gives", "tell", "tells")
READ = ("src", "native", "docs", "research", "experiments", "README.md", "CONTRIBUTING.md",
        "SECURITY.md", "CHANGELOG.md")  # fmt: skip
ENDINGS = (".py", ".h", ".cpp", ".js", ".html", ".md", ".toml", ".pyi")


def listed(*places: str) -> list[str]:
    words = ["git", "ls-files", *places]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in done.stdout.split("\n") if (ROOT / name).is_file()]


def prose(name: str) -> str:
    """Return the text of a file with its lines joined, without comment signs."""
    return re.sub(r"\s*\n\s*(//+|#+|\*)? *", " ", (ROOT / name).read_text(encoding="utf-8"))


TEXTS = {name: prose(name) for name in listed(*READ) if name.endswith(ENDINGS)}


@pytest.mark.parametrize("pattern", ODD)
def test_odd_words_do_not_come_back(pattern: str) -> None:
    assert TEXTS
    odd = [
        f"{name}: {text[max(found.start() - 40, 0) : found.end() + 20]!r}"
        for name, text in TEXTS.items()
        for found in re.finditer(pattern, text, re.IGNORECASE)
    ]
    assert odd == [], f"write instead: {ODD[pattern]}"


def test_every_pattern_finds_what_it_is_for() -> None:
    said = (
        "reckon with it in its stead, mended; gives it. Told apart. Boards won by one only; "
        "points won more by the first; half-written; nobody knows, such as there is; born deaf; "
        "those who learn from it; so many games; of which one has all; in the place of one that; "
        "bring one's own; opens the most often; beginner's board; "
        "chance to win under best play: 1; in other places than it says; whoever tosses the coin; "
        "the one that is mended; 1 guesses"
    )
    assert [pattern for pattern in ODD if not re.search(pattern, said, re.IGNORECASE)] == []


def test_docstrings_begin_with_what_is_done() -> None:
    odd = []
    for name in listed("*.py"):
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                text = ast.get_docstring(node) or ""
                if text.split(" ")[0].rstrip(",").lower() in BEGINNINGS:
                    odd.append(f"{name}:{node.lineno} {text.splitlines()[0]}")
    assert odd == [], "write instead: Return whether, Name, Describe, Compute"


def test_comments_begin_with_what_is_done() -> None:
    # A comment's first line: the line before is no comment.
    words = "|".join(BEGINNINGS)
    first_line = re.compile(rf"\n(?! *//)[^\n]*\n *(// *(?:{words})\b.*)", re.IGNORECASE)
    odd = [
        f"{name}: {found[1]}"
        for name in listed("native", "src")
        if name.endswith((".h", ".cpp", ".js"))
        for found in first_line.finditer((ROOT / name).read_text(encoding="utf-8"))
    ]
    assert odd == [], "write instead: Return whether, Put into words, Assign"
