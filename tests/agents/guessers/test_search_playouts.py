"""Playouts estimate the chance to win, and what they make of a guess."""

import itertools
from dataclasses import asdict, replace
from itertools import combinations

import numpy as np
import pytest

from oracles.reached import iter_reached
from sapper import Position, Rules, _core, load_agent, play_games
from sapper.agents.guessers import Improved, LookAhead
from sapper.agents.house import Effort, explain_guess
from sapper.agents.watch.guess_reason import GuessReason
from sapper.agents.watch.playthrough import Playthrough
from sapper.errors import SapperError
from sapper.game.layout import Layout
from sapper.lab.stats.advantage import measure_advantage
from sapper.logic import analyse, move_value

# No tables: the playouts are all guesses and redrawn layouts.
PLAYER = LookAhead(component_layouts=0, endgame_layouts=0, plies=1)
PLAIN = "strongest:effort=fast,components=0,endgame=0,first=r1c1"


def _estimate(
    position: Position, first: int, second: int, count: int = 2000
) -> tuple[list[float], list[float]]:
    return _core.paired_playouts(position, first, second, asdict(PLAYER), count, 5)


@pytest.mark.parametrize("clue", [1, 2])
def test_mean_of_playouts_is_the_share_of_layouts_that_the_player_wins(clue: int) -> None:
    rules = Rules.parse("4x4x4", first_click="safe")
    agent = load_agent(PLAIN)
    wins = []
    for mines in combinations(range(1, 16), 4):
        if len({1, 4, 5} & set(mines)) == clue:
            game = Playthrough(agent, rules, 1, layout=Layout(4, 4, mines))
            list(game)
            wins.append(game.outcome == "won")
    position = Position.parse(f"{clue}.../..../..../.... 4")
    found = np.array(_estimate(position, -1, -1)[0])
    error = found.std() / np.sqrt(len(found))
    assert abs(found.mean() - np.mean(wins)) < 4 * error
    # Weighing by survival leaves less to chance than games won and lost.
    assert found.std() < np.std(wins)


def test_playouts_of_a_mine_are_lost_and_of_a_sure_game_won() -> None:
    position = Position.parse("01./01./011 1")
    assert set(_estimate(position, 2, 5, 3)[0]) <= {0.0, 1.0}
    mine = Position.parse("1. 1")
    assert _estimate(mine, 1, -1, 2) == ([0.0, 0.0], [1.0, 1.0])


def test_same_seed_same_playouts_and_another_seed_others() -> None:
    position = Position.parse("1.../..../..../.... 4")
    runs = [_core.paired_playouts(position, 3, 15, asdict(PLAYER), 20, seed) for seed in (1, 1, 2)]
    assert runs[0] == runs[1] != runs[2]


@pytest.mark.parametrize(
    ("text", "cell"), [("1.../..../..../.... 4", 15), ("1..../...../...../..... 5", 19)]
)
def test_a_layout_is_drawn_again_only_where_the_player_meets_a_mine(text: str, cell: int) -> None:
    """Two playouts of a layout are the same game until then, which makes differences small."""
    first, second = map(np.array, _estimate(Position.parse(text), cell, cell, 600))
    assert (first == second).mean() > 0.55
    assert not np.array_equal(first, second)


def test_effort_max_plays_the_same_games_on_any_number_of_workers() -> None:
    rules = Rules.parse("6x6x7", first_click="safe")
    agent = load_agent("strongest:effort=max,playouts=8")
    one, two = (play_games(agent, rules, 6, 3, workers=workers) for workers in (1, 2))
    for column in ("won", "moves", "guesses"):
        assert one[column].tolist() == two[column].tolist()


def test_guess_of_max_says_what_playouts_gave_each_candidate() -> None:
    guess = explain_guess(Position.parse("1......./" + "/".join(["........"] * 7) + " 10"), "max")
    assert guess is not None
    assert guess.candidates[0].cell == guess.cell
    assert all(0 < one.value < 1 for one in guess.candidates)


def test_playouts_are_an_option_of_efforts_that_have_them() -> None:
    assert isinstance(load_agent("strongest:effort=max,playouts=5").guesser, Improved)
    assert isinstance(load_agent("strongest:playouts=8").guesser, Improved)
    assert isinstance(load_agent("strongest:effort=max,playouts=0").guesser, LookAhead)
    assert isinstance(load_agent("strongest:playouts=0").guesser, LookAhead)
    fast = load_agent("strongest:effort=fast")
    assert load_agent("strongest:effort=fast,playouts=0,settling=0") == fast
    with pytest.raises(SapperError, match="of effort normal or max, with the option playouts"):
        load_agent("strongest:effort=fast,playouts=5")


def test_position_alone_decides_the_guess_of_playouts() -> None:
    rules = Rules.parse("expert", first_click="zero")
    agent = load_agent("strongest")
    assert isinstance(agent.guesser, Improved)
    options, alone = asdict(agent.guesser), asdict(agent.guesser.search_alone())
    differs = False
    for seed in (71, 122):
        turns = list(Playthrough(agent, rules, seed, agent_seed=seed))
        for before, turn in itertools.pairwise(turns):
            if turn.role != "guesser":
                continue
            assert _core.search_guess(before.position, options).cell == turn.cell
            differs |= _core.search_guess(before.position, alone).cell != turn.cell
    assert differs  # or the playouts were never asked


def test_improved_player_continues_playouts() -> None:
    rules = Rules.parse("6x6x7", first_click="safe")
    first, second = "strongest:effort=max,playouts=6", "strongest:effort=max,playouts=4"
    found = measure_advantage(first, second, rules, 2, 2, playouts=2)
    assert found.guesses >= found.differing
    assert measure_advantage(second, second, rules, 2, 2, playouts=2).differing == 0


def test_cells_that_settle_others_are_better_by_exact_values() -> None:
    """Where they overrule the search, tables left out, what they win is counted to the end."""
    player = Improved(
        endgame_layouts=0, few_cells=0, playouts=32, candidates=1, player_plies=0,
        player_endgame_layouts=60,
    )  # fmt: skip
    gains = []
    for size in ("6x5x8", "8x4x9"):
        rules = Rules.parse(size, first_click="safe")
        for position in (one.position for seed in range(60) for one in iter_reached(rules, seed)):
            analysis = analyse(position)
            if analysis.safe or analysis.num_placements > 20_000:
                continue
            found = _core.search_guess(position, asdict(player))
            alone = _core.search_guess(position, asdict(replace(player, settling=0)))
            with_them, without = found.cell, alone.cell
            if with_them != without:
                assert found.risk > min(analysis.risk[analysis.risk > 0])  # for more risk
                gains.append(
                    move_value(position, [without]).lost - move_value(position, [with_them]).lost
                )
    assert len(gains) >= 5
    assert float(sum(gains)) / len(gains) > 0.02


def blank(*rows: str) -> Position:
    """Return a beginner position that shows what its first rows say."""
    return Position.parse("/".join([*rows, *["." * 9] * (9 - len(rows))]) + " 10")


@pytest.mark.parametrize("effort", ["fast", "normal"])
def test_guess_looks_for_a_zero_until_one_is_shown_then_goes_on_beside_it(effort: Effort) -> None:
    before = explain_guess(blank("1........"), effort)
    assert before is not None
    assert before.position.format_cell(before.cell) in {"r1c9", "r9c1", "r9c9"}
    # A corner has the same risk as these two: 10,000 playouts say 2.4 points less.
    after = explain_guess(blank("01.......", "01.......", "122......"), effort)
    assert after is not None
    assert after.position.format_cell(after.cell) in {"r1c3", "r4c3"}


@pytest.mark.parametrize("on", ["9x9x10", "16x16x40", "5x3x4"])
def test_games_are_the_same_whether_positions_are_remembered_or_not(on: str) -> None:
    agent = load_agent("strongest")
    assert isinstance(agent.guesser, Improved)
    forgetful = replace(agent, guesser=replace(agent.guesser, memory=0))
    rules = Rules.parse(on, first_click="safe")
    games = play_games(agent, rules, games=1500, seed=8)
    assert games.same_play(play_games(forgetful, rules, games=1500, seed=8))
    assert games.same_play(play_games(agent, rules, games=1500, seed=8))  # all of it known now


# In the second game the last guess is between four cells of which nothing tells anything; in
# the third playouts overrule the search, and the last guess has one candidate.
@pytest.mark.parametrize(
    ("rules", "seed"),
    [
        (Rules.parse("9x9x20"), 3),
        (Rules.parse("expert", first_click="zero"), 284),
        (Rules.parse("expert", first_click="zero"), 122),
    ],
)
def test_turns_carry_the_reason_of_a_guess(rules: Rules, seed: int) -> None:
    game = Playthrough(load_agent("strongest"), rules, seed)
    turns = list(game)
    guesses = [turn for turn in turns if turn.role == "guesser"]
    assert guesses
    for turn in guesses:
        assert isinstance(turn.reason, GuessReason)
        best = turn.reason.candidates[0]
        assert best.cell == turn.cell
        assert 0 < best.risk < 1
        assert best.value > 0
        told = turn.reason.lines(turn.position)
        assert told[1].startswith(f"{turn.position.format_cell(best.cell)}: risk")
    assert all(turn.reason is None for turn in turns if turn.role != "guesser")
