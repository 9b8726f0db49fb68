"""
`sapper reproduce`: published against measured.

Exit codes: 0 no number differs, 1 one does, 2 an error, 130 stopped. A claim that
does not hold is a finding about the document: it changes no exit code.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

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
from sapper.game.words import count
from sapper.lab.papers.claims import CANNOT, DOES_NOT, HOLDS, Verdict, judge_claim
from sapper.lab.papers.published import (
    ALL,
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
    make_definitions,
)
from sapper.lab.papers.summary import (
    HEADS,
    UNKNOWN_REASON,
    Summary,
    claim_lines,
    summarise,
    summary_lines,
    write_block,
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
            help="What to play, or `all`; the list if not given.",
            autocompletion=complete_tables,
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(min=1, help="Games per condition; the paper's number if not given."),
    ] = None,
    stored: Annotated[
        bool, typer.Option("--stored", help="Play nothing: take what the store has.")
    ] = False,
    figures: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Draw the figures into this folder, as SVG."),
    ] = None,
    write: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE.md", help="Write claims, or the summary of all, between a page's marks."
        ),
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
    store: run it again with more games and they are added. `all` prints one summary
    of all documents. Exit codes: 0 no number
    differs, 1 one does (claims change nothing), 2 error, 130 stopped.

    [bold]Examples[/]

    sapper reproduce

    sapper reproduce becerra/5.2 --games 10000

    sapper reproduce becerra --stored --figures pictures
    """
    load_files(load)
    if name is None:
        _list_tables(as_json=as_json)
        return
    tables = find_tables(name)
    if not stored:
        _play(name, store, games, workers, scheduler)
    with open_store(store, create=not stored) as opened:
        found = [(table, compare_table(table, opened)) for table in tables]
        verdicts = [judge_claim(claim, opened) for claim in find_claims(name)]
        if figures is not None:
            _draw(name, opened, figures)
    compared = [row for _, rows in found for row in rows]
    _report(name, found, verdicts, as_json=as_json)
    if write is not None:
        summaries = summary_lines(summarise(compared, verdicts))
        write_block(write, name, summaries if name == ALL else claim_lines(verdicts))
    if any(one.verdict == "differs" for one in compared):
        raise typer.Exit(DIFFERS)


def _play(
    name: str, store: str, games: int | None, workers: int | None, scheduler: str | None
) -> None:
    """Play what is missing."""
    with open_executor(workers, scheduler) as executor, open_store(store) as opened:
        for definition in make_definitions(name, games):
            if play_experiment(definition, opened, executor, extend=True).is_interrupted:
                raise typer.Exit(INTERRUPTED)


def _draw(name: str, store: Store, folder: Path) -> None:
    from sapper.lab.output.reports.figures import write_figures  # noqa: PLC0415 - plotting is slow to load

    written, missing = write_figures(name, store, folder)
    say = Console(stderr=True, highlight=False, soft_wrap=True).print
    say(f"{count(len(written), 'figure')} in {folder}")
    for figure in missing:
        say(f"not drawn, no games of {', '.join(figure.experiments)}: {figure.name}")


def _report(
    name: str,
    found: Sequence[tuple[PublishedTable, list[Reproduction]]],
    verdicts: list[Verdict],
    *,
    as_json: bool,
) -> None:
    compared = [row for _, rows in found for row in rows]
    if as_json:
        print_json(
            [{"kind": "number", **asdict(one), "difference": one.difference} for one in compared]
            + [{"kind": "claim", **asdict(one)} for one in verdicts]
        )
        return
    if name == ALL:
        _show_summary(summarise(compared, verdicts))
        return
    for table, rows in found:
        _show(table, rows)
    _show_claims(name, verdicts)


def _show_summary(summaries: list[Summary]) -> None:
    print_table(
        [Column(HEADS[0]), *(Column(head, kind="number") for head in HEADS[1:])],
        [(one.paper, *one.cells[1:]) for one in summaries],
        title="published numbers and claims against our games",
        caption="What the documents only draw has no verdict, nor has a time of another machine.",
    )
    for one in summaries:
        for what, why in one.reasons:
            print_wrapped(f"{what}: {why or UNKNOWN_REASON}", first_indent=2, indent=4)


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
    lines += [f"not measured: {table.unmeasured}"] if table.unmeasured else []
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
