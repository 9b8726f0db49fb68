"""Runners of one experiment lease what they play: nothing is played twice, nothing is lost."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from sqlalchemy import text

from lab.experiments_for_tests import expected_games, play, same, small, stored_games
from lab.rows_for_tests import behind, enter
from sapper.lab.executors.in_process import InProcess
from sapper.lab.experiments.progress import Outcome
from sapper.lab.experiments.stored_plan import enrol
from sapper.lab.store import MemoryStore, Store, open_store
from sapper.lab.tasks import play_task
from sapper.lab.versions import played_by


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    return new_address()


def test_eight_runners_waste_less_than_one_percent(address: str) -> None:
    definition, outcomes = small(4000), list[Outcome]()
    open_store(address).close()

    def work() -> None:
        with open_store(address) as store:
            outcomes.append(play(definition, store, InProcess(play_task), batch_size=20))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [outcome.is_complete for outcome in outcomes] == [True] * 8
    played = [outcome.progress.games_played for outcome in outcomes]
    assert sum(played) < 1.01 * definition.total_games
    assert sum(one > 0 for one in played) > 2
    with open_store(address) as store:
        assert same(stored_games(store), expected_games(definition))


def lease_all(store: Store, host: str = "") -> int:
    """Enter the small experiment as another runner and lease the first games of all of it."""
    experiment = enrol(small(), store)
    runner = store.enter_runner(experiment.id, 1, played_by())
    for row in experiment.conditions:
        assert store.lease_games(runner, row.id, (0, 300), 10, 3)
    return runner


@pytest.mark.parametrize("fate", ["is_done = 1", "seen_at = seen_at - 16", "seen_at = 1e10"])
def test_leases_of_a_dead_runner_come_back(address: str, fate: str) -> None:
    with open_store(address) as store:
        lease_all(store)
        with behind(address) as connection:
            connection.execute(text(f"UPDATE runner SET {fate}, host = 'elsewhere'"))
        assert play(small(), store, InProcess(play_task)).is_complete


def test_leases_of_a_killed_process_come_back_at_once(address: str) -> None:
    with open_store(address) as store:
        lease_all(store)
        with behind(address) as connection:
            connection.execute(text("UPDATE runner SET pid = 4194304"))  # more than there can be
        outcome = play(small(), store, InProcess(play_task))
        assert outcome.is_complete
        with behind(address) as connection:
            assert connection.execute(text("SELECT count(*) FROM lease")).scalar() == 0


@pytest.mark.parametrize("seconds", [0, 14])
def test_lease_of_a_runner_that_was_heard_of_holds(address: str, seconds: int) -> None:
    with open_store(address) as store:
        x = enter(store)
        other = store.enter_runner(x.id, 1, "0.1")
        assert store.lease_games(x.runner, x.a.id, (0, 10), 10) == [(0, 10)]
        with behind(address) as connection:
            connection.execute(text(f"UPDATE runner SET seen_at = seen_at - {seconds}"))
        assert store.lease_games(other, x.a.id, (0, 10), 10) == []
        with behind(address) as connection:
            connection.execute(text("UPDATE runner SET seen_at = seen_at - 60"))
        assert store.lease_games(other, x.a.id, (0, 10), 10) == [(0, 10)]


def test_runner_waits_for_what_others_play_and_plays_none_of_it() -> None:
    """The other stores two of its tasks in time and gives back the rest."""
    store = MemoryStore()
    other = lease_all(store)
    (one, *_) = enrol(small(), store).conditions
    theirs = MemoryStore()
    play(small(), theirs, InProcess(play_task), batch_size=10)
    (row, *_) = enrol(small(), theirs).conditions
    tasks = [theirs._kept[row.id].tasks[first] for first in (0, 10)]

    def end() -> None:
        store.add_tasks([(one.id, task) for task in tasks], other)
        store.see_runner(other, is_done=True)

    timer = threading.Timer(1.0, end)
    timer.start()
    outcome = play(small(), store, InProcess(play_task))
    timer.join()
    assert outcome.is_complete
    assert outcome.progress.games_played == 4 * 300 - 20


def test_ended_runner_leaves_no_lease(address: str) -> None:
    with open_store(address) as store:
        play(small(), store, InProcess(play_task))
        with behind(address) as connection:
            assert connection.execute(text("SELECT count(*) FROM lease")).scalar() == 0
