"""
A server that speaks the chat interface of OpenAI: one question, one answer, tried again.

What a busy or broken server does is waited out: 408, 409, 425, 429 and 5xx, connections
that break or say nothing in time, answers that are none. Waits double, with a random
part, and a ``Retry-After`` counts. What trying again cannot help is an error at once.

The key goes into one header of requests and nowhere else: it is taken out of whatever the
server says before anybody sees that.
"""

from __future__ import annotations

import asyncio
import base64
import os
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

import httpx

from sapper.errors import SapperError

DEFAULT_KEY_ENV: Final = "OPENAI_API_KEY"
_AGAIN: Final = (408, 409, 425, 429)
_REFUSALS: Final = (401, 403, 404)
_LONGEST_WAIT: Final = 60.0
_LONGEST_ASKED: Final = 300.0  # that a server may ask for
_MOST_SHOWN: Final = 200  # letters of what a server says
_HIDDEN: Final = "[key]"


class AskingError(SapperError):
    """A question was not answered, and asking again would not help, or did not."""

    # Whether every other question would end the same way.
    is_final = False


class RefusedError(AskingError):
    """The server will answer no question: wrong key, no such model, nothing there."""

    is_final = True


@dataclass(frozen=True)
class Completion:
    """An answer and what it cost; tokens are None where the server does not count them."""

    text: str
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float
    tries: int
    is_cut_off: bool

    def cost(self) -> dict[str, Any]:
        """Return what a record keeps beside the answer."""
        return {
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "seconds": round(self.seconds, 3),
            "tries": self.tries,
            "cut_off": self.is_cut_off,
        }


@dataclass
class Endpoint:
    """
    A model on a server; used as ``async with``.

    ``options`` go into every request as they are (``temperature``, ``max_tokens``, …);
    ``timeout`` is of one try in seconds, ``tries`` how often a question is asked at most,
    ``first_wait`` the seconds before the second time.
    """

    base_url: str
    model: str
    key: str | None = field(default=None, repr=False)
    options: Mapping[str, Any] = field(default_factory=dict)
    timeout: float = 300.0
    tries: int = 6
    first_wait: float = 1.0

    def __post_init__(self) -> None:
        parts = urlsplit(self.base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise SapperError(
                f"expected a base URL such as http://127.0.0.1:8000/v1, got {self.base_url!r}"
            )
        if parts.username or parts.password or parts.query:
            raise SapperError(
                "expected a base URL without user, password and query: a key comes from the "
                f"environment variable {DEFAULT_KEY_ENV}, or from that named with --key-env"
            )
        self.base_url = self.base_url.rstrip("/").removesuffix("/chat/completions")
        self._has_answered = False

    async def __aenter__(self) -> Self:
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        timeout = httpx.Timeout(self.timeout)
        self._http = httpx.AsyncClient(headers=headers, limits=limits, timeout=timeout)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def ask(self, text: str, picture: bytes | None = None) -> Completion:
        """Ask one question; an `AskingError` if it is not answered in all tries."""
        body = {**self.options, "model": self.model, "messages": [_message(text, picture)]}
        problem = ""
        for number in range(1, self.tries + 1):
            begun = time.perf_counter()
            try:
                async with asyncio.timeout(self.timeout):
                    reply = await self._http.post(f"{self.base_url}/chat/completions", json=body)
            except TimeoutError:
                problem, wait = f"no answer within {self.timeout:g} seconds", None
            except httpx.InvalidURL as error:
                raise RefusedError(f"cannot ask {self.base_url!r}: {error}") from None
            except httpx.HTTPError as error:
                problem, wait = self._describe(error), None
                if isinstance(error, httpx.ConnectError) and not self._has_answered and number > 1:
                    break
            else:
                self._has_answered = True
                found = self._read(reply, time.perf_counter() - begun, number)
                if isinstance(found, Completion):
                    return found
                problem, wait = found, _asked_wait(reply)
            if number < self.tries:
                await asyncio.sleep(self._wait(number) if wait is None else wait)
        if not self._has_answered:
            raise RefusedError(f"nothing answers at {self.base_url}: {problem}")
        raise AskingError(f"not answered in {self.tries} tries; the last: {problem}")

    def _wait(self, number: int) -> float:
        wait = min(self.first_wait * 2.0 ** (number - 1), _LONGEST_WAIT)
        return float(wait * random.uniform(0.75, 1.25))  # so that many do not come back together

    def _describe(self, error: httpx.HTTPError) -> str:
        said = self._clean(str(error))
        return f"{type(error).__name__}: {said}" if said else type(error).__name__

    def _read(self, reply: httpx.Response, seconds: float, number: int) -> Completion | str:
        """Read a reply; a sentence if it is worth another try."""
        status = reply.status_code
        if status >= 500 or status in _AGAIN:
            return f"HTTP {status}: {self._said(reply)}"
        if status in _REFUSALS:
            remedy = {401: "the key is missing or wrong", 403: "the key may not do this",
                      404: f"there is no model {self.model!r}, or no such interface"}  # fmt: skip
            raise RefusedError(
                f"the server at {self.base_url} refused (HTTP {status}): {remedy[status]}; "
                f"it said: {self._said(reply)}"
            )
        if status != 200:
            raise AskingError(f"the server refused the question (HTTP {status}): "
                              f"{self._said(reply)}")  # fmt: skip
        try:
            data = reply.json()
            choice = data["choices"][0]
            text = choice["message"]["content"]
            usage = data.get("usage") or {}
            tokens = [_whole(usage.get(f"{name}_tokens")) for name in ("prompt", "completion")]
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return f"expected an answer of the chat interface, got {self._said(reply)}"
        if not isinstance(text, str | None):
            return f"expected text as an answer, got {self._said(reply)}"
        is_cut_off = choice.get("finish_reason") == "length"
        text = self._clean(text or "")
        return Completion(text, tokens[0], tokens[1], seconds, number, is_cut_off)

    def _said(self, reply: httpx.Response) -> str:
        said = " ".join(self._clean(reply.text).split())
        return repr(said if len(said) <= _MOST_SHOWN else f"{said[:_MOST_SHOWN]}…")

    def _clean(self, text: str) -> str:
        """Take the key out of what a server says."""
        return text.replace(self.key, _HIDDEN) if self.key else text


def find_key(name: str | None = None) -> str | None:
    """Read the key from an environment variable; one that was named must be there."""
    found = os.environ.get(name or DEFAULT_KEY_ENV, "").strip()
    if name is not None and not found:
        raise SapperError(f"expected a key in the environment variable {name}, which is not set")
    if not found.isascii() or not found.isprintable():
        raise SapperError(
            f"expected a key in {name or DEFAULT_KEY_ENV} in plain letters, got others"
        )
    return found or None


def _message(text: str, picture: bytes | None) -> dict[str, Any]:
    if picture is None:
        return {"role": "user", "content": text}
    address = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
    parts = [
        {"type": "text", "text": text},
        {"type": "image_url", "image_url": {"url": address}},
    ]
    return {"role": "user", "content": parts}


def _whole(value: Any) -> int | None:
    return value if type(value) is int and value >= 0 else None


def _asked_wait(reply: httpx.Response) -> float | None:
    """Return the seconds that a server asks to wait, where it does."""
    try:
        wait = float(reply.headers.get("Retry-After", ""))
    except ValueError:
        return None
    return min(wait, _LONGEST_ASKED) if wait >= 0 else None
