"""The tools of `sapper mcp`, through the official client and a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from sapper import Rules, analyse, hint
from sapper.llm import Episode

mcp = pytest.importorskip("mcp")
PLAYING = ["new_game", "show", "reveal", "flag", "review"]
Call = Callable[..., Awaitable[str]]


def with_client(work: Callable[[Any, Call], Awaitable[None]], *options: str) -> None:
    """Start the command, connect, and do the work."""
    server = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "sapper", "mcp", *options],
        env=dict(os.environ),
    )

    async def main() -> None:
        async with mcp.Client(server) as client:

            async def call(name: str, **arguments: Any) -> str:
                result = await client.call_tool(name, arguments)
                text = str(result.content[0].text)
                return f"error: {text}" if result.is_error else text

            await work(client, call)

    asyncio.run(main())


def test_game_is_played_to_its_end_by_hints_and_reviewed() -> None:
    async def work(client: Any, call: Call) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {*PLAYING, "analyse", "hint", "explain"}
        assert all(tool.description for tool in tools.values())
        begun = await call("new_game", on="6x6x6", seed=3, no_guess=True)
        assert "mines: 6" in begun
        assert "a game in play is not reviewed" in await call("review")
        said = ""
        for _ in range(36):
            if "won" in said:
                break
            safe = json.loads(await call("analyse"))["safe"]
            sentence = await call("hint")
            assert sentence.split()[0] in safe
            assert "is safe" in await call("explain", cell=safe[0])
            said = await call("reveal", cells=" ".join(safe))
        assert "the game is won" in said
        assert "needless guesses: 0" in await call("review")

    with_client(work)


def test_play_is_that_of_the_same_seed_elsewhere() -> None:
    async def work(_client: Any, call: Call) -> None:
        episode = Episode(Rules.parse("8x8x10", first_click="zero"), 7)
        await call("new_game", on="8x8x10", seed=7)
        assert await call("reveal", cells="r4c4") == episode.play("<move>r4c4</move>").text
        assert (
            await call("flag", cells="r1c1 r1c2") == episode.play("<move>!r1c1 !r1c2</move>").text
        )
        assert await call("flag", cells="~r1c1") == episode.play("<move>~r1c1</move>").text
        assert await call("show", form="line") == str(episode.position)
        found = analyse(episode.position, trust_flags=False)
        told = json.loads(await call("analyse"))
        assert told["safe"] == episode.position.format_cells(found.safe).split()
        advice = hint(episode.position)
        assert advice is not None

    with_client(work)


def test_help_can_be_hidden() -> None:
    async def work(client: Any, call: Call) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == PLAYING
        assert "error" in await call("hint")

    with_client(work, "--hide-help")


def test_mistakes_are_sentences_and_the_server_goes_on() -> None:
    async def work(_client: Any, call: Call) -> None:
        assert "new_game begins one" in await call("reveal", cells="r1c1")
        assert "error" in await call("new_game", on="3x3x99")
        assert "at most 900 cells" in await call("new_game", on="999x999x5")
        await call("new_game", on="5x5x4", seed=1)
        assert "There is no cell 'r9c9'" in await call("reveal", cells="r9c9 banana")
        assert "is a number" not in await call("flag", cells="reveal r1c1")
        assert "r1c1" in await call("explain", cell="r1c1", position="..1./..2./11../.... 3")
        assert "error" in await call("explain", cell="r9c9", position="..1./..2./11../.... 3")
        assert "error" in await call("show", form="banana")
        assert await call("show", form="line") == "...../...../...../...../..... 4"

    with_client(work)
