"""`sapper analyse`: what is proven, how risky the rest is, and why."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, Final

import numpy as np
import typer
from rich.console import Console

from sapper.advice import Hint, Reason, Technique
from sapper.boards.board import holds_boards, load_board
from sapper.cli.options import check_svg
from sapper.cli.risk_grid import make_grid
from sapper.cli.tables import print_json, print_wrapped, terminal_width
from sapper.errors import (
    ArgumentError,
    BudgetExceededError,
    InconsistentPositionError,
    SapperError,
)
from sapper.game.io.disk import write_bytes
from sapper.game.io.pictures import PictureReading, is_picture, load_picture
from sapper.game.io.sources import load_source, play_moves
from sapper.game.position import Position
from sapper.game.words import count
from sapper.logic import (
    DEFAULT_MAX_STATES,
    Analysis,
    CellValue,
    analyse,
    cell_values,
    draw_analysis,
    value,
)

MOST_REASONS: Final = 8  # shown unless all are asked for
MOST_CELLS: Final = 24  # named in one list
_VALUE_LAYOUTS: Final = 2_000  # of all independent parts: up to there values are exact
_VALUE_NODES: Final = 100_000
_MOST_VALUES: Final = 6  # cells whose value is shown
_MOST_CANDIDATES: Final = 5  # of a guess
_LARGE: Final = 34.0  # logarithm from which a number of layouts is not written out


def analyse_command(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE|-|POSITION",
            help=(
                "A position as text, a .mine text, a replay, an MBF board, a file of "
                "`sapper boards`, or a screenshot; - reads from stdin."
            ),
        ),
    ],
    moves: Annotated[
        str | None,
        typer.Option(
            metavar="'r1c1 !r2c2 ...'",
            help="Moves to play on an MBF board or a file's board: r reveal, ! flag.",
        ),
    ] = None,
    board: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help="Which board of a file of `sapper boards`, its first cell revealed.",
        ),
    ] = None,
    move: Annotated[
        int | None, typer.Option(metavar="N", help="The position of a replay after N moves.")
    ] = None,
    mines: Annotated[
        int | None,
        typer.Option(min=0, metavar="N", help="The number of mines, of a screenshot."),
    ] = None,
    mine_count: Annotated[
        bool,
        typer.Option(
            "--mine-count/--no-mine-count", help="Use the number of mines, or clues only."
        ),
    ] = True,
    trust_flags: Annotated[
        bool,
        typer.Option(
            "--trust-flags/--distrust-flags", help="Take flags as mines, or as covered cells."
        ),
    ] = True,
    limit: Annotated[
        int, typer.Option(min=1, metavar="STATES", help="Stop after this many states.")
    ] = DEFAULT_MAX_STATES,
    all_reasons: Annotated[
        bool, typer.Option("--all-reasons", help="Show the reason of every proven cell.")
    ] = False,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the position with its risks.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Show what is proven in a position, the risk of every other cell, and why.

    Rows are joined by /, the number of mines comes last: . covered, 0-8 clue,
    F flag, * mine shown; x is covered too where no . stands beside it. With
    --no-mine-count the number may be left out.

    [bold]Examples[/]

    sapper analyse "..1./..2./11../.... 3"

    sapper analyse position.txt --svg risks.svg

    sapper analyse game.json --move 12 --all-reasons

    sapper analyse board.mbf --moves "r1c1 r5c5 !r2c2"

    sapper analyse boards.json --board 3

    sapper analyse screenshot.png --mines 99

    cat position.txt | sapper analyse - --json
    """
    check_svg(svg)
    source, picture = _join(words), None
    if is_picture(source):
        if (moves, board, move) != (None, None, None):
            raise SapperError("expected a screenshot without --moves, --board and --move")
        picture = load_picture(source)
        position = picture.position(mines if mine_count else picture.room)
    elif mines is not None:
        raise SapperError("expected --mines for a screenshot; elsewhere the position says it")
    elif board is not None or holds_boards(source):
        position = _play_board(source, board, moves, move)
    else:
        position = load_source(source, moves, move, needs_count=mine_count)
    analysis = _analyse(position, trust_flags, mine_count, limit, picture)
    if svg is not None:
        write_bytes(svg, draw_analysis(analysis, analysis.best).encode())
    if as_json:
        document = {
            **analysis.to_dict(),
            "position": _write(position, mine_count),
            **_values_as_json(analysis),
            "grade": grade_position(analysis.reasons()),
            **({"picture": picture.to_dict()} if picture else {}),
        }
        print_json(document)
    else:
        if picture is not None:
            print_wrapped(picture.describe())
            print_wrapped(f"position  {_write(position, mine_count)}", indent=10)
        _show(analysis, all_reasons=all_reasons)


def _play_board(source: str, number: int | None, moves: str | None, move: int | None) -> Position:
    """Return the position of a board of a file after its first cell and some moves."""
    if move is not None:
        raise SapperError("expected --moves for a board of a file; --move N is for replays")
    game = load_board(source, number).game()
    play_moves(game, moves or "")
    return game.position


def _join(words: list[str]) -> str:
    """Return the one source; a shell parts a position that has no quotes."""
    if len(words) > 1:
        whole = " ".join(words)
        raise ArgumentError(
            f"expected one position or file, got {len(words)} words; "
            f'put a position in quotes: "{whole}"'
        )
    return words[0]


def _write(position: Position, mine_count: bool) -> str:
    """Write a position; without the number of mines where that is not used."""
    return str(position) if mine_count else str(position).partition(" ")[0]


def _analyse(
    position: Position,
    trust_flags: bool,
    mine_count: bool,
    limit: int,
    picture: PictureReading | None = None,
) -> Analysis:
    """Analyse; a budget's end names the cells that had been proven."""
    try:
        return analyse(
            position, trust_flags=trust_flags, use_mine_count=mine_count, max_states=limit
        )
    except InconsistentPositionError as error:
        if picture is None:
            raise
        read = f"{picture.describe()}: {_write(position, mine_count)!r}"
        raise InconsistentPositionError(f"{error}; {read}") from None
    except BudgetExceededError as error:
        words = str(error).replace("max_states=", "--limit ")
        if error.partial is None:
            raise BudgetExceededError(words) from None
        found = [
            f"{what} {_name_cells(position, cells)}"
            for what, cells in (("safe", error.partial.safe), ("mines", error.partial.mines))
            if cells
        ]
        raise BudgetExceededError("; ".join([words, *found])) from None


# On the terminal


def _show(analysis: Analysis, *, all_reasons: bool) -> None:
    position = analysis.position
    hint, reasons = analysis.hint(), analysis.reasons()
    best = () if hint is None or hint.kind == "mines" else (hint.cell,)
    flagged = len(position.flagged)
    flags = f", {flagged} flagged" if flagged else ""
    mines = count(position.num_mines, "mine") if analysis.use_mine_count else "mines not counted"
    print_wrapped(
        f"{position.columns}x{position.rows}, {mines}{flags}, {_format_placements(analysis)} left"
    )
    console = Console(markup=False, highlight=False)
    console.print()
    is_coloured = console.color_system is not None and not console.no_color
    for line in make_grid(analysis, best, terminal_width(), is_coloured=is_coloured):
        console.print(line, no_wrap=True, overflow="ignore", crop=False)
    console.print()
    _show_proven(analysis)
    if hint is not None:
        _show_hint(hint)
    _show_values(analysis)
    _show_reasons(reasons, all_reasons=all_reasons)
    _show_grade(reasons)


def _say(mark: str, style: str, text: str) -> None:
    """Print a paragraph that begins with a coloured word."""
    print_wrapped(f"{mark:<5}  {text}", indent=7, mark=mark, style=style)


def _format_placements(analysis: Analysis) -> str:
    if analysis.log_placements < _LARGE:
        return count(analysis.num_placements, "layout")
    exponent, fraction = divmod(analysis.log_placements / np.log(10.0), 1.0)
    return f"about {10**fraction:.1f}e{exponent:.0f} layouts"


def _show_proven(analysis: Analysis) -> None:
    for what, style, cells in (
        ("safe", "bold green", analysis.safe),
        ("mines", "bold red", analysis.mines),
    ):
        if cells:
            _say(what, style, _name_cells(analysis.position, cells))


def _find_values(analysis: Analysis) -> tuple[Fraction | None, tuple[CellValue, ...]]:
    """Return the exact value of the position and of its living cells; None out of reach."""
    if not analysis.use_mine_count:
        return None, ()
    limits = {"max_layouts": _VALUE_LAYOUTS, "max_nodes": _VALUE_NODES}
    try:
        cells = cell_values(analysis.position, trust_flags=analysis.trust_flags, **limits)
        if cells:
            return cells[0].value, cells
        return value(analysis.position, trust_flags=analysis.trust_flags, **limits), ()
    except BudgetExceededError:
        return None, ()


def _values_as_json(analysis: Analysis) -> dict[str, object]:
    whole, cells = _find_values(analysis)
    name = analysis.position.format_cell
    return {
        "value": None if whole is None else str(whole),
        "values": [{"cell": name(one.cell), "value": str(one.value)} for one in cells],
    }


def _show_values(analysis: Analysis) -> None:
    whole, cells = _find_values(analysis)
    if whole is None:
        return
    text = f"best play wins {_share(whole)}"
    if cells and not analysis.safe:
        name = analysis.position.format_cell
        shown = [f"{name(one.cell)} {_share(one.value)}" for one in cells[:_MOST_VALUES]]
        if len(cells) > len(shown):
            shown.append(f"and {len(cells) - len(shown)} more")
        text += f"; by cell: {', '.join(shown)}"
    _say("value", "bold", text)


def _share(value: Fraction) -> str:
    """
    Write a chance to win, exactly and in percent.

    >>> _share(Fraction(1)), _share(Fraction(10, 13))
    ('for certain', '10/13 = 76.9 %')
    """
    return "for certain" if value == 1 else f"{value} = {100 * float(value):.1f} %"


def _show_hint(hint: Hint) -> None:
    """Show what to open next; a guess with its candidates."""
    word, style = ("guess", "bold yellow") if hint.kind == "guess" else ("hint", "bold green")
    _say(word, style, hint.sentence)
    for one in hint.candidates[1:_MOST_CANDIDATES]:
        _say("", "", f"{one.describe(hint.position)}")


def _show_reasons(found: Sequence[Reason], *, all_reasons: bool) -> None:
    reasons = sorted(found, key=_by_use)
    shown = reasons if all_reasons else reasons[:MOST_REASONS]
    if shown:
        sys.stdout.write("\n")
    for reason in shown:
        colour = "red" if reason.is_mine else "green"
        words = f"• {reason} [{_describe_technique(reason)}]"
        print_wrapped(words, mark="•", style=colour)
    if len(shown) < len(reasons):
        more = len(reasons) - len(shown)
        print_wrapped(f"and {more} more; --all-reasons shows them")


def grade_position(reasons: Sequence[Reason]) -> dict[str, Any]:
    """
    Grade a position: how many cells each technique proves, and the easiest for a safe one.

    >>> found = grade_position(analyse(Position.parse(".../111 1")).reasons())
    >>> found["easiest_safe"], found["title"], found["hardest"]
    ('subset', 'needs subsets', 'several clues')
    """
    counts = Counter(reason.technique for reason in reasons)
    easiest = min((one.technique for one in reasons if not one.is_mine), default=None)
    return {
        "easiest_safe": None if easiest is None else str(easiest),
        "title": "needs a guess" if easiest is None else easiest.board_title,
        "hardest": str(max(counts)) if counts else None,
        "cells": {str(technique): counts[technique] for technique in Technique},
    }


def _show_grade(reasons: Sequence[Reason]) -> None:
    found = grade_position(reasons)
    if found["hardest"] is None:
        return
    cells = ", ".join(f"{name} {count}" for name, count in found["cells"].items() if count)
    easiest = found["easiest_safe"]
    text = f"the next safe cell by {easiest}" if easiest else "only mines are proven"
    _say("grade", "bold", f"{found['title']}: {text}; cells by technique: {cells}")


def _by_use(reason: Reason) -> tuple[bool, Technique, int, int]:
    """Safe cells first, then what is easier to see."""
    return reason.is_mine, reason.technique, len(reason.clues), reason.cell


def _describe_technique(reason: Reason) -> str:
    """Name the technique, with the rounds of comparing clues where there are several."""
    steps = reason.steps or 0
    return str(reason.technique) if steps < 2 else f"{reason.technique}, {count(steps, 'step')}"


def _name_cells(position: Position, cells: Sequence[int]) -> str:
    names = position.format_cells(cells[:MOST_CELLS])
    more = len(cells) - MOST_CELLS
    return names if more <= 0 else f"{names} and {more} more"
