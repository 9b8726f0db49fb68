"""The guess by search: closed components and endgames exactly, else some guesses ahead."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from sapper.agents.protocols import NativePart


@dataclass(frozen=True)
class _Search(NativePart):
    """The limits and weights of a search."""

    coins: int = 1
    component_layouts: int = 2000
    endgame_layouts: int = 400
    endgame_nodes: int = 20_000
    plies: int = 1
    max_nodes: int = 20_000
    second: float = 0.5
    progress: float = 0.001
    fresh: float = 0.0
    zero: float = 0.05
    early: float = 0.9
    zero_after: float = 0.01
    band: float = 0.92
    sea_band: float = 0.95
    num_sea: int = 8
    deep: int = 5
    deep_below: float = 0.9
    deep_after: float = 1.0
    deep_band: float = 0.97
    opens: int = 2
    inner: int = 4
    few_cells: int = 0
    few_layouts: int = 100_000
    few_nodes: int = 240_000
    few_table: int = 1
    book: int = 1
    memory: int = 1


@dataclass(frozen=True)
class LookAhead(_Search):
    """
    Guess where the chance to win is best, as far as a search can see.

    Coins, guesses that nothing will ever decide, come first (``coins`` 0: not).
    Components that touch nothing else are played out exactly up to
    ``component_layouts`` placements, and so is the whole position up to
    ``endgame_layouts`` layouts, each within ``endgame_nodes``; on grids of up to ``few_cells``
    cells up to ``few_layouts`` layouts and ``few_nodes`` nodes (``few_table`` 0: even where a
    table has the second cell). Before that every candidate,
    a cell of the frontier with ``band`` of the best safety or one of ``num_sea`` cells of the
    sea with ``sea_band``, is judged by how safe the next cells are (``plies`` 1); 0 takes
    the least risk. Each ingredient can be left out with 0. The estimate weighs the safest
    and the second safest cell afterwards (``second``), and adds a little for ``progress``, for
    each ``fresh`` safe cell, and for the chance of a ``zero`` while the share ``early`` is
    covered, ``zero_after`` once one is shown. With ``plies`` 2 the best ``deep`` of those
    within ``deep_band`` are looked at again below the share ``deep_below``, ``deep_after``
    once a zero is shown: ``opens`` safe cells are opened for nothing, then comes
    the best of ``inner`` second guesses. A ``book`` has some early positions (0: search
    there too). What was found for a position early in the game is
    kept for the games that follow (``memory`` 0: not; the guesses are the same). All limits
    count nodes or layouts, never time; nothing is drawn.
    """

    native_name: ClassVar[str] = "look_ahead"


@dataclass(frozen=True)
class Improved(_Search):
    """
    The guess by search, improved by playouts: steps of policy improvement.

    Where no table decides, the best ``candidates`` are played out on the same layouts,
    drawn from all that fit, by a player who looks ``player_plies`` guesses ahead: first
    ``playouts`` times each, then the best two and the best one longer. A cell that is
    better by ``errors`` standard errors overrules the search's choice. Candidates are those
    with ``near`` of the best estimate, and up to ``settling`` cells with ``settling_band`` of
    the best safety that the search leaves out, and that would prove another safe: guesses that
    are better made early. Playouts begin once no more than the share ``below``
    is unknown. With ``steps`` from 2 to 4 the playouts are continued by the player of the step
    before, with ``inner_playouts`` of its own. The other options are those of `LookAhead`.
    The position is the seed: the same position gets the same guess. All limits count
    playouts and nodes, never time.
    """

    native_name: ClassVar[str] = "improved"

    few_cells: int = 20
    endgame_layouts: int = 10_000
    endgame_nodes: int = 12_000
    plies: int = 2
    playouts: int = 64
    candidates: int = 6
    errors: float = 1.0
    below: float = 1.0
    near: float = 0.93
    settling: int = 4
    settling_band: float = 0.75
    steps: int = 1
    inner_playouts: int = 4
    player_plies: int = 1
    player_endgame_layouts: int = 400

    def search_alone(self) -> LookAhead:
        """Return the search that the playouts improve."""
        return LookAhead(**{one.name: getattr(self, one.name) for one in fields(_Search)})
