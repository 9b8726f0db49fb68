"""`sapper build`: make data that agents come with."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from sapper.agents.pattern_building import GAMES_A_LAYOUT, SEED, Building
from sapper.agents.patterns import check_writable, pattern_file, write_patterns
from sapper.cli.tables import make_progress
from sapper.errors import UnknownNameError
from sapper.game.words import count


def build(
    what: Annotated[str, typer.Argument(metavar="vaitzman/patterns", help="What to make.")],
    exact: Annotated[
        bool, typer.Option("--exact", help="Count all lines of play instead of sampling games.")
    ] = False,
    learned: Annotated[
        bool, typer.Option("--learned", help="Let a net value the sampled patterns (part IV).")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option(min=1, max=65_000, help="Games a layout; with --learned on each grid."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Decides the sampled games.")] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where to; the package's own if not given.")
    ] = None,
) -> None:
    """
    Make the pattern database of Vaitzman et al.: every 4x4 layout, a thousand games each.

    The package comes with it, with the exact one and with the learned one; a minute or two each.
    ``--learned`` needs the extra ``learn``.

    [bold]Examples[/]

    sapper build vaitzman/patterns

    sapper build vaitzman/patterns --exact --to exact.bin
    """
    if what not in _BUILDERS:
        raise UnknownNameError.of("data", what, _BUILDERS)
    if exact and learned:
        raise typer.BadParameter("expected --exact or --learned, got both")
    if learned:
        _learn_patterns(games, seed, to)
    else:
        _BUILDERS[what](exact, games or GAMES_A_LAYOUT, SEED if seed is None else seed, to)


def _learn_patterns(games: int | None, seed: int | None, to: Path | None) -> None:
    from sapper.lab.training import patterns as learning  # noqa: PLC0415 - an extra

    file = to or pattern_file("learned")
    check_writable(file)
    began = time.monotonic()
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    with make_progress() as bars:
        task = bars.add_task("learning", total=1)

        def progress(stage: str, done: float, total: float, note: str = "") -> None:
            bars.update(task, description=f"{stage} {note}", completed=done, total=total)

        patterns, loss = learning.learn_patterns(
            progress,
            games=games or learning.GAMES,
            seed=learning.SEED if seed is None else seed,
        )
    size = write_patterns(patterns, file)
    console.print(
        f"{patterns.made['windows']:,} windows in {time.monotonic() - began:.0f} s, loss on unseen "
        f"ones {loss:.4f}: {len(patterns):,} patterns, {size / 1e6:.1f} MB written to {file}",
        markup=False,
    )


def _build_patterns(exact: bool, games: int, seed: int, to: Path | None) -> None:
    building = Building(exact=exact, games=games, seed=seed)
    file = to or pattern_file("exact" if exact else "sampled")
    check_writable(file)
    began = time.monotonic()
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    with make_progress() as progress:
        task = progress.add_task("layouts", total=building.num_layouts)
        for done in building:
            progress.update(task, completed=done)
    patterns = building.patterns()
    size = write_patterns(patterns, file)
    how = "all lines of play" if exact else count(games, "game")
    console.print(
        f"{building.num_layouts:,} layouts, {how} each, in {time.monotonic() - began:.0f} s: "
        f"{len(patterns):,} patterns, {size / 1e6:.1f} MB written to {file}",
        markup=False,
    )


_BUILDERS: Final[dict[str, Callable[[bool, int, int, Path | None], None]]] = {
    "vaitzman/patterns": _build_patterns
}
