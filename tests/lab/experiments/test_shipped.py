"""The papers' experiments are in the package and go by name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sapper
from lab.experiments_for_tests import play
from sapper.cli import app
from sapper.errors import NotationError, UnknownNameError
from sapper.lab.experiments.shipped import find_experiment, shipped_names
from sapper.lab.papers.published import find_tables, published_tables
from sapper.lab.papers.reproduction import compare_table, make_definition
from sapper.lab.store import open_store

ROOT = Path(__file__).resolve().parents[3]


def test_every_experiment_file_is_shipped_under_its_name() -> None:
    files = {path.stem for path in (ROOT / "experiments").glob("*.toml")}
    assert files <= set(shipped_names())
    for name in shipped_names():
        assert find_experiment(name).name == name


def test_table_is_played_by_the_experiment_of_its_name() -> None:
    """The same games with the same seeds, in one place of the store."""
    names = set()
    for table in published_tables().values():
        definition = make_definition(table)
        if definition is not None:
            names.add(definition.name)
            assert find_experiment(table.name) == find_experiment(definition.name) == definition
    assert len(names) > 20


def test_reproduction_and_experiment_share_their_games(tmp_path: Path) -> None:
    (table,) = find_tables("becerra/5.2")
    definition = make_definition(table, 100)
    assert definition is not None
    with open_store(str(tmp_path / "s.db")) as store:
        play(replace(find_experiment("becerra-5.2"), games=100), store)
        assert play(definition, store).progress.games_played == 0
        assert all(row.games == 100 for row in compare_table(table, store))


def test_build_copies_the_experiments_into_the_package() -> None:
    built = [Path(place) / "experiments" for place in sapper.__path__]
    found = [folder for folder in built if (folder / "demo.toml").is_file()]
    assert found, built
    for path in (ROOT / "experiments").glob("records*.toml"):
        assert (found[0] / path.name).read_text() == path.read_text()


def test_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'cooper-fig-30'"):
        find_experiment("coper-fig-30")
    with pytest.raises(NotationError, match=r"cannot read the experiment 'nowhere/mine\.toml'"):
        find_experiment("nowhere/mine.toml")


def test_experiment_runs_and_is_reported_on_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.lab.experiments import shipped

    (tmp_path / "becerra-5.2.toml").write_text(
        'name = "becerra-5.2"\ntitle = "Double set single point, random opener"\ngames = 20\n'
        'parameters = { agent = ["becerra/dssp"], on = ["beginner", "expert"] }\n'
    )
    monkeypatch.setattr(shipped, "_folders", lambda: [tmp_path])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAPPER_STORE", str(tmp_path / "results.db"))
    for words in (
        ["run", "becerra-5.2", "--workers", "1"],
        ["status", "becerra-5.2"],
        ["report", "becerra-5.2"],
    ):
        done = CliRunner().invoke(app, ["experiment", *words])
        assert done.exit_code == 0, done.output
    # The package's title, not only what the store knows.
    assert "Double set single point, random opener" in (tmp_path / "becerra-5.2.html").read_text()
    wrong = CliRunner().invoke(app, ["experiment", "status", "becera-5.2"])
    assert "did you mean 'becerra-5.2'?" in str(wrong.exception)


def test_shipped_experiments_are_listed() -> None:
    done = CliRunner().invoke(app, ["experiment", "list", "--shipped"])
    assert done.exit_code == 0
    for name in shipped_names():
        assert name in done.output
