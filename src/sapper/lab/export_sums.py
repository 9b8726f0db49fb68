"""Write the tally of every condition to a CSV file, one row each."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from sapper.errors import SapperError
from sapper.lab.columns import SUM_COLUMNS, column_names
from sapper.lab.export import with_origin
from sapper.lab.store.protocol import ExperimentRow, Store


def export_sums(store: Store, experiment: ExperimentRow, path: Path) -> int:
    """Write the parameters and sums of every condition; return the number of rows."""
    if path.suffix != ".csv":
        raise SapperError(f"expected a file ending in .csv for sums, got {path.name!r}")
    conditions = [with_origin(experiment, row) for row in experiment.conditions]
    parameters = list(dict.fromkeys(key for row in conditions for key in row.parameters))
    sums = column_names(SUM_COLUMNS)
    tallies = store.tallies(experiment.id)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow([*parameters, *sums])
            for row in conditions:
                values = [_text(row.parameters.get(name, "")) for name in parameters]
                tally = vars(tallies[row.id])
                writer.writerow([*values, *(_text(tally[name]) for name in sums)])
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    return len(experiment.conditions)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else str(value)
