"""
Contract checks for agents and their parts.

What they ask: deductions are true, about covered cells, and name clues; guesses
fall on allowed cells; an opener stays on the grid; the same seeds give the same
rows; games end; a part is data (equal, hashable, picklable, a JSON round trip
apart). Our own registry is checked by `tests/testing/test_agents.py`.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from sapper.agents import Agent, Playthrough, Random, Turn, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.protocols import NativePart, part_name
from sapper.agents.run.play import game_seeds
from sapper.arguments import explained
from sapper.errors import (
    IllegalMoveError,
    RulesError,
    SapperError,
    WrongDeductionError,
    wrong_type,
)
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.testing.errors import ContractError

# Every first click, both games, corridors both ways, and grids with nothing to find.
# Each leaves room for any first cell.
SMALL_RULES: Final = (
    Rules(6, 5, 6),
    Rules(5, 5, 4, first_click="any"),
    Rules(7, 5, 6, first_click="zero"),
    Rules(5, 4, 5, game="score"),
    Rules(4, 5, 3, first_click="any", game="score"),
    Rules(9, 1, 2),
    Rules(1, 9, 2),
    Rules(4, 3, 0),
    Rules(1, 1, 0),
    Rules(2, 2, 4, first_click="any", game="score"),
)
_NUM_GAMES: Final = 30  # on each of the small grids, unless the caller says otherwise
_NUM_WATCHED: Final = 4


@explained
def check_agent(
    agent: Agent,
    *,
    games: Iterable[str] = ("normal", "score"),
    num_games: int = _NUM_GAMES,
) -> None:
    """
    Check a whole agent, with flags and without.

    ``games`` names the games that the agent is made for, ``num_games`` how many are
    played on each grid: fewer for a slow agent.

    >>> from sapper.agents import load_agent
    >>> check_agent(load_agent("random"))
    """
    _check_data(agent, str(agent))
    allowed = tuple(games)
    played = 0
    for rules in SMALL_RULES:
        if rules.game not in allowed or not _opens(agent, rules):
            continue
        played += 1
        for flags in (True, False):
            _check_play(replace(agent, flags=flags), rules, num_games)
    if not played:
        raise ContractError(f"{agent} can open none of the grids it is checked on")


@explained
def check_opener(part: Any) -> None:
    """
    Check an opener: a cell on the grid, decided by the seeds.

    An opener that needs a larger grid may refuse one with `RulesError`.
    """
    _check_methods(part, "open")
    _check_data(part, part_name(part))
    if not isinstance(part, NativePart):
        for rules in SMALL_RULES:
            _check_first_cell(part, rules)
    check_agent(Agent(opener=part, deducers=(SinglePoint(),), guesser=RandomGuess(), id=_id(part)))


@explained
def check_deducer(part: Any, *, num_games: int = _NUM_GAMES) -> None:
    """Check a deducer: true and new deductions that name clues, alike along rows and columns."""
    _check_methods(part, "deduce", "deduce_in_window")
    _check_data(part, part_name(part))
    whole = Agent(opener=RandomCell(), deducers=(part,), guesser=RandomGuess(), id=_id(part))
    check_agent(whole, num_games=num_games)
    agent = Agent(opener=FixedCell(), deducers=(part,), id=_id(part))
    for seed in range(num_games):
        row, column = Rules(10, 1, 2), Rules(1, 10, 2)
        mines = Layout.from_seed(row, seed, 0).mines
        lying = _final_position(agent, row, Layout(10, 1, mines))
        standing = _final_position(agent, column, Layout(1, 10, mines))
        if lying.transposed() != standing:
            raise ContractError(
                f"{agent} proves other cells on a column than on a row: "
                f"it reached {standing} and {lying} with mines at {mines}"
            )


@explained
def check_guesser(part: Any) -> None:
    """Check a guesser: allowed cells only, decided by the seeds, however many games wait."""
    _check_methods(part, "guess", "guess_many", "start")
    _check_data(part, part_name(part))
    for deducers in ((), (SinglePoint(),)):
        for opener in (RandomCell(), None):
            check_agent(Agent(opener=opener, deducers=deducers, guesser=part, id=_id(part)))


# Parts are data


def _check_methods(part: Any, *methods: str) -> None:
    if not isinstance(part, NativePart) and not any(hasattr(part, name) for name in methods):
        raise wrong_type(part, f"a part with the method {methods[0]!r}")


def _check_data(value: Any, name: str) -> None:
    try:
        hash(value)
        twin = pickle.loads(pickle.dumps(value))
    except Exception as error:
        raise ContractError(f"{name} must be hashable and picklable: {error}") from error
    if twin != value:
        raise ContractError(f"{name} is not equal to itself after pickling; use a frozen dataclass")
    agent = value if isinstance(value, Agent) else _with_part(value)
    try:
        again = Agent.from_dict(json.loads(json.dumps(agent.to_dict())))
    except Exception as error:
        raise ContractError(f"{name} must survive a JSON round trip: {error}") from error
    if again != agent:
        raise ContractError(f"{name} is not equal to itself after a JSON round trip")


def _with_part(part: Any) -> Agent:
    """Return an agent that has this part in the place that it fits."""
    if hasattr(part, "open"):
        return Agent(opener=part)
    is_deducer = any(hasattr(part, name) for name in ("deduce", "deduce_in_window"))
    return Agent(deducers=(part,)) if is_deducer else Agent(guesser=part)


def _id(part: Any) -> str:
    return f"an agent with {part_name(part)}"


# Openers


def _check_first_cell(part: Any, rules: Rules) -> None:
    blank = Position.blank(rules.columns, rules.rows, rules.num_mines)
    try:
        cell = part.open(blank, Random(rules.num_cells))
    except RulesError:
        return
    if not 0 <= cell < rules.num_cells:
        raise ContractError(
            f"{part_name(part)} opened cell number {cell} on a grid of {rules.size}"
        )


def _opens(agent: Agent, rules: Rules) -> bool:
    """Return whether the opener takes this grid; it may refuse one that is too small."""
    try:
        Playthrough(agent, rules, 1).next_turn()
    except RulesError:
        return False
    except SapperError as error:
        raise ContractError(f"{agent} on {rules.size}: {error}") from error
    return True


# Play


def _check_play(agent: Agent, rules: Rules, num_games: int) -> None:
    seeds = game_seeds(1, 0, num_games)
    try:
        games = play_seeds(agent, rules, seeds, agent_seed=3)
        again = play_seeds(agent, rules, seeds[::-1], agent_seed=3, width=3)
        rows = [_watch(agent, rules, seed) for seed in seeds[:_NUM_WATCHED].tolist()]
    except (WrongDeductionError, IllegalMoveError) as error:
        raise ContractError(f"{agent} on {rules.size}: {error}") from error
    told, retold = [_steady(row) for row in games], [_steady(row) for row in again][::-1]
    if told != retold:
        seed = next(a["game_seed"] for a, b in zip(told, retold, strict=True) if a != b)
        raise ContractError(
            f"{agent} on {rules.size} plays game seed {seed} differently in another order "
            "or beside other games; a game must follow from its seeds alone"
        )
    if told[: len(rows)] != rows:
        raise ContractError(f"{agent} on {rules.size} plays differently when it is watched")


def _steady(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "nanoseconds"}


def _watch(agent: Agent, rules: Rules, seed: int) -> dict[str, Any]:
    """Play one game turn by turn and look at each."""
    game = Playthrough(agent, rules, seed, agent_seed=3)
    before, proven_mines = game.position, set[int]()
    for turn in game:
        where = f"{agent} on {rules.size}, game seed {seed}, at {str(before)!r}"
        _check_turn(agent, turn, before, proven_mines, where)
        proven_mines |= set(turn.mines)
        # Every turn settles a cell, so that no game goes on for ever.
        if turn.number > rules.num_cells + 1:
            raise ContractError(f"{where}: the game does not end")
        before = turn.position
    (row,) = game.result()
    return _steady(row)


def _check_turn(
    agent: Agent, turn: Turn, before: Position, proven_mines: set[int], where: str
) -> None:
    for deduction in turn.deductions:
        for cell in (*deduction.safe, *deduction.mines):
            if before.cells[cell] != COVERED:
                raise ContractError(
                    f"{where}: {turn.part} proved {before.format_cell(cell)}, which is not covered"
                )
        # What the number of mines alone decides needs no clue.
        if deduction.clues or not _is_decided(before, proven_mines):
            cells = (*deduction.safe, *deduction.mines)
            _check_clues(turn.part, before, cells, deduction.clues, where)
    for move in turn.moves:
        name = before.format_cell(move.cell)
        if move.kind == "reveal" and move.cell in proven_mines:
            raise ContractError(f"{where}: {name} was proven to be a mine and then revealed")
        if move.kind == "flag" and turn.role == "deducer" and not agent.flags:
            raise ContractError(f"{where}: {name} was flagged by an agent without flags")


def _is_decided(position: Position, proven_mines: set[int]) -> bool:
    """Return whether no mine is left to be found, or every unknown cell must be one."""
    known = {cell for cell, code in enumerate(position.cells) if code in (FLAGGED, MINE_SHOWN)}
    known |= proven_mines
    unknown = sum(code == COVERED and cell not in known for cell, code in enumerate(position.cells))
    return position.num_mines - len(known) in (0, unknown)


def _check_clues(
    part: str, before: Position, cells: tuple[int, ...], clues: tuple[int, ...], where: str
) -> None:
    for clue in clues:
        if before.clue(clue) is None:
            raise ContractError(
                f"{where}: {part} names {before.format_cell(clue)} as a clue, which shows none"
            )
    # Only the number of mines says anything about a cell far from every clue.
    for cell in cells:
        is_frontier = any(before.clue(other) is not None for other in before.neighbours(cell))
        if is_frontier and not clues:
            raise ContractError(
                f"{where}: {part} names no clue for its deduction about {before.format_cell(cell)}"
            )


def _final_position(agent: Agent, rules: Rules, layout: Layout) -> Position:
    game = Playthrough(agent, rules, 1, layout=layout)
    for _ in game:
        pass
    return game.position
