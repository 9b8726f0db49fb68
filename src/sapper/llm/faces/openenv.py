"""
The environment server of OpenEnv: `reset`, `step` and `state` over a web socket.

One connection is one session with one game, one task, or many games that are stepped
together. What a session holds is in `Session`, which knows no network. ``/reset`` and
``/step`` without a socket keep nothing between requests, as the interface has it: a step
needs the seed of its game there.
"""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

import sapper
from sapper.agents.run.play import game_seeds
from sapper.errors import SapperError, UnknownNameError, check_whole
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.llm.episodes import DEFAULT_REWARDS, Episode, Reply
from sapper.llm.showing import FORMS
from sapper.llm.tasks import KINDS, make_task

Json = dict[str, Any]
GAME: Final = "game"
MOST_GAMES: Final = 1_024  # that are stepped together
_MOST_CELLS: Final = 30 * 30
_RESET: Final[Mapping[str, str]] = {
    "seed": "decides the game, or the task",
    "on": "beginner, intermediate, expert, or columns x rows x mines",
    "first_click": "safe, zero or any",
    "task": f"{GAME}, or one turn of {', '.join(KINDS)}",
    "technique": "of a task: the easiest that proves a safe cell, or guess",
    "form": f"how positions are shown: {', '.join(FORMS)}",
    "rewards": "weights by name",
    "max_turns": "the limit of turns",
    "games": "how many games are stepped together; each answer is a list then",
    "episode_id": "a name of yours",
}


class Session:
    """What one connection plays."""

    def __init__(self) -> None:
        self.episode_id: str | None = None
        self.steps = 0
        self._settings: Json = {}
        self._games: list[Episode] | None = None
        self._task: Any = None
        self._is_batch = False

    def reset(self, data: Mapping[str, Any]) -> Json:
        """Begin; what is not known is an error."""
        for name in data:
            if name not in _RESET:
                raise UnknownNameError.of("argument of reset", str(name), _RESET)
        seed = check_seed(data.get("seed") or 0)
        kind, form = data.get("task", GAME), data.get("form", "grid")
        on = data.get("on", "beginner")
        rules = Rules.parse(on, first_click=data.get("first_click", "zero"))
        if rules.num_cells > _MOST_CELLS:
            raise SapperError(f"expected a grid of at most {_MOST_CELLS} cells, got {on!r}")
        self._games = self._task = None
        self._is_batch = data.get("games") is not None
        if kind == GAME:
            seeds = [seed]
            if self._is_batch:
                number = check_whole(data["games"], "games", 1, MOST_GAMES)
                seeds = [int(one) >> 1 for one in game_seeds(seed, 0, number)]
            options = {"form": form, "rewards": data.get("rewards", DEFAULT_REWARDS)}
            options["max_turns"] = data.get("max_turns")
            self._games = [Episode(rules, one, **options) for one in seeds]
            begun = [_observe(one.prompt(), one.picture(), one) for one in self._games]
        else:
            self._task = make_task(kind, seed, on, technique=data.get("technique"), form=form)
            begun = [_observe(self._task.prompt(), self._task.picture(), None)]
        self.episode_id, self.steps = data.get("episode_id"), 0
        self._settings = {"seed": seed, "on": on, "task": kind, "form": form}
        return self._answer(begun)

    def step(self, action: Mapping[str, Any]) -> Json:
        """Take an answer, or one for each of many games."""
        if self._games is None and self._task is None:
            raise SapperError("expected a reset first, got a step")
        key = "answers" if self._is_batch else "answer"
        given = action.get(key)
        if self._is_batch:
            texts = given if isinstance(given, list) else []
            wanted = len(self._games or ())
            if len(texts) != wanted or not all(isinstance(one, str | None) for one in texts):
                raise SapperError(f"expected {wanted} answers as a list of texts, null for games "
                                  "that are over")  # fmt: skip
        elif isinstance(given, str):
            texts = [given]
        else:
            raise SapperError('expected an action such as {"answer": "<move>r1c1</move>"}')
        self.steps += 1
        if self._games is None:
            return self._answer([self._score(str(texts[0]))])
        played = zip(self._games, texts, strict=True)
        return self._answer([_play(episode, text) for episode, text in played])

    def _score(self, text: str) -> Json:
        task, self._task = self._task, None
        found = task.score(text)
        return _observe(found.sentence, None, None) | {
            "problems": list(found.answer.problems), "rewards": found.rewards,
            "reward": found.reward, "done": True,
        }  # fmt: skip

    def state(self) -> Json:
        """Return what may be known of the session: no layout is in it."""
        found: Json = {"episode_id": self.episode_id, "step_count": self.steps, **self._settings}
        if self._games is not None:
            found["positions"] = [str(one.position) for one in self._games]
            found["outcomes"] = [one.outcome for one in self._games]
        return found

    def _answer(self, observed: list[Json]) -> Json:
        if not self._is_batch:
            (one,) = observed
            return {"observation": one, "reward": one.pop("reward"), "done": one.pop("done")}
        rewards = [one["reward"] for one in observed]
        total = None if None in rewards else sum(rewards)
        done = all(one["done"] for one in observed)
        return {"observation": {"games": observed}, "reward": total, "done": done}


def _observe(text: str, picture: bytes | None, episode: Episode | None) -> Json:
    found: Json = {"text": text, "reward": None, "done": False}
    if picture is not None:
        found["picture"] = base64.b64encode(picture).decode()
    if episode is not None:
        found["outcome"] = episode.outcome
    return found


def _play(episode: Episode, text: str | None) -> Json:
    if episode.is_over:
        if text is not None:
            raise SapperError(f"expected null for a game that is {episode.outcome}; reset begins "
                              "another")  # fmt: skip
        return {"text": "", "reward": 0.0, "done": True, "outcome": episode.outcome}
    reply: Reply = episode.play(text or "")
    score = reply.score
    found = _observe(reply.text, reply.picture, episode)
    return found | {
        "reward": reply.reward,
        "done": reply.is_over,
        "kind": score.kind,
        "risk": score.risk,
        "least_risk": score.least_risk,
        "problems": [*score.answer.problems, *score.problems],
    }


def make_app(most_sessions: int = 1_000) -> Starlette:
    """Make the server; ``most_sessions`` connections at once."""
    num_open = 0

    async def play(socket: WebSocket) -> None:
        nonlocal num_open
        await socket.accept()
        if num_open >= most_sessions:
            told = _error(f"all {most_sessions} sessions are taken", "CAPACITY_REACHED")
            await socket.send_text(json.dumps(told))
            await socket.close()
            return
        num_open += 1
        try:
            session = Session()
            while (found := _answer_message(session, await socket.receive_text())) is not None:
                await socket.send_text(json.dumps(found))
            await socket.close()
        except (WebSocketDisconnect, KeyError):  # a frame of bytes has no text
            pass
        finally:
            num_open -= 1

    async def status(_request: Request) -> Response:
        return JSONResponse({"status": "healthy"})

    async def metadata(_request: Request) -> Response:
        return JSONResponse(
            {"name": "sapper", "version": sapper.__version__, "author": None,
             "description": "Minesweeper for language models, judged by an exact engine"}
        )  # fmt: skip

    async def schema(_request: Request) -> Response:
        return JSONResponse(make_schema())

    async def openapi(_request: Request) -> Response:
        return JSONResponse(make_openapi())

    async def tools(_request: Request) -> Response:
        # OpenEnv asks every server for this; games are not played by tools here.
        said = "there are no tools here, but reset and step; `sapper mcp` has tools"
        error = {"code": -32601, "message": said}
        return JSONResponse({"jsonrpc": "2.0", "id": None, "error": error})

    async def reset(request: Request) -> Response:
        return await _once(request, lambda session, body: session.reset(body))

    async def step(request: Request) -> Response:
        return await _once(request, _reset_and_step)

    async def state(_request: Request) -> Response:
        return JSONResponse(Session().state())

    return Starlette(
        routes=[
            WebSocketRoute("/ws", play),
            Route("/health", status),
            Route("/metadata", metadata),
            Route("/schema", schema),
            Route("/openapi.json", openapi),
            Route("/mcp", tools, methods=["POST"]),
            Route("/reset", reset, methods=["POST"]),
            Route("/step", step, methods=["POST"]),
            Route("/state", state),
        ]
    )


def _reset_and_step(session: Session, body: Json) -> Json:
    session.reset(body.get("reset") or {})
    return session.step(body.get("action") or {})


async def _once(request: Request, work: Any) -> Response:
    try:
        body = json.loads(await request.body() or b"{}")
        if not isinstance(body, dict):
            raise SapperError("expected a JSON object")
        return JSONResponse(await asyncio.to_thread(work, Session(), body))
    except (ValueError, SapperError, RecursionError) as error:
        return JSONResponse({"detail": str(error)}, status_code=422)


class _MessageError(SapperError):
    """A message of a socket that is none; ``code`` is the protocol's word for it."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


def _error(message: str, code: str) -> Json:
    return {"type": "error", "data": {"message": message, "code": code}}


def _answer_message(session: Session, text: str) -> Json | None:
    """Answer a message of a socket; None closes it."""
    try:
        kind, data = _read_message(text)
        if kind == "close":
            return None
        work: dict[str, Callable[[Json], Json]]
        work = {"reset": session.reset, "step": session.step, "state": lambda _: session.state()}
        return {"type": "state" if kind == "state" else "observation", "data": work[kind](data)}
    except SapperError as error:
        return _error(str(error), getattr(error, "code", "EXECUTION_ERROR"))


def _read_message(text: str) -> tuple[str, Json]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _MessageError(f"expected JSON: {error}", "INVALID_JSON") from None
    kind = message.get("type") if isinstance(message, dict) else None
    if kind not in ("reset", "step", "state", "close"):
        shown = repr(str(kind)[:40])
        said = f"expected a message of type reset, step, state or close, got {shown}"
        raise _MessageError(said, "UNKNOWN_TYPE")
    data = message.get("data") or {}
    if not isinstance(data, dict):
        raise _MessageError("expected an object as data", "VALIDATION_ERROR")
    return str(kind), data


def make_schema() -> Json:
    """Return the JSON schemas of actions, observations and state."""
    text = {"type": "string"}
    number = {"type": ["number", "null"]}
    return {
        "action": {
            "type": "object",
            "properties": {
                "answer": text | {"description": "what the model wrote"},
                "answers": {"type": "array", "items": {"type": ["string", "null"]}},
            },
        },
        "observation": {
            "type": "object",
            "properties": {
                "text": text, "picture": text, "outcome": text, "kind": text,
                "risk": number, "least_risk": number,
                "problems": {"type": "array", "items": text},
                "games": {"type": "array", "items": {"type": "object"}},
            },
        },
        "state": {
            "type": "object",
            "properties": {"episode_id": {"type": ["string", "null"]},
                           "step_count": {"type": "integer"}},
        },
        "reset": {
            "type": "object",
            "properties": {name: {"description": meaning} for name, meaning in _RESET.items()},
        },
    }  # fmt: skip


def make_openapi() -> Json:
    """Return what there is to ask, as OpenAPI has it; a session is a web socket at /ws."""
    schema = make_schema()
    paths: Json = {
        f"/{name}": {"get": {"summary": meaning, "responses": {"200": {"description": "JSON"}}}}
        for name, meaning in (("health", "whether it runs"), ("metadata", "what it is"),
                              ("schema", "actions, observations, state"), ("state", "a new state"))
    }  # fmt: skip
    for name, body in (("reset", schema["reset"]),
                       ("step", {"type": "object", "properties": {
                           "reset": schema["reset"], "action": schema["action"]}})):  # fmt: skip
        paths[f"/{name}"] = {"post": {
            "summary": f"{name} without a session",
            "requestBody": {"content": {"application/json": {"schema": body}}},
            "responses": {"200": {"description": "an observation"},
                          "422": {"description": "what is wrong, as a sentence"}},
        }}  # fmt: skip
    info = {"title": "Sapper, Minesweeper for OpenEnv", "version": sapper.__version__}
    return {"openapi": "3.1.0", "info": info, "paths": paths}
