"""
Watching a game: an agent's, turn by turn, or a replay, move by move.

The cells that each part settled have its colour, those of the turn shown the
full one; the panel beside the grid describes the turn. At any point the watcher may
take the game over.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from sapper.agents.watch.story import Story
from sapper.cli.play import colours
from sapper.cli.play.describe import describe_step
from sapper.cli.play.game_screen import COMMON_BINDINGS, GameScreen
from sapper.cli.play.person import PersonScreen
from sapper.cli.play.picture import Picture
from sapper.errors import SapperError
from sapper.game.layout import fresh_seed
from sapper.game.replay import Replay

DEFAULT_SPEED: Final = 4.0
SLOWEST: Final = 0.25
FASTEST: Final = 1024.0
_FRAME: Final = 1 / 30
# The keys stay quick while a fast game runs: so long may a frame play at most.
_PATIENCE: Final = 0.05


class WatchScreen(GameScreen):
    """
    A game that is watched.

    ``tell`` begins the story of a game seed; a replay has but one, and is not
    ``renewable``. ``agent`` and ``agent_seed`` go into replays that are saved.
    """

    DEFAULT_CSS = """
    WatchScreen #side {
        width: 40%; min-width: 34; max-width: 52; padding: 1 2; background: #1c2028;
    }
    WatchScreen #legend { height: auto; margin-bottom: 1; }
    WatchScreen #turn { height: 1fr; scrollbar-size: 1 1; }
    WatchScreen #text { padding-right: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space", "forward", "next", key_display="→"),
        Binding("left", "back", "back", key_display="←"),
        Binding("p", "pause", "run"),
        Binding("plus,equals_sign", "faster", "speed", key_display="+ -"),
        Binding("minus", "slower", show=False),
        Binding("home,r", "begin", show=False),
        Binding("end", "hurry", "end", show=False),
        Binding("up", "scroll_text(-1)", show=False),
        Binding("down", "scroll_text(1)", show=False),
        Binding("h", "scroll_grid(-6, 0)", show=False),
        Binding("j", "scroll_grid(0, 2)", show=False),
        Binding("k", "scroll_grid(0, -2)", show=False),
        Binding("l", "scroll_grid(6, 0)", show=False),
        Binding("n", "new", "new"),
        Binding("t", "take_over", "take over"),
        *COMMON_BINDINGS,
    ]
    HELP_TITLE: ClassVar[str] = "Watching"
    HELP_KEYS: ClassVar[list[tuple[str, str]]] = [
        ("→ or space", "next turn"),
        ("←", "one turn back"),
        ("p", "run, or pause"),
        ("+ and -", "twice as fast, half as fast"),
        ("home or r, end", "to the beginning, to the end of the game"),
        ("↑ ↓", "scroll the turn's text"),
        ("h j k l", "scroll the grid"),
        ("t", "take over: play on from here yourself"),
        ("n", "the same agent in a new game"),
        ("s", "save a replay"),
        ("q", "quit"),
    ]

    def __init__(
        self,
        tell: Callable[[int], Story],
        seed: int,
        *,
        title: str,
        agent: str = "",
        agent_seed: int | None = None,
        renewable: bool = True,
        speed: float | None = None,
        save: Path | None = None,
    ) -> None:
        self.story = tell(seed)
        super().__init__(self.story.game, save=save)
        self._colours = colours.colours_of(self.story.actors)
        self._tell = tell
        self._heading = title
        self._agent = agent
        self._agent_seed = agent_seed
        self._renewable = renewable
        self.speed = min(max(speed or DEFAULT_SPEED, SLOWEST), FASTEST)
        self.runs = speed is not None
        self._hurries = False
        self._due = 0.0
        self._last_frame = time.monotonic()

    def compose_side(self) -> list[Widget]:
        """Return the legend and the turn's text."""
        turn = VerticalScroll(Static(id="text"), id="turn", can_focus=False)
        return [Vertical(Static(id="legend"), turn, id="side")]

    def on_mount(self) -> None:
        """Show the beginning and start the frames."""
        super().on_mount()
        self.say("space or → makes the next turn, p runs, ? shows all keys")
        self.set_interval(_FRAME, self.play_frame)

    # What is shown

    def describe_game(self) -> str:
        """Name the agent that plays, too."""
        return f"{self._heading} · {super().describe_game()}"

    def more_counters(self) -> list[tuple[str, str]]:
        """Show the turn, and the speed if the game runs."""
        speed = f"{self.speed:g} a second" if self.runs else "paused"
        return [("turn", str(self.story.at)), ("speed", speed)]

    def make_picture(self) -> Picture:
        """Colour the cells by who settled them."""
        step = self.story.step
        return Picture.of_game(
            self.game,
            {cell: self._colours[actor] for cell, actor in self.story.marks.items()},
            step.cells if step else (),
            step.clues if step else (),
            step.window if step else (),
        )

    def show_game(self) -> None:
        """Show the grid, the legend and the turn."""
        super().show_game()
        self.query_one("#legend", Static).update(self._make_legend())
        step = self.story.step
        text = Text("the game has not begun", style=colours.FAINT)
        if step is not None:
            text = Text.assemble((f"turn {self.story.at}\n", colours.FAINT))
            text.append_text(describe_step(step, self._colours, self.game))
            if step.cells:
                self.grid.reach_most(step.cells if step.cell is None else [step.cell])
        self.query_one("#text", Static).update(text)
        self.query_one("#turn", VerticalScroll).scroll_home(animate=False)

    def _make_legend(self) -> Text:
        counts = self.story.counts
        text = Text()
        for actor in self.story.actors:
            colour = self._colours[actor]
            ground = colours.tint(colour, colours.REVEALED_TONES[0])
            text.append("  ", style=f"on {colour}")
            text.append("  ", style=f"on {ground}")
            text.append(f" {actor.name}", style=f"bold {colour}")
            text.append(f"  {actor.role} {counts[actor]}\n", style=colours.FAINT)
        if any(actor.role == "deducer" for actor in self.story.actors):
            text.append(
                "bright: this turn; underlined:\nthe clues it came from", style=colours.FAINT
            )
        return text

    # The turns

    def action_forward(self) -> None:
        """Make the next turn."""
        self._stop()
        self.advance(1)

    def action_back(self) -> None:
        """Take one turn back."""
        self._stop()
        self.say("" if self.story.back() else "this is the beginning")
        self.show_game()

    def action_begin(self) -> None:
        """Go back to the beginning."""
        self._stop()
        while self.story.back():
            pass
        self.say("")
        self.show_game()

    def action_hurry(self) -> None:
        """Go on to the end as fast as the agent plays."""
        self.runs = self._hurries = True

    def advance(self, turns: float) -> None:
        """Make some turns, fewer if they take too long or the game ends."""
        until = time.monotonic() + _PATIENCE
        made = 0
        try:
            while made < turns and (made == 0 or time.monotonic() < until):
                if not self.story.forward():
                    self._stop()
                    self.say(self._describe_end())
                    break
                made += 1
            else:
                self.say("")
        except SapperError as error:
            self._stop()
            self.say(str(error), is_error=True)
        self._due = max(self._due - made, 0.0)
        self.show_game()

    def _describe_end(self) -> str:
        if not self.game.is_over:
            return "the replay ends here; ← goes back, t plays on from here"
        return f"the game is over: {self.game.outcome}; ← goes back, t takes over, s saves"

    def play_frame(self) -> None:
        """Make the turns that are due since the last frame."""
        now = time.monotonic()
        passed, self._last_frame = now - self._last_frame, now
        if not self.runs:
            return
        # No more than a second is made up for: a slow agent must not cause a rush.
        self._due = min(self._due + passed * self.speed, max(self.speed, 1.0))
        if self._hurries:
            self.advance(float("inf"))
        elif self._due >= 1:
            self.advance(int(self._due))

    def _stop(self) -> None:
        self.runs = self._hurries = False
        self._due = 0.0

    def action_pause(self) -> None:
        """Run, or pause."""
        was_running = self.runs
        self._stop()
        self.runs = not was_running
        self.show_top()

    def action_faster(self) -> None:
        """Run twice as fast."""
        self._set_speed(self.speed * 2)

    def action_slower(self) -> None:
        """Run half as fast."""
        self._set_speed(self.speed / 2)

    def _set_speed(self, speed: float) -> None:
        self.speed = min(max(speed, SLOWEST), FASTEST)
        self.say(f"{self.speed:g} {'turn' if self.speed == 1 else 'turns'} a second")
        self.show_top()

    def action_scroll_text(self, lines: int) -> None:
        """Scroll the turn's text."""
        self.query_one("#turn", VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_scroll_grid(self, right: int, down: int) -> None:
        """Scroll the grid."""
        self.grid.scroll_relative(right, down, animate=False)

    # Other games

    def action_new(self) -> None:
        """Watch the same agent in another game."""
        self.story = self._tell(fresh_seed())
        self.game = self.story.game
        self.say("a new game")
        self.show_game()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no new game where there is none."""
        if action == "new" and not self._renewable:
            return False
        return super().check_action(action, parameters)

    def action_take_over(self) -> None:
        """Let the person play on from what is shown."""
        if self.game.outcome == "stuck":
            self.game.undo()
        self.app.switch_screen(PersonScreen(self.game, save=self.save_path))

    def make_replay(self) -> Replay:
        """Record the game as far as it is shown."""
        return Replay.of_game(self.game, self._agent, self._agent_seed)
