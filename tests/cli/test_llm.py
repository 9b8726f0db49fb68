"""`sapper llm` on the command line: evaluate, go on after a kill, show, and keep no key."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.commands import SAPPER, quickly
from llm.servers import ChatServer, chat_server
from sapper.llm.bench import load_set

pytest.importorskip("httpx")
KEY = "sk-never-to-be-seen-0123456789"


def run(*more: str) -> str:
    done = quickly(*more)
    assert done.returncode == 0, done.stderr
    return done.stdout


def fails(*more: str) -> str:
    done = quickly(*more)
    assert done.returncode == 2
    return done.stderr


def words(server: ChatServer, folder: Path, *more: str) -> list[str]:
    return [
        "llm", "eval", "--model", "house", "--base-url", server.url, "--track", "proofs",
        "--track", "small games", "--limit", "1", "--store", str(folder / "s.db"), *more,
    ]  # fmt: skip


def test_evaluation_prints_measures_and_writes_a_report(tmp_path: Path) -> None:
    with chat_server() as server:
        shown = run(*words(server, tmp_path, "--html", str(tmp_path / "r.html")))
        asked = len(server.seen)
        data = json.loads(run(*words(server, tmp_path, "--json")))
        assert len(server.seen) == asked
    assert "exact" in shown
    assert "1.000" in shown
    assert data["name"] == "house, public, grid"
    assert data["items"] == len(load_set().limited(1, ["proofs", "small games"]).items)
    assert data["cost"]["questions"] == asked
    assert data["failures"] == {}
    page = (tmp_path / "r.html").read_text()
    assert "Items to replay" in page
    assert "http" not in page.replace(server.url, "").replace("http://www.w3.org", "")


def test_key_is_in_no_file_and_no_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server repeats the key in answers and errors; it is shown nowhere."""
    monkeypatch.setenv("MY_KEY", KEY)
    trouble = ("status", 400, f"no, {KEY}")
    with chat_server(lambda number, _: trouble if number == 3 else ("say", KEY)) as server:
        done = subprocess.run(
            [*SAPPER, *words(server, tmp_path, "--key-env", "MY_KEY"),
             "--html", str(tmp_path / "r.html")],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert server.seen[0][0]["Authorization"] == f"Bearer {KEY}"
    assert done.returncode == 1, done.stderr
    assert "not answered" in done.stderr
    assert KEY not in done.stdout + done.stderr
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    assert len(files) >= 2
    assert not any(KEY.encode() in path.read_bytes() for path in files)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_killed_evaluation_goes_on(number: int, tmp_path: Path) -> None:
    def slow(_number: int, _body: object) -> None:
        time.sleep(0.03)

    with chat_server(slow) as server:
        command = [*SAPPER, *words(server, tmp_path, "--at-once", "2")]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
            while len(server.seen) < 8:
                assert process.poll() is None
                time.sleep(0.01)
            process.send_signal(number)
            _, said = process.communicate()
        if number == signal.SIGINT:
            assert process.returncode == 130
            assert "the same command goes on" in said
        asked = len(server.seen)
        whole = json.loads(run(*words(server, tmp_path, "--json")))
        again = len(server.seen) - asked
    assert whole["items"] == 16
    assert again < whole["cost"]["questions"]
    assert whole["measures"][0]["value"] == 1.0


def test_results_lists_and_shows_what_is_stored(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "s.db")]
    with chat_server() as server:
        run(*words(server, tmp_path, "--name", "mine"))
    assert "mine" in run("llm", "results", *store)
    (row,) = json.loads(run("llm", "results", *store, "--json"))
    assert row["name"] == "mine"
    run("llm", "results", "mine", *store, "--html", str(tmp_path / "r.html"))
    assert (tmp_path / "r.html").stat().st_size > 10_000
    assert "there are: 'mine'" in fails("llm", "results", "other", *store)


def test_fresh_set_is_written_with_its_card(tmp_path: Path) -> None:
    run("llm", "set", "--to", str(tmp_path / "set.jsonl"))
    card = json.loads((tmp_path / "set.jsonl.card.json").read_text())
    assert card["items"] == len((tmp_path / "set.jsonl").read_text().splitlines())


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--options", "[1]"], "expected --options as a JSON object"),
        (["--options", '{"model": "x"}'], "without 'model'"),
        (["--form", "gird"], "did you mean 'grid'"),
        (["--split", "secret"], "'public' or 'fresh:SEED'"),
        (["--track", "proof"], "did you mean 'proofs'"),
        (["--html", "/nowhere/at/all.html"], "in a folder that is there"),
    ],
)
def test_wrong_words_are_said_in_a_line(more: list[str], said: str, tmp_path: Path) -> None:
    command = ["llm", "eval", "--model", "m", "--base-url", "http://127.0.0.1:9/v1",
               "--store", str(tmp_path / "s.db")]  # fmt: skip
    assert said in fails(*command, *more)
    assert not (tmp_path / "s.db").exists()
