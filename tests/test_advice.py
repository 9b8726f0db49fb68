"""One hint, one sentence, one judgement: every face says what the core says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from oracles.reached import Reached, iter_reached
from sapper import Game, Position, Rules, analyse, hint, load_agent
from sapper.advice import Technique
from sapper.agents.house import explain_guess
from sapper.agents.run.policy import AgentPolicy
from sapper.cli import app
from sapper.cli.play.person import ask_for_hint
from sapper.game.codes import COVERED
from web.node import ask_all

ROOT = Path(__file__).parents[1]
GRIDS = ("beginner", "intermediate", "expert", "6x5x8")


@pytest.fixture(scope="module")
def games() -> list[Game]:
    """Games without flags: something proven, to be guessed, endgames."""
    found: list[Reached] = []
    for seed in range(1000):
        grid = GRIDS[seed % len(GRIDS)]
        reached = list(iter_reached(Rules.parse(grid), seed))
        found += reached[seed % 3 :: max(1, len(reached) // 8)]
        if len(found) >= 1000:
            break
    return [game_at(one) for one in found[:1000]]


def game_at(reached: Reached) -> Game:
    """Play to a position that was reached."""
    game = Game.on_layout(reached.layout)
    for cell, code in enumerate(reached.position.cells):
        if code <= 8 and game.position.clue(cell) is None:
            game.reveal(cell)
    assert game.position == reached.position
    return game


@pytest.fixture(scope="module")
def positions(games: list[Game]) -> list[Position]:
    return [game.position for game in games]


def test_every_face_names_the_same_cell_with_the_same_sentence(positions: list[Position]) -> None:
    assert len(positions) == 1000
    answers = ask_all([{"ask": "hint", "text": str(one), "near": -1} for one in positions])
    kinds = {"safe": 0, "guess": 0}
    for position, got in zip(positions, answers, strict=True):
        found = hint(position)
        assert found is not None
        kinds[found.kind] += 1
        page = got["answer"]
        assert (page["cell"], page["sentence"]) == (found.cell, found.sentence)
        assert page["kind"] == found.kind
        analysis = analyse(position)
        assert analysis.best == (found.cell,)
        assert str(analysis.hint()) == found.sentence
        explained = explain_guess(position)
        assert explained is not None
        assert (explained.cell, str(explained)) == (found.cell, found.sentence)
    assert min(kinds.values()) > 100


def test_the_command_line_prints_the_same(positions: list[Position]) -> None:
    for position in positions[::5]:  # the command only prints what the library finds
        done = CliRunner().invoke(app, ["analyse", str(position), "--json"])
        document = json.loads(done.stdout)
        found = hint(position)
        assert found is not None
        assert document["hint"]["cell"] == position.format_cell(found.cell)
        assert document["hint"]["sentence"] == found.sentence
        assert document["best"]["cells"] == [position.format_cell(found.cell)]


def test_the_terminal_and_the_page_say_the_same_near_the_last_move(games: list[Game]) -> None:
    near = [game.history[-1].cell for game in games]
    answers = ask_all(
        [
            {"ask": "hint", "text": str(game.position), "near": cell}
            for game, cell in zip(games, near, strict=True)
        ]
    )
    for game, cell, got in zip(games, near, answers, strict=True):
        _, told = ask_for_hint(game)
        found = hint(game.position, near=cell)
        assert told is not None
        assert found is not None
        assert (told.cell, told.sentence) == (found.cell, found.sentence)
        assert (got["answer"]["cell"], got["answer"]["sentence"]) == (found.cell, found.sentence)


def test_a_guess_is_what_the_fast_player_plays(positions: list[Position]) -> None:
    player = load_agent("strongest:effort=fast")
    guesses = [one for one in positions if (found := hint(one)) and found.kind == "guess"]
    for position in guesses[:60]:
        rules = Rules(position.columns, position.rows, position.num_mines)
        found = hint(position)
        assert found is not None
        cells = position.array[None]
        masks = (cells == COVERED).reshape(1, -1)
        assert AgentPolicy(player, rules)(cells, masks).tolist() == [found.cell]


def test_a_proven_hint_is_the_easiest_then_the_nearest_then_the_first() -> None:
    for seed in range(12):
        for position, _ in iter_reached(Rules.parse("9x9x16"), seed):
            reasons = [one for one in analyse(position).reasons() if not one.is_mine]
            near = seed % position.num_cells
            found = hint(position, near=near)
            if not reasons or found is None:
                continue

            def key(cell: int, technique: Technique, near: int = near) -> tuple[Any, ...]:
                row, column = divmod(cell, 9)
                far = (row - near // 9) ** 2 + (column - near % 9) ** 2
                return technique.rank, far, cell

            best = min(key(one.cell, one.technique) for one in reasons)
            assert found.technique is not None
            assert key(found.cell, found.technique) == best


def test_a_guess_never_has_a_covered_cell_that_is_proven_safe(positions: list[Position]) -> None:
    for position in positions[::10]:
        found = hint(position)
        assert found is not None
        assert position.cells[found.cell] == COVERED
        assert (found.kind == "guess") == (not analyse(position).safe)
        risks = analyse(position).risk.ravel()
        assert found.risk == pytest.approx(risks[found.cell], abs=1e-12)
        for one in found.candidates:
            assert one.risk == pytest.approx(risks[one.cell], abs=1e-9)


def test_a_cell_of_a_little_less_risk_is_named_beside_the_guess() -> None:
    """Only risks that differ by rounding alone count as the same."""
    position = Position.parse("....../....../...2.1/....1./...2.1/...... 7")
    found = hint(position)
    assert found is not None
    risk = analyse(position).risk
    assert 0 < found.risk - risk[1, 5] < 0.001
    assert found.sentence.endswith("; r2c6 risks less, 18.9%, but is worth less")
