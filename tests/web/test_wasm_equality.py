"""The core in WebAssembly gives what the native core gives: bit by bit, game by game."""

from __future__ import annotations

import random
import struct
from typing import Any

import numpy as np
import pytest
from benchmarks.engine_positions import take_positions

from sapper import play_games
from sapper.agents import Playthrough, load_agent
from sapper.agents.registry import agent_ids
from sapper.errors import BudgetExceededError, InconsistentPositionError, NotationError, SapperError
from sapper.game import Game, Layout, Position, Rules
from sapper.game.codes import COVERED
from sapper.logic import analyse
from sapper.web.catalogue import compile_for_page, list_agents
from web.node import ask, ask_all

AGENTS = {agent["id"]: agent for agent in list_agents()}
GAMES = 1000


def page_rules(rules: Rules) -> dict[str, Any]:
    return {
        "columns": rules.columns,
        "rows": rules.rows,
        "mines": rules.num_mines,
        "firstClick": rules.first_click,
        "game": rules.game,
    }


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """Positions of play of every kind, some with flags, some spoiled."""
    rng = random.Random(7)
    found = [p for kind in ("stuck", "guess", "hard", "scattered") for p in take_positions(kind, 8)]
    for seed in range(150):
        rules = Rules.parse(rng.choice(["5x4x5", "8x8x10", "9x9x20", "16x16x40"]))
        game = Game(rules, seed=seed)
        game.reveal(rng.randrange(rules.num_cells))
        for _ in range(rng.randrange(1, 12)):
            safe = [c for c in game.position.covered if c not in game.layout.mines]
            if not game.is_over and safe:
                game.reveal(rng.choice(safe))
        position = game.position
        cells = bytearray(position.cells)
        if seed % 3 == 0:
            for mine in game.layout.mines:
                if cells[mine] == COVERED and rng.random() < 0.3:
                    cells[mine] = 10
        if seed % 5 == 0:
            cells[rng.randrange(len(cells))] = rng.randrange(12)
        found.append(Position(position.columns, position.rows, position.num_mines, bytes(cells)))
    return found


def test_notation_is_read_alike() -> None:
    texts = ["..1./..2./11../.... 3", "F*0/12. 4", "..9 3", "1../... 5", "", "..", "./.. 1"]
    for text, got in zip(texts, ask_all([{"ask": "parse", "text": t} for t in texts]), strict=True):
        try:
            position = Position.parse(text)
        except NotationError as error:
            assert got["error"] == str(error)
        else:
            assert bytes(got["answer"]["cells"]) == position.cells
            assert got["answer"]["mines"] == position.num_mines


def test_risks_and_proven_cells_are_equal_to_the_bit(positions: list[Position]) -> None:
    options = [{"trustFlags": t, "useMineCount": m} for t in (True, False) for m in (True, False)]
    asked = [(p, o) for i, p in enumerate(positions) for o in (options[0], options[i % 4])]
    answers = ask_all([{"ask": "analyse", "text": str(p), "options": o} for p, o in asked])
    num_wrong = 0
    for (position, chosen), got in zip(asked, answers, strict=True):
        try:
            analysis = analyse(
                position,
                trust_flags=chosen["trustFlags"],
                use_mine_count=chosen["useMineCount"],
            )
        except InconsistentPositionError as error:
            num_wrong += 1
            assert got["error"] == str(error)
            assert tuple(got["details"]["clues"]) == error.clues
            assert got["details"]["needsMineCount"] == error.needs_mine_count
            continue
        answer = got["answer"]
        risk = np.frombuffer(bytes.fromhex(answer["risk"]))
        assert np.array_equal(risk, analysis.risk.ravel(), equal_nan=True)
        assert tuple(answer["safe"]) == analysis.safe
        assert tuple(answer["mines"]) == analysis.mines
        assert answer["logPlacements"] == analysis.log_placements
    assert num_wrong > 10


def test_a_small_budget_ends_alike() -> None:
    position = take_positions("hard", 1)[0]
    with pytest.raises(BudgetExceededError) as caught:
        analyse(position, max_states=50)
    (got,) = ask_all([{"ask": "analyse", "text": str(position), "options": {"maxStates": 50}}])
    assert got["error"] == str(caught.value)
    assert caught.value.partial is not None
    assert tuple(got["details"]["safe"]) == caught.value.partial.safe


def test_clue_chances_and_what_ifs_are_equal(positions: list[Position]) -> None:
    asked = [p for p in positions[:32] if p.covered]
    questions = [{"ask": "chances", "text": str(p), "cell": p.covered[0]} for p in asked]
    for position, got in zip(asked, ask_all(questions), strict=True):
        cell = position.covered[0]
        analysis = analyse(position)
        chances = analysis.clue_chances(cell)
        assert np.array_equal(got["answer"]["table"], chances)
        found = got["answer"]["whatIfs"]
        assert [after["clue"] for after in found] == np.flatnonzero(chances).tolist()
        for after in found:
            assert after["chance"] == pytest.approx(chances[after["clue"]], abs=1e-12)
            assert tuple(after["safe"]) == analysis.assume(cell, after["clue"]).safe


def test_reasons_and_their_sentences_are_equal(positions: list[Position]) -> None:
    asked = [(p, t) for i, p in enumerate(positions) for t in {True, i % 4 != 0}]
    questions = [
        {"ask": "reasons", "text": str(p), "options": {"trustFlags": trust}} for p, trust in asked
    ]
    num_reasons = 0
    for (position, trust), got in zip(asked, ask_all(questions), strict=True):
        try:
            reasons = analyse(position, trust_flags=trust).reasons()
        except SapperError as error:
            assert got["error"] == str(error)
            continue
        num_reasons += len(reasons)
        assert [_plain(reason) for reason in got["answer"]] == [
            (r.cell, r.is_mine, r.technique, r.steps, r.clues, r.needs_mine_count, r.sentence)
            for r in reasons
        ]
    assert num_reasons > 2000


def _plain(reason: dict[str, Any]) -> tuple[Any, ...]:
    names = ("cell", "isMine", "technique", "steps", "clues", "needsMineCount", "sentence")
    return tuple(tuple(reason[n]) if n == "clues" else reason[n] for n in names)


@pytest.mark.parametrize("first_click", ["any", "safe", "zero"])
def test_layouts_of_seeds_are_equal(first_click: str) -> None:
    rng = random.Random(3)
    asked = []
    for _ in range(100):
        rules = Rules(rng.randrange(4, 40), rng.randrange(4, 30), 7, first_click=first_click)
        asked.append((rules, rng.randrange(2**53), rng.randrange(rules.num_cells)))
    questions = [
        {"ask": "layout", "rules": page_rules(rules), "seed": seed, "first": first}
        for rules, seed, first in asked
    ]
    for (rules, seed, first), got in zip(asked, ask_all(questions), strict=True):
        assert tuple(got["answer"]) == Layout.from_seed(rules, seed, first).mines


def test_a_game_and_its_illegal_moves_are_equal() -> None:
    rules = Rules.parse("beginner")
    asked = [
        [["reveal", 40], ["flag", 0]],
        [["reveal", 40], ["flag", 0], ["undo", 0], ["unflag", 0]],
        [["reveal", 40], ["reveal", 40]],
        [["flag", 3], ["reveal", 3]],
    ]
    questions: list[dict[str, Any]] = [
        {"ask": "game", "rules": page_rules(rules), "seed": 7, "moves": moves} for moves in asked
    ]
    first, *refused = ask_all(questions)
    game = Game(rules, seed=7)
    game.reveal(40)
    game.flag(0)
    assert bytes(first["answer"]["cells"]) == game.position.cells
    for moves, got in zip(asked[1:], refused, strict=True):
        other = Game(rules, seed=7)
        with pytest.raises(SapperError) as caught:
            for kind, cell in moves:
                other.undo() if kind == "undo" else getattr(other, str(kind))(cell)
        assert got["error"] == str(caught.value)


def test_every_agent_without_python_parts_is_on_the_page() -> None:
    left_out = {i for i in agent_ids() if compile_for_page(load_agent(i)) is None}
    assert set(agent_ids()) - set(AGENTS) == left_out
    assert {"exact", "random", "becerra/dssp", "kvietinskas/optimal:window=5x5"} <= set(AGENTS)


@pytest.mark.parametrize("agent_id", AGENTS)
def test_a_thousand_games_of_every_agent_are_equal(agent_id: str) -> None:
    rules = Rules.parse("8x8x10", first_click="safe")
    games = play_games(load_agent(agent_id), rules, games=GAMES, seed=11)
    derived = ("won", "lost", "stuck", "nanoseconds")
    columns = [name for name in games.keys() if name not in derived]  # noqa: SIM118
    expected = np.stack([np.asarray(games[name], dtype=float) for name in columns], axis=1)
    rows = ask(ask="rows", agent=AGENTS[agent_id], rules=page_rules(rules), seed=11, count=GAMES)
    assert np.array_equal(np.array(rows), expected)


@pytest.mark.parametrize("agent_id", ["exact", "becerra/dssp", "kvietinskas/optimal:window=5x5"])
def test_a_watched_game_is_the_playthrough(agent_id: str) -> None:
    rules = Rules.parse("intermediate", first_click="zero")
    turns = ask(ask="watch", agent=AGENTS[agent_id], rules=page_rules(rules), seed=7)
    expected = list(Playthrough(load_agent(agent_id), rules, 7))
    assert len(turns) == len(expected)
    for got, turn in zip(turns, expected, strict=True):
        assert (got["role"], got["part"], got["cell"]) == (turn.role, turn.part, turn.cell)
        assert bytes(got["cells"]) == turn.position.cells
        proofs = [(p["cell"], p["isMine"], tuple(p["clues"])) for p in got["proofs"]]
        assert proofs == [
            (cell, bool(d.mines), d.clues) for d in turn.deductions for cell in (*d.safe, *d.mines)
        ]
        assert (got["window"] is not None) == bool(turn.window)


def test_floats_cross_as_bits() -> None:
    found = ask(ask="analyse", text="... 1", options={})
    assert struct.unpack("<3d", bytes.fromhex(found["risk"])) == (1 / 3, 1 / 3, 1 / 3)
