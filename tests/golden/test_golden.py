"""The golden data is what the code gives now; ``make golden`` writes it anew."""

from __future__ import annotations

import json
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import pytest

from golden.make import (
    FIGURES,
    HERE,
    format_defaults,
    format_episodes,
    format_figure,
    format_figure_10,
    format_layouts,
    format_perft,
    format_playthroughs,
    format_reasons,
    playthrough_path,
)
from oracles import determinism
from sapper.agents.registry import house_ids
from sapper.lab.signature import format_signatures, signatures


def assert_golden(name: str, text: str) -> None:
    path = HERE / name
    assert path.exists(), f"{name} is missing; run `make golden` and commit it"
    committed = path.read_text(encoding="utf-8")
    if committed != text:
        diff = unified_diff(committed.splitlines(), text.splitlines(), "committed", "now", "", "")
        pytest.fail(
            f"{name} is not what the code gives now; if that is meant, run `make golden`\n"
            + "\n".join(islice(diff, 60))
        )


def test_layouts_are_the_golden_ones() -> None:
    assert_golden("layouts.json", format_layouts())


def test_golden_layouts_are_those_of_the_second_implementation() -> None:
    entries = json.loads((HERE / "layouts.json").read_text(encoding="utf-8"))
    assert len(entries) > 100
    for entry in entries:
        columns, rows, mines = map(int, entry["size"].split("x"))
        assert entry["mines"] == determinism.layout(
            columns, rows, mines, entry["first_click"], entry["seed"], entry["first"]
        )


def test_episodes_are_the_golden_ones() -> None:
    assert_golden("episodes.json", format_episodes())


def test_reasons_are_the_golden_ones() -> None:
    assert_golden("reasons.txt", format_reasons())


def test_defaults_are_the_golden_ones() -> None:
    assert_golden("defaults.txt", format_defaults())


def test_perft_counts_are_the_golden_ones() -> None:
    assert_golden("perft.json", format_perft())


@pytest.mark.parametrize("agent_id", house_ids())
def test_agent_plays_its_golden_game(agent_id: str) -> None:
    assert_golden(playthrough_path(agent_id), format_playthroughs(agent_id))


@pytest.mark.parametrize("name", FIGURES)
def test_figure_of_a_paper_is_played_as_before(name: str) -> None:
    assert_golden(f"figures/{name}.txt", format_figure(name))


def test_figure_10_of_cooper_is_played_as_printed() -> None:
    assert_golden("figures/cooper-figure-10.txt", format_figure_10())


def test_every_playthrough_belongs_to_an_agent() -> None:
    known = {Path(playthrough_path(agent_id)).name for agent_id in house_ids()}
    assert len(known) == len(house_ids())
    assert {path.name for path in (HERE / "playthroughs").iterdir()} == known


def test_signatures_are_the_golden_ones() -> None:
    assert_golden("signature.txt", format_signatures(signatures()))
