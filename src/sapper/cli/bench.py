"""`sapper bench`: how fast this machine plays, and the signature of how it plays."""

from __future__ import annotations

import json
import sys
import time
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from sapper.agents import agent_ids, load_agent
from sapper.game.rules import Rules
from sapper.lab import play_games
from sapper.lab.signature import bench_signature


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
    rules = Rules.parse("expert", first_click="zero")
    speeds = {}
    for agent_id in agent_ids():
        agent = load_agent(agent_id)
        began = time.perf_counter()
        play_games(agent, rules, games=games, seed=1)
        speeds[agent_id] = games / (time.perf_counter() - began)
    signature = bench_signature()
    if as_json:
        json.dump({"signature": signature, "games_per_second": speeds}, sys.stdout, indent=2)
        sys.stdout.write("\n")
        return
    table = Table(title="expert, first click zero, one core")
    table.add_column("agent", overflow="fold")
    table.add_column("games/s", justify="right")
    for agent_id, speed in speeds.items():
        table.add_row(agent_id, f"{speed:,.0f}")
    console = Console()
    console.print(table)
    console.print(f"Signature: {signature}")
