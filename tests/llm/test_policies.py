"""No policy gains by stalling, repeating, flagging everything or revealing nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sapper import Rules
from sapper.llm import REWARDS, TASK_REWARDS, Episode, Task, make_task
from sapper.llm.judging import look_at

WEIGHTS = dict.fromkeys(REWARDS, 1.0)
SEEDS = range(40)
RULES = Rules.parse("6x6x7")
Policy = Callable[[Episode], str]


def name(episode: Episode, cells: list[int]) -> str:
    return episode.position.format_cells(cells)


def flags_everything(episode: Episode) -> str:
    marks = " ".join(f"!{one}" for one in name(episode, episode.position.covered).split())
    return f"<move>{marks}</move>"


def flags_and_takes_back(episode: Episode) -> str:
    return "<move>~r1c1</move>" if episode.position.flagged else "<move>!r1c1</move>"


STALLING: dict[str, Policy] = {
    "says nothing": lambda _: "",
    "thinks for ever": lambda _: "<think>" * 50,
    "flags everything": flags_everything,
    "flags and takes back": flags_and_takes_back,
    "denies that anything is provable": lambda _: "<move>cannot be proven</move>",
    "chords on nothing": lambda _: "<move>+r1c1 +r6c6</move>",
    "names cells that are not there": lambda _: "<move>r7c7 r0c1</move>",
    "gives reasons only": lambda _: "<because>r1c1 mine count</because>",
}


def least_risk(episode: Episode) -> str:
    findings = look_at(episode.position)
    assert findings is not None
    cell = min(episode.position.covered, key=lambda one: findings.weigh(one).risk)
    return f"<move>{name(episode, [cell])}</move>"


def most_risk(episode: Episode) -> str:
    findings = look_at(episode.position)
    assert findings is not None
    cell = max(episode.position.covered, key=lambda one: (findings.weigh(one).risk, -one))
    return f"<move>{name(episode, [cell])}</move>"


def all_at_once(episode: Episode) -> str:
    return f"<move>{name(episode, episode.position.covered)}</move>"


def first_covered(episode: Episode) -> str:
    return f"<move>{name(episode, episode.position.covered[:1])}</move>"


def total(policy: Policy, *, begun: bool = False) -> dict[str, float]:
    """Return the mean of each reward a game; each is within its range in every turn."""
    sums = dict.fromkeys(REWARDS, 0.0)
    for seed in SEEDS:
        episode = Episode(RULES, seed, rewards=WEIGHTS, first="r3c3" if begun else None)
        while not episode.is_over:
            rewards = episode.play(policy(episode)).score.rewards()
            assert all(0.0 <= one <= 1.0 for one in rewards.values())
        assert all(one <= 1.0 + 1e-9 for one in episode.totals.values())
        for reward in REWARDS:
            sums[reward] += episode.totals[reward] / len(SEEDS)
    return sums


@pytest.mark.parametrize("policy", STALLING.values(), ids=STALLING)
@pytest.mark.parametrize("begun", [False, True])
def test_stalling_earns_nothing(policy: Policy, begun: bool) -> None:
    assert total(policy, begun=begun) == dict.fromkeys(REWARDS, 0.0)


def test_repeating_earns_no_more_than_once() -> None:
    for seed in SEEDS:
        once, often = (Episode(RULES, seed, rewards=WEIGHTS) for _ in range(2))
        once.play("<move>r3c3</move>")
        while not often.is_over:
            often.play("<move>r3c3</move>")
        assert often.outcome == "stuck"
        assert often.totals == once.totals


def test_flags_added_to_moves_change_no_reward() -> None:
    plain = total(first_covered)
    flagged = total(lambda one: f"<move>{first_covered(one)[6:-7]} !r6c6 ~r6c6</move>")
    assert flagged == pytest.approx(plain)


@pytest.mark.parametrize("reward", REWARDS)
def test_better_play_earns_more(reward: str) -> None:
    good = total(least_risk, begun=True)[reward]
    for policy in (most_risk, all_at_once, first_covered):
        assert good > total(policy, begun=True)[reward] + 0.1


def test_least_risk_keeps_its_reward_whatever_the_luck() -> None:
    """Who always takes the least risk loses progress to bad luck, and nothing to judgement."""
    sums = total(least_risk, begun=True)
    assert sums["risk"] == pytest.approx(sums["progress"])


TASKS: list[Task] = [
    make_task(kind, seed, "6x6x7", technique=technique)
    for kind, technique in (
        ("proofs", "single clue"), ("proofs", "subset"), ("reason", "subset"),
        ("move", "guess"), ("move", "pair"),
    )
    for seed in range(4)
]  # fmt: skip


def covered(task: Task) -> list[str]:
    return task.position.format_cells(task.position.covered).split()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.kind)
@pytest.mark.parametrize(
    "answer",
    [
        lambda _: "",
        lambda _: "<move>cannot be proven</move>",
        lambda task: f"<move>{' '.join('!' + one for one in covered(task))}</move>",
        lambda task: f"<move>{' '.join(covered(task))}</move>",
        lambda task: f"<move>{' '.join(one + ' !' + one for one in covered(task))}</move>",
        lambda _: "r99c99",
    ],
    ids=["nothing", "denies", "flags all", "all safe", "both ways", "elsewhere"],
)
def test_tasks_pay_nothing_for_claims_without_thought(
    task: Task, answer: Callable[[Task], str]
) -> None:
    rewards = task.score(answer(task)).rewards
    assert set(rewards) <= set(TASK_REWARDS)
    assert rewards["proof"] == 0.0
    assert all(one < 0.35 for one in rewards.values())


def test_naming_every_number_is_a_poor_reason() -> None:
    for task in TASKS:
        if task.kind != "reason":
            continue
        numbers = [one for one, code in enumerate(task.position.cells) if code <= 8]
        cell = task.position.format_cell(task.findings.safe[0])
        all_of_them = task.position.format_cells(numbers)
        score = task.score(f"<move>{cell}</move><because>{all_of_them} mine count</because>")
        assert score.numbers["sound"]
        assert not score.numbers["minimal"]
        assert score.rewards["proof"] < 0.5
