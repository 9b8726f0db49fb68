"""Two runners with two plans under one name: nobody's games end up under the other's plan."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest

from lab.experiments_for_tests import expected_games, same, small, stored_games
from sapper.errors import StoreError
from sapper.lab.executors import InProcess
from sapper.lab.experiments import Definition, parse_definition
from sapper.lab.experiments.progress import Progress
from sapper.lab.experiments.runner import Runner
from sapper.lab.experiments.stored_plan import enrol
from sapper.lab.store import open_store
from sapper.lab.tasks import play_task


def with_another_seed() -> Definition:
    text = """
name = "small"
games = 300
seed = 8
agent_seed = 3
[parameters]
agent = ["random", "kvietinskas/single-point"]
on = ["beginner", "16x16x30"]
"""
    return parse_definition(text, "small.toml")


def once(action: Callable[[], None], after_tasks: int) -> Callable[[Progress], None]:
    """Do something when a runner has played that many tasks."""
    done: list[bool] = []

    def listen(progress: Progress) -> None:
        if not done and progress.tasks_played >= after_tasks:
            done.append(True)
            action()

    return listen


def test_changed_file_does_not_replace_what_a_living_runner_plays(
    new_address: Callable[[], str],
) -> None:
    address, refused = new_address(), []
    definition = small()

    def start_another() -> None:
        with open_store(address) as other, pytest.raises(StoreError) as error:
            enrol(with_another_seed(), other)
        refused.append(str(error.value))

    with open_store(address) as store, InProcess(play_task) as executor:
        runner = Runner(definition, store, executor, batch_size=50)
        # Before anything is stored, and in the middle.
        number = store.enter_runner(runner._experiment.id, 1, "")
        start_another()
        store.see_runner(number, is_done=True)
        runner._listener = once(start_another, 5)
        assert runner.run().is_complete
        assert same(stored_games(store), expected_games(definition))
    assert "is being played with another plan by process" in refused[0]
    assert "was changed: seed was 7, is 8" in refused[1]


@pytest.mark.parametrize("after", [0, 5])
def test_runner_whose_experiment_is_replaced_stops_and_says_so(
    new_address: Callable[[], str], after: int
) -> None:
    address = new_address()

    def restart() -> None:
        with open_store(address) as other:
            other.delete_experiment("small")
            enrol(with_another_seed(), other)

    with open_store(address) as store, InProcess(play_task) as executor:
        runner = Runner(small(), store, executor, batch_size=50, listener=once(restart, after))
        with pytest.raises(StoreError, match="deleted or replaced while it was played"):
            runner.run()
        found = store.find_experiment("small")
        assert found is not None
        assert found.plan["seed"] == 8
        assert store.spans(found.id) == {}
        # The new plan is then played from the beginning, by its own seed.
        assert Runner(with_another_seed(), store, executor, batch_size=50).run().is_complete
        assert same(stored_games(store), expected_games(with_another_seed()))


def test_runner_of_a_store_that_is_gone_stops_and_says_so(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("gone")
    with open_store(str(folder / "s.db")) as store, InProcess(play_task) as executor:
        listener = once(lambda: shutil.rmtree(folder), 3)
        runner = Runner(small(), store, executor, batch_size=50, listener=listener)
        with pytest.raises(StoreError, match="removed or replaced while it was used"):
            runner.run()
