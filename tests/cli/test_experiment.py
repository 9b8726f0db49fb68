"""`sapper experiment` and `sapper reproduce` as a user types them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from sapper.cli import app
from sapper.errors import SapperError

ROOT = Path(__file__).resolve().parents[2]
TEXT = """
name = "tiny"
games = 60
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner"]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SAPPER_STORE", raising=False)
    (tmp_path / "tiny.toml").write_text(TEXT)
    return tmp_path


def sapper(*words: str, code: int = 0) -> Result:
    result = CliRunner().invoke(app, list(words))
    if isinstance(result.exception, SapperError):
        raise result.exception
    assert result.exit_code == code, result.output
    return result


def test_check_shows_conditions_time_and_disk(folder: Path) -> None:
    said = sapper("experiment", "check", "tiny.toml").output
    assert "random on 9x9x10" in said
    assert re.search(r"2 conditions, 120 games, about \d+ tasks", said)
    assert not (folder / "sapper.db").exists()


def test_experiment_from_run_to_export(folder: Path) -> None:
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    assert (folder / "sapper.db").exists()
    said = sapper("experiment", "status", "tiny.toml").output
    assert "120 of 120 games" in said
    assert sapper("experiment", "status", "tiny").output == said
    data = json.loads(sapper("experiment", "status", "tiny", "--json").output)
    assert [row["games"] for row in data["conditions"]] == [60, 60]
    sapper("experiment", "report", "tiny.toml", "--csv", "tables")
    assert (folder / "tiny.html").stat().st_size > 10_000
    assert (folder / "tables" / "results.csv").read_text().count("\n") == 3
    sapper("experiment", "export", "tiny.toml", "--to", "games.csv")
    assert (folder / "games.csv").read_text().count("\n") == 121


def test_restart_deletes_the_results_of_a_changed_file(folder: Path) -> None:
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    (folder / "tiny.toml").write_text("seed = 5\n" + TEXT)
    with pytest.raises(SapperError, match="seed was 0, is 5"):
        sapper("experiment", "run", "tiny.toml", "--workers", "1")
    sapper("experiment", "run", "tiny.toml", "--workers", "1", "--restart")


def test_commands_tell_what_is_missing(folder: Path) -> None:
    with pytest.raises(SapperError, match="no store at"):
        sapper("experiment", "status", "tiny.toml")
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    with pytest.raises(SapperError, match=r"no experiment 'other' in .*there are: tiny"):
        sapper("experiment", "report", "other")


@pytest.mark.parametrize("more", [[], ["--sums"]])
def test_export_makes_no_folders(folder: Path, more: list[str]) -> None:
    sapper("experiment", "run", "tiny.toml", "--workers", "1")
    with pytest.raises(SapperError, match=r"got 'typo/games.csv': make 'typo' first"):
        sapper("experiment", "export", "tiny", "--to", "typo/games.csv", *more)
    assert not (folder / "typo").exists()


def test_reproduce_lists_every_table(folder: Path) -> None:
    said = sapper("reproduce").output
    for name in ("becerra/6.2", "kvietinskas/8.6", "cooper/fig-30", "vaitzman/2", "sinha/4"):
        assert name in said


def test_reproduce_plays_and_compares(folder: Path) -> None:
    result = CliRunner().invoke(
        app, ["reproduce", "kvietinskas/fig-8.1", "--games", "40", "--workers", "1", "--json"]
    )
    assert result.exit_code in (0, 1)
    rows = json.loads(result.stdout)
    mine = [row for row in rows if row["agent"] == "kvietinskas/single-point"]
    assert [row["games"] for row in mine] == [40, 40, 40]
    assert all(row["verdict"] == "a plot" for row in mine)


def test_what_is_only_reported_is_shown(folder: Path) -> None:
    assert "tasks: 480,000" in sapper("reproduce", "kvietinskas/8.8").output


@pytest.mark.parametrize(
    "path", sorted((ROOT / "experiments").glob("*.toml")), ids=lambda p: p.stem
)
def test_every_experiment_of_the_house_can_be_read(path: Path) -> None:
    from sapper.errors import NotationError
    from sapper.lab.experiments import load_definition

    try:
        definition = load_definition(path)
    except NotationError as error:
        # Agents of the papers arrive one by one; everything else must be right.
        assert "unknown agent" in str(error) or "unknown option" in str(error)
        return
    assert definition.name == path.stem
    assert definition.title
    assert definition.source
