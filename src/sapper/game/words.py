"""Numbers in sentences."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """
    Write a number and what it counts.

    >>> count(1, "move"), count(2000, "game")
    ('1 move', '2,000 games')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
