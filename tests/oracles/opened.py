"""Large positions, opened by play, and their layouts."""

import random

import numpy as np
from numpy.typing import NDArray

from sapper.errors import IllegalMoveError
from sapper.game import Game, Layout, Position
from sapper.logic import analyse


def random_mines(columns: int, rows: int, num_mines: int, seed: int) -> NDArray[np.uint8]:
    mines = np.zeros(columns * rows, np.uint8)
    mines[random.Random(seed).sample(range(columns * rows), num_mines)] = 1
    return mines.reshape(rows, columns)


def clues_of(mines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    rows, columns = mines.shape
    framed = np.pad(mines, 1)
    around = [framed[r : r + rows, c : c + columns] for r in range(3) for c in range(3)]
    return np.asarray(np.sum(around, axis=0) - mines, dtype=np.uint8)


def opened_by_play(columns: int, rows: int, *, rounds: int) -> tuple[Position, NDArray[np.uint8]]:
    """Open a cascade for every 480 cells, then for some rounds all that is proven safe."""
    mines = random_mines(columns, rows, columns * rows * 99 // 480, seed=5)
    zeros = np.flatnonzero((clues_of(mines) + mines).ravel() == 0).tolist()
    game = Game.on_layout(Layout(columns, rows, tuple(np.flatnonzero(mines).tolist())))
    starts = random.Random(6).sample(zeros, columns * rows // 480)
    for i in range(rounds + 1):
        for cell in starts if i == 0 else analyse(game.position).safe:
            try:
                game.reveal(cell)
            except IllegalMoveError:
                continue  # a cascade was there first
    return game.position, mines
