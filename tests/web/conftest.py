"""Real browsers, the real server, and a page that must not complain."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack
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
    from sapper.cli.listening import listen
    from sapper.web.server import make_app

    listening = listen(0)
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


class Browsers:
    """Playwright, its browsers and their pages, which all modules that want them share."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._found: dict[str, Any] = {}
        self.modules: set[Path] = set()  # of the tests that want one

    def get(self, name: str, make: Callable[[], Any], close: str = "") -> Any:
        """Return what has the name, made where nobody has wanted it yet."""
        if name not in self._found:
            found = self._found[name] = make()
            if close:
                self._open.callback(getattr(found, close))
        return self._found[name]

    def close(self) -> None:
        self._open.close()
        self._found.clear()


BROWSERS = Browsers()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    wanted = {"playwright", "open_anywhere"}
    BROWSERS.modules |= {
        item.path for item in items if wanted & set(getattr(item, "fixturenames", ()))
    }


# Not at the end of the run: Playwright's event loop would stand in the way of other modules.
@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    try:
        return (yield)
    finally:
        if nextitem is None or nextitem.path not in {item.path, *BROWSERS.modules}:
            BROWSERS.close()


@pytest.fixture(scope="module")
def playwright() -> Any:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        skip("playwright is not installed")
    return BROWSERS.get("playwright", lambda: sync_playwright().start(), "stop")


@pytest.fixture(scope="module")
def browser(playwright: Any) -> Any:
    if CHROMIUM is None:
        skip("chromium is not installed")
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    return BROWSERS.get(
        "chromium",
        lambda: playwright.chromium.launch(executable_path=CHROMIUM, args=arguments),
        "close",
    )


@pytest.fixture(scope="module")
def firefox(playwright: Any, tmp_path_factory: pytest.TempPathFactory) -> Any:
    if FIREFOX is None:
        skip("firefox is not installed")
    return BROWSERS.get(
        "firefox", lambda: launch(playwright, tmp_path_factory.mktemp("firefox")), "close"
    )


@pytest.fixture(scope="module")
def visits(browser: Any, server: Served) -> Any:
    return BROWSERS.get("visits", lambda: Visits(browser, server.address))


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
