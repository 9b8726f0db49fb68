"""`sapper bench`: how fast this machine plays, and the signature of how it plays."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Annotated, Final

import typer
from rich.markup import escape

from sapper.agents import agent_ids, load_agent
from sapper.cli.tables import Column, make_progress, print_json, print_table
from sapper.game.rules import Rules
from sapper.lab import play_games
from sapper.lab.signature import bench_signature

_SIGNATURE_GAMES: Final = 140  # of an agent, for the bar


def bench(
    games: Annotated[int, typer.Option(min=1, help="Games per agent.")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """
    Play a fixed workload on one core: games a second per agent, and the signature.

    The signature is a number that follows from every result but the time. It is
    the same on every machine; a change of it means that some agent plays otherwise.

    [bold]Example[/]

    sapper bench --games 500
    """
    agents = agent_ids()
    with make_progress() as progress:
        task = progress.add_task("", total=len(agents) * (games + _SIGNATURE_GAMES))

        def advance(words: str, count: int) -> None:
            progress.update(task, advance=count, description=escape(words[:30]))

        speeds = {name: _speed(name, games, advance) for name in agents}
        signature = bench_signature(lambda name: advance(f"signature, {name}", _SIGNATURE_GAMES))
    if as_json:
        print_json({"signature": signature, "games_per_second": speeds})
        return
    columns = (Column("agent", kind="id"), Column("games/s", kind="number"))
    rows = [(name, f"{speed:,.0f}") for name, speed in speeds.items()]
    print_table(columns, rows, title="expert, first click zero, one core")
    sys.stdout.write(f"Signature: {signature}\n")


def _speed(name: str, games: int, advance: Callable[[str, int], None]) -> float:
    """Return how many games an agent plays in a second."""
    agent = load_agent(name)
    rules = Rules.parse("expert", first_click="zero")
    began = time.perf_counter()
    play_games(agent, rules, games, 1, progress=lambda batch: advance(name, len(batch)))
    return games / (time.perf_counter() - began)
