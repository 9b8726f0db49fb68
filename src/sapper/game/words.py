"""Numbers in sentences."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """
    Write a number and what it counts.

    >>> count(1, "move"), count(2000, "game"), count(0, "guess")
    ('1 move', '2,000 games', '0 guesses')
    """
    end = "" if number == 1 else "es" if noun.endswith("s") else "s"
    return f"{number:,} {noun}{end}"
