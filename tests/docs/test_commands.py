"""Every command block of README, CONTRIBUTING and the guides is run as printed, page by page."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from sapper import Game, Rules
from sapper.cli import app
from sapper.game.replay import Replay
from sapper.lab.store import open_store

ROOT = Path(__file__).resolve().parents[2]
GUIDES = sorted((ROOT / "docs" / "guides").glob("*.md"))
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *GUIDES]
FENCE = re.compile(r"^ *```([^\n]*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
LANGUAGES = {"console", "python", "toml", "json", "text"}
LANGUAGES |= {"javascript", "sh"}  # other languages, which test_engine_guide.py runs
LANGUAGES |= {"typescript", "html"}  # and test_sapper_package.py
LANGUAGES.add("py")  # code of a package, which is installed and not run as it stands
# Stands above code that needs a server and its package: `make test-llm` has both.
NEEDS_A_SERVER = "<!-- needs a server -->\n"
# What sets up the machine is tried by other means than this test, which names them.
ELSEWHERE = {
    "make ": "the target must exist; .ci/run and test_demo.py run them",
    "pip install": "tests/wheel_check.py installs the package",
    "git clone": "test_demo.py clones",
    "cd ": "part of it",
    ". .venv/bin/activate": "part of it",
    "sudo ": "tests/lab/servers.py starts the same server without root",
    "export SAPPER_STORE": "tests/lab/servers.py says where it is",
    "dask ": "tests/lab/executors/test_cluster.py starts scheduler and workers",
    "sapper experiment run first.toml --scheduler tcp://": "and plays on them",
    "sapper llm eval": "needs a model; test_language_models_guide.py runs it on one of the tests",
    "vf-eval": "needs verifiers and a model; `make test-llm` has both",
}
# These have tests of their own beside this one, which look at what comes out as well.
OWN_TEST = {"engine.md", "env.md", "experiments.md", "javascript.md", "python.md"}


def blocks(page: Path, language: str) -> list[str]:
    return [text for kind, text in FENCE.findall(page.read_text()) if kind == language]


def commands(page: Path) -> list[str]:
    lines = [line.strip() for text in blocks(page, "console") for line in text.splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_blocks_say_what_they_are(page: Path) -> None:
    text = page.read_text()
    kinds = [kind for kind, _ in FENCE.findall(text)]
    assert set(kinds) <= LANGUAGES, "a block of commands is `console`, with `$ ` before each"
    for shown in blocks(page, "text"):
        assert not re.match(r"\s*(\$ |sapper (?!:)[a-z]+ |make |python )", shown), shown


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with what a checkout has, and the replays that pages speak of."""
    for name in ("docs", "examples", "experiments"):
        (tmp_path / name).symlink_to(ROOT / name)
    game = Game(Rules.parse("9x9x10"), seed=7)
    game.reveal("r5c5")
    for name in ("sapper-9x9x10-seed7.json", "game.json"):
        Replay.of_game(game).save(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SAPPER_STORE", "sapper.db")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("BROWSER", "true")
    return tmp_path


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in OWN_TEST], ids=lambda page: page.name
)
def test_commands_of_the_page_run_as_printed(page: Path, folder: Path) -> None:
    for number, text in enumerate(blocks(page, "toml")):
        (folder / ("first.toml" if number == 0 else f"{number}.toml")).write_text(text)
    for code in blocks(page, "python"):
        if named := re.match(r"# (\w+\.py)\n", code):
            (folder / named[1]).write_text(code)
    if page.name == "web.md":
        open_store("sapper.db").close()
    run_all(page)


def transcripts(page: Path) -> list[tuple[str, list[str]]]:
    """Return the commands whose output is printed under them, with that output."""
    found: list[tuple[str, list[str]]] = []
    for text in blocks(page, "console"):
        for line in text.splitlines():
            if line.startswith("$ "):
                found.append((line.removeprefix("$ "), []))
            elif found:
                found[-1][1].append(line.rstrip())
    return [(line, printed) for line, printed in found if printed]


@pytest.mark.parametrize(
    ("line", "printed"),
    [pytest.param(*one, id=one[0]) for page in PAGES for one in transcripts(page)],
)
@pytest.mark.usefixtures("folder")
def test_output_on_the_pages_is_what_comes_out(line: str, printed: list[str]) -> None:
    done = CliRunner().invoke(app, shlex.split(line)[1:])
    shown = [one.rstrip() for one in done.stdout.splitlines()]
    assert shown[: len(printed)] == printed


def run_all(page: Path) -> None:
    """Run every line of a page once, in order."""
    lines = (printed.partition("  #")[0].strip() for printed in commands(page))
    for line in dict.fromkeys(lines):
        if not line.startswith(tuple(ELSEWHERE)):
            run(line)


def run(line: str) -> None:
    """Run a line: a game in a terminal, a server until it serves, anything else to its end."""
    words = shlex.split(line)
    if words[:2] == ["sapper", "play"] and "--log" not in words:
        until_shown(line, b"\x1b[", lambda screen: os.write(screen, b"q"))
    elif words[:2] == ["sapper", "web"] and "--export" not in words:
        until_shown(line, b"http://", None)
    elif words[:3] == ["sapper", "llm", "serve"]:
        until_shown(f"{line} --port 0", b"http://", None)  # another may have the usual port
    elif words[0] == "sapper" and not {"--load", "--policy"} & set(words):
        done = CliRunner().invoke(app, words[1:])
        assert done.exit_code == 0, f"{line}\n{done.output}{done.exception!r}"
    else:
        shown = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
        assert shown.returncode == 0, f"{line}\n{shown.stdout}{shown.stderr}"


def until_shown(line: str, sign: bytes, leave: Callable[[int], object] | None) -> None:
    """Start a line in a terminal of 100 x 40, wait for a sign of life, and leave politely."""
    child, screen = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm-256color", COLUMNS="100", LINES="40")
        os.execvp("bash", ["bash", "-c", f"exec {line}"])
    seen, deadline, left = b"", time.monotonic() + 60, False
    while time.monotonic() < deadline:
        ready, _, _ = select.select([screen], [], [], 0.2)
        try:
            seen += os.read(screen, 65536) if ready else b""
        except OSError:  # the terminal is closed
            break
        if not ready and sign in seen and not left:
            left = True
            if leave is None:
                os.kill(child, signal.SIGINT)
            else:
                leave(screen)
    _, status = os.waitpid(child, 0)
    os.close(screen)
    code = os.waitstatus_to_exitcode(status)
    assert sign in seen, f"{line}\n{seen.decode(errors='replace')[-800:]}"
    assert code in (0, 130), f"{line} ended with {code}\n{seen.decode(errors='replace')[-800:]}"
    assert b"Traceback" not in seen


def test_make_targets_on_the_pages_exist() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    lines = [line for page in PAGES for line in commands(page) if line.startswith("make ")]
    assert lines
    assert {line.split()[1] for line in lines} <= targets


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(text, id=f"{page.stem}-{i}")
        for page in PAGES
        if page.name not in {*OWN_TEST, "CONTRIBUTING.md"}
        for i, text in enumerate(blocks(page, "python"))
        if f"{NEEDS_A_SERVER}```python\n{text}" not in page.read_text()
    ],
)
def test_python_on_the_pages_runs(code: str, folder: Path) -> None:
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, cwd=folder)


def test_python_of_contributing_is_the_example() -> None:
    (code,) = blocks(ROOT / "CONTRIBUTING.md", "python")
    shown = [line.strip() for line in code.splitlines()]
    example = [line.strip() for line in (ROOT / "examples/tiny_agent.py").read_text().splitlines()]
    start = example.index(shown[0])
    assert example[start : start + len(shown)] == shown
