"""
Play and judge a turn: what its cells risked together, what was on offer.

`scoring.py` says what that is worth. Every number is the core's.
"""

from __future__ import annotations

from typing import Final

from sapper import _core
from sapper.arguments import explained
from sapper.errors import BudgetExceededError, IllegalMoveError
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.game import Game
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.llm.reading import Answer
from sapper.llm.scoring import TurnScore

# Of one position; as the core's own judgement.
_MAX_STATES: Final = 2_000_000
_SAFE: Final = 9  # what the core calls a cell that is assumed safe
_MOST_SHOWN: Final = 8
_MOST_JOINT: Final = 16  # guesses in one turn whose risks are combined exactly


def look_at(position: Position) -> _core.Findings | None:
    """Analyse a position as a judge does; None where it is too large."""
    try:
        return _core.analyse(position, False, True, _MAX_STATES)
    except BudgetExceededError:
        return None


def play_turn(
    game: Game, answer: Answer, findings: _core.Findings | None, safe_at_start: int
) -> TurnScore:
    """
    Play the moves of an answer on a game and judge them together.

    ``findings`` are those of the position before, ``safe_at_start`` the safe cells that
    were covered when the game was handed over. A move that the game does not allow is a
    problem and changes nothing; after a mine nothing more is played.
    """
    before = game.position
    score = TurnScore(before, findings, answer)
    score.safe_at_start = max(safe_at_start, 1)
    is_first = game.first_cell is None
    safe = _Safe(findings)
    for move in answer.moves:
        if score.outcome != "playing":
            break
        if is_first and score.opened:
            score.problems.append("nothing was shown yet: reveal one cell first, then look again")
            break
        _play(game, move, before, score, safe)
    score.after = game.position
    if score.opened:
        _stake(score, game, is_first)
    elif score.moves:
        score.kind = "mark"
    return score


@explained
def judge_answer(
    position: Position, answer: Answer, findings: _core.Findings | None = None
) -> TurnScore:
    """
    Judge an answer to a position alone, whose layout nobody knows: what it risks.

    Nothing is played: ``revealed`` stays 0, and rewards are those of a task of one turn.
    """
    score = TurnScore(position, look_at(position) if findings is None else findings, answer)
    cells = position.cells
    flags = {move.cell for move in answer.moves if move.kind == "flag"}
    for move in answer.moves:
        name = position.format_cell(move.cell)
        opened = []
        if move.kind == "reveal" and cells[move.cell] == COVERED:
            opened = [move.cell]
        elif move.kind == "chord" and cells[move.cell] <= _MOST_SHOWN:
            around = position.neighbours(move.cell)
            marked = sum(one in flags or cells[one] in (FLAGGED, MINE_SHOWN) for one in around)
            if marked == cells[move.cell]:
                opened = [one for one in around if cells[one] == COVERED and one not in flags]
        is_mark = move.kind in ("flag", "unflag") and cells[move.cell] in (COVERED, FLAGGED)
        if opened or is_mark:
            score.moves.append(move)
            score.opened += [cell for cell in opened if cell not in score.opened]
        else:
            score.problems.append(f"there is nothing to {move.kind} at {name}")
    if score.opened:
        _stake_of(score, score.findings)
    elif score.moves:
        score.kind = "mark"
    score.as_single()
    return score


class _Safe:
    """The cells proven safe, asked for only when a move needs them."""

    __slots__ = ("cells", "findings")

    def __init__(self, findings: _core.Findings | None) -> None:
        self.findings = findings
        self.cells: frozenset[int] | None = None

    def has(self, cell: int) -> bool:
        if self.cells is None:
            self.cells = frozenset(self.findings.safe) if self.findings is not None else frozenset()
        return cell in self.cells


def _play(game: Game, move: Move, before: Position, score: TurnScore, safe: _Safe) -> None:
    opened = _opens(before, game, move)
    if move.kind == "reveal" and not opened and before.cells[move.cell] in (COVERED, FLAGGED):
        return  # an earlier move of the turn has opened it
    known = game.cells_revealed
    try:
        game.play(move)
    except IllegalMoveError as error:
        score.problems.append(str(error))
        return
    score.moves.append(move)
    if not opened:
        return
    score.opened += [cell for cell in opened if cell not in score.opened]
    score.outcome = game.outcome
    score.survived = score.outcome != "lost"
    new = game.cells_revealed - known
    score.revealed += new
    if new and all(safe.has(cell) for cell in opened):
        score.proven += new


def _opens(before: Position, game: Game, move: Move) -> list[int]:
    """List the cells that a move is to open, of those covered when the turn began."""
    if move.kind == "reveal":
        is_covered = game.position.cells[move.cell] in (COVERED, FLAGGED)
        return [move.cell] if is_covered else []
    if move.kind == "chord":
        now = game.position.cells
        return [cell for cell in before.neighbours(move.cell) if now[cell] == COVERED]
    return []


def _stake(score: TurnScore, game: Game, is_first: bool) -> None:
    """Find what the opened cells risked together, and what was on offer."""
    findings = score.findings
    if is_first:
        rules = game.rules
        score.kind = "first"
        chance = rules.num_mines / rules.num_cells if rules.first_click == "any" else 0.0
        score.risk = score.least_risk = chance
        return
    _stake_of(score, findings)


def _stake_of(score: TurnScore, findings: _core.Findings | None) -> None:
    if findings is None:
        score.kind = "unknown"
        return
    stakes = [findings.weigh(cell) for cell in score.opened]
    score.least_risk = stakes[0].least
    guessed = [cell for cell, one in zip(score.opened, stakes, strict=True) if one.is_guess]
    if not guessed:
        score.risk, score.kind = 0.0, "safe"
        return
    score.kind = "needless guess" if stakes[0].is_provable else "forced guess"
    if len(guessed) == 1 or len(guessed) > _MOST_JOINT:
        score.risk = max(one.risk for one in stakes)
    else:
        score.risk = _joint_risk(findings, guessed)


def _joint_risk(findings: _core.Findings, cells: list[int]) -> float:
    """Return the chance that one of the cells is a mine."""
    alive, now = 1.0, findings
    for cell in cells:
        risk = now.weigh(cell).risk
        alive *= 1.0 - risk
        if risk >= 1.0:
            return 1.0
        after = now.assume(cell, _SAFE, COVERED)
        if after is None:
            return 1.0
        now = after
    return 1.0 - alive
