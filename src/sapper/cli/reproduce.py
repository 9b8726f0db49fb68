"""
`sapper reproduce`: published against measured.

Exit codes: 0 no number differs, 1 one does, 2 an error, 130 stopped. A claim that
does not hold is a finding about the document: it changes no exit code.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.table import Table

from sapper.cli.experiment.options import STORE, StoreOption
from sapper.cli.experiment.run import (
    INTERRUPTED,
    SchedulerOption,
    WorkersOption,
    play_with_progress,
)
from sapper.cli.options import LoadOption, load_files, wide_console
from sapper.lab.claims import CANNOT, DOES_NOT, HOLDS, Verdict, judge_claim
from sapper.lab.published import (
    MEASURES,
    PublishedTable,
    find_claims,
    find_tables,
    published_tables,
)
from sapper.lab.reproduction import (
    NOT_BUILT,
    Comparison,
    compare_table,
    find_condition,
    make_definition,
)
from sapper.lab.store import Store, open_store

DIFFERS: Final = 1
_COLOURS: Final = {
    "agrees": "green",
    "close": "yellow",
    "differs": "red",
    HOLDS: "green",
    CANNOT: "yellow",
    DOES_NOT: "red",
}


def reproduce(
    name: Annotated[
        str | None,
        typer.Argument(metavar="PAPER[/TABLE]", help="What to play; the list if not given."),
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
    hold, or cannot be decided, with the test behind it. Results go into the
    store: run it again with more games and they are added.

    [bold]Examples[/]

    sapper reproduce

    sapper reproduce becerra/5.2 --games 10000
    """
    load_files(load)
    if name is None:
        _list_tables(as_json=as_json)
        return
    found: list[Comparison] = []
    with open_store(store) as opened:
        for table in find_tables(name):
            stopped = _play(table, opened, games, workers, scheduler)
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
        json.dump(rows, sys.stdout, indent=2)
        sys.stdout.write("\n")
    if any(one.verdict == "differs" for one in found):
        raise typer.Exit(DIFFERS)


def _play(
    table: PublishedTable,
    store: Store,
    games: int | None,
    workers: int | None,
    scheduler: str | None,
) -> bool:
    """Play what is missing; True if the user stopped it."""
    definition = make_definition(table, games)
    if definition is None:
        return False
    outcome = play_with_progress(definition, store, workers, scheduler, extend=True)
    return outcome.is_interrupted


def _list_tables(*, as_json: bool) -> None:
    tables = published_tables()
    if as_json:
        json.dump([asdict(table) for table in tables.values()], sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    shown = Table(box=None, pad_edge=False)
    for heading in ("name", "what", "where", "conditions"):
        shown.add_column(heading, overflow="fold")
    for table in tables.values():
        shown.add_row(table.name, table.title, table.place, _state(table))
    wide_console().print(shown)


def _state(table: PublishedTable) -> str:
    playable = table.playable
    if not playable:
        return "reported, nothing to play"
    built = sum(find_condition(table, row) is not None for row in playable)
    if built == 0:
        return f"{len(playable)}, {NOT_BUILT}"
    return f"{len(playable)}" + (f", {built} of them built" if built < len(playable) else "")


def _show(table: PublishedTable, rows: list[Comparison]) -> None:
    console = wide_console()
    shown = Table(title=f"{table.name}: {table.title}", caption=f"{table.document}, {table.place}")
    for heading in ("agent", "on", "measure"):
        shown.add_column(heading, overflow="fold")
    for heading in ("published", "measured", "95 % interval", "difference", "games"):
        shown.add_column(heading, justify="right")
    shown.add_column("verdict")
    for row in rows:
        interval = "-" if row.low is None else f"{_number(row.low)} … {_number(row.high)}"
        difference = "-" if row.difference is None else f"{row.difference:+.3g}"
        shown.add_row(
            row.agent,
            row.on,
            MEASURES[row.measure],
            _number(row.published),
            _number(row.measured),
            interval,
            difference,
            str(row.games or "-"),
            row.verdict,
            style=_COLOURS.get(row.verdict),
        )
    if rows:
        console.print(shown)
    else:
        console.print(f"{table.name}: {table.title} ({table.place})", highlight=False)
    plain = Console(highlight=False, soft_wrap=True)
    for key, value in table.facts.items():
        plain.print(f"  {key.replace('_', ' ')}: {value:,}")
    for note in table.notes:
        plain.print(f"  {note}")
    if table.not_given:
        plain.print(f"  not given, our choice: {', '.join(table.not_given)}")
    if missing := sorted({row.agent for row in rows if row.verdict == NOT_BUILT}):
        plain.print(f"  {NOT_BUILT}: {', '.join(missing)}")


def _show_claims(name: str, verdicts: list[Verdict]) -> None:
    if not verdicts:
        return
    shown = Table(title=f"{name}: what the text claims", show_lines=True)
    for heading in ("claim", "where", "test", "found"):
        shown.add_column(heading, overflow="fold")
    shown.add_column("games", justify="right")
    shown.add_column("verdict")
    for one in verdicts:
        shown.add_row(
            one.says,
            one.place,
            one.test,
            one.found,
            str(one.games or "-"),
            one.verdict,
            style=_COLOURS[one.verdict],
        )
    wide_console().print(shown)


def _number(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.2f}" if abs(value) >= 0.1 or value == 0 else f"{value:.2g}"
