"""The experiments of a store, as the page shows them: progress and reports."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from sapper.errors import UnknownNameError
from sapper.lab.store import open_store
from sapper.lab.store.protocol import ExperimentRow, Store


class StoredExperiments:
    """A store that is opened anew for each look, so that any runner may write to it."""

    def __init__(self, address: str) -> None:
        self.address = address
        with self.open() as store:
            store.list_experiments()

    def open(self) -> Store:
        """Open the store; an error if it is not there."""
        return open_store(self.address, create=False)

    def progress(self) -> list[dict[str, Any]]:
        """Count the games played and wanted of every experiment."""
        with self.open() as store:
            found = [store.find_experiment(name) for name in store.list_experiments()]
            return [_progress(store, row) for row in found if row is not None]

    def report(self, name: str) -> str:
        """Make the report of an experiment, as one page."""
        from sapper.lab.output.reports import write_report  # noqa: PLC0415 - the plotting library is slow

        with self.open() as store, tempfile.TemporaryDirectory() as folder:
            experiment = store.find_experiment(name)
            if experiment is None:
                raise UnknownNameError.of("experiment", name, store.list_experiments())
            path = Path(folder) / "report.html"
            write_report(store, experiment, path)
            return path.read_text("utf-8")


def _progress(store: Store, experiment: ExperimentRow) -> dict[str, Any]:
    tallies = store.tallies(experiment.id)
    return {
        "name": experiment.name,
        "title": str(experiment.plan.get("title") or experiment.name),
        "done": sum(tally.games for tally in tallies.values()),
        "games": experiment.games * len(experiment.conditions),
        "runners": sum(runner.is_alive for runner in store.runners(experiment.id)),
    }
