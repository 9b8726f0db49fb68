"""Win rates against the numbers of boards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from sapper.lab.output.reports.boards import _paint_curve, win_curve


def test_bars_of_a_curve_are_its_intervals_in_percent() -> None:
    pytest.importorskip("matplotlib")
    from matplotlib.figure import Figure

    numbers = np.arange(400) % 40
    won = np.arange(400) % 7 < 3 + numbers / 20
    one: Any = SimpleNamespace(won=won, boards={"three_bv": numbers})
    axes = Figure().subplots()
    _paint_curve(axes, one, "three_bv", 0)
    drawn: Any = axes.containers[0]
    assert len(axes.containers) == 1
    ends = [segment[:, 1] for segment in drawn.lines[2][0].get_segments()]
    curve = win_curve(won, numbers)
    assert len(curve) > 3
    assert np.allclose(ends, [100 * np.array(found.interval) for found in curve])
    assert np.allclose(drawn.lines[0].get_ydata(), [100 * f.wins / f.games for f in curve])
