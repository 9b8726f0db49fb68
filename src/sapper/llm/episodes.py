"""
Whole games from seeds: a prompt, answers, what came of them, until the game is over.

An `Episode` is a game of `sapper.Game` with limits on its turns: after ``max_turns``, or
after ``max_idle`` turns in a row that reveal nothing, it is given up (``stuck``). The
defaults never stop a player who reveals a cell in every turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Self

from sapper.arguments import explained
from sapper.boards.board import Board
from sapper.errors import SapperError, UnknownNameError, check_type, check_whole
from sapper.game.codes import MINE_SHOWN
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.llm.judging import look_at, play_turn
from sapper.llm.prompts import describe_game
from sapper.llm.reading import Answer, read_answer
from sapper.llm.scoring import REWARDS, TurnScore
from sapper.llm.showing import FORMS, show

MAX_IDLE: Final = 3
DEFAULT_REWARDS: Final[Mapping[str, float]] = {"win": 0.5, "risk": 0.5}


class Reply:
    """What came of an answer: its score, its reward, and what the model is shown next."""

    __slots__ = ("form", "is_over", "limit", "reward", "score")

    def __init__(self, score: TurnScore, reward: float, form: str, limit: str) -> None:
        self.score = score
        self.reward = reward
        self.form = form
        self.limit = limit
        self.is_over = score.outcome != "playing"

    def __repr__(self) -> str:
        return f"<Reply: {self.score.kind}, reward {self.reward:.4f}, {self.score.outcome}>"

    @property
    def text(self) -> str:
        """What the model is shown next: what happened, and the position unless as a picture."""
        said = " ".join(self.sentences())
        shown = show(self.score.after, self.form)
        return f"{said}\n{shown}" if isinstance(shown, str) else said

    @property
    def picture(self) -> bytes | None:
        """The position as a PNG file, where that is how it is shown."""
        shown = show(self.score.after, self.form)
        return shown if isinstance(shown, bytes) else None

    def sentences(self) -> list[str]:
        """Put into words what the answer did."""
        score = self.score
        position, before = score.after, score.before
        said = [_sentence(problem) for problem in (*score.answer.problems, *score.problems)]
        if score.outcome == "lost":
            hit = [
                cell
                for cell in score.opened
                if position.cells[cell] == MINE_SHOWN != before.cells[cell]
            ]
            verb = "is a mine" if len(hit) == 1 else "are mines"
            return [*said, f"{position.format_cells(hit)} {verb}: the game is lost."]
        if score.opened:
            cells = position.cells
            shown = [f"{position.format_cell(cell)} shows {cells[cell]}" for cell in score.opened]
            said.append(f"{', '.join(shown)}.")
        elif score.kind == "mark":
            said.append(f"{count(len(position.flagged), 'flag')} on the grid.")
        else:
            said.append("Nothing was played.")
        if score.outcome == "won":
            said.append("Every safe cell is revealed: the game is won.")
        elif self.limit:
            said.append(f"That was the last {self.limit}: the game is given up.")
        return said


@explained
class Episode:
    """
    One game, played by text.

    The game is that of ``seed`` under ``rules``, or on a given ``layout``, or a `Board`,
    whose first cell is open. ``rewards`` are weights by name (`sapper.llm.scoring`): with
    weights that sum to 1, so does what a game can earn.

    >>> episode = Episode(Rules.parse("4x4x3"), seed=7)
    >>> turn = episode.play("I begin in the corner: <move>r1c1</move>")
    >>> turn.score.kind, turn.is_over, episode.outcome
    ('first', False, 'playing')
    >>> print(turn.text)
    r1c1 shows 0.
         1 2 3 4
      1  0 0 2 .
      2  0 0 2 .
      3  0 1 2 .
      4  0 1 . .
    mines: 3, flags: 0
    """

    __slots__ = (
        "_findings", "_is_seen", "form", "game", "idle", "max_idle", "max_turns", "rewards",
        "safe_at_start", "totals", "turns",
    )  # fmt: skip

    def __init__(
        self,
        rules: Rules,
        seed: int = 0,
        *,
        layout: Layout | None = None,
        first: int | str | None = None,
        form: str = "grid",
        rewards: Mapping[str, float] = DEFAULT_REWARDS,
        max_turns: int | None = None,
        max_idle: int = MAX_IDLE,
    ) -> None:
        if form not in FORMS:
            raise UnknownNameError.of("form of a position", str(form), FORMS)
        for name, weight in rewards.items():
            if name not in REWARDS:
                raise UnknownNameError.of("reward", str(name), REWARDS)
            check_type(weight, (int, float), f"a weight of the reward {name!r} as a number")
        if rules.game != "normal":
            raise SapperError(f"expected rules of the normal game, got {rules.game!r}")
        self.game = Game(rules, seed, layout=layout)
        if first is not None:
            self.game.reveal(first)
        self.form = form
        self.rewards = dict(rewards)
        self.safe_at_start = rules.num_cells - rules.num_mines - self.game.cells_revealed
        usual = self.safe_at_start + MAX_IDLE
        self.max_turns = usual if max_turns is None else check_whole(max_turns, "max_turns", 1)
        self.max_idle = check_whole(max_idle, "max_idle", 1)
        self.turns = self.idle = 0
        self.totals = dict.fromkeys(self.rewards, 0.0)
        self._findings: Any = None
        self._is_seen = False

    @classmethod
    def on_board(cls, board: Board, **options: Any) -> Self:
        """Play a certified board from its first cell; the other arguments are the same."""
        return cls(board.rules, board.seed, layout=board.layout, first=board.first, **options)

    def __repr__(self) -> str:
        rules = self.game.rules
        return (
            f"<Episode: {rules.name}, first click {rules.first_click}, seed {self.game.seed}, "
            f"{count(self.turns, 'turn')}, {self.outcome}>"
        )

    def __getstate__(self) -> dict[str, Any]:
        """Return what the episode is made of; its analysis is made again."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return kept | {"_findings": None, "_is_seen": False}

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name, value in state.items():
            setattr(self, name, value)

    @property
    def position(self) -> Position:
        """What the model sees."""
        return self.game.position

    @property
    def outcome(self) -> str:
        """``playing``, ``won``, ``lost``, or ``stuck`` where a limit was reached."""
        return self.game.outcome

    @property
    def is_over(self) -> bool:
        """Whether no turn is left."""
        return self.game.outcome != "playing"

    @property
    def total(self) -> float:
        """What all turns earned together."""
        return sum(weight * self.totals[name] for name, weight in self.rewards.items())

    def prompt(self) -> str:
        """Return the rules, how to answer, the limits and the position."""
        told = describe_game(self.game.rules, self.form, self.max_turns, self.max_idle)
        return f"{told}\n\n{self.shown()}".rstrip()

    def shown(self) -> str:
        """Return the position as text; nothing where it is shown as a picture."""
        found = show(self.game.position, self.form)
        return found if isinstance(found, str) else ""

    def picture(self) -> bytes | None:
        """Return the position as a PNG file, where that is how it is shown."""
        found = show(self.game.position, self.form)
        return found if isinstance(found, bytes) else None

    def play(self, text: str | Answer) -> Reply:
        """Read an answer, play it, judge it; an error once the game is over."""
        game = self.game
        if game.outcome != "playing":
            raise SapperError(f"expected a game in play, got one that is {game.outcome}")
        answer = text if isinstance(text, Answer) else read_answer(text, game.position)
        score = play_turn(game, answer, self.findings(), self.safe_at_start)
        self._is_seen = not score.opened
        self.turns += 1
        self.idle = 0 if score.opened else self.idle + 1
        limit = self._limit() if score.outcome == "playing" else ""
        if limit:
            game.give_up()
            score.outcome = "stuck"
        earned = 0.0
        for name, weight in self.rewards.items():
            part = score.reward(name)
            self.totals[name] += part
            earned += weight * part
        return Reply(score, earned, self.form, limit)

    def _limit(self) -> str:
        """Name the limit that was reached, if any."""
        if self.turns >= self.max_turns:
            return "turn"
        return "turn without a reveal" if self.idle >= self.max_idle else ""

    def findings(self) -> Any:
        """Return the core's findings of the position, asked once; None where it is too large."""
        if not self._is_seen:
            self._findings = look_at(self.game.position)
            self._is_seen = True
        return self._findings


def _sentence(problem: str) -> str:
    return f"{problem[:1].upper()}{problem[1:]}."
