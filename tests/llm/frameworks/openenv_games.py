"""The server of OpenEnv, through the client of the real package: games, tasks, many at once."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sapper import Rules
from sapper.llm import Episode, make_task
from sapper.llm.faces.openenv_client import SapperEnv

ON, GAMES = "8x8x10", 200
RULES = Rules.parse(ON, first_click="zero")


def first_covered(text: str) -> str:
    """Reveal the first covered cell that is shown."""
    for row, cells in re.findall(r"^ +([0-9]+)((?: +[.F*0-8])+)$", text, re.M)[-RULES.rows :]:
        if "." in (found := cells.split()):
            return f"<move>r{row}c{found.index('.') + 1}</move>"
    raise AssertionError(text)


@contextmanager
def served() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Run `sapper llm serve` on a free port."""
    command = [sys.executable, "-m", "sapper", "llm", "serve", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = re.search(r"http://\S+", process.stderr.readline())
        assert found is not None
        yield found[0], process
    finally:
        process.terminate()
        process.wait()


async def play_alike(url: str) -> int:
    """Play games through the client and in process; return the number of turns."""
    turns = 0
    async with SapperEnv(base_url=url) as env:
        for seed in range(GAMES):
            episode = Episode(RULES, seed)
            result = await env.reset(seed=seed, on=ON)
            assert result.observation.text == episode.prompt()
            while not episode.is_over:
                answer = first_covered(episode.shown())
                reply = episode.play(answer)
                seen = (await env.step(answer)).observation
                assert (seen.text, seen.reward, seen.done, seen.risk) == (
                    reply.text, reply.reward, reply.is_over, reply.score.risk,
                )  # fmt: skip
                turns += 1
            state = await env.state()
            assert state["positions"] == [str(episode.position)]
        for seed in range(20):
            task = make_task("proofs", seed, ON)
            result = await env.reset(seed=seed, on=ON, task="proofs")
            assert result.observation.text == task.prompt()
            result = await env.step(task.solution())
            assert (result.reward, result.done) == (1.0, True)
    return turns


async def play_together(url: str, games: int, turns: int) -> int:
    """Step many games in one session until so many turns were taken."""
    taken = rounds = 0
    async with SapperEnv(base_url=url) as env:
        while taken < turns:
            rounds += 1
            seen = (await env.reset(seed=rounds, on=ON, games=games)).observation.games
            while not all(one.done for one in seen):
                answers = [None if one.done else first_covered(one.text) for one in seen]
                taken += sum(one is not None for one in answers)
                seen = (await env.step(answers)).observation.games
    return taken


async def sessions(url: str, number: int) -> None:
    """Hold so many sessions at once, each with its own game."""
    envs = [SapperEnv(base_url=url) for _ in range(number)]
    await asyncio.gather(*(env.connect() for env in envs))
    for answer in (None, "<move>r1c1</move>"):
        results = await asyncio.gather(
            *(env.reset(seed=seed, on=ON) if answer is None else env.step(answer)
              for seed, env in enumerate(envs))
        )  # fmt: skip
    for seed, result in enumerate(results):
        episode = Episode(RULES, seed)
        assert result.observation.text == episode.play("<move>r1c1</move>").text
    await asyncio.gather(*(env.close() for env in envs))


def seconds_of(process: subprocess.Popen[str]) -> float:
    """Return the processor time of another process."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Check; with ``--turns`` measure."""
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--turns", type=int, default=0)
    turns = reading.parse_args().turns
    with served() as (url, process):
        played = asyncio.run(play_alike(url))
        asyncio.run(sessions(url, 300))
        print(f"openenv: {GAMES} games, {played} turns as in process; 300 sessions at once")
        for games in (1, 16, 256) if turns else ():
            begun = time.perf_counter(), time.process_time(), seconds_of(process)
            taken = asyncio.run(play_together(url, games, turns))
            wall, ours, theirs = (
                now - then for now, then in
                zip((time.perf_counter(), time.process_time(), seconds_of(process)), begun,
                    strict=True)
            )  # fmt: skip
            print(f"{games} games a session: {taken / wall:,.0f} turns a second, "
                  f"{taken / (ours + theirs):,.0f} a second of processor time (client "
                  f"{ours:.1f} s, server {theirs:.1f} s)")  # fmt: skip


if __name__ == "__main__":
    main()
