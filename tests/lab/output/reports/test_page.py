"""Reports and exports show what is in the store."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from lab.experiments_for_tests import play, small, stored_games
from lab.output.sweeps import SWEEP, TURNS
from sapper.errors import NotationError, StoreError
from sapper.lab.experiments import parse_definition
from sapper.lab.output.reports import write_report
from sapper.lab.output.reports.sections import Section
from sapper.lab.stats.fits import fit_logistic
from sapper.lab.store import Store, open_store


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("page") / "page.html"


@pytest.fixture(scope="module")
def sections(store: Store, page: Path) -> dict[str, Section]:
    return report(store, SWEEP, page)


def report(store: Store, text: str, path: Path) -> dict[str, Section]:
    definition = parse_definition(text)
    experiment = store.find_experiment(definition.name)
    assert experiment is not None
    sections = write_report(store, experiment, path, definition)
    return {section.name: section for section in sections}


def rows_of(section: Section) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(section.csv)))


def test_report_is_one_page_that_needs_no_network(sections: dict[str, Section], page: Path) -> None:
    text = page.read_text()
    names = ["results", "bars", "sweep", "fits", "pairs", "convergence", "distributions"]
    assert list(sections) == names
    outside = re.findall(r'(?:src|href)="((?!data:|#)[^"]*)"', text)
    assert outside == []
    assert "a &lt;sweep&gt;" in text
    assert text.count("data:text/csv;base64,") == len(names)
    for section in sections.values():
        for panel in section.panels:
            ElementTree.fromstring(panel)


def test_results_are_those_of_the_games(store: Store, sections: dict[str, Section]) -> None:
    rows = rows_of(sections["results"])
    games = list(stored_games(store, "sweep").values())
    assert len(rows) == 12
    for row, found in zip(rows, games, strict=True):
        assert int(row["games"]) == 400
        assert int(row["wins"]) == found.wins
        assert float(row["no_guess_percent"]) == pytest.approx(found.wins_without_guess / 4)
        assert float(row["guesses"]) == pytest.approx(found["guesses"].mean())
        assert float(row["guesses_sd"]) == pytest.approx(found["guesses"].std())
        assert float(row["set_mean"]) == pytest.approx(float(row["won_percent"]))
        assert int(row["sets"]) == 8


def test_bars_are_named_by_agent_and_panel(sections: dict[str, Section]) -> None:
    rows = rows_of(sections["bars"])
    assert {(row["agent"], row["density"]) for row in rows} == {
        (agent, density)
        for agent in ("kvietinskas/single-point", "kvietinskas/single-point:flags=no", "random")
        for density in ("0.05", "0.1", "0.15", "0.2")
    }


def test_distributions_count_every_game(sections: dict[str, Section]) -> None:
    rows = rows_of(sections["distributions"])
    for what in ("guesses", "nanoseconds"):
        assert sum(int(row["games"]) for row in rows if row["what"] == what) == 12 * 400


def test_convergence_ends_at_the_win_rate(sections: dict[str, Section]) -> None:
    last = {}
    for row in rows_of(sections["convergence"]):
        last[row["agent"], row["density"]] = row
    for row in rows_of(sections["results"]):
        final = last[row["agent"], row["density"]]
        assert final["games"] == "400"
        assert float(final["won_percent"]) == pytest.approx(float(row["won_percent"]))


def test_fits_and_pairs_have_their_parameters(sections: dict[str, Section]) -> None:
    fits = {row["line"]: row for row in rows_of(sections["fits"])}
    assert 0.1 < float(fits["kvietinskas/single-point"]["middle"]) < 0.25
    for agent, row in fits.items():  # of its own games alone
        own = [one for one in rows_of(sections["results"]) if one["agent"] == agent]
        found = fit_logistic(
            [float(one["density"]) for one in own],
            [int(one["wins"]) for one in own],
            [int(one["games"]) for one in own],
        )
        assert float(row["middle"]) == pytest.approx(found.values[0])
    pairs = rows_of(sections["pairs"])
    assert len(pairs) == 4
    assert all(int(row["games"]) == 400 for row in pairs)
    assert all(float(row["difference"]) > 0 for row in pairs)


def test_turns_are_summed_by_part(store: Store, tmp_path: Path) -> None:
    sections = report(store, TURNS, tmp_path / "page.html")
    parts = {row["part"]: int(row["turns"]) for row in rows_of(sections["turns"])}
    assert parts["opener random_cell"] == 10
    assert parts["deducer single_point"] > 10


def test_report_of_nothing_is_reported(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        empty = store.add_experiment("x", {"conditions": []}, 1, [])
        with pytest.raises(StoreError, match="no games yet"):
            write_report(store, empty, tmp_path / "page.html")


def test_win_rate_is_drawn_against_numbers_of_boards(store: Store, tmp_path: Path) -> None:
    found = report(store, SWEEP + 'boards = ["three_bv"]\n', tmp_path / "page.html")
    section = found["by_three_bv"]
    assert section.title == "Win rate against 3BV"
    assert "3BV of the board" in section.panels[0]
    rows = [row for row in rows_of(section) if row["agent"] == "random"]
    # What a screen reader says.
    for panel, density in zip(section.panels, ("0.05", "0.1", "0.15", "0.2"), strict=True):
        place = [row for row in rows if row["density"] == density]
        ends = [f"{float(row['won_percent']):.2f} at {float(row['three_bv']):.0f}"
                for row in (place[0], place[-1])]  # fmt: skip
        assert f"random from {ends[0]} to {ends[1]}." in panel
    games = sum(int(row["games"]) for row in rows)
    wins = sum(float(row["won_percent"]) * int(row["games"]) / 100 for row in rows)
    of_random = [row for row in rows_of(found["results"]) if row["agent"] == "random"]
    assert games == sum(int(row["games"]) for row in of_random) > 0
    assert wins == pytest.approx(sum(int(row["wins"]) for row in of_random))
    with pytest.raises(NotationError, match="unknown number of boards 'bv'"):
        parse_definition(SWEEP + 'boards = ["bv"]\n')


def test_report_of_sums_alone_has_their_tables(tmp_path: Path) -> None:
    kept = {}
    for keep in ("sums", "games"):
        with open_store(str(tmp_path / f"{keep}.db")) as store:
            play(small(200, f'keep = "{keep}"'), store)
            experiment = store.find_experiment("small")
            assert experiment is not None
            sections = {
                one.name: one for one in write_report(store, experiment, tmp_path / "r.html")
            }
            assert all(
                (keep == "sums") == (list(store.iter_games(row)) == [])
                for row in experiment.conditions
            )
        kept[keep] = sections["results"].rows
        assert ("pairs" in sections) == ("convergence" in sections) == (keep == "games")
    names = ("agent", "on", "games", "wins", "won_low", "no_guess_high", "guesses_sd", "score")
    for one, other in zip(kept["sums"], kept["games"], strict=True):
        assert [one[name] for name in names] == [other[name] for name in names]
    assert kept["sums"][0]["sets"] == 0
