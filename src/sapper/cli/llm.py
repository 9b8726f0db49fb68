"""`sapper llm`: evaluate language models, serve games to those that train them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from sapper.cli.help import PlainCommand, make_group
from sapper.cli.listening import listen
from sapper.cli.signals import INTERRUPTED
from sapper.cli.tables import Column, make_progress, print_json, print_table
from sapper.errors import MissingExtraError, SapperError, UnknownNameError
from sapper.game.io.disk import check_folder
from sapper.game.words import count
from sapper.lab.store import DEFAULT_STORE, open_store
from sapper.lab.store.evaluations import Evaluations
from sapper.llm.bench import (
    PUBLIC,
    TRACKS,
    BenchSet,
    get_player,
    load_set,
    play_item,
    reference_names,
    save_set,
)
from sapper.llm.showing import FORMS

if TYPE_CHECKING:
    from sapper.llm.asking.evaluation import Outcome
    from sapper.llm.asking.results import Row

app = make_group("llm", "Language models: evaluate them on a benchmark, serve games to train on.")

SplitOption = Annotated[
    str,
    typer.Option(
        metavar="public|fresh:SEED",
        help="The shipped set, or a fresh one made from a seed of yours.",
    ),
]
TrackOption = Annotated[
    list[str] | None,
    typer.Option(
        "--track", metavar="TRACK", help=f"Only this track: {', '.join(TRACKS)}; may be repeated."
    ),
]
LimitOption = Annotated[
    int | None, typer.Option(min=1, help="Only the first N items of each group.")
]
StoreOption = Annotated[
    str, typer.Option("--store", metavar="FILE|URL", help="Where answers are kept.")
]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else.")
]
HtmlOption = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a report with every item to replay."),
]


@app.command("eval", cls=PlainCommand)
def eval_command(
    model: Annotated[str, typer.Option(metavar="NAME", help="The model, as the server names it.")],
    base_url: Annotated[
        str,
        typer.Option(
            metavar="URL", help="An OpenAI-compatible server, such as http://127.0.0.1:8000/v1."
        ),
    ],
    split: SplitOption = PUBLIC,
    track: TrackOption = None,
    limit: LimitOption = None,
    form: Annotated[
        str, typer.Option(metavar="|".join(FORMS), help="How positions are shown.")
    ] = "grid",
    at_once: Annotated[int, typer.Option(min=1, max=1024, help="Requests at once.")] = 16,
    options: Annotated[
        str,
        typer.Option(
            metavar="JSON",
            help='Goes into every request, such as \'{"temperature": 0, "max_tokens": 4096}\'.',
        ),
    ] = "{}",
    timeout: Annotated[
        float, typer.Option(min=0.1, help="Seconds to wait for an answer before asking again.")
    ] = 300.0,
    tries: Annotated[int, typer.Option(min=1, help="How often a question is asked at most.")] = 6,
    key_env: Annotated[
        str | None,
        typer.Option(
            metavar="VARIABLE",
            help="The environment variable that holds the key; OPENAI_API_KEY if not given.",
        ),
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    name: Annotated[
        str | None, typer.Option(help="What this evaluation is called; MODEL, SPLIT, FORM if not.")
    ] = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="Forget what the store has of this evaluation.")
    ] = False,
    html: HtmlOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Evaluate a language model on sapper-bench, judged exactly.

    Answers are kept as they come: the same command goes on after an interruption, and
    a finished evaluation is shown again without a question. The key is read from the
    environment and kept nowhere. Exit code 1 if some items were not answered.

    [bold]Examples[/]

    sapper llm eval --model my-model --base-url http://127.0.0.1:8000/v1 --limit 2

    sapper llm eval --model my-model --base-url https://example.org/v1 --key-env MY_KEY --html report.html

    sapper llm eval --model my-model --base-url http://127.0.0.1:8000/v1 --split fresh:7 --track proofs
    """  # noqa: E501 - an example is one line
    try:
        from sapper.llm.asking.endpoint import Endpoint, find_key  # noqa: PLC0415 - an extra
        from sapper.llm.asking.evaluation import describe  # noqa: PLC0415 - as above
    except ImportError as error:
        raise MissingExtraError.of(error.name or "httpx", "llm") from None
    if html is not None:
        check_folder(html)
    if form not in FORMS:
        raise UnknownNameError.of("form of a position", form, FORMS)
    endpoint = Endpoint(
        base_url, model, find_key(key_env), _read_options(options), timeout=timeout, tries=tries
    )
    bench = _load(split)
    items = bench.limited(limit, track or []).items
    name = name or f"{model}, {bench.split}, {form}"
    with open_store(store) as opened:
        kept = Evaluations(opened)
        if restart:
            kept.delete(name)
        outcome = _ask(bench, items, endpoint, kept, name, form, at_once)
        if outcome is None:
            raise typer.Exit(INTERRUPTED)
    settings = describe(bench, endpoint, form)
    _show(name, settings, outcome.records, bench, html, outcome.failures, as_json=as_json)
    if outcome.failures:
        raise typer.Exit(1)


def _ask(
    bench: BenchSet, items: Sequence[Any], endpoint: Any, kept: Evaluations, name: str, form: str,
    at_once: int,
) -> Outcome | None:  # fmt: skip
    """Ask with a bar; None if it was interrupted."""
    from sapper.llm.asking.evaluation import evaluate  # noqa: PLC0415 - an extra

    console = Console(stderr=True, highlight=False, soft_wrap=True)
    done = 0

    def begin(stored: int) -> None:
        nonlocal done
        done = stored
        bar.update(line, completed=stored)
        if stored:
            console.print(f"{stored} of {count(len(items), 'item')} in the store already")

    def tell(_item: object) -> None:
        nonlocal done
        done += 1
        bar.advance(line)

    with make_progress() as bar:
        line = bar.add_task("items", total=len(items))
        try:
            return evaluate(
                bench, items, endpoint, kept, name,
                form=form, at_once=at_once, tell=tell, begun=begin,
            )  # fmt: skip
        except KeyboardInterrupt:
            pass
    console.print(
        f"stopped: {done} of {count(len(items), 'item')} are stored; the same command goes on"
    )
    return None


def _read_options(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise SapperError(f"expected --options as a JSON object, got {text!r}")
    for taken in ("model", "messages", "stream"):
        if taken in found:
            raise SapperError(f"expected --options without {taken!r}, which is set here")
    return found


def _load(split: str) -> BenchSet:
    """Load a set, with a bar while a fresh one is made."""
    if split == PUBLIC:
        return load_set()
    with make_progress() as bar:
        line = bar.add_task("making the set", total=len(load_set().items))
        return load_set(split, lambda done: bar.update(line, completed=done))


@app.command("results", cls=PlainCommand)
def results(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="An evaluation; none lists all.")
    ] = None,
    store: StoreOption = DEFAULT_STORE,
    html: HtmlOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Show the evaluations of a store, or one with every measure.

    [bold]Examples[/]

    sapper llm results --store sapper.db

    sapper llm results "my-model, public, grid" --html report.html
    """
    from sapper.llm.asking.results import Row  # noqa: PLC0415 - only here

    if html is not None:
        check_folder(html)
    with open_store(store, create=False) as opened:
        kept = Evaluations(opened)
        names = kept.names() if name is None else [name]
        stored = []
        for one in names:
            found = kept.find(one)
            if found is None:
                known = ", ".join(map(repr, kept.names())) or "none"
                raise SapperError(
                    f"no evaluation {one!r} in {opened.address!r}; there are: {known}"
                )
            stored.append((one, found[1], list(kept.records(found[0]).values())))
    if name is not None:
        _, settings, records = stored[0]
        _show(name, settings, records, None, html, {}, as_json=as_json)
        return
    if html is not None:
        raise SapperError("expected the name of an evaluation with --html")
    rows = [Row.of(one, records) for one, _, records in stored]
    if as_json:
        print_json([row.to_dict() for row in rows])
    else:
        _print_scores(rows, f"evaluations in {store}")


@app.command("reference", cls=PlainCommand)
def reference(
    player: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Reference rows; none means all."),
    ] = None,
    split: SplitOption = PUBLIC,
    track: TrackOption = None,
    limit: LimitOption = None,
    as_json: JsonOption = False,
) -> None:
    """
    Play the reference rows: agents of the house, and imitated failings of models.

    [bold]Examples[/]

    sapper llm reference

    sapper llm reference exact "always flags" --split fresh:7 --json
    """
    from sapper.llm.asking.results import Row  # noqa: PLC0415 - only here

    names = player or reference_names()
    players = {one: get_player(one) for one in names}
    bench = _load(split).limited(limit, track or [])
    rows = []
    with make_progress() as bar:
        line = bar.add_task("items", total=len(bench.items) * len(names))
        for one, asked in players.items():
            records = []
            for item in bench.items:
                records.append(play_item(item, asked))
                bar.advance(line)
            rows.append(Row.of(one, records))
    if as_json:
        print_json([row.to_dict() for row in rows])
    else:
        _print_scores(rows, f"reference rows on {bench.split}, {count(len(bench.items), 'item')}")


@app.command("set", cls=PlainCommand)
def set_command(
    to: Annotated[
        Path,
        typer.Option("--to", metavar="FILE", help="JSON lines, or Parquet if it ends in .parquet."),
    ],
    split: SplitOption = PUBLIC,
) -> None:
    """
    Write a set of the benchmark and its data card.

    [bold]Examples[/]

    sapper llm set --to sapper-bench-1.parquet

    sapper llm set --split fresh:7 --to fresh.jsonl
    """
    check_folder(to)
    bench = _load(split)
    save_set(bench, to)
    Console().print(
        f"{count(len(bench.items), 'item')} written to {to}, SHA-256 of the lines "
        f"{bench.sha256[:16]}…",
        highlight=False,
        soft_wrap=True,
    )


def _show(
    name: str,
    settings: dict[str, Any],
    records: Sequence[dict[str, Any]],
    bench: BenchSet | None,
    html: Path | None,
    failures: dict[str, str],
    *,
    as_json: bool,
) -> None:
    from sapper.llm.asking.report import write_report  # noqa: PLC0415 - loads a template engine
    from sapper.llm.asking.results import Row, companions, cost  # noqa: PLC0415 - as above

    row, spent = Row.of(name, records), cost(records)
    public = load_set() if bench is None and settings.get("split") == PUBLIC else bench
    beside = companions(settings["split"], len(records), len(public.items) if public else 0)
    if html is not None:
        write_report(html, name, settings, records, beside, failures)
    if as_json:
        found = row.to_dict() | {"settings": settings, "items": len(records), "cost": spent}
        print_json(found | {"failures": failures})
        return
    _print_measures(row)
    _print_scores([row, *beside], "the five scores, and their mean")
    _print_cost(spent, len(records), failures)
    if html is not None:
        Console(stderr=True).print(f"the report is {html}", highlight=False, soft_wrap=True)


def _print_measures(row: Row) -> None:
    from sapper.llm.asking.report import measure_table  # noqa: PLC0415 - as above

    lines = [[track, *line.values()] for track in row.scores for line in measure_table(row, track)]
    columns = [
        Column("track"), Column("measure"), Column("value", "number"),
        Column("95 % interval", "number", 2), Column("items", "number", 1),
    ]  # fmt: skip
    print_table(columns, lines, title=row.name, section=0)


def _print_scores(rows: Sequence[Row], title: str) -> None:
    from sapper.llm.asking.report import score_table  # noqa: PLC0415 - as above

    columns = [
        Column("player"),
        *(Column(track, "number", 1) for track in TRACKS),
        Column("score", "number"),
    ]
    lines = [list(line.values()) for line in score_table(rows)]
    print_table(columns, lines, title=title)


def _print_cost(spent: dict[str, Any], items: int, failures: dict[str, str]) -> None:
    tokens = [spent["prompt_tokens"], spent["completion_tokens"]]
    said = f"{count(items, 'item')}, {count(spent['questions'], 'question')}"
    if None not in tokens:
        said += f", {tokens[0]:,} tokens asked, {tokens[1]:,} answered"
    said += f", {spent['seconds']:,} seconds of answering"
    if spent["asked_again"]:
        said += f", asked again {count(spent['asked_again'], 'time')}"
    if spent["cut_off"]:
        said += f", {count(spent['cut_off'], 'answer')} cut off at the limit of tokens"
    typer.echo(said)
    console = Console(stderr=True, highlight=False, soft_wrap=True, markup=False)
    for item, error in list(failures.items())[:5]:
        console.print(f"not answered: {item}: {error}")
    if failures:
        console.print(f"{count(len(failures), 'item')} not answered; the same command asks again")


@app.command("serve", cls=PlainCommand)
def serve(
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Who may connect; 0.0.0.0 for everybody.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 for any free one.")] = 8000,
    sessions: Annotated[int, typer.Option(min=1, help="Connections at once.")] = 1_000,
) -> None:
    """
    Serve games to train on, as an environment of OpenEnv: reset, step, state.

    One session for each connection, at /ws; docs/guides/language-models.md has a client.

    [bold]Examples[/]

    sapper llm serve

    sapper llm serve --host 0.0.0.0 --port 8000
    """
    try:
        import uvicorn  # noqa: PLC0415 - an extra
        import websockets  # noqa: F401, PLC0415 - uvicorn asks for it only when it is needed

        from sapper.llm.faces.openenv import make_app  # noqa: PLC0415 - as above
    except ImportError as error:
        raise MissingExtraError.of(error.name or "uvicorn", "llm") from None
    listening = listen(port, host)
    address = f"http://{host}:{listening.getsockname()[1]}"
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    console.print(f"the environment is {address}   (stop with Ctrl-C)")
    config = uvicorn.Config(
        make_app(sessions), log_level="warning", server_header=False, lifespan="off",
        ws_per_message_deflate=False, ws_max_size=2**22, timeout_graceful_shutdown=1,
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[listening])
