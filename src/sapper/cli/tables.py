"""
Tables, paragraphs and bars that fit the terminal.

A table on a terminal is never wider than it: names are broken after their separators,
sentences between words, and if that is not enough the columns that are needed least are
left out, by name, or each row becomes a paragraph. Into a file or a pipe everything is
written as wide as it is, nothing left out.
"""

from __future__ import annotations

import json
import math
import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.text import Text

if TYPE_CHECKING:
    from sapper.lab.stats.comparison import Comparison

_GAP: Final = 2
_LONGEST_WORD: Final = {"id": 30, "text": 16}  # a longer one may be broken anywhere
_WIDEST_TEXT: Final = 60  # of a column of sentences, where there is room enough
_PIECES: Final = {
    "id": re.compile(r"[^/:,=\s]+[/:,=]*\s*|\S\s*"),
    "text": re.compile(r"[^|\s]+\|?\s*|\S\s*"),
    "number": re.compile(r".+"),
}


@dataclass(frozen=True)
class Column:
    """
    A column: a ``number`` is set right and never broken, an ``id`` is broken after its
    separators, ``text`` between words. The larger ``spare``, the sooner it is left out.
    """

    name: str
    kind: str = "text"
    spare: int = 0

    def pieces(self, text: str) -> list[str]:
        """Cut a cell into what is never broken."""
        return [piece for line in text.split("\n") for piece in _PIECES[self.kind].findall(line)]


class Fitted:
    """A table that is laid out when its width is known."""

    def __init__(
        self,
        columns: Sequence[Column],
        rows: Iterable[Sequence[str]],
        *,
        title: str = "",
        caption: str = "",
        styles: Sequence[str | None] = (),
        section: int | None = None,
        spaced: bool = False,
    ) -> None:
        self.columns = list(columns)
        self.rows = [list(row) for row in rows]
        self.title, self.caption, self._styles = title, caption, list(styles)
        self._section, self._spaced = section, spaced

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay the table out for where rich shows it."""
        del console
        yield self.render(options.max_width)

    def render(self, width: int | None) -> Text:
        """Lay the table out in this many columns; None for as many as it takes."""
        shown = [*range(len(self.columns))]
        while width is not None and self._least(shown) > width:
            spare = max(shown, key=lambda i: (self.columns[i].spare, i))
            if self.columns[spare].spare == 0:
                return self._paragraphs(width)
            shown.remove(spare)
        widths = self._fit(shown, width)
        total = sum(widths) + _GAP * (len(widths) - 1)
        lines = [Text(line, "bold") for line in _wrap(self.title, width or total)]
        names = [self.columns[i].name for i in shown]
        lines += self._lines(names, shown, widths, "bold", kind="text")
        lines.append(Text("─" * total, "dim"))
        for number, row in enumerate(self.rows):
            if number and self._is_new_section(number):
                lines.append(Text("─" * total, "dim"))
            elif number and self._spaced:
                lines.append(Text())
            style = self._styles[number] if number < len(self._styles) else None
            lines += self._lines([row[i] for i in shown], shown, widths, style or "")
        return self._finish(lines, shown, width)

    def _finish(self, lines: list[Text], shown: list[int], width: int | None) -> Text:
        left_out = [column.name for i, column in enumerate(self.columns) if i not in shown]
        captions = [self.caption] if self.caption else []
        if left_out:
            captions.append(f"no room for: {', '.join(left_out)}; a pipe gets every column")
        for caption in captions:
            lines += [Text(line, "dim") for line in _wrap(caption, width)]
        return Text("\n").join(lines)

    def _is_new_section(self, number: int) -> bool:
        if self._section is None:
            return False
        return self.rows[number][self._section] != self.rows[number - 1][self._section]

    def _cells(self, i: int) -> list[str]:
        return [row[i] for row in self.rows]

    def _natural(self, i: int) -> int:
        """Return the width at which nothing of a column is broken."""
        cells = [line for cell in self._cells(i) for line in cell.split("\n")]
        longest = max(map(len, cells), default=0)
        if self.columns[i].kind == "text":
            longest = min(longest, _WIDEST_TEXT)
        return max(longest, len(self.columns[i].name))

    def _narrowest(self, i: int) -> int:
        """Return the width at which no piece of a column is broken."""
        column = self.columns[i]
        pieces = (len(piece.rstrip()) for cell in self._cells(i) for piece in column.pieces(cell))
        longest = max(pieces, default=0)
        longest = min(longest, _LONGEST_WORD.get(column.kind, longest))
        return max(longest, max(map(len, column.name.split()), default=0))

    def _least(self, shown: Sequence[int]) -> int:
        return sum(self._narrowest(i) for i in shown) + _GAP * (len(shown) - 1)

    def _fit(self, shown: Sequence[int], width: int | None) -> list[int]:
        """Return widths that fit: the widest columns give way first."""
        widths = [self._natural(i) for i in shown]
        least = [self._narrowest(i) for i in shown]
        room = None if width is None else width - _GAP * (len(shown) - 1)
        while room is not None and sum(widths) > room:
            spare = [i for i in range(len(shown)) if widths[i] > least[i]]
            widths[max(spare, key=lambda i: widths[i])] -= 1
        return widths

    def _lines(
        self,
        cells: Sequence[str],
        shown: Sequence[int],
        widths: Sequence[int],
        style: str,
        kind: str = "",
    ) -> list[Text]:
        """Lay one row out; the names of the columns are broken as another ``kind``."""
        broken = [
            _break(kind or self.columns[i].kind, cell, width)
            for i, cell, width in zip(shown, cells, widths, strict=True)
        ]
        lines = []
        for number in range(max(map(len, broken), default=0)):
            parts = []
            for i, found, width in zip(shown, broken, widths, strict=True):
                text = found[number] if number < len(found) else ""
                is_number = self.columns[i].kind == "number"
                parts.append(text.rjust(width) if is_number else text.ljust(width))
            lines.append(Text((" " * _GAP).join(parts).rstrip(), style))
        return lines

    def _paragraphs(self, width: int) -> Text:
        """Lay every row out as lines of a name and a value."""
        lines = [Text(line, "bold") for line in _wrap(self.title, width)]
        for number, row in enumerate(self.rows):
            style = self._styles[number] if number < len(self._styles) else None
            for i, (column, cell) in enumerate(zip(self.columns, row, strict=True)):
                if not cell.strip():
                    continue
                indent = "" if i == 0 else "  "
                words = f"{column.name}: {' '.join(cell.split())}" if column.name else cell
                lines += [Text(line, style or "") for line in _wrap(words, width, indent)]
        lines += [Text(line, "dim") for line in _wrap(self.caption, width)]
        return Text("\n").join(lines)


def print_table(
    columns: Sequence[Column],
    rows: Iterable[Sequence[str]],
    *,
    title: str = "",
    caption: str = "",
    styles: Sequence[str | None] = (),
    section: int | None = None,
    spaced: bool = False,
) -> None:
    """
    Print a table, fitted to the terminal or complete in a pipe.

    ``section`` is the column at whose changes a line is drawn, ``styles`` are of the rows.
    """
    table = Fitted(
        columns, rows, title=title, caption=caption, styles=styles, section=section, spaced=spaced
    )
    show_fitted(table)


def show_fitted(table: Fitted) -> None:
    """Print a table that is laid out only now."""
    width = terminal_width()
    if width is None:
        sys.stdout.write(table.render(None).plain + "\n")
    else:
        Console(markup=False, highlight=False).print(table.render(width), soft_wrap=True)


def terminal_width() -> int | None:
    """Return the width of the terminal; None if the output is no terminal."""
    return Console().width if sys.stdout.isatty() else None


def print_comparisons(found: Sequence[Comparison]) -> None:
    """Show comparisons as paragraphs, words wrapped to the terminal."""
    for i, one in enumerate(found):
        if i:
            sys.stdout.write("\n")
        first, *others = one.lines()
        print_wrapped(first, indent=4, first_indent=0)
        for line in others:
            print_wrapped(line, indent=4, first_indent=2)


def print_wrapped(
    text: str, *, indent: int = 2, first_indent: int = 0, mark: str = "", style: str = ""
) -> None:
    """
    Print a line with its words wrapped to the terminal; in a pipe it stays one line.

    ``mark`` is the beginning of the line that is shown in a ``style``.
    """
    width = terminal_width()
    if width is None:
        sys.stdout.write(" " * first_indent + text + "\n")
        return
    lines = _wrap(text, width, " " * first_indent, " " * indent)
    shown = Text("\n".join(lines))
    shown.stylize(style, first_indent, first_indent + len(mark))
    Console(markup=False, highlight=False).print(shown, soft_wrap=True)


def print_json(data: object) -> None:
    """Print one JSON document; what is no number is null."""
    json.dump(_plain(data), sys.stdout, indent=2, allow_nan=False)
    sys.stdout.write("\n")


def _plain(data: object) -> object:
    if isinstance(data, float):
        return data if math.isfinite(data) else None
    if isinstance(data, Mapping):
        return {key: _plain(value) for key, value in data.items()}
    return [_plain(value) for value in data] if isinstance(data, list | tuple) else data


def make_progress() -> Progress:
    """
    Return a bar on stderr with what is done, of how much, for how long and how long still.

    Nothing is drawn, nor an empty line left, where stderr is no terminal.
    """
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _break(kind: str, cell: str, width: int) -> list[str]:
    """Break a cell into lines of a width, between pieces where that is possible."""
    lines: list[str] = []
    for text in cell.split("\n"):
        line = ""
        for piece in _PIECES[kind].findall(text):
            if line and len(line) + len(piece.rstrip()) > width:
                lines.append(line.rstrip())
                line = ""
            line += piece
            while len(line.rstrip()) > width:
                lines.append(line[:width])
                line = line[width:]
        lines.append(line.rstrip())
    return lines or [""]


def _wrap(text: str, width: int | None, first: str = "", others: str | None = None) -> list[str]:
    if not text or width is None:
        return [first + text] if text else []
    return textwrap.wrap(
        text,
        max(width, 20),
        initial_indent=first,
        subsequent_indent="    " if others is None and first else others or "",
        break_on_hyphens=False,
    )
