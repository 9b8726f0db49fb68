"""Experiments are played once, whatever happens."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lab import failing_agents
from lab.experiments_for_tests import expected_games, play, same, small, stored_games
from sapper.agents.registry import _entries, entries, register
from sapper.errors import SapperError, StoreError
from sapper.lab.executors import Finished, ProcessPool, processes
from sapper.lab.experiments import parse_definition
from sapper.lab.experiments.runner import Runner
from sapper.lab.store import open_store
from sapper.lab.tasks import play_task


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Register the misbehaving agents for one test."""
    (tmp_path / "kills").write_text("")
    monkeypatch.setenv("KILLS", str(tmp_path / "kills"))
    entries()  # the house loads its own first
    before = dict(_entries)
    register("test/fails", source="tests")(failing_agents.fails)
    register("test/kills", source="tests")(failing_agents.kills)
    yield tmp_path / "kills"
    _entries.clear()
    _entries.update(before)


def test_stored_games_are_those_played_without_a_lab(new_address: Callable[[], str]) -> None:
    definition = small(200)
    with open_store(new_address()) as store:
        outcome = play(definition, store, workers=2)
        assert outcome.is_complete
        assert not outcome.is_interrupted
        assert same(stored_games(store), expected_games(definition))


def test_one_and_five_workers_store_the_same(tmp_path: Path) -> None:
    found = []
    for workers, batch in ((1, 200), (5, 7)):
        with open_store(str(tmp_path / f"{workers}.db")) as store:
            play(small(200), store, workers=workers, batch_size=batch)
            found.append(stored_games(store))
    assert same(found[0], found[1])


def test_finished_experiment_plays_nothing_again(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        play(small(100), store)
        assert play(small(100), store).progress.games_played == 0


def test_more_games_add_to_those_there(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        play(small(130), store)
        outcome = play(small(200), store, batch_size=None)
        assert outcome.progress.games_played == 4 * 70
        assert same(stored_games(store), expected_games(small(200)))


def test_changed_file_with_results_is_refused_and_says_what_changed(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        play(small(50), store)
        other = parse_definition(
            'name = "small"\ngames = 50\nseed = 8\nagent_seed = 3\n'
            '[parameters]\nagent = ["random"]\non = ["beginner", "5x5x3"]'
        )
        with pytest.raises(StoreError) as error:
            play(other, store)
        said = str(error.value)
        assert "seed was 7, is 8" in said
        assert "3 conditions gone" in said
        assert "1 condition new: random on 5x5x3" in said
        assert "--restart" in said


def test_added_conditions_need_extend(tmp_path: Path) -> None:
    more = parse_definition(
        'name = "small"\ngames = 50\nseed = 7\nagent_seed = 3\n[parameters]\n'
        'agent = ["random", "kvietinskas/single-point"]\non = ["beginner", "16x16x30", "5x5x3"]'
    )
    with open_store(str(tmp_path / "s.db")) as store:
        play(small(50), store)
        with pytest.raises(StoreError, match="--extend keeps them"):
            play(more, store)
        assert play(more, store, extend=True).progress.games_played == 100


def test_changed_file_without_results_is_accepted(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        Runner(small(50), store, ProcessPool(play_task, 1))
        changed = small(50, 'keep = "games+turns"')
        assert play(changed, store).is_complete


def test_turns_are_kept_and_games_are_the_same(tmp_path: Path) -> None:
    definition = small(12, 'keep = "games+turns"')
    with open_store(str(tmp_path / "s.db")) as store:
        play(definition, store, batch_size=5)
        assert same(stored_games(store), expected_games(definition))
        experiment = store.find_experiment("small")
        assert experiment is not None
        by_key = {row.key: row for row in experiment.conditions}
        condition = by_key["kvietinskas/single-point on 9x9x10 first=safe game=normal"]
        games = stored_games(store)[condition.key]
        turns = [columns for _, columns in store.iter_turns(condition)]
        for number in range(12):
            mine = [
                (int(turn), int(part), int(safe + mines), int(revealed))
                for columns in turns
                for game, turn, part, safe, mines, revealed in zip(
                    columns["game"],
                    columns["turn"],
                    columns["part"],
                    columns["cells_proven_safe"],
                    columns["cells_proven_mines"],
                    columns["cells_revealed"],
                    strict=True,
                )
                if game == number
            ]
            assert [turn for turn, *_ in mine] == list(range(1, len(mine) + 1))
            assert condition.parts[mine[0][1]].startswith("opener")
            assert sum(one[2] for one in mine) == games["proven_by_single_point"][number]
            assert mine[-1][3] == games["cells_revealed"][number]


def test_failing_task_is_recorded_with_its_seed_and_the_rest_goes_on(
    tmp_path: Path, failing: Path
) -> None:
    definition = parse_definition(
        'name = "f"\ngames = 40\n[parameters]\nagent = ["test/fails", "random"]\non = ["5x5x6"]'
    )
    with open_store(str(tmp_path / "s.db")) as store:
        outcome = play(definition, store, workers=2, batch_size=4)
        assert not outcome.is_complete
        failures = store.failures(1)
        assert 0 < len(failures) == outcome.failures
        assert "three is too many" in failures[0].error
        assert f"seed {failures[0].game_seed}" in failures[0].error
        assert failures[0].attempts == 2
        of_fails, of_random = store.tallies(1).values()
        assert of_random.games == 40
        assert of_fails.games == 40 - 4 * len(failures)


@pytest.mark.parametrize(("deaths", "complete"), [("x", True), ("xx", True), ("x" * 50, False)])
def test_task_is_tried_again_when_its_worker_dies(
    tmp_path: Path, failing: Path, deaths: str, complete: bool
) -> None:
    failing.write_text(deaths)
    definition = parse_definition(
        'name = "k"\ngames = 8\n[parameters]\nagent = ["test/kills", "random"]\non = ["5x5x6"]'
    )
    with open_store(str(tmp_path / "s.db")) as store:
        outcome = play(definition, store, workers=1, batch_size=8)
        assert outcome.is_complete == complete
        assert store.tallies(1)[2].games == 8
        if not complete:
            (failure,) = store.failures(1)
            assert (failure.attempts, failure.error) == (3, "the worker died: SIGKILL")
            failing.write_text("")
            assert play(definition, store).is_complete


def test_agent_that_always_kills_its_worker_does_not_go_on_for_ever(
    tmp_path: Path, failing: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "_HOPELESS", 8)
    failing.write_text("x" * 500)
    definition = parse_definition(
        'name = "k"\ngames = 200\n[parameters]\nagent = ["test/kills"]\non = ["5x5x6"]'
    )
    with open_store(str(tmp_path / "s.db")) as store:
        with pytest.raises(SapperError, match="workers died one after another"):
            play(definition, store, workers=2, batch_size=1)
        assert store.tallies(1)[1].games < 200


class InterruptingPool(ProcessPool):
    """Presses Ctrl-C when that many tasks are done."""

    after, presses = 3, 1

    def wait(self, seconds: float) -> list[Finished]:
        finished = super().wait(seconds)
        self.after -= len(finished)
        if self.after <= 0 and self.presses:
            self.presses -= 1
            os.kill(os.getpid(), signal.SIGINT)
        return finished


@pytest.mark.parametrize("presses", [1, 2])
def test_ctrl_c_leaves_a_store_from_which_it_goes_on(tmp_path: Path, presses: int) -> None:
    pool = InterruptingPool(play_task, 2)
    pool.presses = presses
    with open_store(str(tmp_path / "s.db")) as store:
        outcome = play(small(2000), store, pool, batch_size=10)
        assert outcome.is_interrupted
        assert 0 < outcome.progress.games_stored < 8000
        if presses == 1:  # what was handed out was finished, not dropped
            assert outcome.progress.games_played == outcome.progress.games_stored
        assert play(small(2000), store, workers=2, batch_size=None).is_complete
        assert same(stored_games(store), expected_games(small(2000)))


def test_two_runners_share_one_experiment(new_address: Callable[[], str]) -> None:
    address, definition = new_address(), small(30_000)
    outcomes = []

    def work() -> None:
        with open_store(address) as store:
            outcomes.append(play(definition, store, workers=1, batch_size=100))

    threads = [threading.Thread(target=work) for _ in range(2)]
    for thread in threads:
        thread.start()
        time.sleep(0.3)
    for thread in threads:
        thread.join()
    assert [outcome.is_complete for outcome in outcomes] == [True, True]
    with open_store(address) as store:
        assert same(stored_games(store), expected_games(definition))
    played = [outcome.progress.games_played for outcome in outcomes]
    assert min(played) > 0
    assert sum(played) == definition.total_games
