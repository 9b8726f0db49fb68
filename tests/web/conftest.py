"""Real browsers, the real server, and a page that must not complain."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sapper.cli import app
from web.firefox import FIREFOX, launch
from web.node import skip

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@dataclass(frozen=True)
class Served:
    """A server that runs, by its port."""

    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"


def serve(store: str | None = None) -> tuple[Served, Callable[[], None]]:
    """Start the server of `sapper web` on any free port; the function stops it."""
    uvicorn = pytest.importorskip("uvicorn")
    from sapper.web.server import make_app

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    config = uvicorn.Config(
        make_app(port, store), log_level="error", server_header=False, lifespan="off"
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    deadline = time.monotonic() + 20
    while not server.started and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.started

    def stop() -> None:
        server.should_exit = True
        thread.join(10)
        listening.close()

    return Served(port), stop


@pytest.fixture(scope="session")
def server() -> Iterator[Served]:
    served, stop = serve()
    yield served
    stop()


@pytest.fixture(scope="session")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, str]]:
    """A server over a store with a small experiment in it."""
    folder: Path = tmp_path_factory.mktemp("store")
    plan = folder / "tiny.toml"
    plan.write_text(
        'name = "tiny"\ntitle = "A tiny one"\ngames = 40\n'
        '[parameters]\nagent = ["random", "exact"]\n[constants]\non = "6x6x5"\n'
    )
    store = str(folder / "tiny.db")
    runner = CliRunner()
    done = runner.invoke(app, ["experiment", "run", str(plan), "--store", store, "--workers", "1"])
    assert done.exit_code == 0, done.output
    served, stop = serve(store)
    yield served, store
    stop()


# Of a module, not of the run: its event loop would stand in the way of the terminal's tests.
@pytest.fixture(scope="module")
def playwright() -> Iterator[Any]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("playwright is not installed")
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Iterator[Any]:
    if CHROMIUM is None:
        skip("chromium is not installed")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def firefox(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    if FIREFOX is None:
        skip("firefox is not installed")
    browser = launch(playwright, tmp_path_factory.mktemp("firefox"))
    yield browser
    browser.close()


@contextmanager
def _pages(browser: Any, server: Served) -> Iterator[Callable[..., Any]]:
    contexts: list[Any] = []
    complaints: list[str] = []

    def note(message: Any) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    def open_at(where: str = "", *, width: int = 1280, height: int = 860, **options: Any) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        context.set_default_timeout(15_000)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", note)
        address = where if "://" in where else server.address + where
        page.goto(address)
        page.wait_for_selector("main[data-ready]", timeout=20_000)
        return page

    yield open_at
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def open_page(browser: Any, server: Served) -> Iterator[Callable[..., Any]]:
    """Open an address of the page; whatever it complains about fails the test."""
    with _pages(browser, server) as open_at:
        yield open_at


@pytest.fixture(params=["chromium", "firefox"])
def open_anywhere(request: pytest.FixtureRequest, server: Served) -> Iterator[Callable[..., Any]]:
    """Open an address in Chromium, and again in Firefox."""
    name = "browser" if request.param == "chromium" else "firefox"
    with _pages(request.getfixturevalue(name), server) as open_at:
        yield open_at
