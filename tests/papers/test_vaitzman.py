"""Vaitzman et al.: the agents exist, compose as described, and win what the methods give."""

from __future__ import annotations

import json

import numpy as np
import pytest

from sapper import Rules, load_agent, play_games
from sapper.agents import Agent, agent_ids, play_seeds
from sapper.agents.deducers import (
    Backtracking,
    Exact,
    SentenceGroups,
    SinglePoint,
    SubsetReduction,
)
from sapper.agents.guessers import LeastRisk, LikeliestMine, PatternDatabase, RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.run.play import game_seeds

IDS = [agent_id for agent_id in agent_ids() if agent_id.startswith("vaitzman/")]
GRIDS = ("beginner-8", "intermediate", "expert")

# Won %, first click any: what prototypes of each reading gave, 2,000 to 4,000 games.
PROTOTYPE = {
    "vaitzman/csp-mc": (53, 50, 14),
    "vaitzman/csp-prob": (63, 58, 25),
    "vaitzman/csp-prob:guess=flag": (30, 25, 9),
    "vaitzman/sat-aa": (46, 44, 14),
    "vaitzman/sat-pdb": (48, 42, 12),
}


def test_every_id_of_the_catalogue_is_registered() -> None:
    agents = {"csp-mc", "csp-prob", "csp-all", "sat-aa", "sat-pdb", "sat-all"}
    assert {f"vaitzman/{name}" for name in agents} <= set(IDS)


@pytest.mark.parametrize("agent_id", IDS)
def test_ids_are_canonical_and_agents_survive_json(agent_id: str) -> None:
    agent = load_agent(agent_id)
    assert agent.id == agent_id
    assert Agent.from_dict(json.loads(json.dumps(agent.to_dict()))) == agent


def test_compositions_are_those_of_the_text() -> None:
    safe_moves = (SinglePoint(), SubsetReduction())
    assert load_agent("vaitzman/csp-mc") == Agent(
        RandomCell(), (*safe_moves, Backtracking("most-constrained")), RandomGuess()
    )
    assert load_agent("vaitzman/csp-prob") == Agent(
        RandomCell(), (*safe_moves, Backtracking("reading"), Exact()), LeastRisk()
    )
    assert load_agent("vaitzman/csp-all:guess=flag") == Agent(
        RandomCell(), (*safe_moves, Backtracking(), Exact()), LikeliestMine()
    )
    assert load_agent("vaitzman/sat-pdb:value=safe,patterns=exact") == Agent(
        RandomCell(),
        (*safe_moves, SentenceGroups(8)),
        PatternDatabase("safe", "shown", "exact"),
    )


@pytest.mark.parametrize("guess", ["open", "flag"])
@pytest.mark.parametrize("grid", GRIDS)
def test_order_of_the_search_changes_no_game(grid: str, guess: str) -> None:
    rules = Rules.parse(grid, first_click="any")
    games = [
        play_games(f"vaitzman/{name}:guess={guess}", rules, 150, seed=5)
        for name in ("csp-prob", "csp-all")
    ]
    for name in dict(games[0]):
        if name != "nanoseconds":
            assert np.array_equal(games[0][name], games[1][name]), name


@pytest.mark.parametrize("agent_id", IDS)
@pytest.mark.parametrize("game", ["normal", "score"])
def test_games_are_won_or_lost_and_no_claim_is_wrong_in_either_game(
    agent_id: str, game: str
) -> None:
    # A wrong deduction raises an error unless a wrong flag was guessed before it.
    for grid in ("beginner-8", "16x16x60"):
        rules = Rules.parse(grid, first_click="any", game=game)
        games = play_seeds(load_agent(agent_id), rules, game_seeds(6, 0, 60))
        assert (games.won | games.lost).all()
        assert not games.stuck.any()


def test_flag_that_was_guessed_counts_as_a_guess() -> None:
    rules = Rules.parse("beginner-8", first_click="any")
    games = play_games("vaitzman/csp-prob:guess=flag", rules, 300, seed=1)
    flagged_wrongly = games.won < (games.mines_flagged == rules.num_mines)
    assert games.guesses.mean() > 1
    assert flagged_wrongly.any() or games.lost.any()
    # A game that was won had no wrong flag: every flag stands on a mine.
    assert (games.mines_flagged[games.won] <= rules.num_mines).all()


@pytest.mark.paper
@pytest.mark.parametrize("grid", GRIDS)
@pytest.mark.parametrize("agent_id", list(PROTOTYPE))
def test_agents_win_what_their_method_gives(agent_id: str, grid: str) -> None:
    games = play_games(agent_id, Rules.parse(grid, first_click="any"), 10_000, seed=1)
    assert abs(100 * games.won.mean() - PROTOTYPE[agent_id][GRIDS.index(grid)]) < 3.5
