"""
`sapper reproduce`: published against measured.

Exit codes: 0 no number differs, 1 one does, 2 an error, 130 stopped. A claim that
does not hold is a finding about the document: it changes no exit code.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Final

import typer

from sapper.cli.completion import complete_tables
from sapper.cli.experiment.options import STORE, StoreOption
from sapper.cli.experiment.run import (
    SchedulerOption,
    open_executor,
    play_experiment,
)
from sapper.cli.options import LoadOption, WorkersOption, load_files
from sapper.cli.signals import INTERRUPTED
from sapper.cli.tables import Column, print_json, print_table, print_wrapped
from sapper.lab.executors import Executor
from sapper.lab.papers.claims import CANNOT, DOES_NOT, HOLDS, Verdict, judge_claim
from sapper.lab.papers.published import (
    PublishedTable,
    find_claims,
    find_tables,
    published_tables,
)
from sapper.lab.papers.reproduction import (
    CANNOT_TELL,
    NOT_BUILT,
    Reproduction,
    compare_table,
    find_condition,
    make_definition,
)
from sapper.lab.stats.measures import MEASURES
from sapper.lab.store import Store, open_store

DIFFERS: Final = 1
_COLOURS: Final = {
    "agrees": "green",
    "close": "yellow",
    CANNOT_TELL: "yellow",
    "differs": "red",
    HOLDS: "green",
    CANNOT: "yellow",
    DOES_NOT: "red",
}


def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="PAPER[/TABLE]",
            help="What to play; the list if not given.",
            autocompletion=complete_tables,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games per condition; the paper's number if not given."),
    ] = None,
    store: StoreOption = STORE,
    workers: WorkersOption = None,
    scheduler: SchedulerOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
    load: LoadOption = None,
) -> None:
    """
    Play the conditions of a published table and lay its numbers beside ours.

    Then decide what the text claims of them: each claim holds, does not
    hold, or cannot be decided, with the test behind it. The interval of 99 % beside a
    number is the one that its verdict rests on. Results go into the
    store: run it again with more games and they are added. Exit codes: 0 no number
    differs, 1 one does (claims change nothing), 2 error, 130 stopped.

    [bold]Examples[/]

    sapper reproduce

    sapper reproduce becerra/5.2 --games 10000
    """
    load_files(load)
    if name is None:
        _list_tables(as_json=as_json)
        return
    found: list[Reproduction] = []
    with open_executor(workers, scheduler) as executor, open_store(store) as opened:
        for table in find_tables(name):
            stopped = _play(table, opened, games, executor)
            compared = compare_table(table, opened)
            found.extend(compared)
            if not as_json:
                _show(table, compared)
            if stopped:
                raise typer.Exit(INTERRUPTED)
        verdicts = [judge_claim(claim, opened) for claim in find_claims(name)]
    if not as_json:
        _show_claims(name, verdicts)
    else:
        rows = [
            {"kind": "number", **asdict(one), "difference": one.difference} for one in found
        ] + [{"kind": "claim", **asdict(one)} for one in verdicts]
        print_json(rows)
    if any(one.verdict == "differs" for one in found):
        raise typer.Exit(DIFFERS)


def _play(table: PublishedTable, store: Store, games: int | None, executor: Executor) -> bool:
    """Play what is missing; True if the user stopped it."""
    definition = make_definition(table, games)
    if definition is None:
        return False
    outcome = play_experiment(definition, store, executor, extend=True)
    return outcome.is_interrupted


def _list_tables(*, as_json: bool) -> None:
    tables = published_tables()
    if as_json:
        print_json([asdict(table) for table in tables.values()])
        return
    print_table(
        (
            Column("name", kind="id"),
            Column("what"),
            Column("where", spare=1),
            Column("conditions"),
        ),
        [(one.name, one.title, one.place, _state(one)) for one in tables.values()],
    )


def _state(table: PublishedTable) -> str:
    playable = table.playable
    if not playable:
        return "reported, nothing to play"
    built = sum(find_condition(table, row) is not None for row in playable)
    if built == 0:
        return f"{len(playable)}, {NOT_BUILT}"
    return f"{len(playable)}" + (f", {built} of them built" if built < len(playable) else "")


_NUMBERS: Final = (
    Column("agent", kind="id"),
    Column("on", kind="id"),
    Column("measure"),
    Column("published", kind="number"),
    Column("measured", kind="number"),
    Column("99 % interval", kind="number"),
    Column("difference", kind="number", spare=2),
    Column("games", kind="number", spare=1),
    Column("verdict"),
)


_INTERVAL: Final = (
    "The interval has the chance of their games, of ours and of rounding: what lies in it agrees."
)


def _show(table: PublishedTable, rows: list[Reproduction]) -> None:
    if rows:
        print_table(
            _NUMBERS,
            [_cells(row) for row in rows],
            title=f"{table.name}: {table.title}",
            caption=f"{table.document}, {table.place}. {_INTERVAL}",
            styles=[_COLOURS.get(row.verdict) for row in rows],
        )
    else:
        print_wrapped(f"{table.name}: {table.title} ({table.place})")
    lines = [f"{key.replace('_', ' ')}: {value:,}" for key, value in table.facts.items()]
    lines += table.notes
    if table.not_given:
        lines.append(f"not given, our choice: {', '.join(table.not_given)}")
    if missing := sorted({row.agent for row in rows if row.verdict == NOT_BUILT}):
        lines.append(f"{NOT_BUILT}: {', '.join(missing)}")
    for line in lines:
        print_wrapped(line, first_indent=2, indent=4)


def _cells(row: Reproduction) -> list[str]:
    is_open = row.low is None or row.high is None
    return [
        row.agent,
        row.on,
        MEASURES[row.measure].title,
        _number(row.published),
        _number(row.measured),
        "-" if is_open else f"{_number(row.low)}–{_number(row.high)}",
        "-" if row.difference is None else f"{row.difference:+.3g}",
        str(row.games or "-"),
        row.verdict,
    ]


def _show_claims(name: str, verdicts: list[Verdict]) -> None:
    if not verdicts:
        return
    print_table(
        (
            Column("claim"),
            Column("where", spare=2),
            Column("test", spare=1),
            Column("found"),
            Column("games", kind="number", spare=3),
            Column("verdict"),
        ),
        [
            (one.says, one.place, one.test, one.found, str(one.games or "-"), one.verdict)
            for one in verdicts
        ],
        title=f"{name}: what the text claims",
        styles=[_COLOURS[one.verdict] for one in verdicts],
        spaced=True,
    )


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if abs(value) >= 0.1 or value == 0 else f"{value:.2g}"
