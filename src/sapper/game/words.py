"""
Numbers in sentences, and tables for notebooks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def count(number: int, noun: str) -> str:
    """
    Write a number and what it counts.

    >>> count(1, "move"), count(2000, "game"), count(0, "guess"), count(2, "retry")
    ('1 move', '2,000 games', '0 guesses', '2 retries')
    """
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def html_table(names: Sequence[str], rows: Iterable[Sequence[object]], note: str = "") -> str:
    """
    Write a table with its headings and, under it, a note.

    >>> html_table(["a"], [["<1"]])
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>&lt;1</td></tr></tbody></table>'
    """
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(value))}</td>" for value in row) + "</tr>"
        for row in rows
    )
    under = f"<p>{escape(note)}</p>" if note else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{under}"
