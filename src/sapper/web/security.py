"""
What the page's server lets in, and the headers that it sends out.

The server listens on the loopback only, but a browser on the same machine will talk to
it on behalf of any page. A foreign page may make requests that carry its own ``Origin``,
or reach us under its own name after a DNS rebinding: both are refused by name. What it
sends is refused unless it is JSON of a sensible size.

References:
    [1] OWASP Cheat Sheet Series: Cross-Site Request Forgery Prevention;
        Content Security Policy.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BODY: Final = 256 * 1024
"""Bytes of a request's body at most."""
_OWN_NAMES: Final = ("127.0.0.1", "localhost", "[::1]")
_METHODS: Final = ("GET", "HEAD", "POST")

# No inline script, nothing from elsewhere; WebAssembly may be compiled.
PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
# Reports carry their own style and pictures, and no script at all.
REPORT_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; sandbox allow-downloads"
)
_HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": PAGE_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Guard:
    """The gate before the app: refuses what is not ours and adds the headers."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self.app = app
        self.hosts = frozenset(f"{name}:{port}" for name in _OWN_NAMES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refused = self._refuse(scope["method"], Headers(scope=scope))
        if refused is not None:
            await refused(scope, receive, _with_headers(send))
            return
        await self.app(scope, receive, _with_headers(send))

    def _refuse(self, method: str, headers: Headers) -> PlainTextResponse | None:
        if headers.get("host", "") not in self.hosts or len(headers.getlist("host")) != 1:
            return _answer(421, "this server answers only to its own address")
        if method not in _METHODS:
            return _answer(405, "expected GET or POST")
        return self._refuse_post(headers) if method == "POST" else None

    def _refuse_post(self, headers: Headers) -> PlainTextResponse | None:
        origin = headers.get("origin")
        if origin is not None and origin not in {f"http://{host}" for host in self.hosts}:
            return _answer(403, "this server takes nothing from other pages")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _answer(415, "expected application/json")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BODY:
            return _answer(413, f"expected at most {MOST_BODY} bytes")
        return None


def _answer(status: int, text: str) -> PlainTextResponse:
    return PlainTextResponse(text + "\n", status_code=status)


async def read_body(request: Request) -> bytes | None:
    """Read a body as it comes, its stated length may be missing; None if it is too large."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MOST_BODY:
            return None
    return body


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_with_headers
