"""A taskset of verifiers v1: Minesweeper, every answer judged by Sapper's exact engine."""

from sapper_minesweeper.taskset import MinesweeperTaskset

__all__ = ["MinesweeperTaskset"]
