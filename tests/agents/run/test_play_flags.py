"""Flags that were guessed: proofs that rest on a wrong one lose the game and are no error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pytest

from oracles.drawings import row_of
from oracles.parts import AllMines, AllSafe
from sapper import Agent, Deduction, Position, Rules, _core, load_agent
from sapper.agents import Random, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.openers import FixedCell
from sapper.agents.run.compile import compile_agent
from sapper.agents.run.play import game_seeds
from sapper.errors import WrongDeductionError
from sapper.game.moves import Move
from sapper.game.rules import native_rules


@dataclass(frozen=True)
class FlagsOnce:
    """Flags one cell while nothing is flagged, then reveals the first allowed cell."""

    cell: int

    def guess(self, position: Position, allowed: Sequence[int], random: Random) -> int | Move:
        return allowed[0] if position.flagged else Move("flag", self.cell)


@dataclass(frozen=True)
class AfterAFlag:
    """Asks another deducer once something is flagged."""

    deducer: AllSafe | AllMines

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return self.deducer.deduce(position, changed) if position.flagged else []


def test_false_safe_cell_after_a_wrong_flag_is_a_lost_game() -> None:
    # The 1 has its mine on the left; with a flag on the right the left one is "proven" safe.
    row = row_of(Agent(FixedCell(1, 0), (SinglePoint(),), FlagsOnce(2)), "*-----")
    assert (row["lost"], row["mines_hit"]) == (True, 1)


def test_false_mine_after_a_wrong_flag_is_a_lost_game() -> None:
    agent = Agent(FixedCell(1, 0), (AfterAFlag(AllMines()),), FlagsOnce(2))
    row = row_of(agent, "*---*-")
    assert (row["lost"], row["stuck"], row["mines_hit"]) == (True, False, 0)


def test_wrong_flag_without_a_move_left_is_a_lost_game() -> None:
    row = row_of(Agent(FixedCell(1, 0), (AfterAFlag(AllMines()),), FlagsOnce(2)), "*--")
    assert (row["won"], row["lost"], row["stuck"]) == (False, True, False)


def test_false_deduction_after_a_right_flag_is_an_error() -> None:
    agent = Agent(FixedCell(1, 0), (AfterAFlag(AllSafe()),), FlagsOnce(0))
    with pytest.raises(WrongDeductionError, match="proved r1c5 safe, but it is a mine"):
        row_of(agent, "*---*-")


def test_false_deduction_before_any_guess_is_an_error() -> None:
    with pytest.raises(WrongDeductionError, match="a mine, but it is safe"):
        row_of(Agent(FixedCell(1, 0), (AllMines(),), FlagsOnce(2)), "*----")


def test_each_game_begins_without_guessed_flags() -> None:
    @dataclass(frozen=True)
    class FlagsTheLast:
        def guess(self, position: Position, allowed: Sequence[int], random: Random) -> Move:
            return Move("flag", allowed[-1])

    rules = Rules(5, 5, 5, first_click="any")
    agent = Agent(FixedCell(2, 2), (SinglePoint(),), FlagsTheLast())
    seeds = game_seeds(3, 0, 60)
    together = play_seeds(agent, rules, seeds, width=1)
    alone = [play_seeds(agent, rules, [seed]) for seed in seeds.tolist()]
    assert together.won.tolist() == [bool(games.won[0]) for games in alone]
    assert together.lost.any()
    assert together.won.any()
    assert not together.stuck.any()


def test_advisor_looks_again_after_a_guessed_flag() -> None:
    # The agent first flags two cells next to the 2; the others around it are then "proven"
    # safe, and these are what it opens next.
    rules = Rules(5, 5, 4, first_click="any")
    spec, _ = compile_agent(load_agent("vaitzman/csp-prob:guess=flag"), rules)
    position = Position.parse("...../.2.../...../...../..... 4")
    for word in range(30):
        advisor = _core.Advisor(native_rules(rules), spec)
        safe, mines, guess = advisor.advise(position, word)
        opened = [*safe, *([guess] if guess >= 0 else [])]
        assert guess == -1
        assert len(opened) == 6
        assert set(opened) <= set(position.neighbours(6))
        assert mines == []
