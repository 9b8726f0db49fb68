"""Published against measured: few sets, no NaN, and rows that say what the documents say."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from cli.commands import quickly
from sapper.lab.papers.published import published_tables
from sapper.lab.papers.reproduction import OF_SETS, interval_of, judge
from sapper.lab.stats.sets import Measure, deviation_interval


def test_interval_of_a_deviation_over_five_sets_covers_the_truth() -> None:
    sets = np.random.default_rng(1).normal(70, 4.5, (2000, 5))
    found = [deviation_interval(float(row.std(ddof=1)), 5) for row in sets]
    assert 1860 <= sum(low <= 4.5 <= high for low, high in found) <= 1940
    assert deviation_interval(3.0, 1) == (0.0, math.inf)


def rows_of(tmp_path: Path, games: int) -> list[dict[str, object]]:
    done = quickly(
        "reproduce", "becerra/5.2", "--games", str(games), "--store", str(tmp_path / "rows.db"),
        "--workers", "1", "--json",
    )  # fmt: skip
    assert "NaN" not in done.stdout
    rows: list[dict[str, object]] = json.loads(done.stdout)
    return [row for row in rows if row.get("measure") == "win_percent_sd"]


def test_deviation_over_few_sets_is_no_point_and_too_few_sets_are_named(tmp_path: Path) -> None:
    for row in rows_of(tmp_path, 150):
        assert row["verdict"] == "too few sets"
        assert row["measured"] is row["low"] is row["high"] is None
    for row in rows_of(tmp_path, 500):
        low, measured, high = (float(str(row[key])) for key in ("low", "measured", "high"))
        assert low < 0.7 * measured
        assert high > 2 * measured
    assert [row["verdict"] for row in rows_of(tmp_path, 500)][:2] == ["cannot tell"] * 2


@pytest.mark.parametrize("sets", [2, 5, 10])
def test_interval_that_would_take_nearly_anything_cannot_tell(sets: int) -> None:
    table = published_tables()["becerra/5.2"]
    low, high = interval_of(OF_SETS, Measure(4.9, 1.0), table, 100 * sets)
    assert low < 4.63 < high
    assert high - low > 4.9
    assert judge(OF_SETS, 4.63, Measure(4.9, 1.0), table, 100 * sets) == "cannot tell"
    assert judge(OF_SETS, 4.63, Measure(5.4, 1.0), table, 100_000) == "differs"
    assert judge(OF_SETS, 4.63, Measure(4.7, 1.0), table, 100_000) == "agrees"
    # A rate may be near 0: a point or less to either side still tells.
    assert judge("win_percent", 0.89, Measure(0.9, 0.25), table, 10_000) == "agrees"
    assert judge("win_percent", 0.89, Measure(0.9, 0.9), table, 100) == "cannot tell"


def test_few_games_may_agree_but_not_differ_in_a_skewed_number() -> None:
    table = published_tables()["becerra/5.2"]
    for name in ("guesses_with_first", "guesses_with_first_sd"):
        assert judge(name, 1.98, Measure(1.15, 0.14), table, 20) == "too few games"
        assert judge(name, 1.98, Measure(1.15, 0.14), table, 100) == "differs"
        assert judge(name, 1.98, Measure(1.9, 0.14), table, 20) == "agrees"
    assert judge("win_percent", 35.92, Measure(5.0, 5.0), table, 20) == "differs"


def test_verdict_is_read_off_the_interval_printed_beside_it(tmp_path: Path) -> None:
    done = quickly(
        "reproduce", "becerra/5.2", "--games", "3000", "--store", str(tmp_path / "rows.db"),
        "--workers", "1", "--json",
    )  # fmt: skip
    rows = [row for row in json.loads(done.stdout) if row["kind"] == "number"]
    assert len(rows) == 12
    for row in rows:
        inside = row["low"] <= row["published"] <= row["high"]
        assert inside == (row["verdict"] in ("agrees", "cannot tell")), row
        assert row["low"] < row["measured"] < row["high"]
    shown = quickly(
        "reproduce", "becerra/5.2", "--games", "3000", "--store", str(tmp_path / "rows.db")
    ).stdout
    assert "99 % interval" in shown
    assert "what lies in it agrees" in shown
    assert "95 %" not in shown


def test_rows_say_what_the_documents_say() -> None:
    tables = published_tables()
    times = tables["kvietinskas/8.6"]
    assert not times.playable  # a mean over all conditions is no agent's
    assert sum(times.facts[f"{on}_games"] for on in ("beginner_8", "beginner")) == 1_320_000
    database = tables["kvietinskas/7.3.2"].facts
    assert database["games"] == database["conditions"] * database["games_a_condition"] == 3_240_000
    best = tables["kvietinskas/1.9-best"]
    assert not any(name in row.solver for row in best.rows for name in ("Logg", "Hill"))
    gain = tables["becerra/5.3.2"].facts
    rows = {name: tables[f"becerra/{name}"].rows for name in ("5.2", "5.3", "5.4")}
    for number, on in enumerate(("beginner", "intermediate")):
        improved = rows["5.4"][number].values["win_percent"]
        for before, words in (("5.2", "random"), ("5.3", "corner")):
            found = improved - rows[before][number].values["win_percent"]
            assert found == pytest.approx(gain[f"gain_over_{words}_opener_{on}"])
