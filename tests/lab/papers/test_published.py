"""Published figures as data, and measuring against them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from lab.experiments_for_tests import play
from sapper.errors import UnknownNameError
from sapper.game.rules import Rules
from sapper.lab.papers.published import (
    PAPERS,
    PublishedRow,
    find_tables,
    published_claims,
    published_tables,
)
from sapper.lab.papers.reproduction import (
    NOT_BUILT,
    compare_table,
    judge,
    judge_game,
    make_definition,
)
from sapper.lab.stats.measures import MEASURES
from sapper.lab.stats.sets import Measure
from sapper.lab.store import open_store


def test_every_document_is_there() -> None:
    assert {table.paper for table in published_tables().values()} == set(PAPERS)


@pytest.mark.parametrize("name", list(published_tables()))
def test_every_table_says_where_it_stands_and_what(name: str) -> None:
    table = published_tables()[name]
    assert table.place
    assert table.rows or table.facts or table.notes
    for row in table.rows:
        Rules.parse(row.on, first_click=table.first_click, game=table.game)
        assert bool(row.agent) != bool(row.solver)
        assert set(row.values) <= set(MEASURES)
        assert row.values or row.agent


@pytest.mark.parametrize("name", list(published_tables()))
def test_every_table_has_a_measured_value_or_says_why_not(name: str) -> None:
    table = published_tables()[name]
    resting = {
        f"{claim.paper}/{of}"
        for claim in published_claims().values()
        for of in (claim.table, claim.against_table)
    }
    is_measured = bool(table.playable) or table.is_pooled or name in resting
    assert is_measured != bool(table.unmeasured)


def test_pooled_row_is_of_all_conditions_on_its_grid(tmp_path: Path) -> None:
    (table,) = find_tables("becerra/5.2")
    agents = ("kvietinskas/single-point", "kvietinskas/optimal:window=4x4,flags=no")
    played = replace(
        table,
        rows=tuple(PublishedRow(on=on, agent=one) for on in ("5x5x4", "6x6x4") for one in agents),
    )
    asked = PublishedRow(on="6x6x4", solver="both", values={"win_percent": 50.0})
    with open_store(str(tmp_path / "s.db")) as store:
        definition = make_definition(played, 50)
        assert definition is not None
        play(definition, store, batch_size=None)
        (found,) = compare_table(replace(table, rows=(asked,), is_pooled=True), store)
        alone = [row for row in compare_table(played, store) if row.on == "6x6x4"]
    assert (found.agent, found.games) == ("both", 100)
    assert found.measured == pytest.approx(np.mean([row.measured for row in alone]))


def test_tables_of_becerra_are_as_printed() -> None:
    rows = [row for table in find_tables("becerra") for row in table.rows if row.values]
    assert len(rows) == 24
    assert sum(len(row.values) for row in rows) == 96
    (table,) = find_tables("becerra/5.2")
    assert [row.values["win_percent"] for row in table.rows] == [68.19, 35.92, 0.89]


def test_unknown_table_is_reported_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'becerra/5\.2'"):
        find_tables("becera/5.2")


def standing_in(agent: str):  # type: ignore[no-untyped-def]
    (table,) = find_tables("becerra/5.2")
    return replace(table, rows=tuple(replace(row, agent=agent) for row in table.rows))


def test_more_games_add_to_a_reproduction(tmp_path: Path) -> None:
    table = standing_in("kvietinskas/single-point")
    with open_store(str(tmp_path / "s.db")) as store:
        for games, played in ((1000, 3000), (6000, 15_000)):
            definition = make_definition(table, games)
            assert definition is not None
            assert play(definition, store, batch_size=None).progress.games_played == played
        found = compare_table(table, store)
    assert len(found) == 12
    assert all(row.games == 6000 for row in found)
    wins = [row for row in found if row.measure == "win_percent"]
    # Single point to exhaustion with random guesses is what the thesis calls DSSP.
    assert [row.verdict for row in wins] == ["agrees"] * 3
    assert all(row.low is not None and row.low < row.measured < row.high for row in wins)  # type: ignore[operator]


def test_agent_that_is_not_built_is_reported_not_raised(tmp_path: Path) -> None:
    table = standing_in("becerra/will-never-be")
    assert make_definition(table) is None
    with open_store(str(tmp_path / "s.db")) as store:
        found = compare_table(table, store)
    assert {row.verdict for row in found} == {NOT_BUILT}
    assert {row.measured for row in found} == {None}


@pytest.mark.parametrize(
    ("measured", "error", "verdict"),
    [(68.3, 0.15, "agrees"), (69.0, 0.15, "close"), (72.0, 0.15, "differs")],
)
def test_verdict_knows_what_chance_allows(measured: float, error: float, verdict: str) -> None:
    (table,) = find_tables("becerra/5.2")
    assert judge("win_percent", 68.19, Measure(measured, error), table, 100_000) == verdict


def test_time_is_compared_as_a_factor() -> None:
    (table,) = find_tables("kvietinskas/8.6")
    said = judge("seconds_per_game", 0.6, Measure(0.0006, 0.0), table, 100)
    assert said == "1,000 times faster"


def test_single_game_is_compared_with_games_not_with_their_mean() -> None:
    scores = np.repeat(np.linspace(0.5, 1.0, 11), 100)
    assert judge_game(0.55, scores) == judge_game(1.0, scores) == "agrees"
    assert judge_game(0.4, scores) == "differs"
    assert judge_game(1.0, scores[:100]) == "too few games"
