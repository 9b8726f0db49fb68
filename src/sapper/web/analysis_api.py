"""
One question that the server itself answers: ``POST /api/analyse``.

For programs on the same machine; the page asks its own engine. The answer is what the
library finds, in JSON: null where a cell is revealed, never NaN.
"""

from __future__ import annotations

from typing import Any, Final

from sapper.errors import InconsistentPositionError, NotationError, SapperError
from sapper.game.position import Position
from sapper.logic import analyse

MOST_CELLS: Final = 10_000
MOST_STATES: Final = 2_000_000
_SWITCHES: Final = ("trust_flags", "use_mine_count")


def answer(question: object) -> dict[str, Any]:
    """Analyse the position of a question; raises a SapperError that says what is wrong."""
    position, options = _read(question)
    try:
        analysis = analyse(position, **options)
    except InconsistentPositionError as error:
        clues = [position.format_cell(clue) for clue in error.clues]
        return {"position": str(position), "error": str(error), "clues": clues}
    return analysis.to_dict()


def _read(question: object) -> tuple[Position, dict[str, Any]]:
    if not isinstance(question, dict) or not isinstance(question.get("position"), str):
        raise NotationError('expected {"position": "..1/... 2"} with the position in notation')
    unknown = sorted(set(question) - {"position", "max_states", *_SWITCHES})
    if unknown:
        raise NotationError(f"expected position, trust_flags, use_mine_count, got {unknown[0]!r}")
    position = Position.parse(question["position"])
    if position.num_cells > MOST_CELLS:
        raise SapperError(f"expected at most {MOST_CELLS} cells, got {position.num_cells}")
    options: dict[str, Any] = {}
    for name in _SWITCHES:
        options[name] = question.get(name, True)
        if not isinstance(options[name], bool):
            raise NotationError(f"expected {name} to be true or false, got {options[name]!r}")
    states = question.get("max_states", MOST_STATES)
    if not isinstance(states, int) or isinstance(states, bool) or not 1 <= states <= MOST_STATES:
        raise NotationError(f"expected max_states from 1 to {MOST_STATES}, got {states!r}")
    return position, {**options, "max_states": states}
