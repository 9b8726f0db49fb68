"""Games in play give the rows that the loop gives, whoever answers."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from oracles.parts import AnyAllowed
from sapper import Agent, Rules
from sapper.agents import GamesInPlay, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.openers import FixedCell
from sapper.agents.run.play import game_seeds
from sapper.agents.run.questions import Questions
from sapper.errors import IllegalMoveError, RulesError, SapperError

RULES = Rules(6, 5, 6)


def first_allowed(questions: Questions) -> NDArray[np.int64]:
    return np.asarray(questions.allowed.reshape(len(questions), -1).argmax(axis=1), np.int64)


@pytest.mark.parametrize("width", [1, 3, 64])
def test_answered_games_have_the_rows_of_played_ones(width: int) -> None:
    agent = Agent(FixedCell(), (SinglePoint(),), AnyAllowed())
    seeds = game_seeds(3, 0, 50)
    games = GamesInPlay(agent, RULES, seeds, agent_seed=2, width=width)
    while (questions := games.questions()) is not None:
        assert len(questions) <= width
        games.answer([AnyAllowed().guess(q.position, q.allowed, q.random) for q in questions])
    assert games.games().same_play(play_seeds(agent, RULES, seeds, agent_seed=2))
    assert games.num_over == 50


def test_questions_stay_the_same_until_they_are_answered() -> None:
    games = GamesInPlay(Agent(), RULES, game_seeds(1, 0, 4))
    first, again = games.questions(), games.questions()
    assert first is not None
    assert again is not None
    assert np.array_equal(first.words, again.words)


def test_flags_are_answers_too() -> None:
    games = GamesInPlay(Agent(opener=FixedCell()), RULES, [5])
    questions = games.questions()
    assert questions is not None
    cell = first_allowed(questions)
    games.answer(cell, [True])
    after = games.questions()
    assert after is not None
    assert not after.allowed.reshape(-1)[cell[0]]


def test_refused_answer_moves_no_game() -> None:
    games = GamesInPlay(Agent(opener=FixedCell()), RULES, [5, 6])
    questions = games.questions()
    assert questions is not None
    with pytest.raises(IllegalMoveError, match="expected a guess at a covered cell"):
        games.answer([int(first_allowed(questions)[0]), 0])
    again = games.questions()
    assert again is not None
    assert np.array_equal(questions.cells, again.cells)


@pytest.mark.parametrize("cells", [[1], [1, 2, 3], [0.5, 1.5], [[1, 2]]])
def test_answers_of_another_shape_are_refused(cells: object) -> None:
    games = GamesInPlay(Agent(), RULES, [5, 6])
    games.questions()
    with pytest.raises(SapperError, match="expected 2 cell numbers"):
        games.answer(cells)  # type: ignore[arg-type]  # that is the point


def test_seeds_that_are_no_whole_numbers_are_refused() -> None:
    with pytest.raises(RulesError, match="expected whole numbers as seeds"):
        GamesInPlay(Agent(), RULES, [1.5])  # type: ignore[list-item]  # that is the point
