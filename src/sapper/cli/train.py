"""`sapper train`: data by play, a model by a library, a file that plays without it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bars

from sapper.cli.completion import complete_agents
from sapper.cli.options import WorkersOption
from sapper.cli.signals import INTERRUPTED
from sapper.cli.tables import print_json, print_wrapped
from sapper.game.io.disk import write_bytes
from sapper.lab.executors import default_workers


class _Told:
    """Shows each stage of a training as a bar, with its last note."""

    def __init__(self, bars: Bars) -> None:
        self._bars = bars
        self._stage = ""
        self._task = bars.add_task("", total=1)

    def __call__(self, stage: str, done: float, total: float, note: str = "") -> None:
        if stage != self._stage:
            self._stage = stage
            self._bars.reset(self._task, total=total, description=stage)
        self._bars.update(
            self._task, completed=done, total=total, description=f"{stage}  {note}".rstrip()
        )


def train(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="AGENT",
            help="A learned agent, such as sinha/v5.0.",
            autocompletion=complete_agents,
        ),
    ],
    scale: Annotated[
        float, typer.Option(help="How much of the paper's data to play; 1 is all of it.")
    ] = 1.0,
    seed: Annotated[int, typer.Option(help="Seed of the data and of the training.")] = 0,
    workers: WorkersOption = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to write it; here if not given.")
    ] = None,
    install: Annotated[
        bool, typer.Option("--install", help="Put it where the agent looks, with its checksum.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print its description as JSON.")] = False,
) -> None:
    """
    Train the model of a learned agent.

    Plays the data, trains with progress and loss, evaluates on unseen seeds and saves
    one file. Needs the extra learn; playing does not. The same seed and scale give the
    same file on one machine, with any number of workers.

    [bold]Examples[/]

    sapper train sinha/v5.0 --scale 0.01

    sapper run sinha/v5.0:model=sinha-v5.0.npz --games 1000

    sapper train sinha/v6.5:discount=none --scale 1 --install
    """
    from sapper.agents.models import dump_model, install_model  # noqa: PLC0415 - only here
    from sapper.lab.training import train as train_model  # noqa: PLC0415

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Bars(*columns, TimeRemainingColumn(), console=Console(stderr=True)) as bars:
        try:
            name, model = train_model(
                agent,
                scale=scale,
                seed=seed,
                workers=workers or default_workers(),
                progress=_Told(bars),
            )
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
    data = dump_model(model)
    if install:
        path = install_model(name, data)
    else:
        path = to or Path(f"{name}.npz")
        write_bytes(path, data)
    if as_json:
        print_json({"file": str(path), "bytes": len(data), **model.info})
        return
    metrics = {key: value for key, value in model.info["metrics"].items() if key != "losses"}
    print_wrapped(f"{path}: {len(data):,} bytes")
    for key, value in metrics.items():
        print_wrapped(f"{key.replace('_', ' ')}: {value}", first_indent=2, indent=4)
    if not install:
        print_wrapped(f"play it with: sapper run {agent.partition(':')[0]}:model={path}")
