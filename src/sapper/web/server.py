"""
The server of `sapper web`: static files, data, and the experiments of a store.

Everything that can be asked for is in a table of known paths, made when the server
starts: there is no way from an address to any other file. `security.py` stands before it.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, Final

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from sapper.errors import SapperError
from sapper.web import STATIC, analysis_api, watch_api
from sapper.web.catalogue import page_agents
from sapper.web.results import collect_results
from sapper.web.security import MOST_BODY, REPORT_POLICY, Guard, read_body
from sapper.web.stored import StoredExperiments

_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
# Pages that may listen for progress at once, and how often it is looked up.
_MOST_LISTENERS: Final = 16
_SECONDS_BETWEEN: Final = 1.0
# Questions that may be worked on at once, those whose page is gone included; each has
# limits of its own on what it looks at (`analysis_api.py`), so that it ends some day.
_MOST_AT_WORK: Final = 8
_SECONDS_A_QUESTION: Final = 30.0
_WORKER: Final = "sapper question"

Handler = Callable[[Request], Awaitable[Response]]


def make_app(port: int, store: str | None = None) -> ASGIApp:
    """Build the app that answers on a port of the loopback."""
    experiments = StoredExperiments(store) if store is not None else None
    routes = [Route(path, handler, methods=["GET"]) for path, handler in _static_routes().items()]
    data: dict[str, Callable[[], Any]] = {
        "agents": _agents,
        "results": partial(_results, experiments),
        "experiments": partial(_experiments, experiments),
        "files": _kept_files,
    }
    routes += [
        Route(f"/data/{name}.json", _data_handler(load), methods=["GET"])
        for name, load in data.items()
    ]
    limiter = CapacityLimiter(2)
    for path, answer in (("analyse", analysis_api.answer), ("watch", watch_api.answer)):
        handler = _question_handler(answer, limiter)
        routes.append(Route(f"/api/{path}", handler, methods=["POST"]))
    if experiments is not None:
        routes.append(Route("/events", _events_handler(experiments), methods=["GET"]))
        routes.append(Route("/report", _report_handler(experiments), methods=["GET"]))
    app = Starlette(routes=routes)
    app.router.redirect_slashes = False
    return Guard(app, port)


def _static_routes() -> dict[str, Handler]:
    paths = [path for path in STATIC.rglob("*") if path.suffix in _TYPES]
    routes = {f"/{path.relative_to(STATIC).as_posix()}": _file_handler(path) for path in paths}
    return {"/": routes["/index.html"], **routes}


def _file_handler(path: Path) -> Handler:
    async def serve(request: Request) -> Response:
        changed = path.stat().st_mtime_ns
        packed = await to_thread.run_sync(_read_file, path, changed)
        return _send(request, packed, _TYPES[path.suffix])

    return serve


_Packed = tuple[bytes, bytes, str]


def _send(request: Request, packed: _Packed, media_type: str) -> Response:
    """Answer with content; a browser asks again each time, and is told that nothing has changed."""
    plain, short, tag = packed
    takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if takes_gzip:
        headers["Content-Encoding"] = "gzip"
    return Response(short if takes_gzip else plain, media_type=media_type, headers=headers)


def _pack(plain: bytes) -> _Packed:
    """Return content, the same compressed, and a tag that changes with it."""
    tag = f'"{hashlib.sha256(plain).hexdigest()[:24]}"'
    return plain, gzip.compress(plain, 9, mtime=0), tag


@lru_cache(maxsize=128)
def _read_file(path: Path, _changed: int) -> _Packed:
    return _pack(path.read_bytes())


def _kept_files() -> list[str]:
    """Name what a browser keeps to show the page without the server (`sw.js`)."""
    files = [path.removeprefix("/") for path in _static_routes() if path != "/sw.js"]
    return [*(file or "./" for file in files), "data/agents.json", "data/results.json"]


@cache
def _agents() -> list[dict[str, Any]]:
    return page_agents()


def _results(experiments: StoredExperiments | None) -> dict[str, Any]:
    if experiments is None:
        return collect_results()
    with experiments.open() as store:
        return collect_results(store)


def _experiments(experiments: StoredExperiments | None) -> dict[str, Any]:
    return {"experiments": experiments.progress() if experiments is not None else None}


def _data_handler(load: Callable[[], Any]) -> Handler:
    def pack() -> _Packed:
        return _pack(bytes(JSONResponse(load()).body))

    async def serve(request: Request) -> Response:
        try:
            return _send(request, await to_thread.run_sync(pack), "application/json")
        except SapperError as error:
            return JSONResponse({"error": str(error)}, status_code=500)

    return serve


def num_at_work() -> int:
    """Count the questions that are worked on."""
    return sum(thread.name == _WORKER for thread in threading.enumerate())


async def _work(
    answer: Callable[[], dict[str, Any]], request: Request, limiter: CapacityLimiter
) -> Response:
    """Answer in a thread; when the page goes or the time is over, others may ask."""
    async with limiter:
        if num_at_work() >= _MOST_AT_WORK:
            return JSONResponse({"error": "busy with other questions"}, status_code=503)
        answered = _answer_in_thread(answer)
        gone = asyncio.ensure_future(_until_gone(request))
        either: set[asyncio.Future[Any]] = {answered, gone}
        await asyncio.wait(either, timeout=_SECONDS_A_QUESTION, return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
    if not answered.done():
        answered.cancel()
        words = f"no answer within {_SECONDS_A_QUESTION:g} s; ask with smaller max_states"
        return JSONResponse({"error": words}, status_code=503)
    try:
        return JSONResponse(answered.result())
    except SapperError as error:
        return JSONResponse({"error": str(error)}, status_code=400)


def _answer_in_thread(answer: Callable[[], dict[str, Any]]) -> asyncio.Future[dict[str, Any]]:
    """Answer in a thread that nobody waits for at the end, as those of a pool are waited for."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[dict[str, Any]] = loop.create_future()

    def settle(set_it: Callable[[Any], None], value: object) -> None:
        if not future.done():
            set_it(value)

    def work() -> None:
        settled: tuple[Callable[[Any], None], object]
        try:
            settled = future.set_result, answer()
        except Exception as error:
            settled = future.set_exception, error
        with contextlib.suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(settle, *settled)

    threading.Thread(target=work, name=_WORKER, daemon=True).start()
    return future


async def _until_gone(request: Request) -> None:
    """Wait for the end of the connection; the body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _question_handler(
    answer: Callable[[object], dict[str, Any]], limiter: CapacityLimiter
) -> Handler:
    async def serve(request: Request) -> Response:
        body = await read_body(request)
        if body is None:
            return Response(f"expected at most {MOST_BODY} bytes\n", status_code=413)
        try:
            question = json.loads(body)
            json.dumps(question, ensure_ascii=False).encode()  # half a pair of UTF-16 is no text
        except (ValueError, RecursionError):
            return JSONResponse({"error": "expected a JSON document"}, status_code=400)
        return await _work(partial(answer, question), request, limiter)

    return serve


def _report_handler(experiments: StoredExperiments) -> Handler:
    async def serve(request: Request) -> Response:
        name = request.query_params.get("experiment", "")
        try:
            page = await to_thread.run_sync(experiments.report, name)
        except SapperError as error:
            return Response(f"{error}\n", status_code=404, media_type="text/plain; charset=utf-8")
        headers = {"Content-Security-Policy": REPORT_POLICY}
        return Response(page, media_type="text/html; charset=utf-8", headers=headers)

    return serve


def _events_handler(experiments: StoredExperiments) -> Handler:
    num_listeners = 0

    class Listening(StreamingResponse):
        """A listener whose place is free again whether or not it came to send anything."""

        async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
            nonlocal num_listeners
            try:
                await super().__call__(scope, receive, send)
            finally:
                num_listeners -= 1

    async def listen(request: Request) -> AsyncIterator[str]:
        last = ""
        try:
            while not await request.is_disconnected():
                found = {"experiments": await to_thread.run_sync(experiments.progress)}
                text = json.dumps(found)
                # A comment keeps the connection awake and notices that it is gone.
                yield f"data: {text}\n\n" if text != last else ": still here\n\n"
                last = text
                await asyncio.sleep(_SECONDS_BETWEEN)
        except SapperError as error:
            yield f"event: problem\ndata: {json.dumps({'error': str(error)})}\n\n"

    async def serve(request: Request) -> Response:
        nonlocal num_listeners
        if num_listeners >= _MOST_LISTENERS:
            return Response("too many pages are listening\n", status_code=503)
        num_listeners += 1  # here: requests that come together are counted before any is answered
        headers = {"Cache-Control": "no-store"}
        return Listening(listen(request), media_type="text/event-stream", headers=headers)

    return serve
