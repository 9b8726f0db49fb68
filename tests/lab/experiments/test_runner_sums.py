"""Experiments of which only sums are kept: the same tallies, whatever their size."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lab.experiments_for_tests import expected_games, play, small
from sapper import Rules, load_agent, play_games
from sapper.cli import app
from sapper.lab import League
from sapper.lab.executors import Finished, InProcess, ProcessPool
from sapper.lab.experiments import Condition, parse_definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.output.reports import write_report
from sapper.lab.store import MemoryStore, open_store
from sapper.lab.store.protocol import TaskRows
from sapper.lab.tallies import Tally
from sapper.lab.tasks import play_task

SUMS = 'keep = "sums"'


def counts(tally: Tally) -> dict[str, float]:
    return {k: v for k, v in vars(tally).items() if k not in ("nanoseconds", "seconds", "tasks")}


def test_sums_are_those_of_the_games(new_address: Callable[[], str]) -> None:
    definition = small(300, SUMS)
    with open_store(new_address()) as store:
        assert play(definition, store, workers=2, batch_size=70).is_complete
        assert play(definition, store, workers=2).progress.games_played == 0
        experiment = store.find_experiment("small")
        assert experiment is not None
        tallies = store.tallies(experiment.id)
        for row in experiment.conditions:
            expected = Tally.of(expected_games(definition)[row.key])
            assert counts(tallies[row.id]) == counts(expected)
            assert list(store.iter_games(row)) == []


def test_report_and_export_of_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SAPPER_STORE", raising=False)
    with open_store("sapper.db") as store:
        play(small(100, SUMS), store, InProcess(play_task))
        experiment = store.find_experiment("small")
        assert experiment is not None
        found = write_report(store, experiment, tmp_path / "r.html", small(100, SUMS))
        assert [section.name for section in found][:2] == ["results", "bars"]
    run = CliRunner().invoke
    assert run(app, ["experiment", "export", "small", "--sums", "--to", "s.csv"]).exit_code == 0
    lines = Path("s.csv").read_text().splitlines()
    assert len(lines) == 5
    assert ",games,wins,wins_without_guess,stuck,forfeits,guesses," in lines[0]
    refused = run(app, ["experiment", "export", "small", "--to", "g.csv"])
    assert "only sums are kept" in str(refused.exception)


class EnoughError(Exception):
    """Raised when a run has begun."""


@pytest.mark.parametrize("workers", [1, 2])
def test_run_of_a_billion_games_begins(workers: int) -> None:
    def stop(_: object) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        play_games("random", Rules.parse("5x5x3"), 10**9, workers=workers, progress=stop)


def test_league_of_a_billion_games_begins() -> None:
    def stop(condition: Condition, rows: TaskRows) -> None:
        raise EnoughError

    league = League([load_agent("random")], [("5x5x3", Rules.parse("5x5x3"))], 10**9)
    with pytest.raises(EnoughError):
        league.play(stop)


@pytest.mark.parametrize("keep", ["games", "sums"])
def test_experiment_of_ten_billion_games_begins(tmp_path: Path, keep: str) -> None:
    definition = parse_definition(
        f'name = "big"\ngames = 10000000000\nkeep = "{keep}"\n'
        '[parameters]\nagent = ["random"]\non = ["5x5x3"]'
    )

    class Stops(InProcess):
        def wait(self, seconds: float) -> list[Finished]:
            os.kill(os.getpid(), signal.SIGINT)
            return super().wait(seconds)

    with open_store(str(tmp_path / "s.db")) as store:
        outcome = play(definition, store, Stops(play_task), batch_size=None)
        assert outcome.is_interrupted
        assert 0 < outcome.progress.games_stored < 10**6


def test_league_is_an_experiment_in_memory() -> None:
    grids = [("beginner", Rules.parse("beginner")), ("9x9x10", Rules.parse("9x9x10"))]
    agents = [load_agent("random"), load_agent("kvietinskas/single-point")]
    played: list[int] = []
    league = League(agents, grids, 250, seed=4, agent_seed=2, workers=2, batch_size=60)
    rows = league.play(lambda _, rows: played.append(rows.num_games))
    assert sum(played) == league.total_games == 500  # one grid by two names is played once
    assert [(row.on, row.agent) for row in rows] == [
        (on, str(agent)) for on, _ in grids for agent in agents
    ]
    for row in rows:
        alone = play_games(row.agent, row.rules, 250, seed=4, agent_seed=2)
        assert counts(row.tally) == counts(Tally.of(alone))


def test_memory_keeps_games_for_as_long_as_it_lives() -> None:
    definition, store = small(60), MemoryStore()
    with ProcessPool(play_task, 2) as pool:
        assert Runner(definition, store, pool, batch_size=25).run().is_complete
        assert Runner(definition, store, pool, batch_size=25).run().progress.games_played == 0
        more = Runner(small(90), store, pool, batch_size=25).run()
    assert more.progress.games_played == 4 * 30
    for row in more.progress.experiment.conditions:
        parts = [games for _, games in store.iter_games(row)]
        assert sum(len(games) for games in parts) == 90
