"""
What the screens of a person and of a watched agent share.

The rules and the seed above, the grid in the middle, a line for what was said
last and the keys below; saving a replay, and help.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, Horizontal
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Footer, Static

from sapper.cli.play import colours
from sapper.cli.play.dialogs import HelpDialog, SaveDialog
from sapper.cli.play.grid_view import GridView
from sapper.cli.play.picture import Picture
from sapper.errors import SapperError
from sapper.game.game import Game
from sapper.game.replay import Replay
from sapper.game.rules import Rules
from sapper.game.words import count

# What every screen offers, after what it offers itself.
COMMON_BINDINGS: Final[tuple[Binding, ...]] = (
    Binding("s", "save", "save"),
    Binding("question_mark", "help", "help"),
    Binding("q", "app.quit", "quit"),
)


def describe_rules(rules: Rules) -> str:
    """Name the rules as the options that ask for them."""
    name = rules.name if rules.name == rules.size else f"{rules.name} {rules.size}"
    kind = "" if rules.game == "normal" else f" · {rules.game} game"
    return f"{name} · first click {rules.first_click}{kind}"


class Stage(Container):
    """The room for the grid, which is drawn as wide as it allows."""

    DEFAULT_CSS = """
    Stage { align: center middle; width: 1fr; height: 1fr; padding: 1 1 0 1; }
    """

    def on_resize(self, event: events.Resize) -> None:  # noqa: ARG002 - the content's size counts
        """Let the grid choose the width of its cells."""
        self.query_one(GridView).fit(self.content_size)


class GameScreen(Screen[None]):
    """A game on the screen; `person.py` and `watch.py` say what the keys do."""

    DEFAULT_CSS = """
    GameScreen { background: #15181e; color: #d7dce4; }
    GameScreen #top {
        height: 2; padding: 0 1; background: #1c2028; text-wrap: nowrap; text-overflow: ellipsis;
    }
    GameScreen #middle { height: 1fr; }
    GameScreen #status { height: auto; max-height: 8; padding: 0 1; }
    GameScreen Footer { background: #1c2028; }
    GameScreen, GameScreen * {
        scrollbar-color: #566176; scrollbar-background: #1c2028;
        scrollbar-color-hover: #7d8796; scrollbar-background-hover: #1c2028;
        scrollbar-color-active: #d7dce4; scrollbar-background-active: #1c2028;
        scrollbar-corner-color: #1c2028;
    }
    """
    HELP_TITLE: ClassVar[str] = ""
    HELP_KEYS: ClassVar[list[tuple[str, str]]] = []

    def __init__(self, game: Game, *, save: Path | None = None, cursor: int | None = None) -> None:
        super().__init__()
        self.game = game
        self.save_path = save
        self.grid = GridView(Picture.of_game(game), cursor=cursor)
        self.message = Text()

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Static(id="top")
        with Horizontal(id="middle"):
            with Stage():
                yield self.grid
            yield from self.compose_side()
        yield Static(id="status")
        yield Footer()

    def compose_side(self) -> list[Widget]:
        """Return what stands beside the grid."""
        return []

    def on_mount(self) -> None:
        """Show the game as it stands."""
        self.show_game()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do nothing more once the application ends: there is no screen to do it on."""
        if getattr(self.app, "is_ending", False):
            return False
        return super().check_action(action, parameters)

    # What is shown

    def show_game(self) -> None:
        """Bring everything on the screen up to date."""
        self.grid.show(self.make_picture())
        self.show_top()

    def make_picture(self) -> Picture:
        """Return what the grid shows."""
        return Picture.of_game(self.game)

    def show_top(self) -> None:
        """Show the rules, the seed and the counters."""
        title = Text.assemble(
            ("Sapper  ", f"bold {colours.FLAG}"), (self.describe_game(), colours.FAINT)
        )
        self.query_one("#top", Static).update(Text("\n").join([title, self.make_counters()]))

    def describe_game(self) -> str:
        """Describe what is played, so that it can be played again."""
        guessing = f" · {g} guessing" if (g := self.game.guessing) != "uniform" else ""
        return f"seed {self.game.seed} · {describe_rules(self.game.rules)}{guessing}"

    def make_counters(self) -> Text:
        """Return the line of numbers that change while one plays."""
        game = self.game
        text = Text()
        left = 0 if game.outcome == "won" else game.position.mines_left
        _append(text, "mines left", str(left))
        if game.rules.game == "score":
            _append(text, "mines hit", str(game.mines_hit))
            if game.is_over:
                _append(text, "score", f"{game.score:.0%}")
        for label, value in self.more_counters():
            _append(text, label, value)
        text.append(game.outcome, style=f"bold {colours.OUTCOME_COLOURS[game.outcome]}")
        return text

    def more_counters(self) -> list[tuple[str, str]]:
        """Return further labels and values for the line of numbers."""
        return []

    def say(self, message: str, *, is_error: bool = False) -> None:
        """Put a sentence on the status line."""
        self.message = Text(message, style=colours.LOST if is_error else colours.TEXT)
        self.show_status()

    def show_status(self) -> None:
        """Show the status line."""
        self.query_one("#status", Static).update(self.message)

    # Saving and help

    def make_replay(self) -> Replay:
        """Record the game as it stands."""
        return Replay.of_game(self.game)

    def action_save(self) -> None:
        """Ask for a file and save a replay there."""
        rules = self.game.rules
        path = self.save_path or Path(f"sapper-{rules.size}-seed{self.game.seed}.json")
        self.app.push_screen(SaveDialog(path), self._save)

    def _save(self, path: Path | None) -> None:
        if path is None:
            return
        replay = self.make_replay()
        try:
            replay.save(path)
        except SapperError as error:
            self.say(str(error), is_error=True)
        else:
            self.say(f"saved {count(len(replay.moves), 'move')}; sapper play --replay {path}")

    def action_help(self) -> None:
        """Show what the keys do."""
        self.app.push_screen(HelpDialog(self.HELP_TITLE, self.HELP_KEYS))


def _append(text: Text, label: str, value: str) -> None:
    text.append(f"{label} ", style=colours.FAINT)
    text.append(value, style="bold")
    text.append("   ")
