"""The small windows over a game: the keys, and where to save."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from sapper.cli.play import colours

_FRAME: Final = 8  # border, padding and a scroll bar


class HelpDialog(ModalScreen[None]):
    """What the keys do; any key closes it."""

    DEFAULT_CSS = """
    HelpDialog { align: center middle; }
    HelpDialog > Vertical {
        width: auto; max-width: 100%; height: auto; max-height: 100%;
        padding: 0 2; border: round #7d8796; background: #1c2028; overflow-y: auto;
    }
    HelpDialog Static { width: auto; }
    """

    def __init__(self, title: str, keys: list[tuple[str, str]]) -> None:
        super().__init__()
        self._heading = title
        self._keys = keys

    def compose(self) -> ComposeResult:
        """Lay out the keys as a table."""
        width = max(len(key) for key, _ in self._keys) + 2
        room = max(self.app.size.width - _FRAME - width, 20)
        table = Text("\n").join(
            Text.assemble(
                (f"{key:<{width}}", f"bold {colours.FLAG}"),
                f"\n{'':<{width}}".join(textwrap.wrap(meaning, room)),
            )
            for key, meaning in self._keys
        )
        with Vertical():
            yield Static(Text(f"{self._heading}\n", style="bold"))
            yield Static(table)
            yield Static(Text("\nany key closes this", style=colours.FAINT))

    def on_key(self, event: events.Key) -> None:
        """Close, and let the key do nothing else."""
        event.stop()
        event.prevent_default()
        self.dismiss()

    def on_click(self) -> None:
        """Close."""
        self.dismiss()


class SaveDialog(ModalScreen[Path | None]):
    """Asks for the file that a replay is saved to."""

    DEFAULT_CSS = """
    SaveDialog { align: center middle; }
    SaveDialog > Vertical {
        width: 70; max-width: 95%; height: auto;
        padding: 1 2; border: round #7d8796; background: #1c2028;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "cancel")]

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._replaced: Path | None = None

    def compose(self) -> ComposeResult:
        """Show the name to save under, ready to be changed."""
        with Vertical():
            yield Static(Text("Save a replay of this game as", style="bold"))
            yield Input(str(self._path), id="path")
            yield Static(id="note")

    def on_mount(self) -> None:
        """Begin to type at once."""
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show what enter would do."""
        there = _path_of(event.value)
        exists = there is not None and there.exists()
        self._say(f"{'this file exists' if exists else 'enter saves'}, escape goes back")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Return the name; one of a file that exists must be confirmed."""
        path = _path_of(event.value)
        if path is not None and path.exists() and path != self._replaced:
            self._replaced = path
            self._say("this file exists: enter again replaces it, escape goes back")
            return
        self.dismiss(path)

    def _say(self, note: str) -> None:
        self.query_one("#note", Static).update(Text(note, style=colours.FAINT))

    def action_cancel(self) -> None:
        """Return nothing."""
        self.dismiss(None)


def _path_of(text: str) -> Path | None:
    return Path(text).expanduser() if text.strip() else None
