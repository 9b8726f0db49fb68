"""
The reference rows: agents of the house, and imitated failings of language models.

They answer in text, as a model does, so that reading and judging are the same for all.
What they name of proofs is what their deducers prove in one position, taken again until
nothing new follows; reasons name the clues that a deduction came from.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

import numpy as np

from sapper import _core
from sapper.agents import Agent, load_agent
from sapper.agents.run.compile import compile_deducer
from sapper.agents.run.policy import AgentPolicy, hash_cells
from sapper.errors import UnknownNameError
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.position import Position
from sapper.game.rules import Rules
from sapper.llm.bench.items import KIND_OF
from sapper.llm.bench.talks import Player, Talk
from sapper.llm.tasks import Task

AGENTS: Final = ("random", "kvietinskas/single-point", "exact", "strongest")
# Those that prove everything that can be proven.
_COMPLETE: Final = ("exact", "strongest")


class HousePlayer:
    """An agent of the house as a language model."""

    def __init__(self, agent_id: str) -> None:
        self.agent = load_agent(agent_id)
        self.agent_id = agent_id

    def __repr__(self) -> str:
        return f"<HousePlayer: {self.agent_id}>"

    def __call__(self, talk: Talk) -> str:
        """Answer what is asked."""
        position, track = talk.position, talk.item.track
        if self.agent_id in _COMPLETE and track in ("proofs", "reasons"):
            return Task(KIND_OF[track], position).solution()
        if track == "proofs":
            return self._name_proofs(position)
        if track == "reasons":
            return self._give_reason(position)
        return f"<move>{position.format_cell(self._choose(position, talk))}</move>"

    def _choose(self, position: Position, talk: Talk) -> int:
        first_click = talk.item.data.get("first_click", "safe")
        policy = _policy(self.agent_id, position.columns, position.rows, first_click)
        cells = position.array[None]
        masks = cells.reshape(1, -1) == COVERED
        return int(policy(cells, masks, num_mines=np.array([position.num_mines]))[0])

    def _name_proofs(self, position: Position) -> str:
        found = _deduce(self.agent, position)
        if not found:
            return f"<move>{_any_cell(position)}</move>"
        named = [f"{'!' if is_mine else ''}{position.format_cell(c)}" for c, is_mine, _ in found]
        return f"<move>{' '.join(named)}</move>"

    def _give_reason(self, position: Position) -> str:
        found = _deduce(self.agent, position)
        if not found:
            clue = next(cell for cell, code in enumerate(position.cells) if code < COVERED)
            return (
                f"<move>{_any_cell(position)}</move><because>{position.format_cell(clue)}</because>"
            )
        cell, is_mine, clues = found[0]
        claim = f"{'!' if is_mine else ''}{position.format_cell(cell)}"
        return f"<move>{claim}</move><because>{position.format_cells(clues)}</because>"


def _deduce(agent: Agent, position: Position) -> list[tuple[int, bool, list[int]]]:
    """Return what an agent's deducers prove, mines that they found marked as such."""
    known: dict[int, tuple[int, bool, list[int]]] = {}
    cells = bytearray(position.cells)
    deducers = [compile_deducer(part) for part in agent.deducers]
    while True:
        now = Position(position.columns, position.rows, position.num_mines, bytes(cells))
        fresh = [
            proof
            for deducer in deducers
            for proof in _core.deduce_position(deducer, now)
            if proof[0] not in known
        ]
        if not fresh:
            return list(known.values())
        for proof in fresh:
            known[proof[0]] = proof
            if proof[1]:
                cells[proof[0]] = FLAGGED


@lru_cache(maxsize=256)
def _policy(agent_id: str, columns: int, rows: int, first_click: str) -> AgentPolicy:
    # The number of mines comes with each position.
    return AgentPolicy(load_agent(agent_id), Rules(columns, rows, 1, first_click=first_click))


def _any_cell(position: Position) -> str:
    """Return a covered cell drawn by the position, the same every time."""
    draws = _core.Random(hash_cells(position.array))
    covered = position.covered
    return position.format_cell(covered[draws.below(len(covered))])


# -- imitated failings


def _always_flags(talk: Talk) -> str:
    covered = talk.position.covered or talk.position.flagged
    return f"This must be a mine. <move>!{talk.position.format_cell(covered[0])}</move>"


def _always_first_cell(talk: Talk) -> str:  # noqa: ARG001 - it looks at nothing
    return "I begin in the corner. <move>r1c1</move>"


def _random_legal(talk: Talk) -> str:
    return f"<move>{_any_cell(talk.position)}</move>"


def _copies_last_move(talk: Talk) -> str:
    return talk.last_text or "<move>r2c3</move>"  # the example of the prompt


def _all_safe(talk: Talk) -> str:
    return (
        f"All of these are safe. <move>{talk.position.format_cells(talk.position.covered)}</move>"
    )


FAILINGS: Final[dict[str, Callable[[Talk], str]]] = {
    "always flags": _always_flags,
    "always the first cell": _always_first_cell,
    "random legal moves": _random_legal,
    "copies the last move": _copies_last_move,
    "claims everything safe": _all_safe,
}


def reference_names() -> list[str]:
    """Name the reference rows."""
    return [*AGENTS, *FAILINGS]


def get_player(name: str) -> Player:
    """Return a reference player by name."""
    if name in FAILINGS:
        return FAILINGS[name]
    if name not in AGENTS:
        raise UnknownNameError.of("reference row", name, reference_names())
    return HousePlayer(name)
