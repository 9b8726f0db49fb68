"""
Luck and skill of a game: what each move risked, and what could have been known.

Every reveal and chord of a replay is judged by the core before it is made
(`native/advice/judgement.h`): what it risked, whether something was proven and by which
technique, what was better, what a guess gave away. The sum of what guesses were likely to
survive against what they did survive is luck; pLuck, as players of other programs know it, is
the sum of -log10 of the chances of the guesses that went well: 1 for each factor of ten.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final

from sapper import _core
from sapper.advice.ladder import Technique
from sapper.arguments import explained
from sapper.boards.metrics import Metrics, measure
from sapper.errors import SapperError
from sapper.game.game import Game
from sapper.game.io.disk import write_bytes
from sapper.game.layout import Layout
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.replay import Replay
from sapper.game.words import count

VALUE_IS: Final = (
    f"the chance to win under best play, exact, where at most {_core.JUDGE_LAYOUTS:,} layouts "
    "fit; elsewhere guesses are judged by the risk beyond the least on offer"
)


@dataclass(frozen=True)
class ReviewedMove:
    """
    One move, the position before it, and how the core judges it.

    What the `Judgement` knows (``kind``, ``risk``, ``missed``, ``lost``, …) can be asked of
    the move itself. ``time`` is in milliseconds.
    """

    number: int
    move: Move
    before: Position
    judgement: _core.Judgement
    time: int | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "judgement":
            raise AttributeError(name)
        return getattr(self.judgement, name)

    @property
    def better(self) -> int | None:
        """The cell that the hint names instead of a guess."""
        hint = self.judgement.hint
        return None if hint is None else hint.cell

    @property
    def why(self) -> str:
        """Why that was better, in a sentence."""
        hint = self.judgement.hint
        return "" if hint is None else hint.sentence

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON-ready data."""
        return {
            "number": self.number,
            "move": self.move.format(self.before.columns),
            "time": self.time,
            **self.judgement.to_dict(),
        }


@dataclass(frozen=True, repr=False)
class Review:
    """A whole game, move by move, and what it comes to."""

    replay: Replay
    layout: Layout
    metrics: Metrics
    moves: tuple[ReviewedMove, ...]
    three_bv_solved: int

    def __repr__(self) -> str:
        rules = self.replay.rules
        return (
            f"<Review: {rules.name}, {self.replay.outcome}, {count(len(self.moves), 'move')}, "
            f"{len(self.guesses)} {'guess' if len(self.guesses) == 1 else 'guesses'}>"
        )

    @property
    def guesses(self) -> tuple[ReviewedMove, ...]:
        """The moves that risked something."""
        return tuple(move for move in self.moves if move.is_guess)

    @property
    def clicks(self) -> int:
        """Moves of any kind."""
        return len(self.moves)

    @property
    def efficiency(self) -> float | None:
        """3BV solved for each click."""
        return self.three_bv_solved / self.clicks if self.clicks else None

    @property
    def seconds(self) -> float | None:
        """From the first reveal to the last move, if times are known."""
        times = self.replay.times
        return (times[-1] - min(0, times[0])) / 1000 if times else None

    @property
    def missed(self) -> dict[str, int]:
        """Needless guesses by the technique that would have done."""
        counts = Counter(str(move.missed) for move in self.moves if move.missed is not None)
        return {str(one): counts[str(one)] for one in Technique if counts[str(one)]}

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the game."""
        seconds, solved = self.seconds, self.three_bv_solved
        return {
            "outcome": self.replay.outcome,
            "agent": self.replay.agent or None,
            "grid": self.replay.rules.size,
            **self.metrics.to_dict(),
            "three_bv_solved": solved,
            "clicks": self.clicks,
            "efficiency": self.efficiency,
            "seconds": seconds,
            "seconds_per_three_bv": seconds / solved if seconds is not None and solved else None,
            "three_bv_per_second": solved / seconds if seconds else None,
            **_core.sum_up([move.judgement for move in self.moves]),
            "missed": self.missed,
            "value_is": VALUE_IS,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the review as JSON-ready data."""
        return {
            "summary": self.summary(),
            "layout": str(self.layout),
            "moves": [move.to_dict() for move in self.moves],
        }


@explained
def review(replay: Replay, progress: Callable[[int, int], None] | None = None) -> Review:
    """
    Review a replay move by move.

    Raises:
        NotationError: the replay does not play back.
    """
    end = replay.game()
    game = replay.blank_game()
    moves: list[ReviewedMove] = []
    for number, move in enumerate(replay.moves, start=1):
        judged = judge(game, move)
        before, hit = game.position, game.mines_hit
        game.play(move)
        judged.survived = game.mines_hit == hit
        time = replay.times[number - 1] if replay.times else None
        moves.append(ReviewedMove(number, move, before, judged, time))
        if progress is not None:
            progress(number, len(replay.moves))
    if end.first_cell is None:
        raise SapperError("expected a game with at least one reveal, got one without")
    layout = end.layout
    return Review(replay, layout, measure(layout), tuple(moves), _solved(end, layout))


@explained
def judge(game: Game, move: Move) -> _core.Judgement:
    """Judge a move before it is made: what it risks, and what else there is."""
    return _core.judge(
        game.position,
        move.kind,
        move.cell,
        game.first_cell is None,
        game.rules.game == "score",
        game.history[-1].cell if game.history else None,
    )


def _solved(game: Game, layout: Layout) -> int:
    """Count the 3BV that were solved: openings opened, and clues next to none revealed."""
    position, shown = layout.position(), game.position
    codes = position.cells
    zeros = {cell for cell, code in enumerate(codes) if code == 0}
    solved = sum(
        1
        for cell, code in enumerate(codes)
        if 0 < code <= 8
        and shown.cells[cell] == code
        and not zeros.intersection(position.neighbours(cell))
    )
    while zeros:
        start = zeros.pop()
        solved += shown.cells[start] == 0
        waiting = [start]
        while waiting:
            fresh = zeros.intersection(position.neighbours(waiting.pop()))
            zeros -= fresh
            waiting += fresh
    return solved


_MOST_NAMED: Final = 6


def review_sentences(found: Review) -> list[str]:
    """Return what a player wants to know after a game, a sentence for each thing."""
    guesses = found.guesses
    if not guesses:
        return ["no move was a guess: luck had no part in it beyond the first cell"]
    needless = [move for move in guesses if move.kind == "needless guess"]
    riskiest = max(guesses, key=lambda move: move.risk or 0.0)
    return [_needless(needless, len(guesses)), _riskiest(riskiest), _luck(found)]


def _needless(needless: list[ReviewedMove], count: int) -> str:
    if not needless:
        return f"every guess was needed ({count})"
    named = ", ".join(f"{_name(one)} ({_percent(one)})" for one in needless[:_MOST_NAMED])
    more = f" and {len(needless) - _MOST_NAMED} more" if len(needless) > _MOST_NAMED else ""
    return f"guesses that were not needed: {named}{more}, of {count}"


def _riskiest(move: ReviewedMove) -> str:
    least = 100 * (move.best_risk or 0.0)
    went = "it went well" if move.survived else "it met a mine"
    return (
        f"the riskiest move: {_name(move)} with {_percent(move)}, where {least:.1f} % was "
        f"the least on offer; {went}"
    )


def _luck(found: Review) -> str:
    numbers = found.summary()
    return (
        f"luck was worth {numbers['luck']:+.2f} guesses (pLuck {numbers['pluck']:.2f}): "
        f"{numbers['survivals']} of "
        f"{count(numbers['guesses'], 'guess')} went well, {numbers['expected_survivals']:.2f} "
        f"could be expected; the chance that all succeed was {100 * numbers['chance_of_all']:.3g} %"
    )


def _name(move: ReviewedMove) -> str:
    return move.move.format(move.before.columns)


def _percent(move: ReviewedMove) -> str:
    return f"{100 * (move.risk or 0.0):.1f} %"


def make_page(review: Review) -> str:
    """Write the page."""
    rules = review.replay.rules
    data: dict[str, Any] = {
        "summary": review.summary(),
        "columns": rules.columns,
        "rows": rules.rows,
        "end": _letters(review.replay.position),
        "moves": [
            {
                **move.to_dict(),
                "cell": move.move.cell,
                "best_cells": [] if move.better is None else [move.better],
                "before": _letters(move.before),
            }
            for move in review.moves
        ],
    }
    template = resources.files("sapper.boards").joinpath("templates/review.html").read_text("utf-8")
    # Inside a script element nothing but its end tag needs care.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return template.replace("__DATA__", text)


def save_page(review: Review, path: Path | str) -> None:
    """Write the page to a file."""
    write_bytes(path, make_page(review).encode())


def _letters(position: Position) -> str:
    return str(position).split()[0].replace("/", "")
