"""Features and sub-states against the text, models against the libraries, learned play."""

from __future__ import annotations

import io
import tracemalloc
import zipfile
from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from oracles import sinha as oracle
from oracles.reached import iter_reached
from sapper import Layout, Position, Rules, _core, load_agent, play_games
from sapper.agents import Playthrough, agent_ids
from sapper.agents.guessers import LearnedGuess, SolutionShare
from sapper.agents.guessers.learned import alpha_of, row_options
from sapper.agents.models import (
    build_native,
    load_shipped,
    read_checksums,
    read_model,
    shipped_path,
)
from sapper.agents.run.play import DEFAULT_WIDTH, game_seeds, play_seeds, width_of
from sapper.errors import ModelError
from sapper.game.codes import COVERED
from sapper.game.rules import native_rules
from sapper.logic import sample_layouts

ALL = SolutionShare()  # unlimited: the shares of all solutions
LEARNED = ("sinha/v5.0", "sinha/v5.5", "sinha/v6.0", "sinha/v6.5")


def positions(size: str, games: int) -> Iterator[Position]:
    for seed in range(games):
        for found in iter_reached(Rules.parse(size), seed, flags=True):
            if len(oracle.frontier_of(found.position)) <= 11:
                yield found.position


def read(position: Position, kind: str, *, offer_all: bool = True, alpha: float = 0.3,
         score: str = "printed", word: int = 5,
         proofs_first: bool = False) -> dict[int, list[float]]:  # fmt: skip
    options = _core.RowOptions(kind, ALL.native_spec(), score, alpha, offer_all, proofs_first)
    cells = np.frombuffer(position.cells, dtype=np.uint8).reshape(1, position.rows, -1)
    allowed = (cells == COVERED).astype(np.uint8)
    words = np.array([word], dtype=np.uint64)
    rows, names, _ = _core.sinha_rows(options, position.num_mines, cells, allowed, words)
    return dict(zip(names.tolist(), rows.tolist(), strict=True))


@pytest.mark.parametrize("size", ["5x6x5", "6x4x4"])
def test_features_are_those_of_the_text(size: str) -> None:
    checked = 0
    for position in positions(size, 40):
        expected = oracle.rows_of(position)
        found = read(position, "features")
        assert found.keys() == expected.keys()
        for cell, row in expected.items():
            assert found[cell] == pytest.approx(row, abs=1e-6)
        checked += 1
    assert checked > 60


@pytest.mark.parametrize("score", ["printed", "zero"])
def test_sub_states_are_those_of_the_text(score: str) -> None:
    checked = 0
    for position in positions("6x5x5", 40):
        expected = oracle.sub_states(position, 0.3, score)
        found = read(position, "sub_states", score=score)
        assert found.keys() == expected.keys()
        for cell, row in expected.items():
            assert found[cell] == pytest.approx(row, abs=1e-6)
        checked += 1
    assert checked > 60


def test_wide_grids_are_seen_as_tall_ones() -> None:
    for position in positions("6x4x4", 20):
        turned = read(position.transposed(), "features")
        for cell, row in read(position, "features").items():
            assert turned[cell % 6 * 4 + cell // 6] == row


def test_three_cells_are_offered_beside_the_frontier() -> None:
    checked = 0
    for position in positions("7x7x6", 15):
        frontier = set(oracle.frontier_of(position))
        others = set(position.covered) - frontier
        offers = [set(read(position, "features", offer_all=False, word=w)) for w in range(6)]
        for offer in offers:
            assert frontier <= offer
            assert len(offer - frontier) == min(3, len(others))
        if len(others) > 10:
            checked += 1
            assert len({frozenset(offer) for offer in offers}) > 1
    assert checked > 3


def test_what_all_solutions_prove_is_opened_before_the_model_is_asked() -> None:
    proven = 0
    for position in positions("7x7x8", 30):
        offered = read(position, "features")
        safe = {cell for cell in oracle.frontier_of(position) if offered[cell][5] == 0}
        first = [set(read(position, "features", proofs_first=True, word=w)) for w in range(4)]
        if safe:
            proven += 1
            assert all(len(cells) == 1 and cells <= safe for cells in first)
        else:
            assert first == [set(offered)] * 4
    assert proven > 10


# Data by play


def harvest(kind: str, rules: Rules, games: int, *, proofs_first: bool = False):  # type: ignore[no-untyped-def]
    options = _core.RowOptions(kind, ALL.native_spec(), "printed", 0.5, True, proofs_first)
    player = SolutionShare(slack=0.05, by_distance=True).native_spec()
    seeds = game_seeds(3, 0, games)
    return _core.sinha_harvest(native_rules(rules), seeds, 0, options, player, None)


def test_rewards_of_a_game_sum_to_the_share_of_safe_cells_opened() -> None:
    rules = Rules.parse("9x9x12")
    rows, rewards, games, won, revealed = harvest("sub_states", rules, 200)
    sums = np.bincount(games, weights=rewards, minlength=200)
    assert sums == pytest.approx(revealed / (81 - 12), abs=1e-5)
    assert sums[won.astype(bool)] == pytest.approx(1, abs=1e-5)
    assert rows.shape == (len(rewards), 9)
    assert (rewards >= 0).all()


def test_proven_cells_have_no_row_where_they_are_opened_first() -> None:
    rules = Rules.parse("9x9x12")
    rows, _, _, _, _ = harvest("features", rules, 300)
    first, _, _, _, _ = harvest("features", rules, 300, proofs_first=True)
    assert (rows[:, 5] == 0).any()
    assert not (first[:, 5] == 0).any()
    # What they open belongs to the guess before: rewards still come to what was opened.
    _, rewards, games, _, revealed = harvest("sub_states", rules, 200, proofs_first=True)
    sums = np.bincount(games, weights=rewards, minlength=200)
    assert sums == pytest.approx(revealed / (81 - 12), abs=1e-5)
    assert len(rewards) < len(harvest("sub_states", rules, 200)[1])


def test_data_have_a_row_for_frontier_cells_and_their_truth() -> None:
    rules = Rules.parse("8x8x12")
    rows, targets, _, won, _ = harvest("features", rules, 1000)
    assert set(np.unique(targets)) == {0.0, 1.0}
    on_frontier = rows[:, 5] != 0.5
    risks, safe = rows[on_frontier, 5], targets[on_frontier]
    assert safe[risks == 0].all()  # all solutions were listed: a proof
    assert not safe[risks == 1].any()
    # Cells of a stated risk are mines about that often.
    for low in (0.1, 0.3, 0.5, 0.7):
        some = (risks >= low) & (risks < low + 0.2)
        assert abs((1 - safe[some]).mean() - risks[some].mean()) < 0.12
    assert 0 < won.mean() < 1


def test_a_model_plays_for_the_data_as_it_plays_games() -> None:
    rules, games = Rules.parse("8x8x10"), 200
    agent = load_agent("sinha/v5.0")
    model = load_model("sinha/v5.0")
    search = SolutionShare("dsscsp", 100, max_depth=300)
    options = row_options(model.inputs, rules, model.info, proofs="first", search=search)
    _, _, _, won, revealed = _core.sinha_harvest(
        native_rules(rules), game_seeds(3, 0, games), 0, options, search.native_spec(), model.native
    )
    played = play_games(agent, rules, games, seed=3)
    assert won.astype(bool).tolist() == played.won.tolist()
    assert revealed.tolist() == played.cells_revealed.tolist()


def test_discounts_of_later_rewards() -> None:
    from sapper.lab.training.data import Harvest, returns

    data = Harvest(
        np.zeros((4, 9), np.float32),
        np.array([0.1, 0.2, 0.4, 0.5], np.float32),
        np.array([0, 0, 0, 1]),
        np.array([True, False]),
        np.array([1, 1]),
    )
    assert returns(data, "none") == pytest.approx([0.7, 0.6, 0.4, 0.5], abs=1e-6)
    linear = [0.1 + 2 * 0.2 + 3 * 0.4, 0.2 + 2 * 0.4, 0.4, 0.5]
    assert returns(data, "linear") == pytest.approx(linear, abs=1e-6)


# Models


def test_hyperbolic_tangent_of_the_core_is_the_library_s() -> None:
    x = np.linspace(-25, 25, 4001, dtype=np.float32)
    one = np.ones((1, 1), np.float32)
    layers = [(one, np.zeros(1, np.float32), "tanh"), (one, np.zeros(1, np.float32), "linear")]
    net = _core.NetModel(layers, np.zeros(1, np.float32), np.ones(1, np.float32))
    assert net.predict(x[:, None]) == pytest.approx(np.tanh(x), abs=1e-7)


def test_prediction_of_a_row_does_not_depend_on_the_others() -> None:
    rows = np.random.default_rng(1).normal(5, 4, (500, 9)).astype(np.float32)
    for agent in LEARNED:
        model = load_model(agent).native
        whole = model.predict(rows)
        ones = np.concatenate([model.predict(rows[i : i + 1]) for i in range(0, 500, 7)])
        assert whole[::7].tolist() == ones.tolist()


def test_broken_trees_and_nets_are_refused() -> None:
    from sapper.errors import SapperError

    zeros = np.zeros(3, np.uint32)
    with pytest.raises(SapperError, match="children follow"):
        _core.TreeModel(
            np.zeros(3, np.float32), np.array([1, 1, 0], np.uint32), zeros, zeros[:1], 0.0, 9
        )
    shared = np.array([1, 2, 0, 0], np.uint32)  # the node 2 would have two parents
    with pytest.raises(SapperError, match="children follow"):
        _core.TreeModel(np.zeros(4, np.float32), shared, np.zeros(4, np.uint32), zeros[:1], 0.0, 9)
    with pytest.raises(SapperError, match="fit each other"):
        _core.NetModel([], np.zeros(9, np.float32), np.ones(9, np.float32))


def load_model(agent: str):  # type: ignore[no-untyped-def]
    guesser = load_agent(agent).guesser
    assert isinstance(guesser, LearnedGuess)
    return guesser.load()


@pytest.mark.parametrize("name", sorted(read_checksums()))
def test_shipped_models_say_how_they_were_made(name: str) -> None:
    info = load_shipped(name, "").info
    assert {"agent", "seed", "scale", "versions", "data", "metrics", "parameters"} <= set(info)
    assert info["data"]["rows"] > 100_000
    assert info["metrics"]["beginner_games"] >= 1000


def test_all_models_together_are_small_and_every_learned_agent_has_one() -> None:
    total = sum(shipped_path(name).stat().st_size for name in read_checksums())
    assert total < 20e6
    names = {
        guesser.name
        for agent in agent_ids()
        if isinstance(guesser := load_agent(agent).guesser, LearnedGuess)
    }
    # Every combination of the rewards, proven cells opened first or offered.
    names |= {
        f"sinha-v6.{version}{discount}{score}{proofs}"
        for version, discount, score, proofs in product(
            "05", ("", "-none"), ("", "-zero"), ("", "-offered")
        )
    }
    names.add("sinha-v5.5-offered")
    assert names == set(read_checksums())


def test_missing_or_changed_model_names_the_command(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    from sapper.agents import models

    data = shipped_path("sinha-v6.5").read_bytes()
    monkeypatch.setattr(models, "HERE", tmp_path)
    models.load_shipped.cache_clear()
    agent = load_agent("sinha/v6.5")
    with pytest.raises(ModelError, match=r"missing; build it with: sapper train sinha/v6\.5 "):
        play_games(agent, Rules.parse("beginner"), 1)
    (tmp_path / "sinha-v6.5.npz").write_bytes(data[:-1] + b"x")
    with pytest.raises(ModelError, match="checksum differs"):
        play_games(agent, Rules.parse("beginner"), 1)
    models.load_shipped.cache_clear()


def test_file_that_is_no_model_is_refused(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "m.npz"
    path.write_bytes(b"not a model")
    with pytest.raises(ModelError, match="expected a trained model"):
        play_games(f"sinha/v5.0:model={path}", Rules.parse("beginner"), 1)
    with pytest.raises(ModelError, match="cannot read the model"):
        play_games(f"sinha/v5.0:model={tmp_path}/none.npz", Rules.parse("beginner"), 1)
    with pytest.raises(ModelError, match="expected a trained model"):
        read_model(b"", "nothing")


def test_model_that_unpacks_to_gigabytes_is_refused_before_it_does() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("header.npy", bytes(300 * 1024**2))
    assert len(packed.getvalue()) < 1_000_000
    tracemalloc.start()
    with pytest.raises(ModelError, match="at most 268,435,456 bytes once unpacked, got 314,572,8"):
        read_model(packed.getvalue(), "bomb.npz")
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_alpha_is_linear_in_the_sides_and_the_mine_ratio_within_bounds() -> None:
    rules = Rules(9, 16, 20)
    thetas = (0.01, 0.02, 1.0, 0.1)
    assert alpha_of(thetas, rules) == pytest.approx(0.16 + 0.18 + 20 / 144 + 0.1)
    assert alpha_of((0, 0, 0, 7), rules) == 1
    assert alpha_of((0, 0, 0, -7), rules) == 0


# Play


@pytest.mark.parametrize("agent_id", LEARNED)
def test_learned_agent_does_not_see_the_layout(agent_id: str) -> None:
    # Another layout under the same position: the same answer.
    agent = load_agent(agent_id)
    rules = Rules(9, 9, 10, first_click="any")
    changed = 0
    for seed in range(40):
        game = Playthrough(agent, rules, seed)
        before = [game.position]
        turns = []
        for turn in game:
            turns.append(turn)
            before.append(turn.position)
        assert game.layout is not None
        for number, turn in enumerate(turns):
            if turn.role != "guesser":
                continue
            mines = sample_layouts(before[number], 1, seed=seed)[0]
            other = Layout(9, 9, tuple(np.flatnonzero(mines).tolist()))
            changed += other != game.layout
            again = Playthrough(agent, rules, seed, layout=other)
            for _ in range(number):
                again.next_turn()
            assert again.position == before[number]
            guess = again.next_turn()
            assert guess is not None
            assert guess.cell == turn.cell
    assert changed > 5


@pytest.mark.parametrize("agent_id", LEARNED)
def test_learned_agent_beats_chance_by_far(agent_id: str) -> None:
    games = play_games(agent_id, Rules.parse("beginner"), 500, seed=8)
    assert games.win_rate > 0.6


def test_model_is_asked_for_thousands_of_games_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    guesses = _core.sinha_guesses

    def count(*args):  # type: ignore[no-untyped-def]
        sizes.append(len(args[-1]))
        return guesses(*args)

    monkeypatch.setattr(_core, "sinha_guesses", count)
    agent, rules, seeds = load_agent("sinha/v5.5"), Rules.parse("beginner"), game_seeds(4, 0, 3000)
    many = play_seeds(agent, rules, seeds)
    assert sizes[0] == 3000
    few = play_seeds(agent, rules, seeds[:200], width=7)
    assert max(sizes[-20:]) <= 7
    assert many.cells_revealed[:200].tolist() == few.cells_revealed.tolist()
    assert width_of(agent, Rules.parse("expert")) > 2000
    assert width_of(agent, Rules(1000, 1000, 150_000)) == DEFAULT_WIDTH  # memory


def test_trees_of_5_0_use_only_plain_arrays() -> None:
    model = load_model("sinha/v5.0")
    assert build_native(model.arrays).predict(np.zeros((1, 9), np.float32)).shape == (1,)
    assert all(array.dtype.kind in "iufU" for array in model.arrays.values())
