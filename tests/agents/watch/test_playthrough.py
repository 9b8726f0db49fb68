"""Playthroughs: turns that replay through the game to the same position."""

from __future__ import annotations

import pytest

from oracles.parts import AnyAllowed, FlagFirst
from oracles.single_point import SlowSinglePoint
from sapper import Agent, Game, Layout, Position, Rules, load_agent
from sapper.agents import Playthrough, Turn, agent_ids
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.protocols import NativePart
from sapper.agents.registry import find_entry
from sapper.errors import RulesError
from sapper.game.codes import COVERED

RULES = [
    Rules(9, 9, 10, first_click="zero"),
    Rules(6, 4, 5, first_click="any"),
    Rules(5, 5, 4, game="score"),
    Rules(8, 1, 2),
]
AGENTS = [
    *(load_agent(agent_id) for agent_id in agent_ids()),
    Agent(RandomCell(), (SinglePoint(),), RandomGuess(), flags=False, id="no flags"),
    Agent(RandomCell(), (SlowSinglePoint(),), AnyAllowed(), id="in Python"),
    Agent(RandomCell(), (SinglePoint(),), id="no guesser"),
    Agent(guesser=AnyAllowed(), id="no opener"),
    Agent(RandomCell(), guesser=FlagFirst(), id="flags only"),
]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("agent", AGENTS, ids=str)
def test_moves_of_the_turns_replay_to_the_same_game(agent: Agent, rules: Rules) -> None:
    if agent.id in agent_ids() and rules.game not in find_entry(agent.id).games:
        pytest.skip(f"{agent} is not made for the {rules.game} game")
    for seed in range(12):
        played = Playthrough(agent, rules, seed, agent_seed=3)
        game = Game(rules, seed=seed)
        turns = list(played)
        for number, turn in enumerate(turns, start=1):
            assert turn.number == number
            for move in turn.moves:
                game.play(move)
            assert game.position == turn.position
            if turn.role == "stuck" and is_misled(turns[: number - 1], played):
                assert turn.outcome == "lost"
                break
            if turn.role == "stuck":
                game.give_up()
            assert game.outcome == turn.outcome
        (row,) = played.result()
        assert played.next_turn() is None
        assert played.num_turns == len(turns)
        assert played.position == game.position
        assert played.outcome != "playing"
        assert row[played.outcome] is True
        assert row["moves"] == len(game.history)
        assert row["cells_revealed"] == game.cells_revealed
        assert row["mines_hit"] == game.mines_hit
        assert row["mines_flagged"] == game.mines_flagged
        assert row["first_cell"] == (-1 if game.first_cell is None else game.first_cell)
        # A native guesser's flag is a guess; a Python player's flags are moves like others.
        kinds = ("reveal", "flag") if isinstance(agent.guesser, NativePart) else ("reveal",)
        assert row["guesses"] == sum(
            turn.role == "guesser" and turn.moves[0].kind in kinds for turn in turns
        )
        for name in agent.deducer_names:
            proven = [len(t.safe) + len(t.mines) for t in turns if t.part == name]
            assert row[f"proven_by_{name}"] == sum(proven)


def is_misled(turns: list[Turn], played: Playthrough) -> bool:
    """Whether a flag was guessed onto a safe cell: what follows may rest on it."""
    layout = played.layout
    return layout is not None and any(
        move.kind == "flag" and move.cell not in layout.mines
        for turn in turns
        if turn.role == "guesser"
        for move in turn.moves
    )


def is_frontier(position: Position, cell: int) -> bool:
    return any(position.clue(other) is not None for other in position.neighbours(cell))


@pytest.mark.parametrize("agent", AGENTS, ids=str)
def test_deductions_are_new_true_and_name_revealed_clues(agent: Agent) -> None:
    for seed in range(20):
        played = Playthrough(agent, RULES[1], seed)
        before = played.position
        known: set[int] = set()
        turns: list[Turn] = []
        for turn in played:
            turns.append(turn)
            if is_misled(turns, played):
                break
            if turn.role != "deducer":
                assert turn.deductions == ()
                before = turn.position
                continue
            assert turn.cell is None
            assert played.layout is not None
            mines = set(played.layout.mines)
            for deduction in turn.deductions:
                cells = {*deduction.safe, *deduction.mines}
                assert not cells & known
                known |= cells
                assert not set(deduction.safe) & mines
                assert set(deduction.mines) <= mines
                # Only the number of mines says something about cells far from every clue;
                # where it leaves one placement only, about all cells.
                assert (
                    deduction.clues
                    or before.mines_left in (0, before.cells.count(COVERED))
                    or not any(is_frontier(before, cell) for cell in cells)
                )
                assert all(before.clue(clue) is not None for clue in deduction.clues)
            before = turn.position


def test_layout_is_unknown_before_the_first_reveal() -> None:
    played = Playthrough(AGENTS[0], RULES[0], 1)
    assert played.layout is None
    played.next_turn()
    assert played.layout is not None


def test_playthrough_on_a_given_layout_plays_there() -> None:
    layout = Layout(6, 4, (0, 1, 2, 3, 4))
    played = Playthrough(AGENTS[1], RULES[1], 1, layout=layout)
    list(played)
    assert played.layout == layout


def test_layout_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(RulesError, match="expected a layout of 5 mines, got 1"):
        Playthrough(AGENTS[0], RULES[1], 1, layout=Layout(6, 4, (0,)))
    with pytest.raises(RulesError, match="expected a layout of 6x4, got 4x6"):
        Playthrough(AGENTS[0], RULES[1], 1, layout=Layout(4, 6, (0, 1, 2, 3, 4)))
