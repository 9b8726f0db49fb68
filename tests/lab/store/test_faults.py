"""What a database says, in our words."""

from __future__ import annotations

import socketserver
import sqlite3
import threading

import pytest
from sqlalchemy.exc import OperationalError

from sapper.errors import StoreError
from sapper.lab.store import open_store, sql
from sapper.lab.store.faults import explain


def test_server_that_is_starting_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers with this error while it recovers; the driver gives no number for it."""
    monkeypatch.setattr(sql, "_TRY_AGAIN", (0.01, 0.01, 0.01))
    words = b"SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0"
    answer = b"E" + (len(words) + 4).to_bytes(4, "big") + words
    calls: list[int] = []

    class Starting(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            asked = self.request.recv(1000)
            if asked[4:8] == (80877103).to_bytes(4, "big"):  # for encryption: none here
                self.request.sendall(b"N")
                self.request.recv(1000)
            calls.append(1)
            self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Starting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_address[1]
        with pytest.raises(StoreError, match="starting up"):
            open_store(f"postgresql://sapper@127.0.0.1:{port}/nothing?gssencmode=disable")
        server.shutdown()
    assert len(calls) == 4


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("database is locked", "another process has kept it locked; "),
        ("database or disk is full", "the disk is full: make room; "),
        ("attempt to write a readonly database", "it may not be written"),
        ("no such function: x\nCONTEXT: y", ""),
    ],
)
def test_error_of_a_database_is_explained_without_its_statement(said: str, words: str) -> None:
    found = explain(OperationalError("SELECT 1", {}, sqlite3.OperationalError(said)))
    first = said.splitlines()[0]
    assert found.startswith(words or first)
    assert found.endswith(f" ({first})" if words else first)
    assert "SELECT" not in found
