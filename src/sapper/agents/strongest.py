"""
The house's strongest player, and what it thinks of a position.

It opens with the best measured first cell, takes every proven cell, and guesses by
search (`native/agents/look_ahead.h`). `docs/strongest.md` explains how it plays and what
each part is worth.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.deducers import Exact, SinglePoint
from sapper.agents.guess_reason import Candidate, GuessReason
from sapper.agents.guessers import Improved, LookAhead
from sapper.agents.openers.named import make_opener
from sapper.agents.options import CellOption
from sapper.agents.registry import register
from sapper.errors import SapperError
from sapper.game.position import Position

Effort = Literal["fast", "normal", "max"]

# The search of effort normal with playouts for the closest late choices: `playouts=8`. It
# takes twice the time, and what it gains is too little to be shown (docs/strongest.md).
LATE_PLAYOUTS: Final = Improved(playouts=8, candidates=4, below=0.22, player_endgame_layouts=60)

EFFORTS: Final[dict[Effort, LookAhead | Improved]] = {
    "fast": LookAhead(),
    "normal": LATE_PLAYOUTS.search_alone(),
    "max": Improved(),
}


@register("strongest", source="Sapper: search on the engine that can be asked again")
def strongest(
    effort: Effort = "normal",
    first: CellOption | None = None,
    components: int | None = None,
    endgame: int | None = None,
    plies: int | None = None,
    playouts: int | None = None,
    steps: int | None = None,
    flags: bool = True,
) -> Agent:
    """
    Open everything that can be proven, then guess by search.

    ``components``, ``endgame`` (layouts), ``plies`` and ``playouts`` (not with effort fast)
    change one ingredient of the effort, 0 leaves it out; ``first`` is the cell to open.
    Effort normal has no playouts of its own; with ``playouts`` it plays out its closest
    choices once no more than 22 % of the cells are covered. With ``steps`` from 2 on the
    playouts are continued by the player of the step before, not by the fast one.
    """
    guesser = LATE_PLAYOUTS if effort == "normal" and playouts else EFFORTS[effort]
    changes = {"component_layouts": components, "endgame_layouts": endgame, "plies": plies}
    given: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    if playouts:
        if not isinstance(guesser, Improved):
            raise SapperError("expected effort=normal or max with the option playouts, got 'fast'")
        given["playouts"] = playouts
    elif playouts == 0 and isinstance(guesser, Improved):
        guesser = guesser.search_alone()
    if steps is not None:
        if not isinstance(guesser, Improved):
            raise SapperError("expected playouts, such as effort=max, with the option steps")
        given["steps"] = steps
    return Agent(
        opener=make_opener("best", first),
        deducers=(SinglePoint(), Exact()),
        guesser=replace(guesser, **given),
        flags=flags,
    )


@dataclass(frozen=True)
class Guess:
    """A guess with its reason: the candidates, best first, and the nodes they took."""

    position: Position
    cell: int
    nodes: int
    candidates: tuple[Candidate, ...]

    def __str__(self) -> str:
        first, *others = GuessReason(self.nodes, self.candidates).lines(self.position, 8)
        name = self.position.format_cell(self.cell)
        return "\n".join([f"{name} {first}", *(f"  {line}" for line in others)])


def explain_guess(position: Position, effort: Effort = "normal") -> Guess | None:
    """
    Return the guess of `strongest` with its reason; None where nothing is left to guess.

    >>> guess = explain_guess(Position.parse("1../... 1"))
    >>> guess.position.format_cell(guess.cell)
    'r1c3'
    """
    options = asdict(EFFORTS[effort])
    cell, nodes, found = _core.search_guess(
        position.columns, position.rows, position.num_mines, position.cells, options
    )
    if cell < 0:
        return None
    return Guess(position, cell, nodes, tuple(Candidate(*fields) for fields in found))
