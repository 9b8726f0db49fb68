"""An agent's own random stream."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from oracles import determinism
from oracles.parts import (
    AnyAllowed,
    PythonRandomCell,
)
from sapper import Agent, Game, Layout, Rules, load_agent
from sapper.agents import Playthrough, guessers, openers, play_seeds
from sapper.agents.deducers import SinglePoint
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import FixedCell, RandomCell
from sapper.agents.protocols import NativePart
from sapper.agents.run.play import game_seeds

# The agent's random stream


def test_random_agent_draws_as_the_page_says() -> None:
    rules = Rules(4, 3, 3, game="score", first_click="any")
    agent = load_agent("random")
    for seed in range(30):
        draw = determinism.make_draw(determinism.agent_stream(2, seed))
        game = Game(rules, seed=seed)
        for number, turn in enumerate(Playthrough(agent, rules, seed, agent_seed=2)):
            covered = game.position.covered
            cell = draw(rules.num_cells) if number == 0 else covered[draw(len(covered))]
            assert turn.cell == cell
            game.reveal(cell)
            assert turn.position == game.position


def test_python_parts_are_handed_the_words_of_the_page() -> None:
    rules = Rules(4, 3, 3, game="score", first_click="any")
    agent = Agent(PythonRandomCell(), (), AnyAllowed())
    for seed in range(30):
        words = determinism.iter_words(determinism.agent_stream(2, seed))
        covered: Sequence[int] = range(rules.num_cells)
        for turn in Playthrough(agent, rules, seed, agent_seed=2):
            assert turn.cell == covered[determinism.make_draw(next(words))(len(covered))]
            covered = turn.position.covered


def test_agent_seed_changes_the_agent_and_not_the_layout() -> None:
    rules = Rules(9, 9, 10)
    agent = Agent(FixedCell(), (SinglePoint(),), RandomGuess())
    seeds = game_seeds(1, 0, 100)
    one, other = (play_seeds(agent, rules, seeds, agent_seed=seed) for seed in (1, 2))
    assert not one.same_play(other)
    for seed in range(5):
        layouts = [Playthrough(agent, rules, seed, agent_seed=s) for s in (1, 2)]
        for played in layouts:
            list(played)
        assert layouts[0].layout == layouts[1].layout


def native_parts(package: ModuleType) -> list[str]:
    made = (getattr(package, name) for name in package.__all__)
    return [part.__name__ for part in made if issubclass(part, NativePart)]


@pytest.mark.parametrize("name", [*native_parts(openers), *native_parts(guessers)])
def test_page_says_what_each_native_part_draws(name: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "determinism.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    assert any(f"`{name}`" in row.split("|")[1] for row in rows)


# The 0.999 quantile of chi-square by degrees of freedom, from a table.
CHI_SQUARE_999 = {8: 26.124, 63: 103.442}


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.parametrize(
    "agent",
    [
        Agent(RandomCell()),
        Agent(guesser=RandomGuess()),
        Agent(PythonRandomCell()),
        Agent(guesser=AnyAllowed()),
    ],
)
def test_first_cell_is_uniform(agent: Agent) -> None:
    rules = Rules(8, 8, 0)
    games = play_seeds(agent, rules, game_seeds(1, 0, 6400))
    counts = np.bincount(games.first_cell, minlength=64)
    assert chi_square(counts.tolist()) < CHI_SQUARE_999[63]


def test_guess_is_uniform_over_the_cells_left() -> None:
    rules = Rules(5, 2, 9, first_click="any", game="score")
    layout = Layout(5, 2, tuple(range(1, 10)))
    agent = Agent(FixedCell(), (), RandomGuess())
    counts = [0] * 10
    for seed in game_seeds(2, 0, 1800).tolist():
        played = Playthrough(agent, rules, seed, layout=layout)
        played.next_turn()
        turn = played.next_turn()
        assert turn is not None
        assert turn.cell is not None
        counts[turn.cell] += 1
    assert counts[0] == 0
    assert chi_square(counts[1:]) < CHI_SQUARE_999[8]
