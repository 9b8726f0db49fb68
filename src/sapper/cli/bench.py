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
from sapper.lab.signature import combine, signature_ids, signatures

_SIGNATURE_GAMES: Final = 100  # of an agent, for the bar


def bench(
    games: Annotated[int, typer.Option(min=1, help="Games per agent.")] = 2000,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """
    Play a fixed workload on one core: games a second and the signature of each agent.

    A signature is a number that follows from all that an agent does but the time. It is
    the same on every machine; a change of it means that the agent plays differently. The
    last line is one number made of all of them.

    [bold]Example[/]

    sapper bench --games 500
    """
    agents = agent_ids()
    with make_progress() as progress:
        total = len(agents) * games + len(signature_ids()) * _SIGNATURE_GAMES
        task = progress.add_task("", total=total)

        def advance(words: str, count: int) -> None:
            progress.update(task, advance=count, description=escape(words[:30]))

        speeds = {name: _speed(name, games, advance) for name in agents}
        signed = signatures(lambda name: advance(f"signature, {name}", _SIGNATURE_GAMES))
    if as_json:
        both = {"signature": combine(signed), "signatures": signed}
        print_json({**both, "games_per_second": speeds})
        return
    numbers = (Column(name, kind="number") for name in ("games/s", "signature"))
    told = {name: f"{speed:,.0f}" for name, speed in speeds.items()}
    rows = [
        (name, told.get(name, ""), str(signed.get(name, ""))) for name in sorted({*told, *signed})
    ]
    print_table(
        (Column("agent", kind="id"), *numbers), rows, title="expert, first click zero, one core"
    )
    sys.stdout.write(f"Signature: {combine(signed)}\n")


def _speed(name: str, games: int, advance: Callable[[str, int], None]) -> float:
    """Return how many games an agent plays in a second."""
    agent = load_agent(name)
    rules = Rules.parse("expert", first_click="zero")
    began = time.perf_counter()
    play_games(agent, rules, games, 1, progress=lambda batch: advance(name, len(batch)))
    return games / (time.perf_counter() - began)
