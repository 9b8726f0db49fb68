"""`sapper agents`: what can be played."""

from __future__ import annotations

import json
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sapper.agents.registry import Entry, entries, find_entry, load_agent
from sapper.cli.options import LoadOption, load_files, wide_console


def agents(
    agent: Annotated[
        str | None, typer.Argument(metavar="AGENT", help="Show one agent in full.")
    ] = None,
    load: LoadOption = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,
) -> None:
    """
    List the agents, or show one with its options and parts.

    [bold]Examples[/]

    sapper agents

    sapper agents kvietinskas/single-point
    """
    load_files(load)
    if agent is not None:
        _show_one(agent, as_json=as_json)
    elif as_json:
        _print_json([_to_dict(entry) for entry in entries().values()])
    else:
        table = Table(box=None, pad_edge=False, caption="sapper agents AGENT shows one in full")
        for heading in ("id", "what it does"):
            table.add_column(heading, overflow="fold")
        for entry in entries().values():
            lines = [entry.summary, *(f"  {typed}" for typed in _typed(entry))]
            table.add_row(entry.name, "\n".join(lines))
        wide_console().print(table)


def _typed(entry: Entry) -> list[str]:
    return [f"{option.name}={option.values}" for option in entry.options.values()]


def _to_dict(entry: Entry) -> dict[str, object]:
    return {
        "id": entry.name,
        "summary": entry.summary,
        "source": entry.source,
        "games": list(entry.games),
        "variants": list(entry.variants),
        "options": {
            option.name: {"values": option.values, "default": option.format(option.default)}
            for option in entry.options.values()
        },
    }


def _show_one(agent_id: str, *, as_json: bool) -> None:
    entry, loaded = find_entry(agent_id), load_agent(agent_id)
    if as_json:
        _print_json([{**_to_dict(entry), "agent": loaded.to_dict()}])
        return
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"[bold]{escape(str(loaded))}[/]  {escape(entry.summary)}")
    console.print(f"source    {entry.source}")
    console.print(f"games     {', '.join(entry.games)}")
    console.print(f"opener    {loaded.opener or 'none: the guesser chooses the first cell'}")
    for part in loaded.deducers:
        console.print(f"deducer   {part}")
    console.print(f"guesser   {loaded.guesser or 'none: a game may end stuck'}")
    console.print(f"flags     {'yes' if loaded.flags else 'no'}")
    for option in entry.options.values():
        default = option.format(option.default)
        console.print(f"option    {option.name}={option.values} (default {default})", markup=False)
    for variant in entry.variants:
        console.print(f"variant   {variant}")


def _print_json(data: object) -> None:
    json.dump(data, sys.stdout, indent=2)
    sys.stdout.write("\n")
