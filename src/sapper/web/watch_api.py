"""
Games of agents that a browser cannot play: ``POST /api/watch``.

The page plays most agents itself. Those with parts in Python, or with databases of a
megabyte, the server plays with the library and sends all turns, in the shape in which
the page's own engine reports them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final

from sapper.agents import agent_ids, load_agent
from sapper.agents.openers import FixedCell
from sapper.agents.watch.playthrough import Playthrough, Turn
from sapper.errors import NotationError, SapperError
from sapper.game.rules import Rules

MOST_CELLS: Final = 2_500
_SEED: Final = re.compile(r"[0-9]{1,20}")  # ASCII alone; a seed has 64 bits
_KEYS: Final = ("agent", "on", "first_click", "seed", "first")


def answer(question: object) -> dict[str, Any]:
    """Play the game of a question; raises a SapperError that says what is wrong."""
    agent_id, rules, seed, first = _read(question)
    agent = load_agent(agent_id)
    if first is not None:
        agent = replace(agent, opener=FixedCell(*first))
    turns = [_describe(turn, rules) for turn in Playthrough(agent, rules, seed)]
    return {"deducers": [{"label": name} for name in agent.deducer_names], "turns": turns}


def _describe(turn: Turn, rules: Rules) -> dict[str, Any]:
    proofs = [
        {"cell": cell, "isMine": is_mine, "clues": list(proof.clues)}
        for proof in turn.deductions
        for is_mine, cells in ((False, proof.safe), (True, proof.mines))
        for cell in cells
    ]
    return {
        "role": turn.role,
        "part": turn.part,
        "cell": turn.cell,
        "outcome": turn.outcome,
        "window": _describe_window(turn.window, rules.columns),
        "moves": [[move.kind, move.cell] for move in turn.moves],
        "proofs": proofs,
        "cells": list(turn.position.cells),
    }


def _describe_window(cells: tuple[int, ...], columns: int) -> dict[str, int] | None:
    if not cells:
        return None
    (row, column), (last_row, last_column) = divmod(cells[0], columns), divmod(cells[-1], columns)
    size = {"columns": last_column - column + 1, "rows": last_row - row + 1}
    return {"row": row, "column": column, **size}


def _read(question: object) -> tuple[str, Rules, int, tuple[int, int] | None]:
    if not isinstance(question, dict) or (unknown := set(question) - set(_KEYS)):
        got = sorted(map(str, unknown))[0] if isinstance(question, dict) else "no object"
        raise NotationError(f"expected {', '.join(_KEYS)}, got {got!r}")
    agent_id, on, seed = question.get("agent"), question.get("on"), question.get("seed")
    # Ids as they are, never with options: what a page may ask for is a list.
    if agent_id not in agent_ids():
        raise NotationError(f"expected an agent of `sapper agents`, got {agent_id!r}")
    if not isinstance(on, str) or not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise NotationError('expected a grid such as "9x9x10" and a seed in digits, as text')
    rules = Rules.parse(on, first_click=str(question.get("first_click", "safe")))
    if rules.num_cells > MOST_CELLS:
        raise SapperError(
            f"expected at most {MOST_CELLS} cells for an agent that the server plays, "
            f"got {rules.num_cells}"
        )
    return str(agent_id), rules, int(seed), _read_first(question.get("first"), rules)


def _read_first(first: object, rules: Rules) -> tuple[int, int] | None:
    if first is None:
        return None
    if type(first) is not int or not 0 <= first < rules.num_cells:
        raise NotationError(f"expected the first cell as a number below {rules.num_cells}")
    row, column = divmod(first, rules.columns)
    return column, row
