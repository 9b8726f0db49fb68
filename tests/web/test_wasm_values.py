"""Values, what-ifs and reviews of the page are the library's, number by number."""

from __future__ import annotations

import random
from typing import Any

import pytest

from oracles.reached import iter_reached
from sapper import _core
from sapper.errors import BudgetExceededError, InconsistentPositionError
from sapper.game import Game, Position, Rules
from sapper.logic import analyse, cell_values
from web.node import ask, ask_all


@pytest.fixture(scope="module")
def endings() -> list[Position]:
    """Positions with few layouts left, where nothing is proven safe."""
    found = []
    for seed in range(40):
        for reached in iter_reached(Rules.parse("6x5x8"), seed, flags=False):
            analysis = analyse(reached.position)
            if not analysis.safe and analysis.num_placements <= _core.JUDGE_LAYOUTS:
                found.append(reached.position)
    assert len(found) > 20
    return found[:40]


def test_values_are_the_librarys(endings: list[Position]) -> None:
    answers = ask_all([{"ask": "values", "text": str(position)} for position in endings])
    known = []
    for position, got in zip(endings, answers, strict=True):
        try:
            values = cell_values(position, max_layouts=_core.JUDGE_LAYOUTS, max_nodes=50_000)
        except BudgetExceededError:
            assert got["answer"] is None
            continue
        known += [position] if values else []
        assert dict(got["answer"]["cells"]) == {one.cell: float(one.value) for one in values}
    (got,) = ask_all([{"ask": "survey", "text": str(known[0])}])
    best = max(got["answer"]["candidates"], key=lambda one: one.get("value", -1))
    assert got["answer"]["candidates"][0]["value"] == best["value"] == got["answer"]["value"]


def test_values_out_of_reach_are_none() -> None:
    game = Game(Rules.parse("intermediate"), seed=1)
    game.reveal(0)
    assert ask(ask="values", text=str(game.position)) is None


def test_what_is_assumed_is_analysed_as_the_library_does() -> None:
    rng = random.Random(5)
    asked: list[tuple[Position, list[dict[str, int]]]] = []
    for seed in range(20):
        for reached in iter_reached(Rules.parse("6x5x7"), seed, flags=False):
            cells = rng.sample(reached.position.covered, 2)
            asked.append(
                (reached.position, [{"cell": c, "what": rng.randrange(11)} for c in cells])
            )
    questions = [{"ask": "assumed", "text": str(p), "assumed": a} for p, a in asked]
    num_whole = 0
    for (position, assumed), got in zip(asked, ask_all(questions), strict=True):
        analysis = analyse(position)
        holds = 0
        try:
            for one in assumed:
                what: Any = {9: "safe", 10: "mine"}.get(one["what"], one["what"])
                analysis = analysis.assume(one["cell"], what)
                holds += 1
        except InconsistentPositionError:
            assert got["answer"]["holds"] == holds
            continue
        num_whole += 1
        risk = analysis.risk.ravel()
        for cell in position.covered:
            if cell not in {one["cell"] for one in assumed}:
                assert got["answer"]["risk"][cell] == risk[cell]
        assert got["answer"]["logPlacements"] == analysis.log_placements
    assert num_whole > 20
