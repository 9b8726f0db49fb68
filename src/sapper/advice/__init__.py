"""
What the core advises, under its Python names: the ladder, reasons, hints, judgements.

Everything is said once, in `native/advice`; the terminal, the page and the library ask
there.
"""

from sapper._core import Candidate, Hint, Judgement, Reason, ReasonStep
from sapper.advice.hints import hint
from sapper.advice.ladder import Technique

__all__ = [
    "Candidate",
    "Hint",
    "Judgement",
    "Reason",
    "ReasonStep",
    "Technique",
    "hint",
]
