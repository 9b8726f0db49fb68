"""The deducer by CP-SAT proves what the engine proves."""

from __future__ import annotations

import os

import pytest

from oracles.reached import iter_met, proven
from sapper.agents import load_agent, play_seeds
from sapper.agents.deducers import CpSat, Exact, Window
from sapper.agents.run.play import game_seeds
from sapper.game.rules import Rules


def need_ortools() -> None:
    if os.environ.get("SAPPER_REQUIRE_EXTRAS") != "1":
        pytest.importorskip("ortools")


def check_cp_sat(rules: Rules, num_games: int, every: int, sizes: tuple[int, ...]) -> int:
    compared = 0
    for flags in ("yes", "no"):
        met = iter_met(f"kvietinskas/optimal:flags={flags}", rules, num_games)
        for position in list(met)[::every]:
            for count in (True, False):
                assert proven(Exact(count), position) == proven(CpSat(count), position), position
                for size in sizes:
                    native = Window(Exact(count), size, size - 1, count)
                    other = Window(CpSat(count), size, size - 1, count)
                    assert proven(native, position) == proven(other, position), position
                compared += 1 + len(sizes)
    return compared


def test_cp_sat_proves_the_same_cells_as_the_engine() -> None:
    need_ortools()
    assert check_cp_sat(Rules.parse("beginner-8"), 4, 5, (4,)) > 20


@pytest.mark.slow
def test_cp_sat_proves_the_same_cells_on_thousands_of_positions() -> None:
    need_ortools()
    compared = 0
    for rule in ("zero", "safe"):
        compared += check_cp_sat(Rules.parse("beginner-8", first_click=rule), 20, 1, (4, 5))
        compared += check_cp_sat(Rules.parse("beginner", first_click=rule), 10, 1, (4, 7))
        compared += check_cp_sat(Rules.parse("intermediate", first_click=rule), 2, 10, (5,))
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
