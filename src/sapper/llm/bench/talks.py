"""
A talk about one item: what the model is asked next, what it answered, what came of it.

Every question stands alone: rules, limits, what the last answer did, and the position as
it is now. So a long game needs no long context, and an evaluation that was stopped loses
no more than the talks under way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sapper.errors import SapperError
from sapper.game.position import Position
from sapper.llm.bench.items import Item
from sapper.llm.episodes import Episode, Reply
from sapper.llm.tasks import Task

_LONGEST_KEPT: Final = 4_000  # letters of an answer that a record keeps, from its end


class Talk:
    """One item with one model; ``answer`` until `is_over`, then `record`."""

    def __init__(self, item: Item, form: str = "grid") -> None:
        self.item = item
        self.form = form
        self.task: Task | None = None if item.is_game else item.task(form)
        self.episode: Episode | None = item.episode(form) if item.is_game else None
        self.is_over = False
        self.last_text = ""  # what was answered last
        self._said = ""  # what the last answer did
        self._numbers: dict[str, Any] = {}
        self._turns: list[dict[str, Any]] = []
        self._sums = {"risk_over": 0.0, "guesses": 0, "needless": 0, "problems": 0}

    def __repr__(self) -> str:
        return f"<Talk: {self.item.id}, {len(self._turns)} answered>"

    @property
    def position(self) -> Position:
        """The position that is asked about."""
        if self.task is not None:
            return self.task.position
        assert self.episode is not None  # noqa: S101 - one of the two is there
        return self.episode.position

    def question(self) -> tuple[str, bytes | None]:
        """Return what is asked next: text, and a picture where positions are shown so."""
        if self.task is not None:
            return self.task.prompt(), self.task.picture()
        assert self.episode is not None  # noqa: S101 - one of the two is there
        prompt = self.episode.prompt()
        if self._said:
            prompt = f"{prompt}\n\nYour last answer: {self._said}"
        return prompt, self.episode.picture()

    def answer(self, text: str, **cost: Any) -> None:
        """Take an answer; ``cost`` (tokens, seconds) is kept beside it."""
        if self.is_over:
            raise SapperError(f"expected an item in play, got {self.item.id}, which is over")
        self.last_text = text
        turn = {"position": str(self.position), "answer": text[-_LONGEST_KEPT:], **cost}
        if self.task is not None:
            score = self.task.score(text)
            turn["said"] = score.sentence
            turn["problems"] = list(score.answer.problems)
            self._numbers = score.to_dict()
            self.is_over = True
        else:
            assert self.episode is not None  # noqa: S101 - one of the two is there
            self._note_turn(self.episode.play(text), turn)
        self._turns.append(turn)

    def _note_turn(self, reply: Reply, turn: dict[str, Any]) -> None:
        score = reply.score
        self._said = " ".join(reply.sentences())
        turn["said"] = self._said
        turn["moves"] = [move.format(self.position.columns) for move in score.moves]
        turn["kind"] = score.kind
        turn["risk"] = score.risk
        if score.risk is not None and score.least_risk is not None:
            self._sums["risk_over"] += max(0.0, score.risk - score.least_risk)
        self._sums["guesses"] += "guess" in score.kind
        self._sums["needless"] += score.kind == "needless guess"
        self._sums["problems"] += not score.is_legal
        self.is_over = reply.is_over

    def record(self) -> dict[str, Any]:
        """Return what is kept of the talk, as JSON-ready data."""
        found: dict[str, Any] = {
            "id": self.item.id,
            "track": self.item.track,
            "group": self.item.group,
            "turns": self._turns,
        }
        if self.episode is not None:
            found["end"] = str(self.episode.position)
            self._numbers = {
                "outcome": self.episode.outcome,
                "num_turns": self.episode.turns,
                "rewards": dict(self.episode.totals),
                **self._sums,
            }
            if "optimum" in self.item.data:
                self._numbers["optimum"] = self.item.data["optimum"]
        return found | {"numbers": self._numbers}


Player = Callable[[Talk], str]


def play_item(item: Item, player: Player, form: str = "grid") -> dict[str, Any]:
    """Let a player that lives in this process answer an item; return the record."""
    talk = Talk(item, form)
    while not talk.is_over:
        talk.answer(player(talk))
    return talk.record()
