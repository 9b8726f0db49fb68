"""
Enter an experiment into a store, or find it there unchanged.

Games of two different plans must never be mixed under one name: a file that was
changed after games were stored is refused, with what changed and how to go on.
More games, and with ``extend`` more conditions, only add.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

from sapper.agents.run.columns import PROVEN_BY
from sapper.agents.run.turns import turn_parts
from sapper.errors import StoreError
from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.store.protocol import ConditionRow, ExperimentRow, Store, missing_spans
from sapper.lab.versions import describe_mixed

_SHOWN = 3


def condition_row(condition: Condition) -> ConditionRow:
    """Return a condition as the store keeps it."""
    return ConditionRow(
        key=condition.key,
        parameters=condition.to_dict(),
        columns=[PROVEN_BY + name for name in condition.agent.deducer_names],
        parts=turn_parts(condition.agent),
    )


def enrol(definition: Definition, store: Store, *, extend: bool = False) -> ExperimentRow:
    """Return the experiment's row, made if it is not there; a changed plan is an error."""
    plan = definition.plan()
    rows = [condition_row(condition) for condition in definition.conditions]
    found = store.find_experiment(definition.name)
    if found is None:
        found = store.add_experiment(definition.name, plan, definition.games, rows)
    changes = find_changes(found.plan, plan)
    if changes and _num_games(store, found) == 0:
        return store.replace_experiment(definition.name, plan, definition.games, rows)
    if changes and not (extend and only_adds(found.plan, plan)):
        remedies = ["put it back", "give the experiment another name", "--restart deletes them"]
        if only_adds(found.plan, plan):
            remedies.insert(0, "--extend keeps them and adds")
        raise StoreError(
            f"the experiment {definition.name!r} has {_num_games(store, found)} games in "
            f"{store.address!r} and was changed: {'; '.join(changes)}. To go on: "
            + ", or ".join(remedies)
        )
    if changes or found.games != definition.games:
        found = store.update_experiment(definition.name, plan, definition.games, rows)
    return found


def restart_experiment(name: str, store: Store, *, force: bool = False) -> None:
    """Delete an experiment to begin anew; without ``force`` not while somebody plays it."""
    found = store.find_experiment(name)
    if found is None:
        return
    for row in store.runners(found.id):
        if row.is_alive and not force:
            raise StoreError(
                f"the experiment {name!r} is being played by process {row.pid} on {row.host}: "
                "stop it first, or delete its games anyway with --restart --force"
            )
    store.delete_experiment(name)


def read_back(definition: Definition, store: Store) -> int:
    """Count the games of the definition that are in the store, each from what is stored of it."""
    found = get_enrolled(definition.name, store)
    if changes := find_changes(found.plan, definition.plan()):
        raise StoreError(
            f"the experiment {definition.name!r} was changed while it was played: "
            + "; ".join(changes)
        )
    ids = {row.key: row.id for row in found.conditions}
    spans, tallies, games = store.spans(found.id), store.tallies(found.id), 0
    for condition in definition.conditions:
        number = ids[condition.key]
        stored = spans.get(number, [])
        if sum(count for _, count in stored) != tallies[number].games:
            raise StoreError(
                f"the store {store.address!r} is damaged: the tasks and totals of "
                f"{condition.key} disagree"
            )
        missing = missing_spans(stored, definition.games)
        games += definition.games - sum(count for _, count in missing)
    return games


def get_enrolled(name: str, store: Store) -> ExperimentRow:
    """Return an experiment that must be in the store."""
    found = store.find_experiment(name)
    if found is None:
        known = store.list_experiments()
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known) or 'none'}."
        raise StoreError(
            f"no experiment {name!r} in {store.address!r}; {hint} "
            "`sapper experiment run FILE` plays one"
        )
    return found


def mixed_versions(store: Store, experiment: ExperimentRow) -> str:
    """Name the versions that played the games, or return nothing where it was one."""
    agent_ids = {row.key.partition(" on ")[0] for row in experiment.conditions}
    shown = describe_mixed(store.versions(experiment.id), agent_ids)
    if not shown:
        return ""
    return f"games of several versions of Sapper, as --allow-versions permitted: {shown}"


def find_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Describe what two plans differ in."""
    changes = [
        f"{key} was {old.get(key)!r}, is {new[key]!r}"
        for key in ("seed", "agent_seed", "keep")
        if old.get(key) != new[key]
    ]
    before, now = set(old["conditions"]), set(new["conditions"])
    for what, keys in (("gone", before - now), ("new", now - before)):
        if keys:
            shown = ", ".join(sorted(keys)[:_SHOWN]) + (", …" if len(keys) > _SHOWN else "")
            changes.append(f"{len(keys)} condition{'s' * (len(keys) > 1)} {what}: {shown}")
    return changes


def only_adds(old: Mapping[str, Any], new: Mapping[str, Any]) -> bool:
    """Return whether all that changed is more conditions."""
    same = all(old.get(key) == new[key] for key in ("seed", "agent_seed", "keep"))
    return same and set(old["conditions"]) <= set(new["conditions"])


def _num_games(store: Store, experiment: ExperimentRow) -> int:
    return sum(tally.games for tally in store.tallies(experiment.id).values())
