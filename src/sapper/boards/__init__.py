"""Boards worth playing: generation, certificates, grades, metrics, reviews of games."""

from sapper.boards.board import Board, load_boards, save_boards
from sapper.boards.checker import Checked, CheckError, check_board
from sapper.boards.generation import Boards, Need, generate, grade, iter_boards
from sapper.boards.grade import Grade
from sapper.boards.metrics import Metrics, measure, measure_grids, measure_many

__all__ = [
    "Board",
    "Boards",
    "CheckError",
    "Checked",
    "Grade",
    "Metrics",
    "Need",
    "check_board",
    "generate",
    "grade",
    "iter_boards",
    "load_boards",
    "measure",
    "measure_grids",
    "measure_many",
    "save_boards",
]
