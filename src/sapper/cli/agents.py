"""`sapper agents`: what can be played."""

from __future__ import annotations

from typing import Annotated

import typer

from sapper.agents.registry import Entry, entries, find_entry, load_agent
from sapper.cli.completion import complete_agents
from sapper.cli.options import LoadOption, load_files
from sapper.cli.tables import Column, print_json, print_table, print_wrapped


def agents(
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT", help="Show one agent in full.", autocompletion=complete_agents
        ),
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
        print_table(
            (Column("id", kind="id"), Column("what it does, and its options")),
            [(one.name, "\n".join([one.summary, *_typed(one)])) for one in entries().values()],
            caption="sapper agents AGENT shows one in full",
        )


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
    rows = [
        (str(loaded), entry.summary),
        ("source", entry.source),
        ("games", ", ".join(entry.games)),
        ("opener", str(loaded.opener or "none: the guesser chooses the first cell")),
        *(("deducer", str(part)) for part in loaded.deducers),
        ("guesser", str(loaded.guesser or "none: a game may end stuck")),
        ("flags", "yes" if loaded.flags else "no"),
        *(
            ("option", f"{one.name}={one.values} (default {one.format(one.default)})")
            for one in entry.options.values()
        ),
        *(("variant", variant) for variant in entry.variants),
    ]
    for name, words in rows:
        print_wrapped(f"{name:<8}  {words}", indent=10, mark=name, style="bold")


def _print_json(data: object) -> None:
    print_json(data)
