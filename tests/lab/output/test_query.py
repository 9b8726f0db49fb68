"""SQL over games and turns gives what the columns hold."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from lab.experiments_for_tests import play, small
from sapper.agents import Games
from sapper.boards.metrics import measure
from sapper.cli import app
from sapper.errors import SapperError
from sapper.game.game import OUTCOMES
from sapper.game.layout import Layout
from sapper.game.rules import Rules
from sapper.lab.output.export import export, export_sums
from sapper.lab.output.query import Query
from sapper.lab.store import ExperimentRow, Store, open_store

STORES = Path(__file__).parents[1] / "stores"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = str(tmp_path_factory.mktemp("query") / "s.db")
    with open_store(path) as store:
        play(small(120, 'keep = "games+turns"'), store)
    return path


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    with open_store(address, create=False) as opened:
        yield opened


def ask(store: Store, sql: str) -> list[tuple[Any, ...]]:
    experiments = [store.find_experiment(name) for name in store.list_experiments()]
    with Query(store, [row for row in experiments if row is not None]) as query:
        return list(query.ask(sql).rows)


def small_of(store: Store) -> ExperimentRow:
    found = store.find_experiment("small")
    assert found is not None
    return found


def test_games_are_rows_with_their_parameters(store: Store) -> None:
    for row in small_of(store).conditions:
        games = Games.concat(part for _, part in store.iter_games(row))
        names = [name for name in games.columns if name != "outcome"]
        where = f"agent = '{row.parameters['agent']}' AND \"on\" = '{row.parameters['on']}'"
        columns = ", ".join(f'"{name}"' for name in ["game_number", "outcome", *names])
        found = ask(store, f"SELECT {columns} FROM games WHERE {where} ORDER BY game_number")
        assert [one[0] for one in found] == list(range(120))
        assert [one[1] for one in found] == [OUTCOMES[code] for code in games.outcome]
        for number, name in enumerate(names, start=2):
            assert [one[number] for one in found] == games[name].tolist(), name


def test_a_natural_join_compares_columns_that_it_does_not_name(store: Store) -> None:
    whole = "(SELECT * FROM games)"
    expected = ask(store, f"SELECT count(*) FROM {whole} a NATURAL JOIN {whole} b")
    assert ask(store, "SELECT count(*) FROM games a NATURAL JOIN games b") == expected


def test_one_query_after_the_other_is_answered_with_the_columns_that_it_names(
    store: Store,
) -> None:
    with Query(store, [small_of(store)]) as query:
        answers = [
            list(query.ask(sql).rows)
            for sql in ("SELECT sum(guesses) FROM games", "SELECT sum(moves) FROM games") * 2
        ]
    assert answers[:2] == answers[2:]
    assert answers[0] != answers[1]


def test_star_gives_every_column_and_count_needs_none(store: Store) -> None:
    assert ask(store, "SELECT count(*) FROM games") == [(480,)]
    (first,) = ask(store, "SELECT * FROM games LIMIT 1")
    described = ask(store, "SELECT column_name FROM (DESCRIBE SELECT * FROM games)")
    assert len(first) == len(described) > 15
    assert ("proven_by_single_point",) in described


def test_column_that_an_agent_does_not_have_is_null(store: Store) -> None:
    sql = "SELECT agent, count(proven_by_single_point) FROM games GROUP BY agent ORDER BY agent"
    assert ask(store, sql) == [("kvietinskas/single-point", 240), ("random", 0)]


def test_turns_name_their_parts(store: Store) -> None:
    found = dict(ask(store, "SELECT part, count(*) FROM turns WHERE agent = 'random' GROUP BY 1"))
    expected = dict.fromkeys(found, 0)
    for row in small_of(store).conditions:
        if row.parameters["agent"] == "random":
            for _, turns in store.iter_turns(row):
                for number in turns["part"]:
                    expected[row.parts[number]] += 1
    assert found == expected
    assert sum(found.values()) > 200


def test_conditions_have_their_sums(store: Store) -> None:
    tallies = store.tallies(small_of(store).id)
    found = ask(store, "SELECT condition_id, games, wins, guesses FROM conditions ORDER BY 1")
    assert found == [(n, one.games, one.wins, one.guesses) for n, one in tallies.items()]
    sql = """SELECT c.condition_id, any_value(c.guesses) = sum(g.guesses)
        FROM conditions c JOIN games g USING (condition_id) GROUP BY 1"""
    assert [one[1] for one in ask(store, sql)] == [True] * 4


@pytest.mark.parametrize(
    ("sql", "said"),
    [
        ("SELEC 1", "syntax error"),
        ("SELECT nothing FROM games", "games has experiment, agent"),
        ("SELECT * FROM nothing", "the tables are conditions, games, turns"),
        ("SELECT 1/0 FROM games WHERE error('boom')", "boom"),
        ("", "the tables are"),
    ],
)
def test_query_that_makes_no_sense_is_one_line(store: Store, sql: str, said: str) -> None:
    with pytest.raises(SapperError, match=said) as error:
        ask(store, sql)
    assert "\n" not in str(error.value)


def run(*words: str) -> str:
    done = CliRunner().invoke(app, ["experiment", *words])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_command_prints_table_csv_and_json(address: str) -> None:
    sql = "SELECT agent, count(*) AS n, 0/0.0 AS nothing FROM games GROUP BY ALL ORDER BY agent"
    expected = [("kvietinskas/single-point", 240), ("random", 240)]
    shown = json.loads(run("query", sql, "--store", address, "--json"))
    assert [(row["agent"], row["n"], row["nothing"]) for row in shown] == [
        (*row, None) for row in expected
    ]
    rows = list(csv.DictReader(io.StringIO(run("query", sql, "--store", address, "--csv"))))
    assert [(row["agent"], int(row["n"])) for row in rows] == expected
    table = run("query", sql, "--store", address)
    assert "kvietinskas/single-point" in table
    assert "240" in table


def test_experiment_can_be_chosen(address: str, tmp_path: Path) -> None:
    assert "480" in run("query", "SELECT count(*) FROM games", "--store", address, "-e", "small")
    done = CliRunner().invoke(
        app, ["experiment", "query", "SELECT 1", "--store", address, "-e", "other"]
    )
    assert isinstance(done.exception, SapperError)
    assert "no experiment 'other'" in str(done.exception)


def test_list_names_experiments_and_how_far_they_are(address: str) -> None:
    (row,) = json.loads(run("list", "--store", address, "--json"))
    assert (row["name"], row["keep"], row["conditions"]) == ("small", "games+turns", 4)
    assert (row["total_games"], row["stored_games"], row["is_complete"]) == (480, 480, True)
    assert (row["runners_alive"], row["failures"]) == (0, 0)
    assert "small" in run("list", "--store", address)


def test_numbers_of_boards_are_columns_of_games(address: str) -> None:
    with open_store(address) as store:
        sql = """SELECT "columns", "rows", mines, first_click, game_seed, first_cell,
            three_bv, openings, islands, zini, human_zini
            FROM games USING SAMPLE 20 ROWS"""
        rows = ask(store, sql)
        assert len(rows) == 20
        for columns, rows_, mines, first_click, seed, first, *numbers in rows:
            layout = Layout.from_seed(Rules(columns, rows_, mines, first_click), seed, first)
            assert numbers == list(measure(layout).to_dict().values())


def hostile(path: Path, made: Path, name: str, like: ExperimentRow) -> Store:
    """Prepare a store, as somebody may send it, with a parameter whose name is a statement."""
    store = open_store(str(path))
    row = like.conditions[0]
    condition = replace(row, key="key", parameters={**row.parameters, name: 1})
    store.add_experiment("sent", like.plan, 10, [condition])
    assert not made.exists()
    return store


@pytest.mark.parametrize("reader", ["query", "export"])
def test_names_in_a_store_from_elsewhere_are_never_run(
    store: Store, tmp_path: Path, reader: str
) -> None:
    like = small_of(store)
    made = tmp_path / "made.sh"
    name = f"x\" INT); COPY (SELECT 1) TO '{made}'; CREATE TABLE y (\"z"
    with hostile(tmp_path / "s.db", made, name, like) as sent:
        found = sent.find_experiment("sent")
        assert found is not None
        with pytest.raises(SapperError, match="no Sapper wrote this"):
            if reader == "query":
                ask(sent, "SELECT count(*) FROM games")
            else:
                export(sent, found, tmp_path / "out.csv")
    assert not made.exists()


@pytest.mark.parametrize(
    "sql",
    [
        "COPY (SELECT 1) TO '{made}'",
        "SELECT 1; COPY (SELECT 1) TO '{made}'",
        "SELECT * FROM read_csv('{secret}')",
        "SELECT * FROM '{secret}'",
        "ATTACH '{made}'",
        "INSTALL httpfs",
        "SET enable_external_access = true",
    ],
)
def test_a_statement_reads_the_tables_and_nothing_else(
    store: Store, tmp_path: Path, sql: str
) -> None:
    made, secret = tmp_path / "made", tmp_path / "secret.csv"
    secret.write_text("a\n1\n")
    with pytest.raises(SapperError):
        ask(store, sql.format(made=made, secret=secret))
    assert not made.exists()


def test_with_files_a_statement_may_read_and_write_ones_own(address: str, tmp_path: Path) -> None:
    made = tmp_path / "out.csv"
    sql = f"COPY (SELECT agent, count(*) FROM games GROUP BY 1) TO '{made}'"
    command = ["experiment", "query", sql, "--store", address]
    assert CliRunner().invoke(app, command).exit_code != 0
    assert not made.exists()
    assert CliRunner().invoke(app, [*command, "--files"]).exit_code == 0
    assert made.read_text().count("\n") == 3


def test_parameters_have_the_same_types_in_parquet_and_sql(store: Store, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    experiment = small_of(store)
    export(store, experiment, tmp_path / "games.parquet")
    table = pq.read_table(tmp_path / "games.parquet")
    types = {field.name: str(field.type) for field in table.schema}
    assert {
        name: types[name] for name in ("columns", "rows", "mines", "cells", "seed")
    } == dict.fromkeys(("columns", "rows", "mines", "cells", "seed"), "int64")
    assert types["density"] == "double"
    described = {name: kind for name, kind, *_ in ask(store, "DESCRIBE games")}
    assert described["mines"] == "BIGINT"
    assert described["density"] == "DOUBLE"
    assert "game_kind" not in described
    (largest,) = ask(store, "SELECT max(mines), max(density) FROM games")
    columns = table.to_pydict()
    assert largest == (max(columns["mines"]), max(columns["density"]))
    origin = json.loads(table.schema.metadata[b"sapper"])
    assert origin["experiment"] == "small"
    assert origin["plan"]["seed"] == experiment.plan["seed"]
    assert {"version", "date"} <= set(origin)
    export_sums(store, experiment, tmp_path / "sums.csv")
    with (tmp_path / "sums.csv").open() as file:
        sums = list(csv.DictReader(file))
    assert {float(row["density"]) for row in sums} == set(columns["density"])
    assert {row["game"] for row in sums} == set(columns["game"])
