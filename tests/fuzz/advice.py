"""Hints, judgements and reasons of odd positions: everything that they say, also after a copy."""

from __future__ import annotations

import copy
import pickle
from typing import Any

READ = {
    "Candidate": "cell is_exact progress risk value",
    "Hint": "candidates cell kind nodes position reason risk sentence technique",
    "Judgement": "best_move best_risk best_value hint is_guess is_provable kind lost lost_by "
    "missed risk survived value",
    "Reason": "cell chain clues flags is_mine is_minimal needs_mine_count position sentence steps "
    "technique",
    "ReasonStep": "are_mines cells clues text",
    "Stake": "is_guess is_provable least risk",
}


def use_advice(core: Any, position: Any, move: str, cell: int, near: int | None) -> None:
    """Ask for everything that is said of a position, and read all of it."""
    hint = core.find_hint(position, near, True, True, 20_000)
    judged = core.judge(position, move, cell, False, False, near)
    judged.survived = move == "chord"
    core.sum_up([judged, judged])
    found = core.analyse(position, True, True, 20_000)
    reasons = found.find_reasons(position, None, [])
    for one in (hint, judged, found.weigh(cell), *reasons[:3]):
        read(one)
    for candidate in hint.candidates if hint is not None else ():
        candidate.describe(position)
        read(candidate)


def read(said: Any) -> None:
    """Read every member of what was said, of its copies and of what they hold."""
    if said is None:
        return
    for one in (said, copy.deepcopy(said), pickle.loads(pickle.dumps(said))):
        for name in READ[type(one).__name__].split():
            value = getattr(one, name)
            if name == "chain":
                for step in value:
                    read(step)
        if hasattr(one, "to_dict"):
            one.to_dict()
        assert repr(one) == repr(said)
