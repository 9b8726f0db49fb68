"""Real browsers, the real server, and a page that must not complain."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sapper.cli import app
from web.firefox import FIREFOX, launch
from web.node import skip
from web.visits import Visits

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


@pytest.fixture(scope="module")
def visits(browser: Any, server: Served) -> Visits:
    return Visits(browser, server.address)


@pytest.fixture
def open_page(visits: Visits) -> Iterator[Callable[..., Any]]:
    """Open an address of the page as on a first visit; what it complains about fails the test."""
    yield visits.open
    assert visits.end_test() == []


@pytest.fixture
def open_anew(visits: Visits) -> Iterator[Callable[..., Any]]:
    """As ``open_page``, in a context that no other test has used or will use."""
    yield visits.open_anew
    assert visits.end_test() == []


@pytest.fixture(params=["chromium", "firefox"])
def open_anywhere(request: pytest.FixtureRequest, server: Served) -> Iterator[Callable[..., Any]]:
    """Open an address in Chromium, and again in Firefox, there always in a new context."""
    if request.param == "chromium":
        yield request.getfixturevalue("open_page")
        return
    visits = Visits(request.getfixturevalue("firefox"), server.address)
    yield visits.open_anew
    assert visits.end_test() == []
