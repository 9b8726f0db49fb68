"""Games and turns written to files."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

from lab.experiments_for_tests import stored_games
from sapper.boards.metrics import measure_games
from sapper.errors import SapperError
from sapper.game.game import OUTCOMES
from sapper.lab.output.board_numbers import rules_of
from sapper.lab.output.export import export
from sapper.lab.store import Store


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_export_has_every_game(store: Store, tmp_path: Path, suffix: str) -> None:
    experiment = store.find_experiment("sweep")
    assert experiment is not None
    path = tmp_path / f"games.{suffix}"
    assert export(store, experiment, path) == 12 * 400
    rows = read_rows(path)
    assert len(rows) == 12 * 400
    games = stored_games(store, "sweep")
    first = next(iter(games.values()))
    mine = [row for row in rows if row["agent"] == "kvietinskas/single-point"][:400]
    assert [int(row["game_number"]) for row in mine] == list(range(400))
    assert [int(row["guesses"]) for row in mine] == first["guesses"].tolist()
    assert [row["outcome"] for row in mine] == [OUTCOMES[code] for code in first["outcome"]]
    measured = measure_games(
        rules_of(experiment.conditions[0]), first["game_seed"], first["first_cell"]
    )
    assert [int(row["human_zini"]) for row in mine] == measured[:, 4].tolist()
    of_random = [row for row in rows if row["agent"] == "random"]
    assert {row["proven_by_single_point"] for row in of_random} <= {"", None}


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_export_of_turns_names_the_parts(store: Store, tmp_path: Path, suffix: str) -> None:
    experiment = store.find_experiment("turns")
    assert experiment is not None
    path = tmp_path / f"turns.{suffix}"
    count = export(store, experiment, path, turns=True)
    rows = read_rows(path)
    assert len(rows) == count
    assert rows[0]["part"] == "opener random_cell"


def test_export_to_another_format_is_reported(store: Store, tmp_path: Path) -> None:
    experiment = store.find_experiment("turns")
    assert experiment is not None
    with pytest.raises(SapperError, match=r"ending in .csv or .parquet"):
        export(store, experiment, tmp_path / "x.xls")


def read_rows(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".csv":
        with path.open() as file:
            return list(csv.DictReader(file))
    parquet = pytest.importorskip("pyarrow.parquet")
    return parquet.read_table(path).to_pylist()  # type: ignore[no-any-return]
