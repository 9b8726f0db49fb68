"""The pattern database: the games it is made from."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from sapper import Agent, Layout, Position, Rules, _core
from sapper.agents import Playthrough
from sapper.agents.deducers import Exact, SentenceGroups, SubsetReduction
from sapper.agents.guessers import RandomGuess
from sapper.agents.openers import RandomCell
from sapper.agents.pattern_building import Building, Records
from sapper.agents.patterns import (
    pattern_file,
    write_patterns,
)
from sapper.agents.run.turns import deduce
from sapper.game.codes import COVERED, FLAGGED

ALL = range(16)


def key_of(cells: bytes) -> int:
    key = 0
    for code in cells:
        key = 11 * key + code
    return key


def cells_of(key: int) -> bytes:
    digits = []
    for _ in ALL:
        key, digit = divmod(key, 11)
        digits.append(digit)
    return bytes(reversed(digits))


def around(cell: int) -> list[int]:
    row, column = divmod(cell, 4)
    return [
        4 * r + c
        for r in range(max(row - 1, 0), min(row + 2, 4))
        for c in range(max(column - 1, 0), min(column + 2, 4))
        if 4 * r + c != cell
    ]


def build(**options: int | bool) -> Building:
    building = Building(**options)  # type: ignore[arg-type]  # named as the parameters are
    for _ in building:
        pass
    return building


# The games


def follow(layout: int, games: _core.PatternGames) -> dict[int, float]:
    """Return the chance of each configuration with a guess, on one layout, slowly."""
    mines = {cell for cell in ALL if layout >> cell & 1}
    clues = [sum(near in mines for near in around(cell)) for cell in ALL]
    chances: dict[int, float] = {}

    def reveal(seen: set[int], cell: int) -> None:
        if cell not in seen:
            seen.add(cell)
            if clues[cell] == 0:
                for near in around(cell):
                    reveal(seen, near)

    def play(seen: set[int], flags: set[int], chance: float) -> None:
        if seen and len(seen) + len(mines) == 16:
            return
        key = key_of(
            bytes(
                clues[cell] if cell in seen else FLAGGED if cell in flags else COVERED
                for cell in ALL
            )
        )
        safe, proven = games.proof(key)
        if safe or proven:
            for cell in ALL:
                if safe >> cell & 1:
                    reveal(seen, cell)
            play(seen, flags | {cell for cell in ALL if proven >> cell & 1}, chance)
            return
        chances[key] = chances.get(key, 0) + chance
        covered = [cell for cell in ALL if cell not in seen and cell not in flags]
        for cell in covered:
            if cell not in mines:
                after = set(seen)
                reveal(after, cell)
                play(after, set(flags), chance / len(covered))

    play(set(), set(), 1.0)
    return chances


@pytest.mark.parametrize("layout", [1, 0x21, 0x0F3, 0x3C5A, 0xFFFF, 0x7FFF])
def test_exact_chances_are_those_of_all_lines_of_play(layout: int) -> None:
    games = _core.PatternGames(8)
    games.follow(layout, 1)
    keys, appeared, chances, made, kept = games.records(1)
    slow = follow(layout, games)
    assert dict(zip(keys.tolist(), chances.tolist(), strict=True)) == pytest.approx(slow)
    assert set(appeared.tolist()) == {1}
    for key, guesses, safe in zip(keys.tolist(), made, kept, strict=True):
        cells = cells_of(key)
        assert [bool(count) for count in guesses] == [code == COVERED for code in cells]
        for cell in ALL:
            assert bool(safe[cell]) == (cells[cell] == COVERED and not layout >> cell & 1)


def test_layouts_that_agree_with_a_configuration_reach_it_alike() -> None:
    alone: dict[int, set[float]] = {}
    for layout in range(1, 300):
        games = _core.PatternGames(8)
        games.follow(layout, 1)
        keys, _, chances, _, _ = games.records(1)
        for key, chance in zip(keys.tolist(), chances.tolist(), strict=True):
            alone.setdefault(key, set()).add(round(chance, 12))
    assert any(len(cells_of(key)) for key in alone)
    assert all(len(chances) == 1 for chances in alone.values())


def test_proofs_of_configurations_are_those_of_the_deducers() -> None:
    games = _core.PatternGames(8)
    games.follow(0x1234, 40)
    seen = 0
    for key in [*games.records(1)[0].tolist(), key_of(bytes([1] + [COVERED] * 15))]:
        assert games.proof(key) == (0, 0)
    rng = np.random.default_rng(1)
    for _ in range(300):
        layout = int(rng.integers(1, 65536))
        mines = {cell for cell in ALL if layout >> cell & 1}
        shown = [cell for cell in ALL if cell not in mines and rng.random() < 0.5]
        codes = bytes(
            sum(near in mines for near in around(cell)) if cell in shown else COVERED
            for cell in ALL
        )
        position = Position(4, 4, len(mines), codes)
        safe, found = (
            {cell for cell in ALL if bits >> cell & 1} for bits in games.proof(key_of(codes))
        )
        first = deduce(SubsetReduction(), position)
        if first.safe or first.mines:
            assert (safe, found) == (set(first.safe), set(first.mines))
        else:
            more = deduce(SentenceGroups(), position)
            assert safe <= set(more.safe)
            assert found <= set(more.mines)
        exact = deduce(Exact(mine_count=False), position)
        assert safe <= set(exact.safe)
        assert found <= set(exact.mines)
        seen += bool(safe or found)
    assert seen > 100


def test_the_drivers_own_games_pass_through_configurations_as_often() -> None:
    layout, num_games = 0x0129, 1500
    games = _core.PatternGames(8)
    games.follow(layout, 1)
    keys, _, chances, _, _ = games.records(1)
    expected = dict(zip(keys.tolist(), chances.tolist(), strict=True))
    agent = Agent(RandomCell(), (SubsetReduction(), SentenceGroups()), RandomGuess())
    mines = tuple(cell for cell in ALL if layout >> cell & 1)
    rules = Rules(4, 4, len(mines), first_click="any")
    passed: Counter[int] = Counter()
    for seed in range(num_games):
        game = Playthrough(agent, rules, seed, layout=Layout(4, 4, mines))
        before = game.position
        for turn in game:
            if turn.role in ("opener", "guesser"):
                passed[key_of(before.cells)] += 1
            before = turn.position
    assert set(passed) <= set(expected)
    for key, chance in expected.items():
        error = math.sqrt(num_games * chance * (1 - chance))
        assert abs(passed[key] - num_games * chance) < 5 * error + 1e-9


def assert_samples_agree(sampled: Records, exact: Records, least: int = 1000) -> int:
    """Compare every move's share and safety; give the number of comparisons."""
    place = {key: index for index, key in enumerate(exact.keys.tolist())}
    z = 3.2905  # 99.9 %
    compared = outside = 0
    chosen = np.flatnonzero(sampled.appeared >= least)
    theirs = np.array([place[key] for key in sampled.keys[chosen].tolist()])
    for ours, truth, number in (
        (sampled.shares[chosen], exact.shares[theirs], sampled.appeared[chosen, None]),
        (sampled.safes[chosen], exact.safes[theirs], sampled.made[chosen]),
    ):
        counted = np.broadcast_to(number, ours.shape)
        # The normal interval needs a few events of both kinds.
        usable = (counted * truth > 10) & (counted * (1 - truth) > 10)
        error = np.sqrt(truth * (1 - truth) / np.maximum(counted, 1))
        compared += int(usable.sum())
        outside += int((usable & (abs(ours - truth) > z * error)).sum())
        never = (counted > 0) & ((truth == 0) | (truth == 1))
        assert (ours[never] == truth[never]).all()
    allowed = compared * 0.001
    assert outside <= allowed + 4 * math.sqrt(allowed)
    return compared


def test_sampled_values_agree_with_the_exact_ones() -> None:
    sampled = build(num_layouts=1500, games=2000).records()
    exact = build(num_layouts=1500, exact=True).records()
    assert set(sampled.keys.tolist()) <= set(exact.keys.tolist())
    assert assert_samples_agree(sampled, exact) > 3000


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_whole_database_agrees_with_the_exact_one_and_is_the_shipped_one(tmp_path: Path) -> None:
    buildings = {"sampled": build(), "exact": build(exact=True)}
    for name, building in buildings.items():
        write_patterns(building.patterns(), tmp_path / name)
        shipped = pattern_file(name)  # type: ignore[arg-type]  # both are names of databases
        assert (tmp_path / name).read_bytes() == shipped.read_bytes()
    sampled, exact = (building.records() for building in buildings.values())
    assert assert_samples_agree(sampled, exact) > 10_000


def test_same_seed_same_database_and_another_seed_another() -> None:
    one, same, other = (build(num_layouts=300, games=50, seed=seed) for seed in (1, 1, 2))
    assert (one.records().made == same.records().made).all()
    assert one.records().made.sum() != other.records().made.sum()


def test_stored_is_the_most_frequent_move_that_did_not_lose() -> None:
    building = build(num_layouts=800, games=40)
    patterns = building.patterns()
    records = building.records()
    assert building.num_configurations > len(records.keys) > len(patterns.keys)
    stored = dict(
        zip(
            patterns.keys.tolist(),
            zip(patterns.moves, patterns.shares, patterns.safes, strict=True),
            strict=True,
        )
    )
    for index, key in enumerate(records.keys.tolist()):
        kept, made = records.kept[index], records.made[index]
        appeared = int(records.appeared[index])
        if appeared < 2 or kept.max() == 0:
            assert key not in stored
            continue
        move, share, safe = stored[key]
        assert kept[move] == kept.max()
        assert share == round(65535 * kept.max() / appeared)
        assert safe == round(65535 * kept.max() / made[move])
