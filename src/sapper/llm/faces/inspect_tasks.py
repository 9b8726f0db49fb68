"""
The benchmark as a task of Inspect: samples, a solver that plays, a scorer that judges.

Needs ``inspect-ai``, which finds it by name::

    inspect eval sapper/sapper_bench --model openai/my-model -T track=proofs -T limit=2

The samples are those of `sapper llm eval`, asked in the same words; the intervals and all
other measures are those of `sapper.llm.bench.measure` over `records_of` a log.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable
from typing import Any, Final

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, ChatMessageUser, ContentImage, ContentText
from inspect_ai.scorer import Score, Scorer, Target, grouped, mean, scorer, stderr
from inspect_ai.solver import Generate, Solver, TaskState, solver

from sapper.llm.bench import MEASURES, NAME, PUBLIC, VERSION, Item, Talk, load_set

_RECORD: Final = "sapper_record"


@task  # type: ignore[untyped-decorator]  # has no types where it is missing
def sapper_bench(
    split: str = PUBLIC, track: str | None = None, limit: int | None = None, form: str = "grid"
) -> Task:
    """Make the task: a split, all tracks or one, and the first items of each group or all."""
    items = load_set(split).limited(limit, [track] if track else []).items
    samples = [
        Sample(
            input=[_message(Talk(item, form))],
            id=item.id,
            metadata={"track": item.track, "group": item.group, "item": item.to_line()},
        )
        for item in items
    ]
    return Task(
        dataset=MemoryDataset(samples, name=f"{NAME}-{VERSION}, {split}"),
        solver=play(form),
        scorer=judge(),
        version=VERSION,
    )


@solver  # type: ignore[untyped-decorator]  # as above
def play(form: str = "grid") -> Solver:
    """Ask until the item is over; every question stands alone, as the benchmark has it."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        talk = Talk(Item.from_line(state.metadata["item"]), form)
        told: list[ChatMessage] = []
        while not talk.is_over:
            state.messages = [_message(talk)]
            state = await generate(state)
            told += state.messages
            talk.answer(state.output.completion)
        state.messages = told
        state.store.set(_RECORD, talk.record())
        return state

    return solve


@scorer(metrics=[grouped(mean(), "track", all="samples"), stderr()])  # type: ignore[untyped-decorator]  # as above
def judge() -> Scorer:
    """Read the first measure of the item's track off what was played."""

    async def score(state: TaskState, target: Target) -> Score:  # noqa: ARG001 - the engine judges
        record = state.store.get(_RECORD)
        first = MEASURES[record["track"]][0]
        said = " ".join(str(turn["said"]) for turn in record["turns"][-1:])
        value = float(first.read(record["numbers"]) or 0.0)
        return Score(value=value, answer=state.output.completion, explanation=said, metadata=record)

    return score


def records_of(log: EvalLog) -> Iterable[dict[str, Any]]:
    """Yield the records of a log, for `sapper.llm.bench.measure`."""
    for sample in log.samples or []:
        if (found := (sample.store or {}).get(_RECORD)) is not None:
            yield found


def _message(talk: Talk) -> ChatMessageUser:
    """Write a question as a message, with its picture where there is one."""
    text, picture = talk.question()
    if picture is None:
        return ChatMessageUser(content=text)
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    return ChatMessageUser(content=[ContentText(text=text), ContentImage(image=address)])
