"""
Ask a model every item of a set, many at once; what is finished is in the store.

An evaluation is known by its name. Begun again after a kill, it asks what is missing; it
refuses to mix answers that were asked for in another way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sapper import __version__
from sapper.errors import SapperError
from sapper.lab.store.evaluations import Evaluations
from sapper.llm.asking.endpoint import AskingError, Endpoint
from sapper.llm.bench import NAME, VERSION, BenchSet, Item, Talk

AT_ONCE: Final = 16
_MOST_FAILURES: Final = 5  # in a row, nothing answered between them
_DECIDING: Final = ("bench", "split", "sha256", "form", "model", "options")
Record = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """How an evaluation ended: its records in the order of the set, and what failed."""

    records: list[Record]
    failures: dict[str, str] = field(default_factory=dict)


def describe(bench: BenchSet, endpoint: Endpoint, form: str) -> dict[str, Any]:
    """Return the settings of an evaluation, as they are stored."""
    return {
        "bench": f"{NAME} {VERSION}",
        "split": bench.split,
        "sha256": bench.sha256,
        "form": form,
        "model": endpoint.model,
        "options": dict(endpoint.options),
        "base_url": endpoint.base_url,
        "sapper": __version__,
    }


def begin(kept: Evaluations, name: str, settings: Mapping[str, Any]) -> int:
    """Find or make the evaluation of a name; an error if it was asked in another way."""
    number, known = kept.add(name, settings)
    for key in _DECIDING:
        if known.get(key) != settings[key]:
            raise SapperError(
                f"the evaluation {name!r} was begun with {key} {known.get(key)!r}, now it is "
                f"{settings[key]!r}: give this one another --name, or begin anew with --restart"
            )
    return number


@dataclass
class Evaluation:
    """Items that are asked, and where their records go."""

    endpoint: Endpoint
    form: str
    keep: Callable[[Item, Record], object]
    tell: Callable[[Item], object] = lambda _item: None
    failures: dict[str, str] = field(default_factory=dict)
    _in_a_row: int = 0

    async def ask_all(self, items: Iterable[Item], at_once: int = AT_ONCE) -> None:
        """Ask items, so many at once; an error where every other would fail the same way."""
        waiting = deque(items)
        workers = [self._work(waiting) for _ in range(min(at_once, len(waiting)))]
        async with self.endpoint:
            try:
                async with asyncio.TaskGroup() as group:
                    for worker in workers:
                        group.create_task(worker)
            except ExceptionGroup as errors:
                # The first says what is wrong; the others were under way beside it.
                ours = [one for one in errors.exceptions if isinstance(one, SapperError)]
                if not ours:
                    raise
                raise ours[0] from None

    async def _work(self, waiting: deque[Item]) -> None:
        while waiting:
            item = waiting.popleft()
            try:
                record = await self._ask(item)
            except AskingError as error:
                self._note_failure(item, error)
                continue
            self._in_a_row = 0
            self.keep(item, record)
            self.tell(item)

    async def _ask(self, item: Item) -> Record:
        talk = Talk(item, self.form)
        while not talk.is_over:
            found = await self.endpoint.ask(*talk.question())
            talk.answer(found.text, **found.cost())
        return talk.record()

    def _note_failure(self, item: Item, error: AskingError) -> None:
        if error.is_final:
            raise error
        self.failures[item.id] = str(error)
        self._in_a_row += 1
        if self._in_a_row >= _MOST_FAILURES:
            raise SapperError(
                f"stopped after {_MOST_FAILURES} failures in a row, the last on {item.id}: {error}"
            )


def evaluate(
    bench: BenchSet,
    items: Sequence[Item],
    endpoint: Endpoint,
    kept: Evaluations,
    name: str,
    *,
    form: str = "grid",
    at_once: int = AT_ONCE,
    tell: Callable[[Item], object] = lambda _item: None,
    begun: Callable[[int], object] = lambda _done: None,
) -> Outcome:
    """
    Ask what is missing of some items of a set; ``tell`` hears of every item that is done.

    ``begun`` hears first how many of the items were in the store already.
    """
    number = begin(kept, name, describe(bench, endpoint, form))
    stored = kept.records(number)
    missing = [item for item in items if item.id not in stored]
    begun(len(items) - len(missing))

    def keep(item: Item, record: Record) -> None:
        if kept.add_record(number, item.id, record):
            stored[item.id] = record
        else:  # another process was quicker
            stored[item.id] = kept.records(number)[item.id]

    asked = Evaluation(endpoint, form, keep, tell)
    if missing:
        asyncio.run(asked.ask_all(missing, at_once))
    found = [stored[item.id] for item in items if item.id in stored]
    return Outcome(found, asked.failures)
