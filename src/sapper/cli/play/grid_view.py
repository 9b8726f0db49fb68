"""
The grid on the screen: draws the visible part of a picture and says where the mouse is.

Lines are drawn when they are seen, so that a grid of a million cells opens at
once. Rows and columns are numbered along two edges that do not scroll.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from sapper.cli.play import colours
from sapper.cli.play.picture import Picture

RULER_ROWS = 1
_RULER = colours.make_style(colours.FAINT, colours.GROUND)
_RULER_AT_CURSOR = colours.make_style(colours.CURSOR, colours.GROUND, bold=True)


def densest(places: list[int], room: int) -> tuple[int, int]:
    """
    Return the first and the last place of the stretch that holds the most places.

    >>> densest([1, 40, 42, 43, 43, 90], 10)
    (40, 43)
    """
    ordered = sorted(places)
    best, first = (0, 0), 0
    for last, place in enumerate(ordered):
        while place - ordered[first] >= room:
            first += 1
        if last - first > best[1] - best[0]:
            best = (first, last)
    return ordered[best[0]], ordered[best[1]]


def _pad(letter: str, width: int) -> str:
    """Fill a cell; a risk of three letters loses its sign where there is room for two."""
    if len(letter) == 1:
        return f" {letter} "[:width]
    return letter[-width:].rjust(min(width, len(letter) + 1)).ljust(width)


class GridView(ScrollView, can_focus=False, inherit_bindings=False):
    """A picture, scrolled where it is larger than the space for it."""

    DEFAULT_CSS = """
    GridView {
        width: auto;
        height: auto;
        max-width: 100%;
        max-height: 100%;
        scrollbar-size: 1 1;
        overflow: auto auto;
    }
    """

    @dataclass
    class Pressed(Message):
        """A mouse button was pressed and released on a cell."""

        cell: int
        button: int

    def __init__(self, picture: Picture, *, cursor: int | None = None) -> None:
        super().__init__()
        self._picture = picture
        self._cursor = cursor
        self._held: int | None = None
        self.cell_width = 3
        self._measure()

    # What is shown

    @property
    def picture(self) -> Picture:
        """What is drawn."""
        return self._picture

    def show(self, picture: Picture) -> None:
        """Draw another picture."""
        self._picture = picture
        self._measure()
        self.refresh()

    @property
    def cursor(self) -> int | None:
        """The cell that the keys act on, if there is one."""
        return self._cursor

    def move_cursor(self, cell: int) -> None:
        """Put the cursor on a cell and bring it into sight."""
        self._cursor = cell
        self.reach(cell)
        self.refresh()

    def reach(self, cell: int) -> None:
        """Scroll as little as brings a cell into sight."""
        row, column = divmod(cell, self._picture.position.columns)
        size = self.scrollable_content_region.size
        if not size:
            return
        left, top = column * self.cell_width, row
        room_x, room_y = size.width - self.gutter_width, size.height - RULER_ROWS
        x = min(max(self.scroll_x, left + self.cell_width - room_x), left)
        y = min(max(self.scroll_y, top + 1 - room_y), top)
        if (x, y) != (self.scroll_x, self.scroll_y):
            self.scroll_to(x, y, animate=False, force=True)

    def reach_most(self, cells: Collection[int]) -> None:
        """Scroll to where the most of some cells are in sight, and put these in the middle."""
        size = self.scrollable_content_region.size
        if not size or not cells:
            return
        columns = self._picture.position.columns
        room_x = max((size.width - self.gutter_width) // self.cell_width, 1)
        room_y = max(size.height - RULER_ROWS, 1)
        left, right = densest([cell % columns for cell in cells], room_x)
        top, bottom = densest(
            [cell // columns for cell in cells if left <= cell % columns <= right], room_y
        )
        seen_x, seen_y = -(-self.scroll_x // self.cell_width), self.scroll_y
        is_seen = (
            seen_x <= left
            and right < seen_x + room_x
            and seen_y <= top
            and bottom < seen_y + room_y
        )
        if not is_seen:
            x = (left + right + 1 - room_x) // 2 * self.cell_width
            y = (top + bottom + 1 - room_y) // 2
            self.scroll_to(max(x, 0), max(y, 0), animate=False, force=True)

    # Sizes

    @property
    def gutter_width(self) -> int:
        """The width of the row numbers at the left edge."""
        return len(str(self._picture.position.rows)) + 1

    @property
    def num_rows_seen(self) -> int:
        """How many rows there is room for."""
        return max(self.scrollable_content_region.height - RULER_ROWS, 1)

    def fit(self, room: Size) -> None:
        """Draw cells three letters wide if they all fit into the room, else two."""
        wide = self.gutter_width + 3 * self._picture.position.columns
        width = 3 if wide <= room.width else 2
        if width != self.cell_width:
            self.cell_width = width
            self._measure()
            self.refresh(layout=True)
        if self._cursor is not None:
            self.call_after_refresh(self.reach, self._cursor)

    def _measure(self) -> None:
        position = self._picture.position
        size = Size(
            self.gutter_width + position.columns * self.cell_width, RULER_ROWS + position.rows
        )
        if size != self.virtual_size:
            self.virtual_size = size

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Ask for the whole grid, and for the scroll bar beside it where the rows do not fit."""
        bar = 1 if self.virtual_size.height > container.height else 0
        return super().get_content_width(container, viewport) + bar

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Ask for the whole grid, and for the scroll bar under it where the columns do not fit."""
        bar = 1 if self.virtual_size.width > container.width else 0
        return super().get_content_height(container, viewport, width) + bar

    # Drawing

    def render_line(self, y: int) -> Strip:
        """Draw one line of what is in sight."""
        if y < RULER_ROWS:
            return self._render_ruler()
        position = self._picture.position
        row = y - RULER_ROWS + self.scroll_offset.y
        if row >= position.rows:
            return Strip.blank(self.size.width, _RULER)
        first, last = self._columns_seen()
        start = row * position.columns
        segments = []
        for cell in range(start + first, start + last):
            letter, style = self._picture.draw(cell, is_cursor=cell == self._cursor)
            segments.append(Segment(_pad(letter, self.cell_width), style))
        is_cursor_row = self._cursor is not None and self._cursor // position.columns == row
        label = Segment(
            f"{row + 1:>{self.gutter_width - 1}} ", _RULER_AT_CURSOR if is_cursor_row else _RULER
        )
        return self._assemble(label, segments, first)

    def _columns_seen(self) -> tuple[int, int]:
        """Return the first column in sight and the one after the last."""
        first = self.scroll_offset.x // self.cell_width
        count = (self.size.width - self.gutter_width) // self.cell_width + 2
        return first, min(first + max(count, 0), self._picture.position.columns)

    def _render_ruler(self) -> Strip:
        first, last = self._columns_seen()
        columns = self._picture.position.columns
        at = None if self._cursor is None else self._cursor % columns
        text = [" "] * ((last - first) * self.cell_width + 8)
        # Every fifth column has its number, and the first.
        for column in range(first, last):
            if column == 0 or (column + 1) % 5 == 0:
                label, start = str(column + 1), (column - first) * self.cell_width
                start += 1 if len(label) < self.cell_width else 0
                text[start : start + len(label)] = label
        segments = [Segment("".join(text)[: (last - first) * self.cell_width], _RULER)]
        if at is not None and first <= at < last:
            segments = self._light(segments[0].text, at, first)
        return self._assemble(Segment(" " * self.gutter_width, _RULER), segments, first)

    def _light(self, text: str, column: int, first: int) -> list[Segment]:
        """Put the number of the cursor's column over whatever the ruler says there."""
        label, start = str(column + 1), (column - first) * self.cell_width
        start += 1 if len(label) < self.cell_width else 0
        stop = start + len(label)
        # A number cut in two would read as another one.
        before, after = text[:start], text[stop:]
        if before[-1:].isdigit():
            before = before.rstrip("0123456789").ljust(len(before))
        if after[:1].isdigit():
            after = after.lstrip("0123456789").rjust(len(after))
        return [
            Segment(before, _RULER),
            Segment(label, _RULER_AT_CURSOR),
            Segment(after, _RULER),
        ]

    def _assemble(self, label: Segment, segments: list[Segment], first: int) -> Strip:
        width = self.size.width
        skip = self.scroll_offset.x - first * self.cell_width
        cells = Strip(segments).crop(skip, skip + max(width - self.gutter_width, 0))
        return Strip.join([Strip([label]), cells]).adjust_cell_length(width, _RULER)

    # The mouse

    def cell_at(self, x: int, y: int) -> int | None:
        """Return the cell at a place of the widget, or None beside the grid."""
        position = self._picture.position
        if x < self.gutter_width or y < RULER_ROWS:
            return None
        column = (x - self.gutter_width + self.scroll_offset.x) // self.cell_width
        row = y - RULER_ROWS + self.scroll_offset.y
        if column >= position.columns or row >= position.rows:
            return None
        return row * position.columns + column

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Remember where the button went down."""
        self._held = self.cell_at(event.x, event.y)

    def on_click(self, event: events.Click) -> None:
        """Report a press, unless the mouse was dragged to another cell to take it back."""
        cell = self.cell_at(event.x, event.y)
        if cell is not None and cell == self._held:
            self.post_message(self.Pressed(cell, event.button))
        self._held = None
