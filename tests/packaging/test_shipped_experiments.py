"""The papers' experiments are in the package and go by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import sapper
from sapper.cli import app
from sapper.errors import NotationError, UnknownNameError
from sapper.lab.experiments import load_definition
from sapper.lab.experiments.shipped import find_file, shipped_experiments

ROOT = Path(__file__).resolve().parents[2]


def test_every_experiment_file_is_shipped_under_its_name() -> None:
    assert set(shipped_experiments()) == {
        path.stem for path in (ROOT / "experiments").glob("*.toml")
    }
    for name, path in shipped_experiments().items():
        assert load_definition(path).name == name


def test_build_copies_the_experiments_into_the_package() -> None:
    built = [Path(place) / "experiments" for place in sapper.__path__]
    found = [folder for folder in built if (folder / "becerra-5.2.toml").is_file()]
    assert found, built
    for path in (ROOT / "experiments").glob("becerra-*.toml"):
        assert (found[0] / path.name).read_text() == path.read_text()


def test_wrong_name_is_answered_with_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'cooper-fig-30'"):
        find_file("coper-fig-30")
    with pytest.raises(NotationError, match="the package brings it by the name"):
        find_file("nowhere/becerra-5.2.toml")


def test_experiment_runs_and_is_reported_on_by_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sapper.lab.experiments import shipped

    text = (ROOT / "experiments" / "becerra-5.2.toml").read_text()
    small = tmp_path / "becerra-5.2.toml"
    small.write_text(text.replace("games = 100000", "games = 20"))
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
    for name in shipped_experiments():
        assert name in done.output
