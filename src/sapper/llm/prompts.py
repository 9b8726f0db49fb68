"""
What a model is told: the rules, how to answer, what is asked.

The rules are stated in full, first click and limits included, so that nothing depends on
what a model has read elsewhere.
"""

from __future__ import annotations

from typing import Final

from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.game.words import count
from sapper.llm.showing import MEANINGS

_RULES: Final = (
    "You play Minesweeper. Cells are named by row and column, both counted from 1: r2c3 is in "
    "row 2, column 3. A revealed cell shows how many of the up to eight cells around it are "
    "mines; revealing a 0 reveals the cells around it too. "
)
_FIRST: Final = {
    "any": "The first cell that is revealed may be a mine.",
    "safe": "The first cell that is revealed is never a mine; all other layouts of the mines "
    "are equally likely.",
    "zero": "Neither the first cell that is revealed nor any cell around it is a mine; all other "
    "layouts of the mines are equally likely.",
}
_MOVES: Final = (
    "Answer with moves in <move> tags: <move>r2c3</move> reveals a cell, !r2c3 flags it, ~r2c3 "
    "takes the flag away, and +r2c3 on a number with as many flags around it as it shows reveals "
    "the other cells around it. "
)
_SEVERAL: Final = (
    "You may make several moves at once: <move>r2c3 r2c4 !r1c1</move>; they are judged by what "
    "the position shows now. "
)
# What is asked of a single position, by the kind of task.
ASKED: Final = {
    "move": "Make the move with the least risk: if a cell is proven safe, reveal one; if none "
    "is, reveal the cell with which the chance to win is largest. " + _MOVES,
    "proofs": "Name every covered cell that is proven safe, and every covered cell that is proven "
    "to be a mine, by the numbers and by the number of mines. Name no other cell: one wrong cell "
    "makes the whole answer wrong. Answer with all of them in one <move> tag, safe cells as "
    "r2c3, mines as !r2c3: <move>r2c3 r2c4 !r1c1</move>.",
    "reason": "Name one covered cell that is proven safe or proven to be a mine, and the revealed "
    "numbers that prove it: as few as possible, but enough that the cell follows from these "
    "numbers alone. If the number of mines is needed too, add the words mine count. Answer with "
    "the cell in a <move> tag, r2c3 if it is safe, !r2c3 if it is a mine, and the cells of the "
    "numbers in a <because> tag: <move>!r1c1</move><because>r2c2 r2c3 mine count</because>.",
}


def describe_task(kind: str, position: Position, form: str) -> str:
    """Write the prompt of a single position, without the position."""
    mines = count(position.num_mines, "mine")
    return (
        f"{_RULES}The grid has {count(position.rows, 'row')}, "
        f"{count(position.columns, 'column')} and {mines}. {MEANINGS[form]} "
        f"Every layout of the mines that fits what is shown is equally likely.\n{ASKED[kind]}"
    )


def describe_game(rules: Rules, form: str, max_turns: int, max_idle: int) -> str:
    """Write the prompt of a whole game, without the position."""
    mines = count(rules.num_mines, "mine")
    return (
        f"{_RULES}The grid has {count(rules.rows, 'row')}, {count(rules.columns, 'column')} and "
        f"{mines}. {_FIRST[rules.first_click]} You win when every cell that is no mine is "
        f"revealed, and lose when you reveal a mine. {MEANINGS[form]}\n{_MOVES}{_SEVERAL}"
        f"The game ends after {count(max_turns, 'turn')}, or after {count(max_idle, 'turn')} in a "
        "row that reveal nothing. In every turn you are shown the position and answer with your "
        "next moves."
    )
