"""Who may ask the server, and for what."""

from __future__ import annotations

import json
import re
import socket

import pytest

from web.conftest import Served

pytest.importorskip("starlette")


from web.asking import post, request


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
