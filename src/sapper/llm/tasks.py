"""
Tasks of one turn: a position, a question, and what an answer to it is worth.

| kind | asked for | judged by |
|---|---|---|
| ``move`` | the best move | risk against the least risk, value against the best |
| ``proofs`` | every cell that is proven | how many were named, and nothing wrong |
| ``reason`` | one proven cell, and the clues that prove it | whether these clues imply it |

`make_task` finds the position from a seed: games are played as a player would who always
takes the easiest proof (`sapper.hint`), and one of the positions on the way is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final

from sapper import _core
from sapper.advice import Hint, Technique, hint
from sapper.agents.run.play import game_seeds
from sapper.arguments import explained
from sapper.errors import SapperError, UnknownNameError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.game import Game
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.llm.judging import judge_answer, look_at
from sapper.llm.prompts import describe_task
from sapper.llm.reading import Answer, read_answer
from sapper.llm.reasons import Explanation, explain
from sapper.llm.scoring import TurnScore
from sapper.llm.showing import FORMS, show

KINDS: Final = ("move", "proofs", "reason")
TASK_REWARDS: Final = ("proof", "risk", "value")
_MOST_GAMES: Final = 2_000  # looked through for one task


@dataclass(frozen=True)
class TaskScore:
    """
    What an answer to a task is worth.

    ``rewards`` are from 0 to 1: ``proof`` of every kind, ``risk`` and ``value`` of ``move``.
    ``numbers`` are what the benchmark adds up, ``sentence`` is what the model may be told.
    """

    kind: str
    answer: Answer
    rewards: dict[str, float]
    numbers: dict[str, Any] = field(default_factory=dict)
    sentence: str = ""

    @property
    def reward(self) -> float:
        """The one number to train on: ``value`` of a move, ``proof`` of the others."""
        return self.rewards["value" if self.kind == "move" else "proof"]

    def to_dict(self) -> dict[str, Any]:
        """Return the score as JSON-ready data."""
        return {
            "kind": self.kind,
            "problems": list(self.answer.problems),
            "rewards": self.rewards,
            **self.numbers,
            "sentence": self.sentence,
        }


@explained
@dataclass(frozen=True)
class Task:
    """
    One position and one question.

    >>> task = Task("proofs", Position.parse("..1./..2./11../.... 3"))
    >>> score = task.score("<move>r3c3 r4c3 !r3c4</move>")
    >>> score.rewards["proof"], score.numbers["exact"]
    (1.0, True)
    >>> task.score("<move>r3c3 r1c1</move>").rewards["proof"]
    0.0
    """

    kind: str
    position: Position
    form: str = "grid"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise UnknownNameError.of("kind of task", str(self.kind), KINDS)
        if self.form not in FORMS:
            raise UnknownNameError.of("form of a position", str(self.form), FORMS)

    def prompt(self) -> str:
        """Return the rules, what is asked, and the position unless as a picture."""
        shown = show(self.position, self.form)
        told = describe_task(self.kind, self.position, self.form)
        return f"{told}\n\n{shown}" if isinstance(shown, str) else told

    def picture(self) -> bytes | None:
        """Return the position as a PNG file, where that is how it is shown."""
        shown = show(self.position, self.form)
        return shown if isinstance(shown, bytes) else None

    @cached_property
    def findings(self) -> _core.Findings:
        """What follows from the position."""
        found = look_at(self.position)
        if found is None:
            raise SapperError(f"expected a position that can be judged, got {self.position!r}")
        return found

    def solution(self) -> str:
        """
        Write an answer that earns everything, as a model would.

        >>> Task("reason", Position.parse("..1./..2./11../.... 3")).solution()
        '<move>r3c3</move><because>r3c1 r3c2</because>'
        """
        position, findings = self.position, self.findings
        if self.kind == "move":
            best = hint(position)
            return f"<move>{position.format_cell(best.cell)}</move>" if best else ""
        if self.kind == "proofs":
            mines = position.format_cells(findings.mines).split()
            named = [*position.format_cells(findings.safe).split(), *(f"!{one}" for one in mines)]
            return f"<move>{' '.join(named)}</move>"
        reasons = findings.find_reasons(position, None, ())
        reason = min(reasons, key=lambda one: len(one.clues), default=None)
        if reason is None:
            return ""
        claim = f"{'!' if reason.is_mine else ''}{position.format_cell(reason.cell)}"
        count = " mine count" if reason.needs_mine_count else ""
        because = f"{position.format_cells(reason.clues)}{count}"
        return f"<move>{claim}</move><because>{because}</because>"

    def score(self, text: str | Answer) -> TaskScore:
        """Read an answer and judge it."""
        answer = text if isinstance(text, Answer) else read_answer(text, self.position)
        if self.kind == "proofs":
            return self._score_proofs(answer)
        if self.kind == "reason":
            return self._score_reason(answer)
        return self._score_move(answer)

    def _score_move(self, answer: Answer) -> TaskScore:
        turn = judge_answer(self.position, answer, self.findings)
        rewards = {name: turn.reward(name) for name in TASK_REWARDS}
        return TaskScore("move", answer, rewards, turn.to_dict(), _describe_move(turn))

    def _score_proofs(self, answer: Answer) -> TaskScore:
        safe, mines = set(self.findings.safe), set(self.findings.mines)
        named = {(move.kind, move.cell) for move in answer.moves}
        right = {("reveal", cell) for cell in safe} | {("flag", cell) for cell in mines}
        hits, wrong = len(named & right), len(named - right)
        recall = hits / len(right) if right else 1.0
        numbers = {
            "right": hits,
            "wrong": wrong,
            "missed": len(right) - hits,
            "precision": hits / len(named) if named else None,
            "recall": recall,
            "exact": bool(right) and named == right,
        }
        said = f"{hits} of {len(right)} proven cells named"
        if wrong:
            said += f", and {wrong} that {'is' if wrong == 1 else 'are'} not proven so"
        proof = recall if right and not wrong else 0.0
        return TaskScore("proofs", answer, {"proof": proof}, numbers, f"{said}.")

    def _score_reason(self, answer: Answer) -> TaskScore:
        found = explain(self.position, answer, self.findings)
        return TaskScore(
            "reason", answer, {"proof": found.reward}, found.to_dict(), _describe_reason(found)
        )


def _describe_move(turn: TurnScore) -> str:
    if turn.risk is None or turn.least_risk is None:
        return "No cell was revealed."
    return f"A {turn.kind}: risk {turn.risk:.1%}, the least on offer {turn.least_risk:.1%}."


def _describe_reason(found: Explanation) -> str:
    if not found.is_claim:
        return "No cell was named."
    if not found.is_right:
        return "The cell is not proven to be so."
    if not found.is_sound:
        return "The cell is proven, but not by these numbers."
    return "The numbers prove the cell" + ("." if found.is_minimal else ", but fewer do, too.")


@explained
def make_task(
    kind: str,
    seed: int,
    on: str = "beginner",
    *,
    technique: str | None = None,
    form: str = "grid",
) -> Task:
    """
    Make the task of a seed.

    ``technique`` is the easiest that proves a safe cell there, or ``guess`` where none is
    proven; without it, ``move`` takes any position, the others those with something proven.

    >>> task = make_task("proofs", 7, "6x6x6", technique="subset")
    >>> str(task.position), hint(task.position).technique.value
    ('....../....../22212./.10011/121100/01.100 6', 'subset')

    Raises:
        SapperError: no such position was met in 2,000 games.
    """
    wanted = technique if technique in (None, "guess") else str(Technique.parse(technique))
    rules = Rules.parse(on)
    if rules.num_mines <= rules.num_cells - 9:
        rules = replace(rules, first_click="zero")  # so that there is something to go by
    draws = _core.Random(check_seed(seed))
    for number in range(_MOST_GAMES):
        game_seed = int(game_seeds(seed, number, 1)[0])
        found = [
            position
            for position, advice in walk(rules, game_seed)
            if _is_wanted(kind, wanted, advice, position)
        ]
        if found:
            return Task(kind, found[draws.below(len(found))], form)
    raise SapperError(
        f"no position for a task of kind {kind!r} was met on {on} in {_MOST_GAMES:,} games"
        + (f" whose easiest proof is {wanted!r}" if wanted else "")
    )


def _is_wanted(kind: str, wanted: str | None, advice: Hint, position: Position) -> bool:
    if wanted == "guess" or advice.kind == "guess":
        is_guess = advice.kind == "guess" and wanted in (None, "guess") and kind == "move"
        return is_guess and is_choice(position)
    return advice.kind == "safe" and wanted in (None, str(advice.technique))


def is_choice(position: Position) -> bool:
    """Return whether it matters which covered cell is revealed."""
    findings = look_at(position)
    if findings is None:
        return False
    risks = [
        findings.weigh(cell).risk
        for cell, code in enumerate(position.cells)
        if code in (COVERED, FLAGGED)
    ]
    return max(risks) - min(risks) > 0.02


def walk(rules: Rules, game_seed: int) -> Iterator[tuple[Position, Hint]]:
    """
    Play a game by the hints of the core, easiest proof first; yield each position and its hint.

    The first cell is that of the middle; where a guess is needed, the hint's is taken.
    """
    game = Game(rules, game_seed)
    last = rules.rows // 2 * rules.columns + rules.columns // 2
    game.reveal(last)
    while not game.is_over:
        advice = hint(game.position, near=last)
        if advice is None or advice.kind == "mines":
            return
        yield game.position, advice
        last = advice.cell
        game.reveal(last)
