"""`sapper review`: luck and skill of a recorded game."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from sapper.boards.review import Review, ReviewedMove, review, review_sentences, save_page
from sapper.cli.tables import Column, make_progress, print_json, print_table, print_wrapped
from sapper.game.io.replays import load_replay, save_rawvf
from sapper.game.words import count

_COLUMNS: Final = (
    Column("move"),
    Column("kind"),
    Column("risk %", kind="number"),
    Column("least %", kind="number"),
    Column("to win %", kind="number", spare=2),
    Column("best %", kind="number", spare=1),
    Column("lost %", kind="number"),
    Column("went"),
    Column("missed"),
)


def review_command(
    file: Annotated[Path, typer.Argument(help="A replay of Sapper's, RAWVF, EVF or RMV.")],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page with a scrubber.")
    ] = None,
    rawvf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the game as RAWVF too.")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")
    ] = False,
) -> None:
    """
    Review a game: luck against skill, needless guesses, missed proofs, value lost.

    Every reveal is compared with the exact risks before it. A guess is needless where a
    safe cell could be proven; the easiest such proof is named. What a guess gave away is
    the chance to win against that of the best move, exactly, where few layouts are left;
    elsewhere the risk beyond the least on offer, marked "risk".

    [bold]Examples[/]

    sapper review game.json

    sapper review game.evf --html review.html

    sapper review game.rmv --json
    """
    replay = load_replay(file)
    with make_progress() as progress:
        task = progress.add_task("reviewing", total=len(replay.moves))
        found = review(replay, lambda done, _: progress.update(task, completed=done))
    if html is not None:
        save_page(found, html)
    if rawvf is not None:
        save_rawvf(replay, rawvf)
    if as_json:
        print_json(found.to_dict())
    else:
        _show(found)


def _show(found: Review) -> None:
    numbers = found.summary()
    missed = ", ".join(f"{times} by {name}" for name, times in numbers["missed"].items())
    for line in (
        f"{numbers['grid']}, {numbers['outcome']}: {count(numbers['guesses'], 'guess')}, "
        f"{numbers['needless_guesses']} needless, {numbers['forced_guesses']} forced",
        f"survived {numbers['survivals']}, expected {numbers['expected_survivals']:.2f}: "
        f"luck {numbers['luck']:+.2f}, pLuck {numbers['pluck']:.2f}; chance that all guesses "
        f"succeed: {100 * numbers['chance_of_all']:.3g} %",
        _lost(numbers),
        f"missed proofs: {missed or 'none'}",
        *review_sentences(found),
        _speed(numbers),
    ):
        print_wrapped(line)
    if found.guesses:
        print_table(_COLUMNS, [_cells(move) for move in found.guesses], title="guesses")
        for move in found.guesses:
            if move.missed:
                print_wrapped(f"{_name(move)}: {move.why}", indent=2)


def _lost(numbers: dict[str, Any]) -> str:
    by_value, by_risk = numbers["guesses_by_value"], numbers["guesses_by_risk"]
    parts = []
    if by_value or not by_risk:
        parts.append(
            f"value lost against the best moves: {numbers['value_lost']:.4f} wins "
            f"(exact, {'summed over ' * (by_value > 1)}{count(by_value, 'guess')})"
        )
    if by_risk:
        parts.append(
            f"risk beyond the least on offer: {100 * numbers['risk_lost']:.2f} % "
            f"({count(by_risk, 'guess')} where the value is out of reach)"
        )
    return "; ".join(parts)


def _speed(numbers: dict[str, float | None]) -> str:
    text = (
        f"3BV {numbers['three_bv_solved']} of {numbers['three_bv']}, clicks {numbers['clicks']}, "
        f"efficiency {numbers['efficiency'] or 0:.2f}, ZiNi {numbers['zini']}"
    )
    if numbers["seconds"] is not None:
        text += f", {numbers['seconds']:.2f} s"
    if numbers["seconds_per_three_bv"] is not None:
        text += f", {numbers['seconds_per_three_bv']:.3f} s per 3BV"
    return text


def _best(move: ReviewedMove) -> str:
    """Write the value of best play and where it begins, where that is another cell."""
    if move.best_value is None:
        return ""
    where = "" if move.best_move is None else f" {move.before.format_cell(move.best_move)}"
    return f"{100 * float(move.best_value):.2f}" + (where if move.lost > 0 else "")


def _name(move: ReviewedMove) -> str:
    return f"{move.number} {move.move.format(move.before.columns)}"


def _cells(move: ReviewedMove) -> list[str]:
    return [
        _name(move),
        move.kind.split()[0],
        f"{100 * (move.risk or 0):.2f}",
        f"{100 * (move.best_risk or 0):.2f}",
        "" if move.value is None else f"{100 * float(move.value):.2f}",
        _best(move),
        f"{100 * move.lost:.2f}" + ("" if move.lost_by == "value" else " risk"),
        "well" if move.survived else "a mine",
        str(move.missed) if move.missed else "",
    ]
