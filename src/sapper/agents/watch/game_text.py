"""
A playthrough in words, without colours: what golden playthroughs and logs show.

`tell_playthrough` plays a game and yields its text turn by turn: the part that
spoke, what it proved and from which clues, the moves, the position, guesses with
their numbers; at the end the result and, in the score game, the score.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sapper.agents.protocols import Deduction
from sapper.agents.watch.playthrough import Playthrough, Turn
from sapper.arguments import explained
from sapper.game.codes import MINE_SHOWN
from sapper.game.layout import Layout
from sapper.game.position import Position

# A row's time changes from run to run; its outcome stands there as won, lost and stuck.
_LEFT_OUT = ("nanoseconds", "cut_guesses", "outcome", "forfeit")
# Nobody wins or loses the score game.
_OF_WINNING = ("won", "lost")
_WIDTH = 28


@dataclass(frozen=True)
class Proven:
    """Cells that were proven alike from the same clues."""

    cells: tuple[int, ...]
    is_mine: bool
    clues: tuple[int, ...]


def join_deductions(deductions: Iterable[Deduction]) -> list[Proven]:
    """Put cells together that were proven alike from the same clues."""
    found: dict[tuple[bool, tuple[int, ...]], list[int]] = {}
    for deduction in deductions:
        for cells, is_mine in ((deduction.safe, False), (deduction.mines, True)):
            if cells:
                found.setdefault((is_mine, deduction.clues), []).extend(cells)
    return [Proven(tuple(cells), is_mine, clues) for (is_mine, clues), cells in found.items()]


def count_deductions(deductions: Iterable[Deduction]) -> str:
    """
    Count the cells proven safe and the mines, in words.

    >>> count_deductions([Deduction(safe=(1, 2)), Deduction(mines=(3,))])
    '2 safe and 1 mine'
    """
    found = list(deductions)
    safe, mines = sum(len(d.safe) for d in found), sum(len(d.mines) for d in found)
    parts = [f"{safe} safe"] if safe else []
    parts += [f"{mines} {'mine' if mines == 1 else 'mines'}"] if mines else []
    return " and ".join(parts)


@explained
def tell_playthrough(game: Playthrough) -> Iterator[str]:
    """
    Play a game to its end and yield its text, a block for every turn.

    >>> from sapper.agents.registry import load_agent
    >>> from sapper.game.rules import Rules
    >>> agent = load_agent("kvietinskas/single-point:first=r1c1")
    >>> told = tell_playthrough(Playthrough(agent, Rules.parse("3x1x1"), 2))
    >>> print(list(told)[1], end="")
    <BLANKLINE>
    turn 1: opener fixed_cell
      plays r1c1
        1..
    """
    yield "\n".join(_heading(game)) + "\n"
    guesses = picks = 0
    for turn in game:
        guesses += turn.role == "guesser"
        picks += turn.role in ("opener", "guesser") and turn.moves[0].kind == "reveal"
        yield "\n" + "\n".join(tell_turn(turn, guesses, _ending(game, turn))) + "\n"
    yield "\n" + "\n".join(_result(game, picks)) + "\n"


def tell_turn(turn: Turn, guess: int, ending: str = "") -> list[str]:
    """
    Describe one turn in lines.

    ``guess`` is the number of the guess, if it is one, ``ending`` how the game ended by it.
    """
    position = turn.position
    number = f", guess {guess}" if turn.role == "guesser" else ""
    lines = [f"turn {turn.number}: {turn.role} {turn.part}".rstrip() + number]
    if turn.assumed is not None:
        lines.append(f"  tries {position.format_cell(turn.assumed)} as a mine and as safe")
    lines += [f"  {_tell_proven(one, position)}" for one in join_deductions(turn.deductions)]
    if turn.reason is not None:
        first, *others = turn.reason.lines(position)
        lines += [f"  chooses {first}", *(f"    {line}" for line in others)]
    if turn.moves:
        moves = " ".join(move.format(position.columns) for move in turn.moves)
        lines.append(f"  plays {moves}")
    if turn.cell is not None and position.cells[turn.cell] == MINE_SHOWN:
        lines.append("  hits a mine")
    lines += [f"    {row}" for row in str(position).split(" ")[0].split("/")]
    return [*lines, f"  {ending}"] if ending else lines


def _ending(game: Playthrough, turn: Turn) -> str:
    """Return how a turn ended the game: with a score where the score counts."""
    if turn.outcome == "playing":
        return ""
    return f"ends with a score of {_score(game)}" if game.rules.game == "score" else turn.outcome


def _score(game: Playthrough) -> str:
    (row,) = game.result()
    found, mines = row["mines_flagged"], game.rules.num_mines
    return f"{found} of {mines}" + (f", {found / mines:.4f}" if mines else "")


def _tell_proven(one: Proven, position: Position) -> str:
    kind = "mines" if one.is_mine else "safe"
    clues = position.format_cells(one.clues) or "the number of mines"
    return f"proves {kind} {position.format_cells(one.cells)} by {clues}"


def _heading(game: Playthrough) -> list[str]:
    rules = game.rules
    lines = [
        f"agent        {game.agent}",
        f"rules        {rules.size}, first click {rules.first_click}, {rules.game} game",
    ]
    given: Layout | None = game.given_layout
    if given is not None:
        lines.append(f"layout       {given}")
    return [*lines, f"seeds        game {game.game_seed}, agent {game.agent_seed}"]


def _result(game: Playthrough, picks: int) -> list[str]:
    (row,) = game.result()
    is_score = game.rules.game == "score"
    left_out = (*_LEFT_OUT, *_OF_WINNING) if is_score else _LEFT_OUT
    shown = {name: value for name, value in row.items() if name not in left_out}
    if is_score:
        shown["score"] = _score(game)
        shown["random_moves"] = f"{picks}, the first pick counted"
    width = max(_WIDTH, 1 + max(map(len, shown)))
    return ["result", *(f"  {name:<{width}}{value}" for name, value in shown.items())]
