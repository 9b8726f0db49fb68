"""Positions as data: true, repeatable, with their card."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from sapper import Layout, Position, Rules, analyse, load_agent
from sapper.errors import SapperError
from sapper.lab.positions import COLUMNS, PositionData, write_positions

RULES = Rules(6, 6, 6)


def test_rows_tell_the_truth_and_the_file_is_repeatable(tmp_path: Path) -> None:
    data = PositionData(load_agent("exact"), RULES, games=20, seed=3)
    paths = [tmp_path / "one.parquet", tmp_path / "two.parquet"]
    counts = [write_positions(data, path) for path in paths]
    table = pq.read_table(paths[0])
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert counts[0] == table.num_rows > 40
    assert table.column_names == list(COLUMNS)
    for row in table.to_pylist():
        position = Position(6, 6, 6, bytes(row["cells"]))
        analysis = analyse(position)
        if row["turn"] == 1:  # the rule keeps the first cell free, whichever it is
            assert row["risk"] == [0.0] * 36
            assert row["safe"] == list(range(36))
            continue
        assert np.allclose(row["risk"], analysis.risk.ravel(), atol=1e-6, equal_nan=True)
        assert tuple(row["safe"]) == tuple(analysis.safe)
        if position.clue(row["move"]) is not None:
            raise AssertionError("a move on a revealed cell")
        if not row["is_guess"] and row["turn"] > 1:
            assert row["move"] in row["safe"]
    card = json.loads((tmp_path / "one.parquet.card.json").read_text())
    assert card["rows"] == counts[0]
    assert "--seed 3" in card["command"]


def test_first_turn_knows_the_rule() -> None:
    for first_click, room in (("zero", [0, 3, 12, 15]), ("safe", range(16)), ("any", [])):
        rules = Rules(4, 4, 11, first_click=first_click)
        first = next(PositionData(load_agent("exact"), rules, games=1).iter_rows())
        assert first["safe"].tolist() == list(room)
        risk = [0.0 if cell in room else 11 / 16 for cell in range(16)]
        assert np.allclose(first["risk"], risk)
        assert first["is_guess"] == (first_click == "any")


def test_last_move_of_a_lost_game_met_a_mine(tmp_path: Path) -> None:
    path = tmp_path / "p.parquet"
    write_positions(PositionData(load_agent("exact"), RULES, games=30, seed=5), path)
    rows = pq.read_table(path).to_pylist()
    last = {row["game"]: row for row in rows}
    first = {row["game"]: row["move"] for row in rows if row["turn"] == 1}
    lost = [row for row in last.values() if row["outcome"] == "lost"]
    assert lost
    for row in lost:
        layout = Layout.from_seed(RULES, row["game_seed"], first[row["game"]])
        assert row["move"] in layout.mines
        assert row["is_guess"]


def test_only_guesses_if_asked(tmp_path: Path) -> None:
    path = tmp_path / "g.parquet"
    data = PositionData(load_agent("exact"), RULES, games=30, seed=5, which="guesses")
    write_positions(data, path)
    assert all(row["is_guess"] for row in pq.read_table(path).to_pylist())


def test_bad_input_is_named(tmp_path: Path) -> None:
    with pytest.raises(SapperError, match="'all' or 'guesses'"):
        PositionData(load_agent("exact"), RULES, games=1, which="some")
    with pytest.raises(SapperError, match="in a folder that is there"):
        write_positions(PositionData(load_agent("exact"), RULES, 1), tmp_path / "no" / "p.parquet")
