"""The deducer by CP-SAT proves what the engine proves."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from sapper.agents import Playthrough, load_agent, play_seeds
from sapper.agents.deducers import CpSat, Exact, Window
from sapper.agents.protocols import Deducer, NativePart
from sapper.agents.run.play import game_seeds
from sapper.agents.run.turns import deduce
from sapper.game.position import Position
from sapper.game.rules import Rules


def positions(rules: Rules, seeds: range, agent_id: str) -> Iterator[Position]:
    for seed in seeds:
        for turn in Playthrough(load_agent(agent_id), rules, seed):
            if turn.outcome == "playing":
                yield turn.position


def proofs(part: NativePart | Deducer, position: Position) -> tuple[list[int], list[int]]:
    found = deduce(part, position)
    return list(found.safe), list(found.mines)


def need_ortools() -> None:
    if os.environ.get("SAPPER_REQUIRE_EXTRAS") != "1":
        pytest.importorskip("ortools")


def check_cp_sat(rules: Rules, seeds: range, every: int, sizes: tuple[int, ...]) -> int:
    compared = 0
    for flags in ("yes", "no"):
        met = positions(rules, seeds, f"kvietinskas/optimal:flags={flags}")
        for position in list(met)[::every]:
            for count in (True, False):
                assert proofs(Exact(count), position) == proofs(CpSat(count), position), position
                for size in sizes:
                    native = Window(Exact(count), size, size - 1, count)
                    other = Window(CpSat(count), size, size - 1, count)
                    assert proofs(native, position) == proofs(other, position), position
                compared += 1 + len(sizes)
    return compared


def test_cp_sat_proves_the_same_cells_as_the_engine() -> None:
    need_ortools()
    assert check_cp_sat(Rules.parse("beginner-8"), range(4), 5, (4,)) > 20


@pytest.mark.slow
def test_cp_sat_proves_the_same_cells_on_thousands_of_positions() -> None:
    need_ortools()
    compared = 0
    for rule in ("zero", "safe"):
        compared += check_cp_sat(Rules.parse("beginner-8", first_click=rule), range(20), 1, (4, 5))
        compared += check_cp_sat(Rules.parse("beginner", first_click=rule), range(10), 1, (4, 7))
        compared += check_cp_sat(Rules.parse("intermediate", first_click=rule), range(2), 10, (5,))
    assert compared > 2000


def test_cp_sat_backend_plays_the_same_games() -> None:
    need_ortools()
    rules, seeds = Rules.parse("beginner-8", first_click="zero"), game_seeds(2, 0, 4)
    for options in ("flags=no", "window=5x5", "window=4x4,mine_count=no", "window=6x6,recheck=no"):
        native, cp_sat = (
            play_seeds(load_agent(f"kvietinskas/optimal:{options},backend={name}"), rules, seeds)
            for name in ("native", "cp-sat")
        )
        for column in ("won", "guesses", "cells_revealed"):
            assert (native[column] == cp_sat[column]).all()
