"""
One game of one agent, turn by turn.

For watching and for golden playthroughs; `play.py` plays many games faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.protocols import Deduction, part_name
from sapper.agents.run.compile import compile_agent
from sapper.agents.run.games import Games
from sapper.agents.watch.guess_reason import ChanceReason, GuessReason
from sapper.arguments import explained
from sapper.errors import RulesError, SapperError
from sapper.game.layout import Layout
from sapper.game.moves import Move
from sapper.game.position import Position
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed
from sapper.game.words import count


@dataclass(frozen=True)
class Turn:
    """
    What one part did.

    ``role`` is ``opener``, ``deducer``, ``guesser`` or ``stuck``; ``part`` the
    part's name; ``deductions`` what a deducer proved, ``cell`` what was opened or
    guessed; ``moves`` what was played for it; ``position`` what is seen afterwards;
    ``window`` the cells that a deducer behind a window saw, if there was one;
    ``num_windows`` how many were considered; ``mines_left`` what the counter of
    mines showed before the turn; ``assumed`` the cell of which a deducer tried both
    values, if it works like that; ``reason`` what a guess was chosen from, if the
    guesser keeps its reasons.
    """

    number: int
    role: str
    part: str
    cell: int | None
    deductions: tuple[Deduction, ...]
    moves: tuple[Move, ...]
    position: Position
    outcome: str
    window: tuple[int, ...] = ()
    num_windows: int = 0
    mines_left: int = 0
    assumed: int | None = None
    reason: GuessReason | ChanceReason | None = None

    @property
    def safe(self) -> list[int]:
        """Every cell proven safe in this turn."""
        return [cell for deduction in self.deductions for cell in deduction.safe]

    @property
    def mines(self) -> list[int]:
        """Every cell proven a mine in this turn."""
        return [cell for deduction in self.deductions for cell in deduction.mines]


@explained
class Playthrough:
    """
    An agent's game that goes on turn by turn.

    >>> from sapper.agents.registry import load_agent
    >>> rules = Rules.parse("beginner", first_click="zero")
    >>> game = Playthrough(load_agent("kvietinskas/single-point"), rules, 7)
    >>> [turn.part for turn in game][:2]
    ['random_cell', 'single_point']
    """

    def __repr__(self) -> str:
        rules = self.rules
        return (
            f"<Playthrough: {self.agent} on {rules.name}, first click {rules.first_click}, "
            f"seed {self.game_seed}, {count(self.num_turns, 'turn')}: {self.position}>"
        )

    def __init__(
        self,
        agent: Agent,
        rules: Rules,
        game_seed: int,
        *,
        agent_seed: int = 0,
        layout: Layout | None = None,
        check_deductions: bool = True,
    ) -> None:
        self.agent = agent
        self.rules = rules
        self.game_seed = check_seed(game_seed)
        self.agent_seed = check_seed(agent_seed)
        self.given_layout = layout
        if layout is not None and (layout.columns, layout.rows) != (rules.columns, rules.rows):
            raise RulesError(
                f"expected a layout of {rules.columns}x{rules.rows}, "
                f"got {layout.columns}x{layout.rows}"
            )
        self._spec, self._ask = compile_agent(agent, rules)
        self._names = agent.deducer_names
        self._check_deductions = check_deductions
        self._driver = _core.Driver(native_rules(rules), self._spec, check_deductions)
        self._driver.name_clues()
        if layout is None:
            self._driver.start(self.game_seed, self.agent_seed)
        else:
            self._driver.start_on(list(layout.mines), self.game_seed, self.agent_seed)
        self.position = Position.blank(rules.columns, rules.rows, rules.num_mines)
        self.num_turns = 0

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by what decides the game; the turns are played again."""
        seeds = (self.game_seed, self.agent_seed)
        options = (self.given_layout, self._check_deductions)
        return _play_again, (self.agent, self.rules, *seeds, *options, self.num_turns)

    @property
    def outcome(self) -> str:
        """``playing``, ``won``, ``lost`` or ``stuck``."""
        return self._driver.game.outcome.name

    @property
    def layout(self) -> Layout | None:
        """Where the mines are, once the first reveal has decided it."""
        game = self._driver.game
        if not game.has_layout:
            return None
        return Layout(self.rules.columns, self.rules.rows, tuple(game.mines()))

    def result(self) -> Games:
        """Return the game's row of results."""
        return Games(self._driver.columns(self._spec))

    def __iter__(self) -> Iterator[Turn]:
        while (turn := self.next_turn()) is not None:
            yield turn

    def next_turn(self) -> Turn | None:
        """Make one turn, or return None when the game is over."""
        num_moves = self._driver.game.num_moves
        before = (self._driver.num_windows, self.position.mines_left)
        need = self._driver.turn()
        if need == _core.Need.over:
            return None
        if need == _core.Need.guess:
            self._answer()
        self.num_turns += 1
        self.position = self._look()
        moves = tuple(
            Move("flag" if is_flag else "reveal", cell)
            for cell, is_flag in self._driver.moves(num_moves)
        )
        return self._describe(moves, *before)

    def _answer(self) -> None:
        if self._ask is None:  # pragma: no cover - the driver asks only with a callback
            raise AssertionError("a guess is needed and nobody to ask")
        answers = list(self._ask(*self._driver.question()))
        if len(answers) != 1:
            raise SapperError(f"expected 1 guess, got {len(answers)}")
        ((cell, is_mine),) = answers
        self._driver.answer(cell, is_mine, 0)

    def _look(self) -> Position:
        rules = self.rules
        return Position(rules.columns, rules.rows, rules.num_mines, self._driver.game.cells())

    def _describe(self, moves: tuple[Move, ...], num_windows: int, mines_left: int) -> Turn:
        index = self._driver.last_part
        cell = None if self._driver.last_cell < 0 else self._driver.last_cell
        deductions = tuple(
            Deduction(() if is_mine else (proven,), (proven,) if is_mine else (), tuple(clues))
            for proven, is_mine, clues in self._driver.proofs()
        )
        if index == _core.STUCK_TURN:
            role, part = "stuck", ""
        elif index == _core.OPENER_TURN:
            role, part = "opener", part_name(self.agent.opener or self.agent.guesser)
        elif index == _core.GUESSER_TURN:
            role, part = "guesser", part_name(self.agent.guesser)
        else:
            role, part = "deducer", self._names[index]
        return Turn(
            self.num_turns,
            role,
            part,
            cell,
            deductions,
            moves,
            self.position,
            self.outcome,
            self._window(),
            self._driver.num_windows - num_windows,
            mines_left,
            None if self._driver.last_assumed < 0 else self._driver.last_assumed,
            self._reason(),
        )

    def _reason(self) -> GuessReason | ChanceReason | None:
        if (found := self._driver.reasons) is None:
            chances = self._driver.chances
            return ChanceReason.of(chances) if chances else None
        nodes, candidates = found
        return GuessReason(nodes, tuple(candidates))

    def _window(self) -> tuple[int, ...]:
        if (place := self._driver.last_window) is None:
            return ()
        column, row, columns, rows = place
        return tuple(
            r * self.rules.columns + c
            for r in range(row, row + rows)
            for c in range(column, column + columns)
        )


def _play_again(
    agent: Agent,
    rules: Rules,
    game_seed: int,
    agent_seed: int,
    layout: Layout | None,
    check_deductions: bool,
    num_turns: int,
) -> Playthrough:
    """Bring a game that was pickled or copied to where it stood."""
    game = Playthrough(
        agent,
        rules,
        game_seed,
        agent_seed=agent_seed,
        layout=layout,
        check_deductions=check_deductions,
    )
    for _ in range(num_turns):
        game.next_turn()
    return game
