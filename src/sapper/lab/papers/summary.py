"""
What comes of a document, or of all: how much agrees, how much differs, and why.

Verdicts on numbers and on claims are counted in the same words. The reason for a
difference stands in the data (``why`` of a table or a claim): a summary repeats it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sapper.errors import NotationError
from sapper.game.io.disk import save_text
from sapper.lab.papers.claims import DOES_NOT, HOLDS, Verdict
from sapper.lab.papers.published import PAPERS, published_claims, published_tables
from sapper.lab.papers.reproduction import CANNOT_TELL, Reproduction

AGREES: Final = "agrees"
CLOSE: Final = "close"
DIFFERS: Final = "differs"
OTHER_MACHINE: Final = "another machine"
# What no document printed is no number to compare.
_NOT_PRINTED: Final = "a plot"
_KINDS: Final = (AGREES, CLOSE, DIFFERS, CANNOT_TELL)


@dataclass(frozen=True)
class Summary:
    """A document's numbers and claims, counted, and the reasons for what differs."""

    paper: str
    document: str
    numbers: Counter[str]
    claims: Counter[str]
    reasons: tuple[tuple[str, str], ...]
    games: int

    @property
    def cells(self) -> tuple[str, ...]:
        """The counts as a row of a table."""
        return (
            self.document,
            *(str(self.numbers[kind]) for kind in _KINDS),
            *(str(self.claims[kind]) for kind in (AGREES, DIFFERS, CANNOT_TELL)),
        )


UNKNOWN_REASON: Final = "the reason is not known"
HEADS: Final = (
    "document", "numbers: agree", "close", "differ", "cannot tell",
    "claims: hold", "do not", "cannot tell",
)  # fmt: skip


def kind_of(verdict: str) -> str:
    """
    Return which of the counted kinds a verdict is.

    >>> kind_of("holds"), kind_of("3.1 times slower"), kind_of("not played yet")
    ('agrees', 'another machine', 'cannot tell')
    """
    if verdict in (AGREES, HOLDS):
        return AGREES
    if verdict in (DIFFERS, DOES_NOT):
        return DIFFERS
    if verdict.endswith(("times faster", "times slower")):
        return OTHER_MACHINE
    return verdict if verdict in (CLOSE, _NOT_PRINTED) else CANNOT_TELL


def summarise(found: Sequence[Reproduction], verdicts: Sequence[Verdict]) -> list[Summary]:
    """Sum the verdicts up, a document each, in the order of the documents."""
    summaries = []
    for paper in PAPERS:
        numbers = [one for one in found if one.table.partition("/")[0] == paper]
        claims = [one for one in verdicts if one.claim.partition("/")[0] == paper]
        if numbers or claims:
            tables = [one for one in published_tables().values() if one.paper == paper]
            played = [*(one.games for one in numbers), *(one.games for one in claims)]
            summaries.append(
                Summary(
                    paper,
                    tables[0].document,
                    Counter(kind_of(one.verdict) for one in numbers),
                    Counter(kind_of(one.verdict) for one in claims),
                    (*_of_numbers(numbers), *_of_claims(claims)),
                    min(filter(None, played), default=0),
                )
            )
    return summaries


def _of_numbers(found: Sequence[Reproduction]) -> Iterator[tuple[str, str]]:
    """Yield each table with numbers that are not the same, and why they are not."""
    for name in dict.fromkeys(one.table for one in found):
        kinds = Counter(kind_of(one.verdict) for one in found if one.table == name)
        apart = [f"{kinds[kind]} {word}" for kind, word in ((DIFFERS, "differ"), (CLOSE, "close"))
                 if kinds[kind]]  # fmt: skip
        if apart:
            yield f"{name}: {', '.join(apart)}", published_tables()[name].why


def _of_claims(verdicts: Sequence[Verdict]) -> Iterator[tuple[str, str]]:
    for one in verdicts:
        if kind_of(one.verdict) == DIFFERS:
            claim = published_claims()[one.claim]
            yield f"{one.claim}, “{one.says}”", claim.why or one.found


def summary_lines(summaries: Sequence[Summary]) -> list[str]:
    """Write summaries as a Markdown table; the reasons stand on the papers' pages."""
    return [_row(HEADS), "|" + "---|" * len(HEADS), *(_row(one.cells) for one in summaries)]


def claim_lines(verdicts: Sequence[Verdict]) -> list[str]:
    """Write verdicts on claims as a Markdown table, with the reason where one does not hold."""
    heads = ("claim", "where", "found", "games", "verdict")
    rows = (
        (one.says, one.place, _found(one), f"{one.games:,}" if one.games else "", one.verdict)
        for one in verdicts
    )
    return [_row(heads), "|" + "---|" * len(heads), *map(_row, rows)]


def _found(one: Verdict) -> str:
    why = published_claims()[one.claim].why if one.verdict == DOES_NOT else ""
    return f"{one.found}. {why[0].upper()}{why[1:]}" if why else one.found


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def write_block(path: Path, name: str, lines: Sequence[str]) -> None:
    """Replace what stands in a Markdown file between the marks of a name, with its date."""
    begin, end = f"<!-- sapper reproduce {name} -->", "<!-- end -->"
    text = path.read_text(encoding="utf-8")
    head, found, rest = text.partition(begin)
    _, closed, tail = rest.partition(end)
    if not found or not closed:
        raise NotationError(f"expected the lines {begin!r} and {end!r} in {str(path)!r}")
    today = datetime.now(UTC).strftime("%Y-%m-%d")
    block = "\n".join(["", *lines, "", f"Written by `sapper reproduce {name}` on {today}.", ""])
    save_text(path, f"{head}{begin}\n{block}\n{end}{tail}")
