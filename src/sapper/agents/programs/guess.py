"""
A program as a guesser: it is asked for every move of a game.

A game in which the program makes no legal move in time is lost, its row says why
(``forfeit``), and the program is started again for the next one. Programs go on from game
to game, one a worker; in a dialect that knows one game a process, one a game.
"""

from __future__ import annotations

import time
from collections import defaultdict, deque
from dataclasses import dataclass, field
from multiprocessing.util import Finalize
from typing import ClassVar, Final

from sapper.agents.programs.dialects import DIALECTS, Dialect
from sapper.agents.programs.process import ForfeitError, Program, Reason
from sapper.agents.protocols import Forfeit
from sapper.agents.run.questions import Question, Questions
from sapper.game.codes import COVERED
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.rules import Rules

SILENCE: Final = 60.0  # seconds after which a program is lost, where no limit is set
START: Final = 5.0  # seconds that a new program's first answer may take besides
_CODES: Final[dict[Reason, int]] = {"illegal": 1, "crash": 2, "late": 3, "garbage": 4, "flood": 5}
FORFEIT_WORDS: Final = {
    1: "an illegal move",
    2: "the program ended",
    3: "out of time",
    4: "an unreadable answer",
    5: "too much output",
}


@dataclass(frozen=True)
class ProgramGuess:
    """
    Makes the moves that another program answers.

    ``words`` is the command; ``seconds`` limits what a game may take, ``move_seconds`` what a
    move may, 0 for no limit; ``start_seconds`` more are allowed for the first answer.
    """

    words: tuple[str, ...]
    dialect: str = "sapper"
    seconds: float = 0.0
    move_seconds: float = 0.0
    start_seconds: float = START

    # A program is asked about one game at a time.
    width: ClassVar[int] = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", tuple(self.words))

    def start(self) -> _Table:
        """Begin a batch of games."""
        return _Table(self)


# Programs that wait for their next game, by what they are; they end with this process.
_idle: defaultdict[ProgramGuess, list[Program]] = defaultdict(list)
_started: list[Program] = []
_forfeits: deque[str] = deque(maxlen=1)


def end_programs() -> None:
    """End every program that this process has started."""
    for program in _started:
        program.close(is_patient=False)
    _idle.clear()
    _started.clear()


def last_forfeit() -> str:
    """Return what was wrong in the last game that a program forfeited in this process."""
    return _forfeits[-1] if _forfeits else ""


Finalize(None, end_programs, exitpriority=100)


@dataclass
class _Seat:
    """A game that a program plays."""

    program: Program | None = None
    position: Position | None = None
    turn: int = 0
    spent: float = 0.0
    moves: deque[Move] = field(default_factory=deque)


class _Table:
    """The games of a batch, each with its program."""

    def __init__(self, guesser: ProgramGuess) -> None:
        self._guesser = guesser
        self._dialect: Dialect = DIALECTS[guesser.dialect]
        self._seats: dict[int, _Seat] = {}

    def __del__(self) -> None:
        for seat in self._seats.values():
            self._leave(seat)

    def guess_many(self, questions: Questions) -> list[Move | Forfeit]:
        self._dialect.check_rules(questions.rules)
        asking = list(questions)
        playing = {question.game for question in asking}
        for game in self._seats.keys() - playing:
            self._leave(self._seats.pop(game))
        return [self._answer(question, questions.rules) for question in asking]

    def _answer(self, question: Question, rules: Rules) -> Move | Forfeit:
        seat = self._seats.get(question.game)
        if seat is None or not _goes_on(seat.position, question.position):
            if seat is not None:
                self._leave(seat)
            seat = self._seats[question.game] = _Seat()
        seat.position = question.position
        # What a cascade has opened since needs no move any more.
        while seat.moves:
            move = seat.moves.popleft()
            if question.position.cells[move.cell] == COVERED:
                return move
        try:
            seat.moves.extend(self._ask(seat, question, rules))
        except ForfeitError as error:
            if seat.program is not None:
                _end(seat.program)
            del self._seats[question.game]
            _forfeits.append(str(error))
            return Forfeit(_CODES[error.reason], str(error))
        return seat.moves.popleft()

    def _ask(self, seat: _Seat, question: Question, rules: Rules) -> list[Move]:
        program = seat.program = seat.program or self._take()
        seat.turn += 1
        seed = int(question.random.next())
        text = self._dialect.write(rules, question.position, seat.turn, seed)
        extra = 0.0 if program.has_answered else self._guesser.start_seconds
        began = time.perf_counter()
        line = program.ask(text, self._limit(seat) + extra)
        if not extra:  # starting is not thinking
            seat.spent += time.perf_counter() - began
        return self._dialect.read(line, question.position, seat.turn)

    def _limit(self, seat: _Seat) -> float:
        guesser = self._guesser
        limits = [guesser.move_seconds] if guesser.move_seconds else []
        limits += [max(guesser.seconds - seat.spent, 0.0)] if guesser.seconds else []
        return min(limits, default=SILENCE)

    def _take(self) -> Program:
        """Take a program that waits, or start one."""
        if waiting := _idle[self._guesser]:
            return waiting.pop()
        program = Program(self._guesser.words)
        _started.append(program)
        return program

    def _leave(self, seat: _Seat) -> None:
        """Let a program go: its game is over."""
        if seat.program is None:
            return
        if self._dialect.one_game_a_process:
            _end(seat.program)
        else:
            _idle[self._guesser].append(seat.program)


def _end(program: Program) -> None:
    program.close(is_patient=False)
    if program in _started:
        _started.remove(program)


def _goes_on(before: Position | None, after: Position) -> bool:
    """Return whether a position may come after another in one game."""
    if before is None or before.cells == after.cells:
        return before is None
    return all(code in (COVERED, now) for code, now in zip(before.cells, after.cells, strict=True))
