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
from web.asking import post, request


def test_the_page_and_everything_it_names_is_served(server: Served) -> None:
    status, headers, page = request(server, "/")
    assert status == 200 and headers["content-type"].startswith("text/html")
    for name in re.findall(r'(?:src|href)="([^#"]+)"', page.decode()):
        assert request(server, f"/{name}")[0] == 200
    status, headers, module = request(server, "/sapper.wasm")
    assert headers["content-type"] == "application/wasm" and module.startswith(b"\0asm")
    assert request(server, "/js/worker.js")[0] == 200


def test_an_analysis_is_the_librarys(server: Served) -> None:
    text = "..1./..2./11../.... 3"
    status, found = post(server, json.dumps({"position": text}).encode())
    analysis = analyse(Position.parse(text))
    assert status == 200
    assert found["safe"] == ["r3c3", "r4c3"]
    assert found["risk"][0][0] == analysis.risk[0, 0] and found["risk"][0][2] is None
    assert found["reasons"][0]["sentence"] == str(analysis.reasons()[0])


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


def test_a_question_that_takes_too_long_ends_and_makes_room(
    server: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = threading.Event()

    def wait(question: object) -> dict[str, Any]:
        if question == {"wait": True}:
            held.wait(60)
        return {"answered": True}

    app = Starlette(
        routes=[Route("/", _question_handler(wait, CapacityLimiter(1)), methods=["POST"])]
    )
    monkeypatch.setattr("sapper.web.server.make_app", lambda *_: app)
    slow, stop = serve()
    try:
        with monkeypatch.context() as quick:
            quick.setattr("sapper.web.server._SECONDS_A_QUESTION", 0.05)
            status, _, text = request(slow, "/", "POST", b'{"wait": true}')
        assert status == 503
        assert json.loads(text)["error"] == "no answer within 0.05 s; ask with smaller max_states"
        assert request(slow, "/", "POST", b"{}")[2] == b'{"answered":true}'
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
