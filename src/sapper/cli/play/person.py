"""A person at the keys and the mouse."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType

from sapper.advice import Hint
from sapper.boards.generation import generate, grade
from sapper.boards.review import review, review_sentences
from sapper.cli.play import colours
from sapper.cli.play.clock import Clock
from sapper.cli.play.game_screen import COMMON_BINDINGS, GameScreen
from sapper.cli.play.grid_view import GridView
from sapper.cli.play.picture import Picture
from sapper.errors import SapperError
from sapper.game.cells import format_cell
from sapper.game.codes import FLAGGED, MINE_SHOWN
from sapper.game.game import Game
from sapper.game.layout import fresh_seed
from sapper.game.replay import Replay
from sapper.logic import Analysis, analyse

LEFT, MIDDLE, RIGHT = 1, 2, 3
_MOST_REVIEWED: Final = 300_000  # cells times moves: about a second
_FIRST_HINTS: Final = {
    "any": "nothing is known before the first cell: every cell has the same risk",
    "safe": "the first cell is never a mine; a corner is most likely to open an area",
    "zero": "the first cell and its neighbours are never mines: reveal any cell",
}
_RESTARTED: Final = "the same board again, but for mines that make room for the first cell"
_RETRIED: Final = "exactly the same mines again: the first cell may be one of them"
_FOUND_AGAIN: Final = "the same seed again: the same first cell gives the same board"


def _hidden(keys: str, action: str) -> Binding:
    return Binding(keys, action, show=False)


def ask_for_hint(game: Game) -> tuple[Analysis, Hint | None]:
    """Find the hint nearest to the last move, the easiest to follow; flags may be wrong."""
    analysis = analyse(game.position, trust_flags=False)
    return analysis, analysis.hint(game.history[-1].cell if game.history else None)


class PersonScreen(GameScreen):
    """
    A game that a person plays.

    Moves that the position does not allow change nothing, and the status line
    says why. Undo works after a loss too, and the clock goes on from there.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        _hidden("up,k", "move(-1, 0)"),
        _hidden("down,j", "move(1, 0)"),
        _hidden("left,h", "move(0, -1)"),
        _hidden("right,l", "move(0, 1)"),
        _hidden("pageup", "page(-1)"),
        _hidden("pagedown", "page(1)"),
        _hidden("home", "edge(0)"),
        _hidden("end", "edge(-1)"),
        Binding("enter,space", "press", "reveal"),
        Binding("f", "flag", "flag"),
        Binding("c", "chord", "chord"),
        Binding("i", "hint", "hint"),
        Binding("u", "undo", "undo"),
        _hidden("r", "restart"),
        _hidden("t", "retry"),
        Binding("n", "new", "new"),
        *COMMON_BINDINGS,
    ]
    HELP_TITLE: ClassVar[str] = "Playing"
    HELP_KEYS: ClassVar[list[tuple[str, str]]] = [
        ("arrows or h j k l", "move; home, end, page up and page down go further"),
        ("enter or space", "reveal; on a clue: chord"),
        ("f", "flag, or take a flag away"),
        ("c", "chord: reveal around a clue that has all its flags"),
        ("i", "hint: the risk of every cell, the best one and why; again takes it away"),
        ("left button", "reveal; on a clue: chord"),
        ("right button", "flag, or take a flag away"),
        ("middle button", "chord"),
        ("u", "undo, also after a loss"),
        ("r", "restart the same seed: mines make room for the first cell"),
        ("t", "retry the same mines exactly: the first cell may be one"),
        ("n", "new game with another seed"),
        ("s", "save a replay"),
        ("q", "quit"),
    ]

    def __init__(
        self,
        game: Game,
        *,
        save: Path | None = None,
        now: Callable[[], float] = time.monotonic,
        no_guess: bool = False,
    ) -> None:
        rules = game.rules
        middle = rules.rows // 2 * rules.columns + rules.columns // 2
        cursor = middle if game.first_cell is None else game.first_cell
        super().__init__(game, save=save, cursor=cursor)
        self._clock = Clock(now)
        self._now = now
        self._no_guess = no_guess
        self._guessing = game.guessing
        self._times: list[float] = []
        self._graded: tuple[Game, int, str] | None = None
        self._undone = 0
        self._hints = 0
        self._hint: Hint | None = None
        self._risks: dict[int, float] = {}

    def on_mount(self) -> None:
        """Show the game, and the clock from now on."""
        super().on_mount()
        self._clock.follow(self.game)
        self.set_interval(0.25, self.show_top)
        self.say("enter reveals, f flags, ? shows all keys")

    # What is shown

    def more_counters(self) -> list[tuple[str, str]]:
        """Show the time, and honestly what was undone."""
        used = [("undone", self._undone), ("hints", self._hints)]
        shown = [(word, str(count)) for word, count in used if count]
        return [("time", str(self._clock)), *shown, *self._grade_counter()]

    def make_picture(self) -> Picture:
        """Draw the hint's risks over the game, if there is one."""
        picture = super().make_picture()
        if self._hint is None:
            return picture
        return replace(picture, risks=self._risks, best=self._hint.cell)

    def action_hint(self) -> None:
        """Show the risk of every cell, the best one and why; again takes them away."""
        if self._hint is not None:
            self._hint = None
            self.say("")
        elif self.game.is_over:
            self.say(self._describe_outcome(), is_error=self.game.outcome == "lost")
        elif self.game.first_cell is None and self.game.is_retry:
            self.say(_RETRIED)
        elif self.game.first_cell is None:
            self.say(_FIRST_HINTS[self.game.rules.first_click])
        else:
            self._find_hint()
        self.show_game()

    def _find_hint(self) -> None:
        try:
            analysis, found = ask_for_hint(self.game)
        except SapperError as error:
            self.say(str(error), is_error=True)
            return
        if found is None:
            return
        self._hint = found
        self._risks = dict(enumerate(analysis.risk.ravel().tolist()))
        self._hints += 1
        if found.kind != "mines":
            self.move_to(*divmod(found.cell, self.game.rules.columns))
        self.say(found.sentence)

    def _grade_counter(self) -> list[tuple[str, str]]:
        """Grade the board: at once where no guess is needed, else when the game is over."""
        game = self.game
        first = game.first_cell
        if first is None or not (self._no_guess or game.is_over):
            return [("difficulty", "no guess needed")] if self._no_guess else []
        if self._graded is None or self._graded[:2] != (game, first):
            found = grade(game.layout, first)
            self._graded = (game, first, found.title if found else "needs a guess")
        return [("difficulty", self._graded[2])]

    def show_status(self) -> None:
        """Name the cursor's cell before the sentence."""
        name = Text(f"{format_cell(self.cursor, self.game.rules.columns):<8}", style=colours.FAINT)
        self.query_one("#status").update(name + self.message)  # type: ignore[attr-defined]

    # The cursor

    @property
    def cursor(self) -> int:
        """The cell that the keys act on."""
        return self.grid.cursor or 0

    def move_to(self, row: int, column: int) -> None:
        """Put the cursor on a cell, or on the nearest one of the grid."""
        rules = self.game.rules
        row, column = min(max(row, 0), rules.rows - 1), min(max(column, 0), rules.columns - 1)
        self.grid.move_cursor(row * rules.columns + column)
        self.show_status()

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor by a cell."""
        row, column = divmod(self.cursor, self.game.rules.columns)
        self.move_to(row + down, column + right)

    def action_page(self, down: int) -> None:
        """Move the cursor by as many rows as are seen."""
        self.action_move(down * self.grid.num_rows_seen, 0)

    def action_edge(self, column: int) -> None:
        """Move the cursor to the first column, or to the last."""
        columns = self.game.rules.columns
        self.move_to(self.cursor // columns, column % columns)

    # The moves

    def action_press(self) -> None:
        """Reveal the cursor's cell; chord if it shows a clue."""
        is_clue = self.game.position.clue(self.cursor) is not None
        if self._no_guess and self.game.first_cell is None and not self.game.is_retry:
            self._try(self._lay_board)
        self._try(lambda: (self.game.chord if is_clue else self.game.reveal)(self.cursor))

    def action_flag(self) -> None:
        """Flag the cursor's cell, or take its flag away."""
        is_flagged = self.game.position.cells[self.cursor] == FLAGGED
        self._try(lambda: (self.game.unflag if is_flagged else self.game.flag)(self.cursor))

    def action_chord(self) -> None:
        """Chord on the cursor's cell."""
        self._try(lambda: self.game.chord(self.cursor))

    def on_grid_view_pressed(self, event: GridView.Pressed) -> None:
        """Do with the mouse what the keys do."""
        self.move_to(*divmod(event.cell, self.game.rules.columns))
        actions = {LEFT: self.action_press, MIDDLE: self.action_chord, RIGHT: self.action_flag}
        if event.button in actions:
            actions[event.button]()

    def action_undo(self) -> None:
        """Take back the last move."""
        if self._try(self.game.undo):
            self._undone += 1
            self.show_top()

    def action_restart(self) -> None:
        """Begin the same seed again."""
        self._begin_again(self.game.restart)
        is_given = self.game.given_layout is not None
        self.say(_FOUND_AGAIN if self._no_guess else _RETRIED if is_given else _RESTARTED)

    def action_retry(self) -> None:
        """Begin again on exactly the same layout."""
        if self._begin_again(self.game.retry):
            self.say(_RETRIED)

    def _begin_again(self, begin: Callable[[], None]) -> bool:
        done = self._try(begin)
        if done:
            self._undone = self._hints = 0
            self._graded = None
            self.show_top()
        return done

    def action_new(self) -> None:
        """Begin a game with another seed."""
        self._undone = self._hints = 0
        self.game = Game(self.game.rules, fresh_seed(), guessing=self._guessing)
        self._try(lambda: None)
        self.say("a new game")

    def _lay_board(self) -> None:
        """Find a board that needs no guess from the cursor's cell, before it is revealed."""
        old = self.game
        if old.position.cells[self.cursor] == FLAGGED:
            return
        board = generate(old.rules, 1, old.seed, self.cursor, workers=1)[0]
        self.game = Game(old.rules, old.seed, layout=board.layout)
        for made in old.history:
            self.game.play(made)

    def make_replay(self) -> Replay:
        """Record the game with its times."""
        moves = self.game.history
        if len(self._times) != len(moves):
            return super().make_replay()
        start = next(
            (t for m, t in zip(moves, self._times, strict=True) if m.kind == "reveal"), 0.0
        )
        return Replay.of_game(self.game, times=[round(1000 * (t - start)) for t in self._times])

    def _try(self, move: Callable[[], object]) -> bool:
        """Make a move and show what came of it; False if it was refused."""
        try:
            move()
        except SapperError as error:
            self.say(str(error), is_error=True)
            return False
        self._hint = None
        del self._times[len(self.game.history) :]
        self._times += [self._now()] * (len(self.game.history) - len(self._times))
        self._clock.follow(self.game)
        self.show_game()
        self.say(self._describe_outcome(), is_error=self.game.outcome == "lost")
        return True

    def _describe_outcome(self) -> str:
        game = self.game
        if game.outcome == "won":
            return f"won in {self._clock}; n begins a new game, s saves a replay{self._review()}"
        if game.outcome != "lost":
            return ""
        if game.rules.game == "score":
            return f"every cell is settled: {game.mines_flagged} of {game.rules.num_mines} mines"
        position = game.position
        hit = position.format_cell(position.cells.index(MINE_SHOWN))
        if game.is_retry and game.hit_first:
            return f"{hit} is a mine of the layout that you retry; u undoes, r moves it away"
        keys = "u undoes, r restarts, t retries, n begins a new game"
        return f"{hit} was a mine; {keys}{self._review()}"

    def _review(self) -> str:
        """Review the game in sentences, where that takes no time to speak of."""
        rules = self.game.rules
        if rules.num_cells * len(self.game.history) > _MOST_REVIEWED:
            return "\nthe game is long: save it, and `sapper review` reviews it"
        try:
            found = review_sentences(review(self.make_replay()))
        except SapperError as error:
            return f"\nno review: {error}"
        return "".join(f"\n{line}" for line in found)
