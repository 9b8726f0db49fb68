"""The JavaScript package: what is in it, that it works anywhere, and that it is the page's code."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import sapper
from sapper.engine.answers import answer_analyse, answer_boards, answer_hint, answer_value
from sapper.game import Game, Rules
from web.node import STATIC, skip

ROOT = Path(__file__).parents[2]
NPM = ROOT / "npm"
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
MOST_BYTES = 450_000


def run(folder: Path, *command: str, given: str | None = None) -> str:
    done = subprocess.run(
        command, cwd=folder, input=given, capture_output=True, text=True, timeout=180, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@dataclass(frozen=True)
class Installed:
    """An empty folder into which the packed package was installed, and what was packed."""

    folder: Path
    size: int
    files: set[str]

    @property
    def lib(self) -> Path:
        return self.folder / "node_modules/sapper-minesweeper/lib"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    if shutil.which("npm") is None or shutil.which("node") is None:
        skip("node and npm are not installed")
    folder = tmp_path_factory.mktemp("npm")
    shutil.copytree(NPM, folder / "tree/npm", ignore=shutil.ignore_patterns("lib"))
    shutil.copytree(STATIC, folder / "tree/src/sapper/web/static")
    shutil.copy(ROOT / "LICENSE", folder / "tree")
    (packed,) = json.loads(run(folder / "tree/npm", "npm", "pack", "--json", "--silent"))
    empty = folder / "empty"
    empty.mkdir()
    archive = folder / "tree/npm" / packed["filename"]
    run(empty, "npm", "install", "--silent", "--offline", "--no-audit", "--no-fund", str(archive))
    return Installed(empty, packed["size"], {file["path"] for file in packed["files"]})


def test_the_archive_holds_the_package_and_nothing_else(installed: Installed) -> None:
    beside = {"package.json", "README.md", "LICENSE", "index.d.ts"}
    assert beside < installed.files
    inside = {path.removeprefix("lib/") for path in installed.files - beside}
    assert {"node.js", "browser.js", "sapper.js", "engine.js", "sapper.wasm"} < inside
    assert all(re.fullmatch(r"\w+\.(js|wasm)", name) for name in inside)
    assert installed.size < MOST_BYTES
    data = json.loads((NPM / "package.json").read_text())
    assert data["version"] == sapper.__version__
    assert "dependencies" not in data


def test_its_modules_are_those_of_the_page(installed: Installed) -> None:
    own = {path.name for path in (NPM / "entry").iterdir()}
    for path in installed.lib.iterdir():
        source = STATIC / "sapper.wasm" if path.suffix == ".wasm" else STATIC / "js" / path.name
        if path.name not in own:
            assert path.read_bytes() == source.read_bytes(), path.name


def test_its_own_tests_pass_in_node(installed: Installed) -> None:
    package = installed.folder / "node_modules/sapper-minesweeper"
    shutil.copytree(NPM / "test", package / "test", dirs_exist_ok=True)
    run(package, "node", "--test")


@pytest.mark.parametrize("page", [NPM / "README.md", ROOT / "docs/guides/javascript.md"])
def test_every_block_of_a_page_runs_and_prints_what_it_says(
    installed: Installed, page: Path
) -> None:
    blocks = BLOCK.findall(page.read_text())
    count = 0
    for (kind, code), (next_kind, expected) in zip(blocks, [*blocks[1:], ("", "")], strict=True):
        if kind not in ("javascript", "typescript"):
            continue
        count += 1
        if kind == "typescript":
            continue  # `test_the_declarations_hold` has them
        said = run(installed.folder, "node", "--input-type=module", given=code)
        if next_kind == "text":
            assert said == expected, code
    assert count >= 2


def asked(installed: Installed, code: str, data: Any) -> Any:
    """Return what a body of code makes of data, with `sapper` at hand."""
    program = f"""
      import {{ readFileSync }} from "node:fs";
      import {{ load }} from "sapper-minesweeper";
      const sapper = await load();
      const data = JSON.parse(readFileSync("data.json", "utf8"));
      console.log(JSON.stringify(({code})(data)));
    """
    (installed.folder / "data.json").write_text(json.dumps(data))
    return json.loads(run(installed.folder, "node", "--input-type=module", given=program))


def some_positions() -> list[str]:
    """Return positions of games in which every third safe cell was opened."""
    texts = []
    for seed in range(12):
        game = Game(Rules.parse("8x7x10", first_click="safe"), seed=seed)
        game.reveal(20)
        mines = set(game.layout.mines)
        for cell in range(seed % 3, 56, 3 + seed % 4):
            if cell not in mines and game.outcome == "playing" and game.position.cells[cell] == 9:
                game.reveal(cell)
                texts.append(str(game.position))
    return texts


def without_steps(data: Any) -> Any:
    """Leave out the steps of proofs, which only JavaScript is given."""
    if isinstance(data, list):
        return [without_steps(one) for one in data]
    if isinstance(data, dict):
        kept = data.items()
        return {key: without_steps(one) for key, one in kept if key not in ("chain", "meaning")}
    return data


def test_its_answers_are_those_of_the_engines_protocol(installed: Installed) -> None:
    texts = some_positions()
    assert len(texts) > 60
    options = [{}, {"mine_count": False}]
    code = (
        "(texts) => texts.map((text) => [sapper.analyse(text), sapper.hint(text, {near: 0}),"
        " sapper.analyse(text, {mine_count: false})])"
    )
    for text, (whole, hinted, loose) in zip(texts, asked(installed, code, texts), strict=True):
        for answer, given in ((whole, options[0]), (loose, options[1])):
            expected = answer_analyse({"position": text, **given})
            assert isinstance(expected, dict)
            log = expected.pop("log_placements")
            assert abs(answer.pop("log_placements") - log) < 1e-9
            assert without_steps(answer) == expected
        assert without_steps({"hint": hinted}) == answer_hint({"position": text, "near": 0})
    ends = ["1../... 1", "..1./..2./11../.... 3", "1.../.... 2", "1..1/.... 2"]
    found = asked(installed, "(texts) => texts.map((text) => sapper.value(text))", ends)
    for text, answer in zip(ends, found, strict=True):
        assert answer == answer_value({"position": text, "cells": True})
    boards = asked(installed, '() => sapper.boards("beginner", {count: 3, seed: 11})', None)
    for one, theirs in zip(
        boards, answer_boards({"on": "beginner", "count": 3, "seed": 11})["boards"], strict=True
    ):
        assert one == {key: theirs[key] for key in one}


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serves a folder without a word."""

    def log_message(self, *_args: object) -> None:
        """Keep requests out of the tests' output."""


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize("kind", ["browser", "firefox"])
def test_it_works_in_a_page_and_in_its_worker(
    installed: Installed, request: pytest.FixtureRequest, kind: str
) -> None:
    browser = request.getfixturevalue(kind)
    entry = "./node_modules/sapper-minesweeper/lib/browser.js"
    code = f'import {{ load }} from "{entry}"; const sapper = await load();'
    ask = 'sapper.hint("..1./..2./11../.... 3").sentence'
    (installed.folder / "worker.js").write_text(f"{code} postMessage({ask});")
    (installed.folder / "index.html").write_text(
        f'<!doctype html><link rel="icon" href="data:,"><body><script type="module">{code}'
        f"document.body.append({ask});"
        'new Worker("worker.js", {type: "module"}).onmessage = ({data}) =>'
        "{ document.title = data; };</script>"
    )
    page = browser.new_page()
    with served(installed.folder) as address:
        page.goto(address)
        page.wait_for_function("document.title.length > 20")
        assert page.title().startswith("r3c3 is safe: ")
        assert page.title() in page.locator("body").text_content()
    page.close()


@pytest.mark.slow
def test_the_declarations_hold(installed: Installed) -> None:
    """TypeScript itself, from the registry, reads the guide's blocks."""
    folder = installed.folder
    run(folder, "npm", "install", "--silent", "--no-audit", "--no-fund", "typescript@5")
    (folder / "package.json").write_text('{"type": "module"}')
    options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext"]
    options += ["--lib", "es2022,dom", "--skipLibCheck"]
    page = (ROOT / "docs/guides/javascript.md").read_text()
    # What JavaScript does not ask is whether something is null.
    for wanted, more in (("typescript", []), ("javascript", ["--strictNullChecks", "false"])):
        files = []
        for i, code in enumerate(code for kind, code in BLOCK.findall(page) if kind == wanted):
            files.append(f"{wanted}{i}.ts")
            (folder / files[-1]).write_text(code)
        run(folder, "npx", "tsc", *options, *more, *files)
