"""
The agents of the house, and what the strongest thinks of a position.

`strongest` opens with the best measured first cell, takes every proven cell, and guesses by
search (`native/agents/search/look_ahead.h`). `docs/strongest.md` explains how it plays and what
each part is worth.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, Final, Literal

from sapper import _core
from sapper.advice import Hint, hint
from sapper.agents.agent import Agent
from sapper.agents.deducers import Exact, SinglePoint
from sapper.agents.guessers import Improved, LeastRisk, LookAhead, RandomGuess
from sapper.agents.openers import OpenerName, RandomCell, make_opener
from sapper.agents.options import CellOption
from sapper.agents.registry import register
from sapper.errors import SapperError
from sapper.game.position import Position

Effort = Literal["fast", "normal", "max"]

# Effort normal plays out its choice late in the game against cells that settle others; a player
# of least risk plays on, at half the time of the fast player (docs/strongest.md).
EFFORTS: Final[dict[Effort, LookAhead | Improved]] = {
    "fast": LookAhead(),
    "normal": Improved(
        playouts=8, candidates=1, below=0.15, player_plies=0, player_endgame_layouts=60
    ),
    "max": Improved(),
}


@register("strongest", source="Sapper: search on the engine that can be asked again")
def strongest(
    effort: Effort = "normal",
    first: CellOption | None = None,
    coins: int | None = None,
    components: int | None = None,
    endgame: int | None = None,
    plies: int | None = None,
    playouts: int | None = None,
    settling: int | None = None,
    flags: bool = True,
) -> Agent:
    """
    Open everything that can be proven, then guess by search.

    ``coins``, ``components``, ``endgame`` (layouts), ``plies``, and, as playouts need effort
    normal or max, ``playouts`` and ``settling`` change one ingredient of the effort,
    0 leaves it out; ``first`` is the cell to open.
    """
    guesser = EFFORTS[effort]
    changes = {
        "coins": coins, "component_layouts": components, "endgame_layouts": endgame,
        "plies": plies,
    }  # fmt: skip
    given: dict[str, Any] = {name: value for name, value in changes.items() if value is not None}
    if playouts == 0 and isinstance(guesser, Improved):
        guesser = guesser.search_alone()
    for name, value in {"playouts": playouts, "settling": settling}.items():
        if isinstance(guesser, Improved) and value is not None:
            given[name] = value
        elif value:
            raise SapperError(f"expected playouts, of effort normal or max, with the option {name}")
    return Agent(
        opener=make_opener("best", first),
        deducers=(SinglePoint(), Exact()),
        guesser=replace(guesser, **given),
        flags=flags,
    )


def explain_guess(position: Position, effort: Effort = "fast") -> Hint | None:
    """
    Return what `strongest` would open, with its reason; None where nothing is left to open.

    Of effort fast this is the one hint (`sapper.hint`); of the others too, where a cell is
    proven safe.

    >>> guess = explain_guess(Position.parse("1../... 1"))
    >>> guess.position.format_cell(guess.cell)
    'r1c3'
    """
    found = hint(position)
    if found is None or found.kind == "mines":
        return None
    if effort == "fast" or found.kind != "guess":
        return found
    return _core.search_guess(position, asdict(EFFORTS[effort]))


@register("random", source="Sapper: the floor that every agent must beat")
def random() -> Agent:
    """Reveal covered cells at random."""
    return Agent(opener=RandomCell(), guesser=RandomGuess())


@register("exact", source="Sapper: the exact engine with the simplest guess")
def exact(
    opener: OpenerName = "random",
    first: CellOption | None = None,
    mine_count: bool = True,
    flags: bool = True,
) -> Agent:
    """Open everything that can be proven, then a cell of least risk."""
    return Agent(
        opener=make_opener(opener, first),
        deducers=(SinglePoint(), Exact(mine_count)),
        guesser=LeastRisk(),
        flags=flags,
    )
