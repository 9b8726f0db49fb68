"""
Luck and skill of a game: what each move risked, and what could have been known.

Every reveal and chord of a replay is compared with the exact risks of the position
before it. A reveal with risk is a guess: forced if nothing was proven safe, needless
otherwise, and then the easiest proof that was missed is named by its technique. The
sum of what guesses were likely to survive against what they did survive is luck. What
guesses gave away is skill: the chance to win under best play, exactly, against that of
the best move, where so few layouts are left that best play can be searched
(`MAX_LAYOUTS`, `MAX_NODES`); elsewhere the risk beyond the least on offer. A move
without risk gives nothing away. The player's flags are not trusted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, log
from typing import Any, Final, Literal

from sapper.arguments import explained
from sapper.boards.ladder import Rung
from sapper.boards.metrics import Metrics, measure
from sapper.errors import BudgetExceededError, InconsistentPositionError, SapperError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.replay import Replay
from sapper.game.words import count
from sapper.logic.analysis import Analysis, analyse
from sapper.logic.reasons import Reason, Technique, find_reasons
from sapper.logic.values import move_value

Kind = Literal["first", "safe", "forced guess", "needless guess", "mark", "unknown"]
_PROVEN: Final = 1e-12
MAX_STATES: Final = 2_000_000  # of one position; beyond, a move is not judged
# Of the search for exact values; beyond, a guess is judged by its risk. The page has the same.
MAX_LAYOUTS: Final = 2_000
MAX_NODES: Final = 50_000
LostBy = Literal["value", "risk"]

VALUE_IS: Final = (
    f"the chance to win under best play, exact, where at most {MAX_LAYOUTS:,} layouts fit; "
    "elsewhere guesses are judged by the risk beyond the least on offer"
)

_RUNGS: Final = {
    Technique.SINGLE_CLUE: Rung.SINGLE_CLUE,
    Technique.SUBSET: Rung.SUBSET,
    Technique.EXACT: Rung.COMPONENT,
    Technique.EXACT_WITH_MINE_COUNT: Rung.MINE_COUNT,
}


def rung_of(reason: Reason) -> Rung:
    """Return the technique of the boards' ladder that a reason needs."""
    if reason.technique is Technique.HUMAN:
        return Rung.PAIR if len(reason.clues) <= 2 else Rung.SEVERAL
    return _RUNGS[reason.technique]


@dataclass(frozen=True)
class ReviewedMove:
    """
    One move and what was known before it.

    ``risk`` is the probability that it meets a mine, ``best_risk`` the least on offer,
    at the cells ``best``. ``missed`` is the easiest technique that proves a safe cell
    where the move was a needless guess, ``why`` that proof in words. ``time`` is in
    milliseconds. Risks are None where the position was too large to look at.
    ``value`` is the exact chance to win after a guess (before it is known what it shows),
    ``best_value`` that of the best move, which begins at ``best_move``; None out of reach.
    """

    number: int
    move: Move
    kind: Kind
    before: Position
    risk: float | None = None
    best_risk: float | None = None
    best: tuple[int, ...] = ()
    missed: Rung | None = None
    why: str = ""
    survived: bool = True
    time: int | None = None
    value: Fraction | None = None
    best_value: Fraction | None = None
    best_move: int | None = None

    @property
    def lost_by(self) -> LostBy | None:
        """What ``lost`` is measured in: the chance to win, exact, or risk; None unjudged."""
        if self.value is not None or self.kind in ("first", "safe", "mark"):
            return "value"
        return None if self.risk is None else "risk"

    @property
    def lost(self) -> float:
        """The chance to win given away, or what was risked beyond the least on offer."""
        if self.value is not None and self.best_value is not None:
            return float(self.best_value - self.value)
        if self.risk is None or self.best_risk is None:
            return 0.0
        return max(0.0, self.risk - self.best_risk)

    @property
    def is_guess(self) -> bool:
        """True for a reveal or chord with risk."""
        return self.kind in ("forced guess", "needless guess")

    def to_dict(self) -> dict[str, Any]:
        """Return the move as JSON-ready data."""
        name = self.before.format_cell
        return {
            "number": self.number,
            "move": self.move.format(self.before.columns),
            "time": self.time,
            "kind": self.kind,
            "risk": self.risk,
            "best_risk": self.best_risk,
            "best": [name(cell) for cell in self.best],
            "missed": None if self.missed is None else str(self.missed),
            "why": self.why or None,
            "survived": self.survived,
            "lost": self.lost,
            "lost_by": self.lost_by,
            "value": None if self.value is None else float(self.value),
            "best_value": None if self.best_value is None else float(self.best_value),
            "best_move": None if self.best_move is None else name(self.best_move),
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
    def expected_survivals(self) -> float:
        """How many of the guesses were to be expected to go well."""
        return sum(1.0 - (move.risk or 0.0) for move in self.guesses)

    @property
    def survivals(self) -> int:
        """How many of the guesses went well."""
        return sum(move.survived for move in self.guesses)

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
        return {str(rung): counts[str(rung)] for rung in Rung if counts[str(rung)]}

    def _lost(self, by: LostBy) -> float:
        return sum(move.lost for move in self.guesses if move.lost_by == by)

    def summary(self) -> dict[str, Any]:
        """Return the numbers of the game."""
        seconds, solved = self.seconds, self.three_bv_solved
        guesses = self.guesses
        chance = 1.0
        for guess in guesses:
            chance *= 1.0 - (guess.risk or 0.0)
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
            "guesses": len(guesses),
            "forced_guesses": sum(move.kind == "forced guess" for move in guesses),
            "needless_guesses": sum(move.kind == "needless guess" for move in guesses),
            "expected_survivals": self.expected_survivals,
            "survivals": self.survivals,
            "luck": self.survivals - self.expected_survivals,
            "chance_of_all": chance,
            "missed": self.missed,
            "value_lost": self._lost("value"),
            "guesses_by_value": sum(move.lost_by == "value" for move in guesses),
            "risk_lost": self._lost("risk"),
            "guesses_by_risk": sum(move.lost_by == "risk" for move in guesses),
            "value_is": VALUE_IS,
            "unjudged": sum(move.kind == "unknown" for move in self.moves),
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
        judged = _judge(game, move, number)
        hit = game.mines_hit
        game.play(move)
        time = replay.times[number - 1] if replay.times else None
        moves.append(replace(judged, survived=game.mines_hit == hit, time=time))
        if progress is not None:
            progress(number, len(replay.moves))
    if end.first_cell is None:
        raise SapperError("expected a game with at least one reveal, got one without")
    layout = end.layout
    return Review(replay, layout, measure(layout), tuple(moves), _solved(end, layout))


def _judge(game: Game, move: Move, number: int) -> ReviewedMove:
    """Judge a move before it is made."""
    position = game.position
    plain = ReviewedMove(number, move, "mark", position)
    if move.kind in ("flag", "unflag"):
        return plain
    if game.first_cell is None:
        return replace(plain, kind="first")
    try:
        analysis = analyse(position, trust_flags=False, max_states=MAX_STATES)
        risk = _risk(analysis, move)
    except BudgetExceededError:
        return replace(plain, kind="unknown")
    covered = sorted([*position.covered, *position.flagged])
    best_risk = min(float(analysis.risk.flat[cell]) for cell in covered)
    best = tuple(c for c in covered if float(analysis.risk.flat[c]) <= best_risk + _PROVEN)
    if risk <= _PROVEN:
        kind: Kind = "safe"
    elif analysis.safe:
        kind = "needless guess"
    else:
        kind = "forced guess"
    judged = replace(plain, kind=kind, risk=risk, best_risk=best_risk, best=best)
    if kind == "safe":
        return judged
    judged = _find_value(game, judged, analysis)
    return _name_the_miss(judged) if kind == "needless guess" else judged


def _find_value(game: Game, judged: ReviewedMove, analysis: Analysis) -> ReviewedMove:
    """Add what a guess is worth, where that can be found within the limits."""
    if game.rules.game != "normal" or analysis.log_placements > log(MAX_LAYOUTS) + _PROVEN:
        return judged
    try:
        found = move_value(
            judged.before,
            _opened(judged.before, judged.move),
            max_layouts=MAX_LAYOUTS,
            max_nodes=MAX_NODES,
            trust_flags=False,
        )
    except BudgetExceededError:
        return judged
    return replace(judged, value=found.value, best_value=found.best_value, best_move=found.best)


def _opened(position: Position, move: Move) -> list[int]:
    """List the covered cells that a reveal or chord opens."""
    if move.kind == "reveal":
        return [move.cell]
    around = position.neighbours(move.cell)
    return [cell for cell in around if position.cells[cell] == COVERED]


def _risk(analysis: Analysis, move: Move) -> float:
    """Return the probability that a reveal or chord meets a mine."""
    position = analysis.position
    risks = [float(analysis.risk.flat[cell]) for cell in _opened(position, move)]
    if move.kind == "reveal":
        return risks[0]
    around = position.neighbours(move.cell)
    if max(risks, default=0.0) <= _PROVEN:
        return 0.0
    if max(risks) >= 1.0:
        return 1.0
    # All go well exactly if the clue's flags are all on mines.
    kept = {cell for cell in around if position.cells[cell] == FLAGGED}
    cells = bytes(
        COVERED if code == FLAGGED and cell not in kept else code
        for cell, code in enumerate(position.cells)
    )
    trusted = Position(position.columns, position.rows, position.num_mines, cells)
    try:
        with_flags = analyse(trusted, trust_flags=True, max_states=MAX_STATES)
    except InconsistentPositionError:  # the flags cannot all be right
        return 1.0
    return 1.0 - min(1.0, exp(with_flags.log_placements - analysis.log_placements))


def _name_the_miss(judged: ReviewedMove) -> ReviewedMove:
    reasons = find_reasons(judged.before, trust_flags=False, max_states=MAX_STATES)
    safe = [reason for reason in reasons if not reason.is_mine]
    if not safe:
        return judged
    easiest = min(safe, key=lambda reason: (rung_of(reason).rank, len(reason.clues), reason.cell))
    return replace(judged, missed=rung_of(easiest), why=easiest.sentence)


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
