"""What is trained, from how many games."""

from __future__ import annotations

import numpy as np
import pytest

from sapper.errors import RulesError
from sapper.lab.training import nets, plans, train

SCALE = 0.01


def test_data_of_5_0_at_full_scale_are_as_many_games_as_the_text_says() -> None:
    boards = plans.CLASSIFICATION.boards()
    assert len(boards) == 247 * 6
    assert {max(b.columns, b.rows) for b in boards} == set(range(5, 31))
    assert all(b.columns <= b.rows <= 2 * b.columns for b in boards)
    tasks = plans.CLASSIFICATION.tasks(1, 1.0)
    assert all(len(seeds) == 100 for _, seeds in tasks)
    every = np.concatenate([seeds for _, seeds in tasks])
    assert len(np.unique(every)) == len(every)
    few = plans.Q_EPISODE
    assert sum(len(s) for _, s in few.tasks(1, SCALE)) == round(0.05 * len(few.boards()))


def test_table_1_and_2_are_as_printed() -> None:
    assert [size for size, _ in nets.TABLE_1] == [9, 9, 5, 5, 1]
    assert [name for _, name in nets.TABLE_2] == ["relu", "tanh", "linear", "linear", "tanh"]


def test_scale_must_be_positive() -> None:
    with pytest.raises(RulesError, match="expected a scale above 0"):
        train("sinha/v5.0", scale=0)
