"""The example of other grids plays by exact risks, and draws them."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from docs.test_commands import ROOT

EXAMPLE = ROOT / "examples" / "other_grids.py"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLE))


def test_example_plays_every_grid_and_draws_two(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLE), "--games", "5", "--pictures", str(tmp_path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    for name in ("hexagons", "torus", "cube", "knight"):
        assert f"{name} " in done.stdout
    assert "8 placements" in done.stdout
    for name in ("hexagons", "torus"):
        root = ElementTree.parse(tmp_path / f"{name}.svg").getroot()
        assert len(root.findall("{http://www.w3.org/2000/svg}polygon")) == 81


def test_grids_have_the_neighbours_that_they_are_named_for(example: dict[str, Any]) -> None:
    most = {name: max(map(len, around)) for name, (around, _) in example["GRIDS"].items()}
    assert most == {"hexagons": 6, "torus": 8, "cube": 26, "knight": 8}
    assert {len(around) for around in example["GRIDS"]["torus"][0]} == {8}
    for around, _ in example["GRIDS"].values():
        assert all(cell in around[one] for cell, near in enumerate(around) for one in near)


def test_lost_games_end_at_a_mine_and_won_ones_with_all_cells(example: dict[str, Any]) -> None:
    around, num_mines = example["GRIDS"]["hexagons"]
    outcomes = set()
    for seed in range(12):
        is_won, seen = example["play"](around, num_mines, seed)
        outcomes.add(is_won)
        assert (len(seen[-1]) == len(around) - num_mines) == is_won
    assert outcomes == {True, False}
