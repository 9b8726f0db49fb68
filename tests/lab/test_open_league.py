"""The open league: played from a file, published, verified game by game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agents.programs import sweeper
from sapper import play_games
from sapper.cli import app
from sapper.errors import NotationError, SapperError, UnknownNameError
from sapper.lab.experiments.definition import parse_definition
from sapper.lab.open_league import (
    KEPT,
    OpenLeague,
    load_league,
    save_league,
    verify_league,
)

HEAD = 'name = "open"\ntitle = "An open league"\ngames = 12\nseed = 4\nagent_seed = 2\n'
GRIDS = 'on = ["5x5x3", "6x4x4"]\n'


def write_league(folder: Path, agents: list[str]) -> Path:
    path = folder / "league.toml"
    path.write_text(f"{HEAD}[parameters]\nagent = {json.dumps(agents)}\n{GRIDS}")
    return path


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A league's file, and the league as it was published."""
    tmp_path = tmp_path_factory.mktemp("league")
    program = f"engine:{sweeper(tmp_path)}"
    clocked = f"engine:move_seconds=30:{sweeper(tmp_path, 'print(7)', 'garbage')}"
    path, to = write_league(tmp_path, ["exact", "random", program, clocked]), tmp_path / "out.json"
    words = ["league", str(path), "--to", str(to), "--html", str(tmp_path / "out.html")]
    done = CliRunner().invoke(app, [*words, "--workers", "1"])
    assert done.exit_code == 0, done.output
    assert "An open league" in done.output
    assert "forfeits" in done.output
    return path, to


def test_published_league_has_every_game_and_every_pair(league: tuple[Path, Path]) -> None:
    data = load_league(league[1])
    assert (data["games"], data["seed"], data["agent_seed"]) == (12, 4, 2)
    assert len(data["results"]) == 8
    for one in data["results"]:
        assert set(one["rows"]) == set(KEPT)
        assert {len(rows) for rows in one["rows"].values()} == {12}
    exact = next(one for one in data["results"] if (one["agent"], one["on"]) == ("exact", "5x5x3"))
    games = play_games("exact", "5x5x3", 12, 4, agent_seed=2)
    assert exact["rows"]["outcome"] == games["outcome"].tolist()
    assert exact["wins"] == games.wins
    garbage = [one for one in data["results"] if one["agent"].endswith("garbage.py")]
    assert [one["forfeits"] for one in garbage] == [12, 12]
    assert [one["is_repeatable"] for one in garbage] == [False, False]
    # The best against each other, on each grid, corrected for all of them at once.
    assert len(data["comparisons"]) == 6
    assert {one["at_once"] for one in data["comparisons"]} == {6}
    page = league[1].with_suffix(".html").read_text()
    assert "agent against agent" in page
    assert "forfeits" in page
    assert "a clock decides" in page


def test_published_league_is_verified_game_by_game(league: tuple[Path, Path]) -> None:
    data = load_league(league[1])
    found = verify_league(data, 6)
    assert [one.games for one in found] == [6] * 8
    assert all(one.is_right and not one.different for one in found)
    only = verify_league(data, 100, agents=["random"], workers=2)
    assert [(one.agent, one.on, one.games) for one in only] == [
        ("random", "5x5x3", 12), ("random", "6x4x4", 12),
    ]  # fmt: skip
    with pytest.raises(UnknownNameError, match="did you mean 'random'"):
        verify_league(data, 1, agents=["randon"])


def test_game_that_was_changed_is_found(league: tuple[Path, Path], tmp_path: Path) -> None:
    data = load_league(league[1])
    for one in data["results"]:
        one["rows"]["moves"][7] += 1
    changed = tmp_path / "changed.json"
    save_league(data, changed)
    found = verify_league(load_league(changed), 12)
    assert {one.different for one in found} == {(7,)}
    # What a clock decides proves nothing.
    assert [one.is_right for one in found] == [not one.is_repeatable for one in found]
    words = ["league", "verify", str(changed), "--games", "12", "--workers", "1"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 1
    assert "NOT the same: games 7" in done.output
    fine = CliRunner().invoke(
        app, [*words[:2], str(league[1]), "--games", "2", "--json", "--workers", "1"]
    )
    assert fine.exit_code == 0
    assert all(one["is_right"] for one in json.loads(fine.stdout))


def test_league_has_every_agent_on_every_grid() -> None:
    text = f'{HEAD}[parameters]\nagent = ["exact", "random"]\n{GRIDS}'
    assert OpenLeague(parse_definition(text)).total_games == 48
    some = text + '[[leave_out]]\nagent = "random"\non = "6x4x4"\n'
    with pytest.raises(SapperError, match="3 of 4 conditions"):
        OpenLeague(parse_definition(some))
    rules = text + 'first_click = ["safe", "zero"]\n'
    grids = [on for on, _ in OpenLeague(parse_definition(rules)).league.grids]
    assert grids == ["5x5x3", "5x5x3, zero, normal", "6x4x4", "6x4x4, zero, normal"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "expected a league as JSON"),
        ("[]", "expected the format"),
        ('{"format": "sapper league 9"}', "expected the format"),
        (None, "cannot read the league"),
    ],
)
def test_file_that_is_no_league_is_explained(tmp_path: Path, text: str | None, words: str) -> None:
    path = tmp_path / "league.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(NotationError, match=words):
        load_league(path)


def test_league_with_parts_missing_is_explained() -> None:
    with pytest.raises(NotationError, match="expected a league as it was written"):
        verify_league({"results": [{"agent": "exact"}]}, 1)
