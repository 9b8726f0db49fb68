"""A plan that changed is noticed, whatever changed in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.experiments_for_tests import play
from sapper.errors import StoreError
from sapper.lab.experiments import Definition, parse_definition
from sapper.lab.experiments.stored_plan import enrol, find_changes, only_adds
from sapper.lab.store import open_store

TEXT = """
name = "x"
games = {games}
seed = {seed}
agent_seed = {agent_seed}
keep = "{keep}"
[parameters]
agent = {agents}
on = ["7x7x8"]
"""


def plan(
    games: int = 20,
    seed: int = 1,
    agent_seed: int = 2,
    keep: str = "games",
    agents: tuple[str, ...] = ("random",),
) -> Definition:
    text = TEXT.format(games=games, seed=seed, agent_seed=agent_seed, keep=keep, agents=[*agents])
    return parse_definition(text)


TWO = ("random", "kvietinskas/single-point")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (plan(seed=3), "seed was 1, is 3"),
        (plan(agent_seed=3), "agent_seed was 2, is 3"),
        (plan(keep="games+turns"), "keep was 'games', is 'games\\+turns'"),
        (plan(keep="sums"), "keep was 'games', is 'sums'"),
        (plan(agents=("kvietinskas/single-point",)), "1 condition gone: random on 7x7x8"),
        (plan(agents=TWO), "1 condition new: kvietinskas/single-point on 7x7x8"),
    ],
)
def test_changed_plan_with_games_is_refused_with_what_changed(
    tmp_path: Path, changed: Definition, said: str
) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        play(plan(), store)
        with pytest.raises(StoreError, match=said):
            enrol(changed, store)
        # Nothing of it was written.
        found = store.find_experiment("x")
        assert found is not None
        assert found.plan == plan().plan()


@pytest.mark.parametrize(
    "changed", [plan(seed=3), plan(agent_seed=3), plan(keep="sums"), plan(agents=TWO[1:])]
)
def test_extend_accepts_added_conditions_and_nothing_else(
    tmp_path: Path, changed: Definition
) -> None:
    with open_store(str(tmp_path / "s.db")) as store:
        play(plan(), store)
        with pytest.raises(StoreError, match="was changed"):
            enrol(changed, store, extend=True)
        assert len(enrol(plan(agents=TWO), store, extend=True).conditions) == 2


def test_more_games_are_no_change() -> None:
    assert find_changes(plan().plan(), plan(games=99).plan()) == []
    assert only_adds(plan().plan(), plan(agents=TWO).plan())
    assert not only_adds(plan(agents=TWO).plan(), plan().plan())
    assert not only_adds(plan().plan(), plan(agents=TWO, agent_seed=9).plan())
