"""
A small real HTTP server that speaks the chat interface, for the tests.

It plays agents of the house by reading positions from the questions, as a model does; a
script of the test makes it talk nonsense, refuse, hang, or break off.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

from sapper import Position
from sapper.llm.bench.players import get_player

# What a script answers: an action and what it needs, or None to play.
Act = tuple[Any, ...] | None
Script = Callable[[int, dict[str, Any]], Act]


def read_position(prompt: str) -> Position:
    """Read the last position of a prompt, shown as a grid or as a line."""
    lines = [line for line in prompt.splitlines() if re.fullmatch(r"[.F*0-8/]+ [0-9]+", line)]
    if lines:
        return Position.parse(lines[-1])
    rows = [
        "".join(line.split()[1:]) for line in re.findall(r"^ +[0-9]+(?: +[.F*0-8])+$", prompt, re.M)
    ]
    # The line of the column numbers reads like a row where there are at most eight.
    rows = rows[-int(re.findall(r"has ([0-9]+) row", prompt)[-1]) :]
    mines = re.findall(r"^mines: ([0-9]+)", prompt, re.M)[-1]
    return Position.parse(f"{'/'.join(rows)} {mines}")


def answer(player: str, prompt: str) -> str:
    """Answer a prompt as a reference row would."""
    track = "games"
    if "Name every covered cell" in prompt:
        track = "proofs"
    elif "Name one covered cell" in prompt:
        track = "reasons"
    elif "Make the move" in prompt:
        track = "guesses"
    talk: Any = SimpleNamespace(
        position=read_position(prompt),
        item=SimpleNamespace(track=track, data={"first_click": "safe"}),
        last_text="",
    )
    return get_player(player)(talk)


class ChatServer(ThreadingHTTPServer):
    """Answers; remembers every request's headers and body."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, script: Script | None = None, player: str = "exact") -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = script or (lambda _number, _body: None)
        self.player = player
        self.seen: list[tuple[dict[str, str], dict[str, Any]]] = []
        self.at_work = self.most_at_work = 0
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Pass over clients that went away."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ChatServer

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server = self.server
        with server.lock:
            server.seen.append((dict(self.headers), body))
            number = len(server.seen)
            server.at_work += 1
            server.most_at_work = max(server.most_at_work, server.at_work)
        try:
            self._act(server.script(number, body), body)
        finally:
            with server.lock:
                server.at_work -= 1

    def _act(self, act: Act, body: dict[str, Any]) -> None:
        if self.path != "/v1/chat/completions":
            return self._send(404, b"not here")
        kind, *rest = act or ("play",)
        if kind == "status":
            status, said, *headers = rest
            self._send(status, said.encode(), dict(headers))
        elif kind == "hang":
            time.sleep(rest[0])
            self.close_connection = True
        elif kind == "break":
            self._send(200, b'{"choices": [{"mess', length=5_000)
            self.close_connection = True
        elif kind == "body":
            self._send(200, rest[0])
        else:
            asked = body["messages"]
            content = asked[-1]["content"]
            if "tools" in body and kind == "play":
                # The tools show the position alone; what the grid is stands in the user's message.
                told = next(one["content"] for one in asked if one["role"] == "user")
                content = f"{told}\n{content}"
            text = rest[0] if kind == "say" else answer(self.server.player, content)
            self._complete(body, text, rest[1] if len(rest) > 1 else "stop")
        return None

    def _complete(self, body: dict[str, Any], text: str | None, finish: str) -> None:
        message: dict[str, Any] = {"role": "assistant", "content": text}
        if "tools" in body and text is not None:
            finish, message = "tool_calls", _call("reveal", re.sub("</?move>", "", text))
        words = str(body["messages"][-1]["content"]).split()
        usage = {"prompt_tokens": len(words), "completion_tokens": 7,
                 "total_tokens": len(words) + 7}  # fmt: skip
        choice = {"index": 0, "finish_reason": finish}
        head = {"id": "chat", "created": 1, "model": body["model"]}
        if not body.get("stream"):
            data = {
                **head,
                "object": "chat.completion",
                "choices": [{**choice, "message": message}],
            }
            self._send(200, json.dumps(data | {"usage": usage}).encode())
            return
        head["object"] = "chat.completion.chunk"
        parts = [
            {**head, "choices": [{**choice, "delta": message, "finish_reason": None}]},
            {**head, "choices": [{**choice, "delta": {}}]},
            {**head, "choices": [], "usage": usage},
        ]
        lines = [f"data: {json.dumps(part)}\n\n" for part in parts]
        self._send(
            200, "".join([*lines, "data: [DONE]\n\n"]).encode(),
            {"Content-Type": "text/event-stream"},
        )  # fmt: skip

    def _send(
        self, status: int, body: bytes, headers: dict[str, str] | None = None, length: int = 0
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(length or len(body)))
        for name, value in ({"Content-Type": "application/json"} | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _call(tool: str, cells: str) -> dict[str, Any]:
    """Write a call of a tool that takes cells."""
    function = {"name": tool, "arguments": json.dumps({"cells": cells})}
    calls = [{"index": 0, "id": "call", "type": "function", "function": function}]
    return {"role": "assistant", "content": None, "tool_calls": calls}


@contextmanager
def chat_server(script: Script | None = None, player: str = "exact") -> Iterator[ChatServer]:
    """Run a server until the test is over."""
    server = ChatServer(script, player)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
