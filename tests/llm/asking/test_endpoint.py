"""A server may be busy, broken or slow: a question is asked again, or the error says why not."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

import pytest

from llm.servers import Act, chat_server
from sapper.errors import SapperError
from sapper.llm.asking.endpoint import (
    AskingError,
    Completion,
    Endpoint,
    RefusedError,
    find_key,
)

pytest.importorskip("httpx")
SAID: Act = ("say", "<move>r1c1</move>")


def ask(url: str, picture: bytes | None = None, **options: Any) -> Completion:
    """Ask one question of a model."""

    async def work() -> Completion:
        settings = {"first_wait": 0.01, "timeout": 5.0} | options
        async with Endpoint(url, "m", **settings) as endpoint:
            return await endpoint.ask("where?", picture)

    return asyncio.run(work())


def test_answer_comes_with_what_it_cost() -> None:
    with chat_server(lambda *_: SAID) as server:
        found = ask(server.url, options={"temperature": 0})
    assert found.text == "<move>r1c1</move>"
    assert (found.prompt_tokens, found.completion_tokens, found.tries) == (1, 7, 1)
    assert not found.is_cut_off
    (_, body), *others = server.seen
    assert not others
    assert body == {
        "model": "m", "temperature": 0, "messages": [{"role": "user", "content": "where?"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "trouble",
    [
        ("status", 429, "slow down"), ("status", 500, "oops"), ("status", 503, ""), ("break",),
        ("hang", 1.0), ("body", b"no json"), ("body", b"{}"), ("body", b'{"choices": []}'),
        ("body", b'{"choices": [{"message": {"content": 3}}]}'), ("body", b"[" * 100_000),
    ],
    ids=str,
)  # fmt: skip
def test_trouble_is_waited_out(trouble: Act) -> None:
    with chat_server(lambda number, _: trouble if number <= 2 else SAID) as server:
        found = ask(server.url, timeout=0.4)
    assert found.text == "<move>r1c1</move>"
    assert found.tries == 3


def test_wait_that_the_server_asks_for_is_kept() -> None:
    waited = ("status", 429, "", ("Retry-After", "0"))
    with chat_server(lambda number, _: waited if number <= 3 else SAID) as server:
        found = ask(server.url, first_wait=1000.0)
    assert found.tries == 4


def test_trouble_without_end_is_an_error_that_says_what_was_said() -> None:
    with (
        chat_server(lambda *_: ("status", 500, "out of memory")) as server,
        pytest.raises(AskingError, match="not answered in 3 tries; the last: HTTP 500: 'out of"),
    ):
        ask(server.url, tries=3)
    assert len(server.seen) == 3


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "the key is missing or wrong"), (403, "may not do this"), (404, "no model 'm'")],
)
def test_refusal_is_final_at_once(status: int, words: str) -> None:
    with (
        chat_server(lambda *_: ("status", status, "no")) as server,
        pytest.raises(RefusedError, match=words),
    ):
        ask(server.url)
    assert len(server.seen) == 1


def test_bad_question_is_not_asked_again() -> None:
    with (
        chat_server(lambda *_: ("status", 400, "context too long")) as server,
        pytest.raises(AskingError, match=r"HTTP 400.*context too long") as raised,
    ):
        ask(server.url)
    assert len(server.seen) == 1
    assert not raised.value.is_final


def test_nobody_there_is_said_soon() -> None:
    with chat_server() as server:
        url = server.url
    with pytest.raises(RefusedError, match="nothing answers at http://127"):
        ask(url, tries=100)


def test_answer_without_text_or_count_is_an_empty_one() -> None:
    body = b'{"choices": [{"message": {"content": null}, "finish_reason": "length"}]}'
    with chat_server(lambda *_: ("body", body)) as server:
        found = ask(server.url)
    assert (found.text, found.is_cut_off, found.prompt_tokens) == ("", True, None)


def test_picture_goes_along_as_data() -> None:
    with chat_server(lambda *_: SAID) as server:
        ask(server.url, b"\x89PNG...")
    text, picture = server.seen[0][1]["messages"][0]["content"]
    assert text == {"type": "text", "text": "where?"}
    data = picture["image_url"]["url"].removeprefix("data:image/png;base64,")
    assert base64.b64decode(data) == b"\x89PNG..."


def test_key_goes_into_the_header_and_is_never_shown() -> None:
    key = "sk-very-secret"
    with chat_server(lambda *_: ("say", f"I know {key}")) as server:
        assert ask(server.url, key=key).text == "I know [key]"
        assert server.seen[0][0]["Authorization"] == f"Bearer {key}"
    with chat_server(lambda *_: ("status", 401, f"bad key {key}")) as server:
        with pytest.raises(RefusedError) as raised:
            ask(server.url, key=key)
        assert key not in str(raised.value)
    assert key not in repr(Endpoint("http://x/v1", "m", key))


def test_key_is_read_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    assert find_key() is None
    monkeypatch.setenv("OPENAI_API_KEY", " abc\n")
    assert find_key() == "abc"
    with pytest.raises(SapperError, match="variable MINE, which is not set"):
        find_key("MINE")
    monkeypatch.setenv("MINE", "a\nb")
    with pytest.raises(SapperError, match="plain letters"):
        find_key("MINE")


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("example.org/v1", "expected a base URL such as"),
        ("https://me:secret@example.org/v1", "without user, password and query"),
        ("https://example.org/v1?key=secret", "without user, password and query"),
    ],
)
def test_address_is_checked_and_a_key_in_it_refused(url: str, words: str) -> None:
    with pytest.raises(SapperError, match=words) as raised:
        Endpoint(url, "m")
    assert "secret" not in str(raised.value)
