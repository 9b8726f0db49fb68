"""`sapper boards`: boards that never force a guess, and the check of their certificates."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated, TypeVar

import typer
from rich.progress import (
    Progress,
)

from sapper.advice.ladder import Technique
from sapper.boards.board import Board, iter_raw_boards, save_boards
from sapper.boards.checker import CheckError, check_board
from sapper.boards.generation import Need, iter_boards
from sapper.cli.completion import complete_grids, complete_techniques
from sapper.cli.options import FirstClickOption
from sapper.cli.tables import Column, make_progress, print_table, print_wrapped, terminal_width
from sapper.errors import NotationError, SapperError
from sapper.game.cells import format_cell
from sapper.game.rules import Rules
from sapper.game.words import count

_SHOWN = 3  # boards shown where no file is asked for
_MOST_ROWS = 50


def boards_command(
    grid: Annotated[
        str,
        typer.Argument(
            metavar="GRID|check",
            autocompletion=complete_grids,
            help="beginner, intermediate, expert or columns x rows x mines; or the word check.",
        ),
    ],
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="After check: the file to check.")
    ] = None,
    count: Annotated[int, typer.Option(min=0, help="How many boards.")] = 10,
    seed: Annotated[int, typer.Option(help="Same seed, same boards.")] = 0,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Write the boards as a JSON list.")
    ] = None,
    first: Annotated[
        str | None, typer.Option(metavar="r4c4", help="The first cell; the middle if not given.")
    ] = None,
    first_click: FirstClickOption = "zero",
    hardest: Annotated[
        str,
        typer.Option(
            metavar="TECHNIQUE",
            help="The hardest technique that may be needed.",
            autocompletion=complete_techniques,
        ),
    ] = Technique.MINE_COUNT.value,
    at_least: Annotated[
        str,
        typer.Option(
            metavar="TECHNIQUE",
            help="A technique that must be needed, or harder.",
            autocompletion=complete_techniques,
        ),
    ] = Technique.SINGLE_CLUE.value,
    three_bv: Annotated[
        str | None, typer.Option("--3bv", metavar="LOW..HIGH", help="3BV from and to.")
    ] = None,
    openings: Annotated[
        str | None, typer.Option(metavar="LOW..HIGH", help="Openings from and to.")
    ] = None,
    density: Annotated[
        str | None,
        typer.Option(
            metavar="SHARE",
            help="With GRID as columns x rows: the share of mines, such as 0.2 or 0.15..0.2.",
        ),
    ] = None,
    symmetric: Annotated[
        str, typer.Option(metavar="KIND", help="turn, left-right, up-down or both (mirrors).")
    ] = "none",
    guesses: Annotated[
        int, typer.Option(min=0, max=1, help="1: boards that need exactly one guess.")
    ] = 0,
    guess_risk: Annotated[
        str | None,
        typer.Option(metavar="LOW..HIGH", help="Risk of that guess; ..0.5 is at most a 50/50."),
    ] = None,
    fifty_fifty: Annotated[
        bool, typer.Option("--fifty-fifty", help="Exactly one guess, and it is a true 50/50.")
    ] = False,
    method: Annotated[
        str,
        typer.Option(
            metavar="reject|perturb",
            help="reject: uniform. perturb: moves mines where the play is stuck; NOT uniform.",
        ),
    ] = "reject",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Worker threads; all cores if not given.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the boards as one JSON list on stdout.")
    ] = False,
) -> None:
    """
    Generate boards that can be solved without a guess, each with its proof.

    Boards are uniform over all layouts that the techniques solve from the first cell:
    single clue, subset, pair of clues, several clues, whole component, mine count.
    `sapper boards check FILE` verifies every step by brute force over its own clues.

    [bold]Examples[/]

    sapper boards expert --count 1000 --hardest subset --to boards.json

    sapper boards check boards.json

    sapper boards 9x9x10 --count 5 --first r1c1 --at-least mine --seed 3

    sapper boards intermediate --3bv 60..70 --openings 3..5 --json

    sapper boards 30x16 --density 0.15..0.18 --symmetric turn --count 5

    sapper boards expert --fifty-fifty --count 20 --to training.json

    sapper boards 30x16x140 --method perturb --count 3
    """
    if grid == "check":
        _check(file, as_json=as_json)
        return
    if file is not None:
        raise SapperError(f"expected --to {str(file)!r} for the file to write")
    need = _make_need(
        hardest, at_least, three_bv, openings, symmetric, guesses, guess_risk, fifty_fifty
    )
    grids = _grids(grid, density, first_click)
    with _Bar(count) as bar:
        found = _iter_all(grids, count, seed, first, need, method, workers, bar)
        began = perf_counter()
        if to is not None:
            save_boards(found, to)
        boards = [] if to is not None else list(found)
        bar.seconds = perf_counter() - began
    if as_json and to is None:
        sys.stdout.write("[" + ",\n ".join(board.format() for board in boards) + "]\n")
    else:
        _show(boards, bar, to, method)


def _make_need(
    hardest: str,
    at_least: str,
    three_bv: str | None,
    openings: str | None,
    symmetric: str,
    guesses: int,
    guess_risk: str | None,
    fifty_fifty: bool,
) -> Need:
    low, high = parse_range(guess_risk, float)
    if fifty_fifty:
        low = high = 0.5
    if (guess_risk or fifty_fifty) and not guesses:
        guesses = 1
    return Need(
        hardest=Technique.parse(hardest),
        at_least=Technique.parse(at_least),
        three_bv=parse_range(three_bv, int),
        openings=parse_range(openings, int),
        guesses=guesses,
        guess_risk=(0.0 if low is None else low, 1.0 if high is None else high),
        symmetry=symmetric,
    )


def _grids(grid: str, density: str | None, first_click: str) -> list[Rules]:
    """List the rules to draw from: one, or one for each number of mines of a density."""
    if density is None:
        return [Rules.parse(grid, first_click=first_click)]
    low, high = parse_range(density, float)
    columns, _, rows = grid.partition("x")
    if not (columns.isdigit() and rows.isdigit()):
        raise NotationError(f"expected --density with columns x rows such as 30x16, got {grid!r}")
    cells = int(columns) * int(rows)
    least = round((low or 0.0) * cells)
    most = round((1.0 if high is None else high) * cells)
    return [
        Rules(int(columns), int(rows), mines, first_click=first_click)
        for mines in range(least, most + 1)
    ]


def _iter_all(
    grids: list[Rules],
    count: int,
    seed: int,
    first: str | None,
    need: Need,
    method: str,
    workers: int | None,
    bar: _Bar,
) -> Iterator[Board]:
    """Yield as many boards of each grid as of any other, the first ones one more."""
    found = attempts = 0
    for number, rules in enumerate(grids):
        share = count // len(grids) + (number < count % len(grids))

        def note(now: int, tried: int, before: tuple[int, int] = (found, attempts)) -> None:
            bar.advance(before[0] + now, before[1] + tried)

        yield from iter_boards(
            rules, share, seed, first, need, method=method, workers=workers, progress=note
        )
        found, attempts = bar.found, bar.attempts


_Number = TypeVar("_Number", int, float)


def parse_range(
    text: str | None, read: Callable[[str], _Number]
) -> tuple[_Number | None, _Number | None]:
    """
    Read ``60..70``, ``60..``, ``..70`` or ``65``.

    >>> parse_range("60..", int), parse_range("0.5", float), parse_range(None, int)
    ((60, None), (0.5, 0.5), (None, None))
    """
    if text is None:
        return (None, None)
    low, dots, high = text.partition("..")
    try:
        if not dots:
            return (read(low), read(low))
        return (read(low) if low else None, read(high) if high else None)
    except ValueError:
        raise NotationError(f"expected a range such as 60..70, got {text!r}") from None


class _Bar:
    """Progress on stderr, and what it came to."""

    def __init__(self, total: int) -> None:
        self.found = self.attempts = 0
        self.seconds = 0.0
        self._progress = make_progress()
        self._task = self._progress.add_task("boards", total=total)

    def __enter__(self) -> _Bar:
        self._progress.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self._progress.stop()

    def advance(self, found: int, attempts: int) -> None:
        """Note how many boards were found among so many layouts."""
        self.found, self.attempts = found, attempts
        share = f"boards, {100 * found / attempts:.3g} % of layouts"
        self._progress.update(self._task, completed=found, description=share)

    def summary(self) -> str:
        """Say what was found, how fast, and which share of layouts it is."""
        if not self.attempts:
            return count(self.found, "board")
        speed = f", {self.found / self.seconds:,.0f} a second" if self.seconds else ""
        return (
            f"{count(self.found, 'board')} among {count(self.attempts, 'layout')} "
            f"({100 * self.found / self.attempts:.3g} % accepted){speed}"
        )


def _show(boards: list[Board], bar: _Bar, to: Path | None, method: str) -> None:
    for board in boards[:_SHOWN]:
        sys.stdout.write(str(board.layout).replace("/", "\n") + "\n")
        name = format_cell(board.first, board.layout.columns)
        print_wrapped(f"first {name}, seed {board.seed}, 3BV {board.three_bv}, {board.grade}")
        sys.stdout.write("\n")
    if len(boards) > _SHOWN:
        _show_table(boards)
    where = f" in {to}" if to is not None else ""
    print_wrapped(bar.summary() + where)
    if method == "perturb":
        words = "made by perturbation: not uniform over all such boards"
        print_wrapped(words, mark=words, style="yellow")


def _show_table(boards: list[Board]) -> None:
    most = len(boards) if terminal_width() is None else _MOST_ROWS
    columns = [Column(name, kind="number") for name in ("seed", "3BV", "openings")]
    rows = [
        (str(one.seed), str(one.three_bv), str(one.openings), str(one.grade))
        for one in boards[:most]
    ]
    more = f"the first {most}; " if len(boards) > most else ""
    caption = f"{more}--to FILE.json keeps them, with their certificates"
    print_table([*columns, Column("grade")], rows, caption=caption)


# The check


def _check(file: Path | None, *, as_json: bool) -> None:
    if file is None:
        raise SapperError("expected a file of boards to check: sapper boards check FILE")
    failed = []
    count = steps = 0
    with _checking() as note:
        for number, data in enumerate(iter_raw_boards(file), start=1):
            count = number
            note(number)
            try:
                steps += check_board(data)
            except CheckError as error:
                failed.append({"board": number, "step": error.step, "problem": str(error)})
    if as_json:
        document = {"boards": count, "steps": steps, "failed": failed}
        sys.stdout.write(json.dumps(document, indent=2) + "\n")
    else:
        for failure in failed:
            print_wrapped(f"board {failure['board']}, {failure['problem']}")
        good = count - len(failed)
        told = f"{good:,} of {count:,} boards hold, {steps:,} steps checked"
        print_wrapped(told)
    if failed:
        raise typer.Exit(1)


@contextmanager
def _checking() -> Iterator[_Note]:
    with make_progress() as progress:
        yield _Note(progress)


class _Note:
    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("checking", total=None)

    def __call__(self, number: int) -> None:
        self._progress.update(self._task, completed=number)
