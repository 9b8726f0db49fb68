"""
Debian's Firefox for playwright, which speaks WebDriver BiDi with it.

Run as a program it stands for Firefox: it starts the real one with the same arguments and
passes every message on, but for one command that playwright always sends and that this
Firefox does not know yet (the colour scheme: a preference sets it instead).
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
UNKNOWN_THERE = "emulation.setMediaFeaturesOverride"
_LISTENING = re.compile(r"WebDriver BiDi listening on ws://([\w.]+:\d+)")


def launch(playwright: Any, folder: Path) -> Any:
    """Start Firefox; ``folder`` takes the program that stands for it."""
    program = folder / "firefox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{__file__}" "$@"\n')
    program.chmod(0o755)
    return playwright.firefox.launch(channel="moz-firefox", executable_path=program)


async def _pass_on(source: Any, to: Any, answers: Any = None) -> None:
    async for message in source:
        if answers is not None and UNKNOWN_THERE in message:
            request = json.loads(message)
            if request.get("method") == UNKNOWN_THERE:
                await answers.send(
                    json.dumps({"type": "success", "id": request["id"], "result": {}})
                )
                continue
        await to.send(message)


async def _stand_for_firefox(arguments: list[str]) -> int:
    from websockets.asyncio.client import connect
    from websockets.asyncio.server import serve

    assert FIREFOX is not None
    firefox = await asyncio.create_subprocess_exec(
        FIREFOX, *arguments, stderr=asyncio.subprocess.PIPE
    )
    assert firefox.stderr is not None
    address = ""
    while match := await firefox.stderr.readline():
        if found := _LISTENING.search(match.decode(errors="replace")):
            address = found[1]
            break

    async def serve_one(client: Any) -> None:
        url = f"ws://{address}{client.request.path}"
        with suppress(Exception):
            async with connect(url, max_size=None, compression=None) as browser:
                ways = [
                    asyncio.ensure_future(_pass_on(client, browser, client)),
                    asyncio.ensure_future(_pass_on(browser, client)),
                ]
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)

    async with serve(serve_one, "127.0.0.1", 0, max_size=None, compression=None) as server:
        port = server.sockets[0].getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        while await firefox.stderr.read(65536):
            pass
        return await firefox.wait()


if __name__ == "__main__":
    os.environ.pop("DISPLAY", None)
    sys.exit(asyncio.run(_stand_for_firefox(sys.argv[1:])))
