"""A review in sentences: guesses that were not needed, the riskiest move, what luck was worth."""

from __future__ import annotations

from typing import Final

from sapper.boards.review import Review, ReviewedMove
from sapper.game.words import count

_MOST_NAMED: Final = 6


def review_sentences(found: Review) -> list[str]:
    """Say what a player wants to know after a game, a sentence for each thing."""
    guesses = found.guesses
    if not guesses:
        return ["no move was a guess: luck had no part in it beyond the first cell"]
    needless = [move for move in guesses if move.kind == "needless guess"]
    riskiest = max(guesses, key=lambda move: move.risk or 0.0)
    return [_needless(needless, len(guesses)), _riskiest(riskiest), _luck(found)]


def _needless(needless: list[ReviewedMove], count: int) -> str:
    if not needless:
        return f"every guess was needed ({count})"
    named = ", ".join(f"{_name(one)} ({_percent(one)})" for one in needless[:_MOST_NAMED])
    more = f" and {len(needless) - _MOST_NAMED} more" if len(needless) > _MOST_NAMED else ""
    return f"guesses that were not needed: {named}{more}, of {count}"


def _riskiest(move: ReviewedMove) -> str:
    least = 100 * (move.best_risk or 0.0)
    went = "it went well" if move.survived else "it met a mine"
    return (
        f"the riskiest move: {_name(move)} with {_percent(move)}, where {least:.1f} % was "
        f"the least on offer; {went}"
    )


def _luck(found: Review) -> str:
    numbers = found.summary()
    return (
        f"luck was worth {numbers['luck']:+.2f} guesses: {numbers['survivals']} of "
        f"{count(numbers['guesses'], 'guess')} went well, "
        f"{numbers['expected_survivals']:.2f} were to be expected; "
        f"all of them go well {100 * numbers['chance_of_all']:.3g} % of the time"
    )


def _name(move: ReviewedMove) -> str:
    return move.move.format(move.before.columns)


def _percent(move: ReviewedMove) -> str:
    return f"{100 * (move.risk or 0.0):.1f} %"
