"""The learned valuation of patterns: what it learns from, and that it follows from the seed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sapper.agents.patterns import Patterns, pattern_file, read_patterns
from sapper.game.codes import COVERED
from sapper.lab.training import patterns
from sapper.lab.training.data import Silent

KNOWN = read_patterns(pattern_file("sampled"))
FEW = Patterns(
    KNOWN.keys[:2000], KNOWN.moves[:2000], KNOWN.shares[:2000], KNOWN.safes[:2000], KNOWN.made
)


def test_windows_are_cut_from_one_place_of_position_and_layout() -> None:
    """A clue with all its neighbours in the window counts the mines beside it there."""
    codes, mines = patterns._windows(20, 5, Silent())
    assert len(codes) > 1000
    assert (codes == COVERED).any(axis=1).all()
    counted = 0
    for shown, hidden in zip(codes.reshape(-1, 4, 4), mines.reshape(-1, 4, 4), strict=True):
        for row, column in ((1, 1), (1, 2), (2, 1), (2, 2)):
            if shown[row, column] <= 8:
                around = hidden[row - 1 : row + 2, column - 1 : column + 2]
                assert around.sum() == shown[row, column]
                counted += 1
    assert counted > 100


def test_keys_are_read_as_they_are_written() -> None:
    cells = np.arange(16, dtype=np.uint8) % 11
    key = 0
    for cell in cells.tolist():
        key = key * 11 + cell
    assert patterns.codes_of(np.array([key], np.uint64)).tolist() == [cells.tolist()]


def test_same_seed_same_database_whichever_way_a_window_lies(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(patterns, "read_patterns", lambda _: FEW)
    monkeypatch.setattr(patterns, "_EPOCHS", 1)
    nets: list[Any] = []
    train = patterns._train

    def remember(*given: Any) -> Any:
        nets.append(train(*given))
        return nets[-1]

    monkeypatch.setattr(patterns, "_train", remember)
    one, same, other = (
        patterns.learn_patterns(Silent(), games=20, seed=seed)[0] for seed in (5, 5, 6)
    )
    assert one.shares.tolist() == same.shares.tolist() != other.shares.tolist()
    cells = patterns.codes_of(FEW.keys[:50])
    turned = np.rot90(cells.reshape(-1, 4, 4), axes=(1, 2)).reshape(-1, 16)
    risks, of_turned = (patterns._risks(nets[0], found) for found in (cells, turned))
    back = np.rot90(of_turned.reshape(-1, 4, 4), k=-1, axes=(1, 2)).reshape(-1, 16)
    assert np.allclose(risks, back, atol=1e-6)
