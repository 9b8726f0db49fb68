"""`sapper experiment status`: how far an experiment is, while it runs or after a crash."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

import typer
from rich.console import Console

from sapper.cli.experiment.options import STORE, ResultArgument, StoreOption, find_definition
from sapper.cli.experiment.tables import format_seconds, win_table
from sapper.cli.options import LoadOption, load_files
from sapper.cli.tables import print_json, show_fitted
from sapper.game.words import count
from sapper.lab.experiments.stored_plan import get_enrolled, mixed_versions
from sapper.lab.store import ExperimentRow, Store, open_store
from sapper.lab.tallies import Tally


def status(
    file: ResultArgument,
    store: StoreOption = STORE,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    load: LoadOption = None,
) -> None:
    """
    Show how far an experiment is: games, win rates, runners, failures.

    [bold]Example[/]

    sapper experiment status becerra-5.2
    """
    load_files(load)
    name, definition = find_definition(file)
    with open_store(store, create=False) as opened:
        experiment = get_enrolled(name, opened)
        games = definition.games if definition is not None else experiment.games
        if as_json:
            print_json(_to_dict(experiment, games, opened))
            return
        _show(experiment, games, opened)


def _show(experiment: ExperimentRow, games: int, store: Store) -> None:
    tallies = store.tallies(experiment.id)
    stored, total = _count(tallies.values(), games)
    show_fitted(win_table(((row, tallies[row.id]) for row in experiment.conditions), games))
    console = Console(highlight=False, soft_wrap=True)
    share = 100 * stored / total if total else 100.0
    console.print(f"{experiment.name}: {stored:,} of {count(total, 'game')}, {share:.1f} %")
    if extra := sum(tally.games for tally in tallies.values()) - stored:
        console.print(
            f"stored before, beyond the {games:,} of a condition: {count(extra, 'game')}; "
            "the table counts them too"
        )
    if mixed := mixed_versions(store, experiment):
        console.print(mixed, markup=False)
    runners = store.runners(experiment.id)
    for row in runners:
        if row.is_alive:
            console.print(f"running: {row.host}, process {row.pid}, {count(row.workers, 'worker')}")
    if stored < total and not any(row.is_alive for row in runners):
        last = f", last seen {format_seconds(runners[0].seconds_ago)} ago" if runners else ""
        console.print(f"nothing runs{last}; `sapper experiment run` goes on")
    keys = {row.id: row.key for row in experiment.conditions}
    for failure in store.failures(experiment.id):
        console.print(
            f"failed {count(failure.attempts, 'time')}: {keys[failure.condition_id]}, games "
            f"{failure.first_game} to {failure.first_game + failure.num_games - 1}, "
            f"seed {failure.game_seed}: {failure.error}",
            markup=False,
            style="red",
        )


def _count(tallies: Collection[Tally], games: int) -> tuple[int, int]:
    """Return how many of the games that are asked for are stored, and how many those are."""
    return sum(min(tally.games, games) for tally in tallies), games * len(tallies)


def _to_dict(experiment: ExperimentRow, games: int, store: Store) -> dict[str, Any]:
    tallies = store.tallies(experiment.id)
    stored, total = _count(tallies.values(), games)
    return {
        "name": experiment.name,
        "games": games,
        "stored_games": stored,
        "total_games": total,
        "extra_games": sum(tally.games for tally in tallies.values()) - stored,
        "is_complete": stored >= total,
        "conditions": [
            {**row.parameters, "key": row.key, "condition_id": row.id, **vars(tallies[row.id])}
            for row in experiment.conditions
        ],
        "versions": store.versions(experiment.id),
        "runners": [vars(row) for row in store.runners(experiment.id)],
        "failures": [vars(row) for row in store.failures(experiment.id)],
    }
