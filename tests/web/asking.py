"""Requests to the server."""

from __future__ import annotations

import http.client
import json
from typing import Any

from web.conftest import Served


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
