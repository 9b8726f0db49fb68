"""The heat map of a study of batch size and number of processes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sapper.lab.experiments.study import Timing
from sapper.lab.output.reports import plots
from sapper.lab.output.reports.sections import Section


def study_section(timings: Sequence[Timing]) -> Section:
    """Draw thousands of games a second for each pair, with the CSV behind it."""
    sizes = sorted({one.batch_size for one in timings})
    workers = sorted({one.workers for one in timings})
    values = np.full((len(workers), len(sizes)), np.nan)
    for one in timings:
        place = workers.index(one.workers), sizes.index(one.batch_size)
        values[place] = one.games_per_second / 1000
    rows = [
        {
            "workers": one.workers,
            "batch_size": one.batch_size,
            "games": one.games,
            "seconds": round(one.seconds, 4),
            "games_per_second": round(one.games_per_second, 1),
        }
        for one in timings
    ]
    picture = plots.heat_map(
        values,
        [str(size) for size in sizes],
        [str(number) for number in workers],
        "thousands of games a second",
        ("games a task", "processes"),
    )
    return Section("study", "Batch size against number of processes", rows, picture, rows)
