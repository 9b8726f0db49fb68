"""
Tables and paragraphs that fit the terminal.

A terminal's width is respected down to 60 columns; into a file or a pipe everything is
written as wide as it is, nothing cut and nothing wrapped.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Sequence

from rich.console import Console

from sapper.lab.comparison import Comparison


def print_comparisons(found: Sequence[Comparison]) -> None:
    """Show comparisons as paragraphs, words wrapped to the terminal."""
    for i, one in enumerate(found):
        if i:
            sys.stdout.write("\n")
        first, *others = one.lines()
        print_wrapped(first, indent=4, first_indent=0)
        for line in others:
            print_wrapped(line, indent=4, first_indent=2)


def print_wrapped(text: str, *, indent: int = 2, first_indent: int = 0) -> None:
    """Print a line with its words wrapped to the terminal; in a pipe it stays one line."""
    if not sys.stdout.isatty():
        sys.stdout.write(" " * first_indent + text + "\n")
        return
    lines = textwrap.wrap(
        text,
        Console().width,
        initial_indent=" " * first_indent,
        subsequent_indent=" " * indent,
        break_on_hyphens=False,
    )
    sys.stdout.write("\n".join(lines) + "\n")
