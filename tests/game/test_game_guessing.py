"""Fair and kind guessing: what a guess meets, and that what is hidden stays uniform."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections import Counter

import pytest

from oracles.guessing import answers, around, fitting
from sapper import Game, Layout, Rules
from sapper.errors import RulesError, UnknownNameError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.position import Position
from sapper.game.replay import Replay


def limit(degrees: int) -> float:
    """Wilson and Hilferty's approximation of the 99.99 % point of chi-square."""
    spread = 2 / (9 * degrees)
    return degrees * (1 - spread + 3.719 * math.sqrt(spread)) ** 3


def covered(game: Game) -> list[int]:
    return [cell for cell, code in enumerate(game.position.cells) if code == COVERED]


def make_random_move(game: Game, chance: random.Random) -> tuple[Position, list[int]]:
    """Reveal, flag or chord somewhere; return the position before and the cells to be opened."""
    before = game.position
    chords = [
        cell
        for cell in range(before.num_cells)
        if (clue := before.clue(cell))
        and sum(before.cells[near] in (FLAGGED, 11) for near in around(before, cell)) == clue
        and any(before.cells[near] == COVERED for near in around(before, cell))
    ]
    if chords and chance.random() < 0.7:
        cell = chance.choice(chords)
        opened = [near for near in around(before, cell) if before.cells[near] == COVERED]
        game.chord(cell)
        return before, opened
    cell = chance.choice(covered(game))
    if chance.random() < 0.3 and game.first_cell is not None:
        game.flag(cell)
        return before, []
    game.reveal(cell)
    return before, [cell]


@pytest.mark.parametrize("guessing", ["fair", "kind"])
@pytest.mark.parametrize("kind", ["normal", "score"])
@pytest.mark.parametrize("first_click", ["any", "zero"])
def test_every_guess_is_answered_as_the_list_of_layouts_says(
    guessing: str, kind: str, first_click: str
) -> None:
    chance = random.Random(5)
    size = "4x4x4" if first_click == "any" else "6x3x6"
    rules = Rules.parse(size, first_click=first_click, game=kind)
    answered = 0
    for seed in range(30):
        game = Game(rules, seed, guessing=guessing)
        while not game.is_over and covered(game):
            is_first = game.first_cell is None
            old = frozenset(() if is_first else game.layout.mines)
            before, opened = make_random_move(game, chance)
            if not opened or (is_first and first_click == "zero"):
                continue
            new = frozenset(game.layout.mines)
            assert new in fitting(game.position)
            wanted = answers(before, opened, guessing)
            if wanted is None:
                assert is_first or old == new
            else:
                answered += 1
                assert new in wanted
                # The layout that answers so already is not exchanged.
                assert is_first or old not in wanted or old == new
    assert answered > 5


@pytest.mark.parametrize("guessing", ["fair", "kind"])
def test_what_is_hidden_stays_equally_likely(guessing: str) -> None:
    """The same moves on many seeds: each layout that fits is behind a position as often."""
    rules = Rules.parse("4x3x3", first_click="any")
    seen: dict[str, Counter[frozenset[int]]] = {}
    for seed in range(3000):
        game = Game(rules, seed, guessing=guessing)
        for cell in ("r1c1", "r1c2", "r3c4"):
            if not game.is_over and game.position.cells[game.cell(cell)] == COVERED:
                game.reveal(cell)
        seen.setdefault(str(game.position), Counter())[frozenset(game.layout.mines)] += 1
    tested = 0
    for text, counts in seen.items():
        layouts = fitting(Position.parse(text))
        games = sum(counts.values())
        assert set(counts) <= set(layouts)
        if len(layouts) < 2 or games < 12 * len(layouts):
            continue
        expected = games / len(layouts)
        chi_square = sum((counts[mines] - expected) ** 2 / expected for mines in layouts)
        assert chi_square < limit(len(layouts) - 1)
        tested += 1
    assert tested > 4


def test_undo_brings_the_old_layout_back_and_the_same_move_the_same_answer() -> None:
    for seed in range(40):
        game = Game(Rules.parse("6x6x10", first_click="safe"), seed, guessing="fair")
        game.reveal("r1c1")
        before = game.layout
        cell = covered(game)[-1]
        game.reveal(cell)
        after = game.layout
        game.undo()
        assert game.layout == before
        game.reveal(cell)
        assert game.layout == after


def test_copies_pickles_and_replays_go_on_alike() -> None:
    game = Game(Rules.parse("5x5x6", first_click="any"), 3, guessing="fair")
    for cell in ("r1c1", "r5c5", "r3c3"):
        if not game.is_over:
            game.reveal(cell)
    for other in (copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert other.layout == game.layout
        assert other.guessing == "fair"
    replay = Replay.parse(Replay.of_game(game).format())
    assert replay.guessing == "fair"
    assert replay.game().position == game.position
    assert Replay.of_game(Game(Rules.parse("beginner"))).to_dict().get("guessing") is None


def test_a_retry_keeps_the_mines() -> None:
    game = Game(Rules.parse("4x4x6", first_click="any"), 3, guessing="fair")
    game.reveal("r1c1")
    game.retry()
    assert game.guessing == "uniform"
    mine = game.layout.mines[0]
    game.reveal(mine)
    assert game.outcome == "lost"


def test_given_mines_and_unknown_names_are_refused() -> None:
    with pytest.raises(RulesError, match="expected guessing 'uniform' on given mines"):
        Game(Rules(2, 2, 1), layout=Layout(2, 2, (0,)), guessing="fair")
    with pytest.raises(UnknownNameError, match="unknown guessing 'far'; did you mean 'fair'"):
        Game(Rules(2, 2, 1), guessing="far")
