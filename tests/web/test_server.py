"""The server's door: foreign names and origins, huge bodies, tricks with paths."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from sapper.cli import app
from sapper.game import Position
from sapper.logic import analyse
from web.conftest import Served, serve

pytest.importorskip("starlette")

from anyio import CapacityLimiter
from starlette.applications import Starlette
from starlette.routing import Route

from sapper.web.server import _question_handler


def request(
    server: Served, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body=body, headers=named)
    answer = connection.getresponse()
    found = answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()
    connection.close()
    return found


def post(server: Served, body: bytes, **headers: str) -> tuple[int, Any]:
    given = {"Content_Type": "application/json", **headers}
    status, _, text = request(server, "/api/analyse", "POST", body, **given)
    return status, json.loads(text) if text.startswith(b"{") else text.decode()


def watch(server: Served, **question: object) -> tuple[int, Any]:
    body = json.dumps({"agent": "exact", "on": "5x5x3", "seed": "1", **question}).encode()
    status, _, text = request(server, "/api/watch", "POST", body, Content_Type="application/json")
    return status, json.loads(text)


def test_a_game_of_an_agent_is_played_for_the_page(server: Served) -> None:
    from sapper.agents import Playthrough, load_agent
    from sapper.game import Rules

    status, found = watch(server, agent="kvietinskas/optimal", first_click="zero", first=7)
    assert status == 200 and found["turns"][0]["moves"] == [["reveal", 7]]
    agent = "vaitzman/sat-pdb"
    _, found = watch(server, agent=agent)
    turns = list(Playthrough(load_agent(agent), Rules.parse("5x5x3"), 1))
    assert [turn["cells"] for turn in found["turns"]] == [list(t.position.cells) for t in turns]
    assert found["turns"][-1]["outcome"] == turns[-1].outcome


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"agent": "exact:opener=corner"}, "expected an agent"),
        ({"agent": ["exact"]}, "expected an agent"),
        ({"on": "5x5x99"}, "mines"),
        ({"on": "500x500x9"}, "at most 2500 cells"),
        ({"seed": "-1"}, "a seed in digits"),
        ({"seed": "9" * 40}, "seed"),
        ({"first": 25}, "below 25"),
        ({"first_click": "no"}, "no"),
        ({"workers": 9}, "'workers'"),
    ],
)
def test_a_wrong_question_for_a_game_is_a_sentence(
    server: Served, question: dict[str, Any], words: str
) -> None:
    status, found = watch(server, **question)
    assert status == 400 and words in found["error"]


def test_the_page_and_everything_it_names_is_served(server: Served) -> None:
    status, headers, page = request(server, "/")
    assert status == 200 and headers["content-type"].startswith("text/html")
    for name in re.findall(r'(?:src|href)="([^#"]+)"', page.decode()):
        assert request(server, f"/{name}")[0] == 200
    status, headers, module = request(server, "/sapper.wasm")
    assert headers["content-type"] == "application/wasm" and module.startswith(b"\0asm")
    assert request(server, "/js/worker.js")[0] == 200


def test_every_answer_carries_the_policy(server: Served) -> None:
    for path in ("/", "/js/main.js", "/nothing", "/data/agents.json"):
        headers = request(server, path)[1]
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe-inline" not in policy and "unsafe-eval" not in policy.replace(
            "wasm-unsafe-eval", ""
        )
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
    page = request(server, "/")[2].decode()
    assert not re.search(r"<script(?![^>]*src=)", page)
    assert "style=" not in page and not re.search(r"\son\w+=", page)


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example"],
)
def test_a_foreign_host_is_refused(server: Served, host: str) -> None:
    status, _, text = request(server, "/", Host=host)
    assert status == 421 and b"own address" in text


def test_the_own_names_are_answered(server: Served) -> None:
    for name in ("127.0.0.1", "localhost"):
        assert request(server, "/", Host=f"{name}:{server.port}")[0] == 200


def test_an_analysis_is_the_librarys(server: Served) -> None:
    text = "..1./..2./11../.... 3"
    status, found = post(server, json.dumps({"position": text}).encode())
    analysis = analyse(Position.parse(text))
    assert status == 200
    assert found["safe"] == ["r3c3", "r4c3"]
    assert found["risk"][0][0] == analysis.risk[0, 0] and found["risk"][0][2] is None
    assert found["reasons"][0]["sentence"] == str(analysis.reasons()[0])


def test_a_foreign_origin_may_not_post(server: Served) -> None:
    body = json.dumps({"position": "... 1"}).encode()
    for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}"):
        assert post(server, body, Origin=origin)[0] == 403
    assert post(server, body, Origin=f"http://127.0.0.1:{server.port}")[0] == 200


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_only_json_may_be_posted(server: Served, kind: str) -> None:
    assert post(server, b'{"position": "... 1"}', Content_Type=kind)[0] == 415


def test_a_huge_body_is_refused(server: Served) -> None:
    assert post(server, b"x" * 300_000)[0] == 413
    # Without a stated length, in chunks, it is cut off as it comes.
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall(
            f"POST /api/analyse HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        try:
            for _ in range(80):
                raw.sendall(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
            raw.sendall(b"0\r\n\r\n")
        except OSError:
            pass  # it hung up, which is as good
        answer = raw.recv(200)
    assert answer.startswith(b"HTTP/1.1 413") or answer == b""


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("[]", "expected"),
        ("{", "JSON"),
        ("[" * 100_000, "JSON"),
        ('{"position": 3}', "expected"),
        ('{"position": "..9 1"}', "expected"),
        ('{"position": "... 1", "maxstates": 5}', "maxstates"),
        ('{"position": "... 1", "max_states": 99999999999}', "max_states"),
        ('{"position": "... 1", "trust_flags": "no"}', "trust_flags"),
        (json.dumps({"position": "/".join(["." * 200] * 200) + " 5"}), "at most 10000 cells"),
    ],
)
def test_a_bad_question_gets_a_sentence(server: Served, question: str, words: str) -> None:
    status, answer = post(server, question.encode())
    assert status == 400 and words in answer["error"]


def test_a_contradiction_names_its_clues(server: Served) -> None:
    status, answer = post(server, b'{"position": "1../... 5"}')
    assert status == 200 and "no placement of mines fits" in answer["error"]


@pytest.mark.parametrize(
    "path",
    [
        "/../server.py",
        "/js/../../server.py",
        "/%2e%2e/server.py",
        "/js/%2e%2e%2f%2e%2e%2fserver.py",
        "//etc/passwd",
        "/js/..%5c..%5cserver.py",
        "/static/index.html",
        "/js/",
        "/index.html/",
        "/sapper.wasm%00.js",
        "/events",
        "/report",
    ],
)
def test_nothing_but_the_known_files_is_served(server: Served, path: str) -> None:
    status, _, text = request(server, path)
    assert status in (400, 404)
    assert b"import" not in text


def test_other_methods_are_refused(server: Served) -> None:
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE"):
        assert request(server, "/", method)[0] == 405
    assert request(server, "/", "POST", b"{}", Content_Type="application/json")[0] == 405


@pytest.fixture(scope="module")
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


def test_a_stores_experiments_are_listed_and_reported(stored: tuple[Served, str]) -> None:
    server, _ = stored
    found = json.loads(request(server, "/data/experiments.json")[2])["experiments"]
    assert [(e["name"], e["done"], e["games"]) for e in found] == [("tiny", 80, 80)]
    status, headers, page = request(server, "/report?experiment=tiny")
    assert (status == 200 and b"A tiny one" in page) or b"tiny" in page
    assert "script-src" not in headers["content-security-policy"]
    status, _, text = request(server, "/report?experiment=tinny")
    assert status == 404 and b"did you mean 'tiny'" in text


def test_progress_comes_as_events(stored: tuple[Served, str]) -> None:
    server, _ = stored
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as raw:
        raw.sendall(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        got = b""
        deadline = time.monotonic() + 20
        while b"still here" not in got and time.monotonic() < deadline:
            got += raw.recv(4000)
    assert b"text/event-stream" in got
    data = json.loads(got.partition(b"data: ")[2].partition(b"\n")[0])
    assert data["experiments"][0]["done"] == 80


def test_a_missing_store_is_reported_in_a_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        app, ["web", "--no-open", "--port", "0", "--store", str(tmp_path / "no.db")]
    )
    assert done.exit_code != 0 and "no.db" in str(done.exception)


def test_a_taken_port_is_reported_in_a_line(server: Served) -> None:
    done = CliRunner().invoke(app, ["web", "--no-open", "--port", str(server.port)])
    assert f"cannot listen on port {server.port}" in str(done.exception)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/analyse", b'{"position": "\\ud800. 1"}'),
        ("/api/analyse", b'{"position": "... 1", "\\ud800": 1}'),
        ("/api/analyse", b'{"position": "... 1", "max_states": ' + b"9" * 5000 + b"}"),
        ("/api/watch", b'{"agent": "\\udfff", "on": "5x5x3", "seed": "1"}'),
        ("/api/watch", b'{"agent": "exact", "on": "5x5x3", "seed": "' + b"9" * 5000 + b'"}'),
        (
            "/api/watch",
            '{"agent": "exact", "on": "5x5x3", "seed": "\N{ARABIC-INDIC DIGIT THREE}"}'.encode(),
        ),
        (
            "/api/watch",
            '{"agent": "exact", "on": "\N{ARABIC-INDIC DIGIT FIVE}x5x3", "seed": "1"}'.encode(),
        ),
        ("/api/watch", b'{"agent": "exact", "on": "5x5x3", "seed": "1", "first": true}'),
    ],
)
def test_what_no_page_sends_is_refused_and_no_fault_of_ours(
    server: Served, path: str, body: bytes
) -> None:
    status, _, text = request(server, path, "POST", body, Content_Type="application/json")
    assert status == 400 and "expected" in json.loads(text)["error"]


def test_pages_that_go_make_room_for_others(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two questions hold both places; when their pages go, a third is answered at once."""
    held, begun = threading.Event(), threading.Semaphore(0)

    def wait(question: object) -> dict[str, Any]:
        if question != {"wait": True}:
            return {"answered": True}
        begun.release()
        held.wait(60)
        return {}

    app = Starlette(
        routes=[
            Route("/", _question_handler(wait, CapacityLimiter(2)), methods=["POST"]),
        ]
    )
    monkeypatch.setattr("sapper.web.server.make_app", lambda *_: app)
    slow, stop = serve()
    try:
        for _ in range(2):
            raw = socket.create_connection(("127.0.0.1", slow.port), timeout=20)
            body = b'{"wait": true}'
            raw.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: %d\r\n\r\n" % len(body))
            raw.sendall(body)
            assert begun.acquire(timeout=20)
            raw.close()
        assert request(slow, "/", "POST", b"{}")[2] == b'{"answered":true}'
        # And the server ends although two threads are still at work.
        stop()
    finally:
        held.set()


def test_no_more_than_sixteen_pages_listen_however_close_they_come(
    stored: tuple[Served, str],
) -> None:
    server, _ = stored
    line = f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode()
    pages = [socket.create_connection(("127.0.0.1", server.port), timeout=20) for _ in range(30)]
    try:
        for page in pages:
            page.sendall(line)
        answers = [page.recv(15) for page in pages]
    finally:
        for page in pages:
            page.close()
    assert answers.count(b"HTTP/1.1 200 OK") == 16
    assert answers.count(b"HTTP/1.1 503 Se") == 14
    # Their places are free again.
    for _ in range(100):
        with socket.create_connection(("127.0.0.1", server.port), timeout=20) as page:
            page.sendall(line)
            if page.recv(15) == b"HTTP/1.1 200 OK":
                return
            time.sleep(0.1)
    raise AssertionError("no place was given back")


# What a question asks for is bounded; here it is a search of minutes, or Python's own loop.
BUSY = """import signal, sys
from sapper.web import analysis_api
signal.signal(signal.SIGINT, signal.default_int_handler)
def answer(question):
    sys.stderr.write("computing\\n")
    {work}
analysis_api.answer = answer
from sapper.__main__ import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="signals as POSIX has them")
@pytest.mark.parametrize(
    "work",
    [
        "from sapper.game import Rules; from sapper.logic.values import find_optimum; "
        "find_optimum(Rules.parse('30x1x5'), max_nodes=4_000_000_000)",
        "while True: pass",
    ],
    ids=["native", "Python"],
)
def test_ctrl_c_ends_a_server_whatever_it_computes(work: str) -> None:
    command = [sys.executable, "-c", BUSY.format(work=work), "web", "--port", "0", "--no-open"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        found = re.search(r":(\d+)/", process.stderr.readline())
        assert found is not None
        asked = []
        for _ in range(3):  # two are worked on, one waits
            asked.append(http.client.HTTPConnection("127.0.0.1", int(found[1]), timeout=60))
            asked[-1].request("POST", "/api/analyse", b"{}", {"Content-Type": "application/json"})
        for _ in range(2):
            assert process.stderr.readline() == "computing\n"
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)  # what it computes takes far longer
        for connection in asked:
            connection.close()
    assert process.returncode == 130
