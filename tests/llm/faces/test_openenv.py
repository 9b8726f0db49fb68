"""The environment server: what it plays is what is played in process, and it keeps to itself."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from sapper import Rules
from sapper.agents.run.play import game_seeds
from sapper.errors import SapperError
from sapper.llm import Episode, make_task

pytest.importorskip("starlette")
websockets = pytest.importorskip("websockets.asyncio.client")

from sapper.llm.faces.openenv import MOST_GAMES, Session, make_schema  # noqa: E402

FIRST = "<move>r3c3</move>"


def first_covered(position: str) -> str:
    rows = position.split(maxsplit=1)[0].split("/")
    row, column = next((i, line.index(".")) for i, line in enumerate(rows) if "." in line)
    return f"<move>r{row + 1}c{column + 1}</move>"


def test_session_plays_the_episode_of_its_seed() -> None:
    session = Session()
    episode = Episode(Rules.parse("6x6x7", first_click="zero"), 5)
    begun = session.reset({"seed": 5, "on": "6x6x7"})
    assert begun == {
        "observation": {"text": episode.prompt(), "outcome": "playing"},
        "reward": None, "done": False,
    }  # fmt: skip
    text = FIRST
    while not episode.is_over:
        reply, found = episode.play(text), session.step({"answer": text})
        assert found["observation"]["text"] == reply.text
        assert (found["reward"], found["done"]) == (reply.reward, reply.is_over)
        assert found["observation"]["risk"] == reply.score.risk
        text = first_covered(str(episode.position))
    with pytest.raises(SapperError, match="reset begins another"):
        session.step({"answer": text})


def test_many_games_are_stepped_together() -> None:
    session = Session()
    begun = session.reset({"seed": 5, "on": "5x5x4", "games": 20})
    rules = Rules.parse("5x5x4", first_click="zero")
    alone = [Episode(rules, int(seed) >> 1) for seed in game_seeds(5, 0, 20)]
    assert [one["text"] for one in begun["observation"]["games"]] == [e.prompt() for e in alone]
    done = False
    while not done:
        texts = [None if e.is_over else first_covered(str(e.position)) for e in alone]
        found = session.step({"answers": texts})
        rewards = [
            0.0 if t is None else e.play(t).reward for e, t in zip(alone, texts, strict=True)
        ]
        assert [one["reward"] for one in found["observation"]["games"]] == rewards
        done = found["done"]
    assert session.state()["outcomes"] == [one.outcome for one in alone]


@pytest.mark.parametrize("kind", ["move", "proofs", "reason"])
def test_task_is_one_turn(kind: str) -> None:
    session, task = Session(), make_task(kind, 3, "6x6x7")
    begun = session.reset({"seed": 3, "on": "6x6x7", "task": kind})
    assert begun["observation"]["text"] == task.prompt()
    found = session.step({"answer": FIRST})
    score = task.score(FIRST)
    assert found["done"]
    assert found["observation"]["rewards"] == score.rewards
    assert found["reward"] == score.rewards["value" if kind == "move" else "proof"]
    with pytest.raises(SapperError, match="expected a reset first"):
        session.step({"answer": FIRST})


def test_state_has_no_layout() -> None:
    session = Session()
    session.reset({"on": "5x5x5", "seed": 2})
    session.step({"answer": FIRST})
    assert set(session.state()) == {
        "episode_id", "step_count", "seed", "on", "task", "form", "positions", "outcomes",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"sead": 1}, "did you mean 'seed'"), ({"on": "99x99x9"}, "at most 900 cells"),
        ({"on": 5}, "expected"), ({"seed": "x"}, "expected"), ({"task": "proof"}, "'proofs'"),
        ({"games": 0}, "at least 1"), ({"games": MOST_GAMES + 1}, "at most 1024"),
        ({"rewards": {"wins": 1}}, "did you mean 'win'"), ({"form": "gird"}, "'grid'"),
        ({"rewards": {"win": "x"}}, "as a number"), ({"first_click": "never"}, "known are any"),
    ],
    ids=str,
)  # fmt: skip
def test_mistakes_are_errors_in_a_sentence(data: dict[str, Any], words: str) -> None:
    with pytest.raises(SapperError, match=words):
        Session().reset(data)


@contextmanager
def server(*options: str) -> Iterator[str]:
    """Run `sapper llm serve` in a process of its own."""
    command = [sys.executable, "-m", "sapper", "llm", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[3]
        finally:
            process.terminate()


async def talk(url: str, *messages: Any) -> list[Any]:
    """Send messages over one socket; return what comes back."""
    async with websockets.connect(url.replace("http", "ws") + "/ws") as socket:
        found = []
        for message in messages:
            text = message if isinstance(message, str | bytes) else json.dumps(message)
            await socket.send(text)
            found.append(json.loads(await socket.recv()))
        return found


def test_server_speaks_the_protocol_and_survives_nonsense() -> None:
    with server("--sessions", "300") as url:
        nonsense = [
            "{", "[]", "null", "[" * 10_000, {"type": "fly"}, {"type": "step", "data": 3},
            {"type": "step", "data": {"answer": FIRST}}, {"type": "reset", "data": {"on": "?"}},
        ]  # fmt: skip
        found = asyncio.run(talk(url, *nonsense))
        assert [one["type"] for one in found] == ["error"] * len(nonsense)
        assert found[0]["data"]["code"] == "INVALID_JSON"
        assert found[-2]["data"]["message"] == "expected a reset first, got a step"

        async def play(seed: int) -> Any:
            reset = {"type": "reset", "data": {"seed": seed, "on": "5x5x4", "form": "line"}}
            step = {"type": "step", "data": {"answer": FIRST}}
            return await talk(url, reset, step, {"type": "state"})

        async def many() -> list[Any]:
            return await asyncio.gather(*map(play, range(200)))

        for seed, (begun, turn, state) in enumerate(asyncio.run(many())):
            episode = Episode(Rules.parse("5x5x4", first_click="zero"), seed, form="line")
            assert begun["data"]["observation"]["text"] == episode.prompt()
            assert turn["data"]["observation"]["text"] == episode.play(FIRST).text
            assert state["data"]["positions"] == [str(episode.position)]
        pages = {"health": "healthy", "schema": "action", "metadata": "sapper"}
        for path, words in (pages | {"openapi.json": '"/step"'}).items():
            with urllib.request.urlopen(f"{url}/{path}") as page:
                assert words in page.read().decode()
        body = {"reset": {"seed": 1, "on": "5x5x4"}, "action": {"answer": FIRST}}
        request = urllib.request.Request(f"{url}/step", json.dumps(body).encode(), method="POST")
        with urllib.request.urlopen(request) as page:
            assert "r3c3 shows" in json.load(page)["observation"]["text"]
        request = urllib.request.Request(f"{url}/mcp", b"{}", method="POST")
        with urllib.request.urlopen(request) as page:
            assert "reset and step" in json.load(page)["error"]["message"]


def test_sessions_beyond_the_limit_are_refused_in_words() -> None:
    async def crowd(url: str) -> Any:
        address = url.replace("http", "ws") + "/ws"
        async with websockets.connect(address), websockets.connect(address) as second:
            return json.loads(await second.recv())

    with server("--sessions", "1") as url:
        told = asyncio.run(crowd(url))
    assert told["data"] == {"message": "all 1 sessions are taken", "code": "CAPACITY_REACHED"}


def test_schema_names_every_argument_of_reset() -> None:
    assert {"seed", "on", "task", "games"} <= set(make_schema()["reset"]["properties"])
