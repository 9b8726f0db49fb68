"""Numbers in sentences."""

from __future__ import annotations


def count(number: int, noun: str) -> str:
    """
    Write a number and what it counts.

    >>> count(1, "move"), count(2000, "game"), count(0, "guess"), count(2, "retry")
    ('1 move', '2,000 games', '0 guesses', '2 retries')
    """
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y"):
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"
