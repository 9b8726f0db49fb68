"""
The server of `sapper web`: static files, data, and the experiments of a store.

Everything that can be asked for is in a table of known paths, made when the server
starts: there is no way from an address to any other file. `security.py` stands before it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

from anyio import CapacityLimiter, to_thread
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

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
}
# Pages that may listen for progress at once, and how often it is looked up.
_MOST_LISTENERS: Final = 16
_SECONDS_BETWEEN: Final = 1.0

Handler = Callable[[Request], Awaitable[Response]]


def make_app(port: int, store: str | None = None) -> ASGIApp:
    """Build the app that answers on a port of the loopback."""
    experiments = StoredExperiments(store) if store is not None else None
    routes = [Route(path, handler, methods=["GET"]) for path, handler in _static_routes().items()]
    data: dict[str, Callable[[], Any]] = {
        "agents": _agents,
        "results": partial(_results, experiments),
        "experiments": partial(_experiments, experiments),
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
    async def serve(_request: Request) -> Response:
        content = await to_thread.run_sync(path.read_bytes)
        headers = {"Cache-Control": "no-cache"}
        return Response(content, media_type=_TYPES[path.suffix], headers=headers)

    return serve


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
    async def serve(_request: Request) -> Response:
        try:
            return JSONResponse(await to_thread.run_sync(load))
        except SapperError as error:
            return JSONResponse({"error": str(error)}, status_code=500)

    return serve


def _question_handler(
    answer: Callable[[object], dict[str, Any]], limiter: CapacityLimiter
) -> Handler:
    async def serve(request: Request) -> Response:
        body = await read_body(request)
        if body is None:
            return Response(f"expected at most {MOST_BODY} bytes\n", status_code=413)
        try:
            question = json.loads(body)
        except (ValueError, RecursionError):
            return JSONResponse({"error": "expected a JSON document"}, status_code=400)
        try:
            found = await to_thread.run_sync(answer, question, limiter=limiter)
        except SapperError as error:
            return JSONResponse({"error": str(error)}, status_code=400)
        return JSONResponse(found)

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

    async def listen(request: Request) -> AsyncIterator[str]:
        nonlocal num_listeners
        num_listeners += 1
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
        finally:
            num_listeners -= 1

    async def serve(request: Request) -> Response:
        if num_listeners >= _MOST_LISTENERS:
            return Response("too many pages are listening\n", status_code=503)
        headers = {"Cache-Control": "no-store"}
        return StreamingResponse(listen(request), media_type="text/event-stream", headers=headers)

    return serve
