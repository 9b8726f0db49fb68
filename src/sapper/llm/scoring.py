"""
What a turn was worth, by the judgement of the core.

A turn is judged by what could be known when it began: of all cells that it opens together,
what they risked against the least risk on offer, whether they were proven safe and by
which technique, what is known of the chance to win that was given away, and how much was
learned. A player's flags are not trusted.

Rewards lie between 0 and 1, in every turn and in the sum over a game:

| name | of a turn |
|---|---|
| ``win`` | 1 if it wins the game |
| ``progress`` | safe cells opened, as a share of those that were covered at the beginning |
| ``proof`` | the part of that share which was proven safe, and not denied to be |
| ``risk`` | that share times (1 - risk taken) / (1 - least risk) |
| ``value`` | as ``risk``, by the chance to win after it and under best play where both are known |

A turn that opens nothing has none of them: stalling, repeating, flagging and claims alone
earn nothing. In a task of one turn the share is 1, whatever the luck, if a cell is
revealed at all: there ``proof``, ``risk`` and ``value`` are what the decision was worth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from sapper import _core
from sapper.advice.ladder import Technique
from sapper.arguments import explained
from sapper.errors import UnknownNameError
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.llm.reading import Answer

REWARDS: Final = ("win", "progress", "proof", "risk", "value")
NO_RISK: Final = 1e-12
_MAX_LAYOUTS: Final[int] = _core.JUDGE_LAYOUTS
_MAX_NODES: Final = 50_000
NOTHING: Final = "nothing"


@explained
class TurnScore:
    """
    One turn: what was played, what it risked, what it was worth.

    ``kind`` is the core's word for it (``first``, ``safe``, ``forced guess``, ``needless
    guess``, ``mark``, ``unknown``), or ``nothing`` where no move was made. ``risk`` is the
    chance that a cell which was opened is a mine, ``least_risk`` the least on offer; None
    where nothing was opened or the position is too large. ``before`` and ``after`` are the
    positions that it began and ended with, ``opened`` the covered cells that it was to reveal,
    ``revealed`` how many safe cells it did, ``proven`` how many of these by moves that were
    proven safe.
    """

    __slots__ = (
        "_share", "_value", "after", "answer", "before", "findings", "kind", "least_risk", "moves",
        "opened", "outcome", "problems", "proven", "revealed", "risk", "safe_at_start", "survived",
    )  # fmt: skip

    def __init__(self, before: Position, findings: _core.Findings | None, answer: Answer) -> None:
        self.before = before
        self.after = before
        self.findings = findings
        self._share: float | None = None
        self._value: tuple[Fraction, Fraction] | str | None = "unasked"
        self.answer = answer
        self.kind: str = NOTHING
        self.risk: float | None = None
        self.least_risk: float | None = None
        self.moves: list[Move] = []
        self.opened: list[int] = []
        self.problems: list[str] = []
        self.proven = self.revealed = 0
        self.safe_at_start = 1
        self.outcome = "playing"
        self.survived = True

    def __repr__(self) -> str:
        return f"<TurnScore: {self.kind}, {self.revealed} revealed, {self.outcome}>"

    @property
    def is_legal(self) -> bool:
        """Whether everything was understood and allowed."""
        return not self.problems and not self.answer.problems

    @property
    def is_provable(self) -> bool | None:
        """Whether some covered cell was proven safe; None where that is out of reach."""
        return None if self.findings is None else bool(self.findings.safe)

    @property
    def is_wrong_claim(self) -> bool:
        """Whether the answer says that nothing can be proven where something can."""
        return self.answer.is_unproven and bool(self.is_provable)

    @property
    def technique(self) -> Technique | None:
        """The hardest technique that the proofs of the opened cells take; None for a guess."""
        if self.kind != "safe" or self.findings is None:
            return None
        reasons = self.findings.find_reasons(self.before, self.opened, ())
        return max((one.technique for one in reasons), default=None)

    @property
    def win_chances(self) -> tuple[Fraction, Fraction] | None:
        """The chance to win after opening the cells, and under best play, where both are known."""
        if isinstance(self._value, str):
            self._value = _win_chances(self.before, self.findings, self.opened, self.kind)
        return self._value

    @property
    def lost(self) -> float:
        """What was given away: chance to win where known, else risk beyond the least."""
        if self.kind in ("first", "safe", "mark", NOTHING):
            return 0.0
        if (chances := self.win_chances) is not None:
            return float(chances[1] - chances[0])
        if self.risk is None or self.least_risk is None:
            return 0.0
        return max(0.0, self.risk - self.least_risk)

    @property
    def lost_by(self) -> str | None:
        """What `lost` is measured in: value, risk, or None where nothing is known."""
        if self.kind in ("first", "safe", "mark", NOTHING) or self.win_chances is not None:
            return "value"
        return None if self.risk is None else "risk"

    def bits(self, after: _core.Findings | None) -> float | None:
        """Return how much was learned: how often the layouts that fit were halved."""
        if self.findings is None or not self.survived:
            return None
        left = 0.0 if self.outcome == "won" else None
        if left is None:
            if after is None:
                return None
            left = after.log_placements
        return max(0.0, self.findings.log_placements - left) / math.log(2)

    # What it was worth

    @property
    def quality(self) -> float:
        """The chance to survive the turn over the best on offer, from 0 to 1."""
        if self.risk is None or self.least_risk is None:
            return 0.0
        if self.risk <= NO_RISK:
            return 1.0
        if self.least_risk >= 1.0:
            return 1.0  # every cell is a mine, as far as anybody can see
        return min(1.0, (1.0 - self.risk) / (1.0 - self.least_risk))

    def reward(self, name: str) -> float:
        """Return one of the `REWARDS`."""
        if name == "win":
            return 1.0 if self.outcome == "won" else 0.0
        share = self.revealed / self.safe_at_start
        if name == "progress":
            return share
        if self._share is not None:
            share = self._share
        if share == 0.0:
            return 0.0
        if name == "proof":
            return self._proof()
        if name == "risk":
            return share * self.quality
        if name == "value":
            return share * self._value_quality()
        raise UnknownNameError.of("reward", name, REWARDS)

    def rewards(self) -> dict[str, float]:
        """Return all rewards by name."""
        return {name: self.reward(name) for name in REWARDS}

    def weigh(self, weights: Mapping[str, float]) -> float:
        """Return the sum of rewards, each with its weight."""
        return sum(weight * self.reward(name) for name, weight in weights.items())

    def as_single(self) -> None:
        """Count the turn as a whole task: what was decided, not how lucky it was."""
        self._share = 1.0 if self.opened else 0.0

    def _proof(self) -> float:
        if self.answer.is_unproven:
            return 0.0
        if self._share is not None:
            return 1.0 if self.kind == "safe" else 0.0
        return self.proven / self.safe_at_start

    def _value_quality(self) -> float:
        if self.kind in ("forced guess", "needless guess") and (chances := self.win_chances):
            return float(chances[0] / chances[1]) if chances[1] else 1.0
        return self.quality

    def to_dict(self) -> dict[str, Any]:
        """Return the score as JSON-ready data."""
        columns = self.before.columns
        chances = self.win_chances
        return {
            "kind": self.kind,
            "moves": [move.format(columns) for move in self.moves],
            "problems": [*self.answer.problems, *self.problems],
            "is_unproven": self.answer.is_unproven,
            "is_provable": self.is_provable,
            "technique": None if self.technique is None else str(self.technique),
            "risk": self.risk,
            "least_risk": self.least_risk,
            "lost": self.lost,
            "lost_by": self.lost_by,
            "win_chance": None if chances is None else float(chances[0]),
            "best_win_chance": None if chances is None else float(chances[1]),
            "revealed": self.revealed,
            "outcome": self.outcome,
            "rewards": self.rewards(),
        }


def _win_chances(
    before: Position, findings: _core.Findings | None, opened: list[int], kind: str
) -> tuple[Fraction, Fraction] | None:
    """Search best play after opening cells and without, where few layouts are left."""
    if findings is None or kind not in ("forced guess", "needless guess"):
        return None
    if findings.log_placements > math.log(_MAX_LAYOUTS) + NO_RISK:
        return None
    is_done, parts, _ = _core.move_value(before, False, _MAX_LAYOUTS, _MAX_NODES, opened)
    if not is_done:
        return None
    after = math.prod((Fraction(wins, of) for wins, _, of in parts), start=Fraction(1))
    best = math.prod((Fraction(wins, of) for _, wins, of in parts), start=Fraction(1))
    return after, best
