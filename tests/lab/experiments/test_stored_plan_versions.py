"""Games of two versions of Sapper are not mixed, unless that is allowed, and then it is said."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sapper
from lab.experiments_for_tests import play, small
from sapper.cli import app
from sapper.errors import SapperError, StoreError
from sapper.lab.executors.in_process import InProcess
from sapper.lab.experiments.loop import TaskLoop
from sapper.lab.experiments.stored_plan import enrol, mixed_versions
from sapper.lab.store import TaskRows, open_store
from sapper.lab.tasks import Task, play_task
from sapper.lab.versions import FILE, played_by

AGENTS = ("kvietinskas/single-point", "random")
OURS = {played_by(agent_id): 100 for agent_id in AGENTS}


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


def of_another_version(task: Task) -> TaskRows:
    """Play as a worker does that has another version."""
    return replace(play_task(task), version="0.0.1")


def of_another_build(task: Task) -> TaskRows:
    """Play as a worker does that has the same version, in which the agent plays differently."""
    rows = play_task(task)
    return replace(rows, version=f"{rows.version}0")


def of_before_signatures(task: Task) -> TaskRows:
    """Play as a worker does whose version has no signatures of agents."""
    return replace(play_task(task), version=played_by())


def test_version_and_signature_go_with_every_task(address: str) -> None:
    with open_store(address) as store:
        experiment = enrol(small(50), store)
        play(small(50), store, InProcess(play_task))
        assert store.versions(experiment.id) == OURS


@pytest.mark.parametrize("loop", [False, True])
def test_worker_of_another_version_is_refused(address: str, loop: bool) -> None:
    said = "a task played by version '0.0.1': install the same everywhere, or mix them with --allow"
    with open_store(address) as store, pytest.raises(SapperError, match=said):
        if loop:
            TaskLoop(small(50), InProcess(of_another_version)).play()
        play(small(50), store, InProcess(of_another_version))
    with open_store(address) as store:
        assert store.versions(enrol(small(50), store).id) == {}


def test_runner_of_another_version_is_refused_and_may_be_allowed(address: str) -> None:
    with open_store(address) as store:
        play(small(50), store, InProcess(of_another_version), allow_versions=True)
        experiment = enrol(small(60), store)
        with pytest.raises(StoreError, match=r"got version '0\.0\.1': play on with that version"):
            play(small(60), store, InProcess(play_task))
        assert not store.runners(experiment.id)[0].is_alive
        assert play(small(60), store, InProcess(play_task), allow_versions=True).is_complete
        ours = {version: games // 5 for version, games in OURS.items()}
        assert store.versions(experiment.id) == {"0.0.1": 200, **ours}


@pytest.mark.parametrize("loop", [False, True])
def test_worker_of_a_build_that_plays_differently_is_refused(address: str, loop: bool) -> None:
    said = r"with Sapper \d.*, signature \d+, got a task played by version '.*, signature \d+0'"
    with open_store(address) as store, pytest.raises(SapperError, match=said):
        if loop:
            TaskLoop(small(50), InProcess(of_another_build)).play()
        play(small(50), store, InProcess(of_another_build))


def test_games_of_a_build_that_plays_differently_are_not_mixed(address: str) -> None:
    with open_store(address) as store:
        play(small(50), store, InProcess(of_another_build), allow_versions=True)
        experiment = enrol(small(60), store)
        assert mixed_versions(store, experiment) == ""
        with pytest.raises(StoreError, match=r"signature \d+0', '.*signature \d+0': play on"):
            play(small(60), store, InProcess(play_task))
        play(small(60), store, InProcess(play_task), allow_versions=True)
        builds = {f"{version}0": 100 for version in OURS} | dict.fromkeys(OURS, 20)
        said = ", ".join(f"{version} ({games})" for version, games in sorted(builds.items()))
        assert mixed_versions(store, experiment).endswith(f"permitted: {said}")


def test_games_from_before_signatures_are_of_their_version(address: str) -> None:
    with open_store(address) as store:
        play(small(50), store, InProcess(of_before_signatures))
        assert play(small(60), store, InProcess(play_task)).is_complete
        assert mixed_versions(store, enrol(small(60), store)) == ""


def test_signatures_of_the_package_are_the_golden_ones() -> None:
    golden = Path(__file__).parents[2] / "golden/signature.txt"
    assert FILE.read_bytes() == golden.read_bytes(), "run `make golden`"
    line = dict(one.split(" ") for one in golden.read_text().splitlines()[1:])["random"]
    assert played_by("random").endswith(f", signature {line}")
    assert played_by("random:flags=no") == played_by("random")
    assert played_by("my/own") == played_by("") == sapper.__version__


def test_runner_beside_one_of_another_version_is_refused(address: str) -> None:
    with open_store(address) as store:
        experiment = enrol(small(50), store)
        store.enter_runner(experiment.id, 1, "0.0.1")
        with pytest.raises(StoreError, match=r"got version '0\.0\.1'"):
            play(small(50), store, InProcess(play_task))


def test_finished_experiment_of_another_version_is_read_back(address: str) -> None:
    with open_store(address) as store:
        play(small(50), store, InProcess(of_another_version), allow_versions=True)
        assert play(small(50), store, InProcess(play_task)).is_complete


def test_mixed_versions_are_told_in_status_and_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = (
        'name = "small"\ngames = 4\nseed = 7\nagent_seed = 3\n[parameters]\n'
        'agent = ["random", "kvietinskas/single-point"]\non = ["beginner", "16x16x30"]'
    )
    Path("small.toml").write_text(file)
    with open_store("s.db") as store:
        play(small(3), store, InProcess(of_another_version), allow_versions=True)
    assert "several versions" not in told("status small")
    with pytest.raises(StoreError, match="mix them with --allow-versions"):
        told("run small.toml --workers 1")
    told("run small.toml --workers 1 --allow-versions")
    words = "games of several versions of Sapper, as --allow-versions permitted: "
    words += f"0.0.1 (12), {played_by()} (4)"  # of two agents, each with its signature
    assert words in told("status small")
    assert json.loads(told("status small --json"))["versions"] == {
        "0.0.1": 12, **dict.fromkeys(OURS, 2)
    }  # fmt: skip
    told("report small --html small.html")
    assert words in Path("small.html").read_text(encoding="utf-8")


def told(words: str) -> str:
    done = CliRunner().invoke(app, ["experiment", *shlex.split(words), "--store", "s.db"])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0
    return done.output
