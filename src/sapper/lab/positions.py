"""
Positions as data: what was seen, what was true of it, what an agent did, how it ended.

Games of one agent are played turn by turn, and each position in which it had to decide
becomes a row with the exact risks and the proven cells. The rows follow from the seeds
alone and are written as they come, so that memory does not grow with the file. A data
card in JSON lies beside the file and says how to make it again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import sapper
from sapper.agents import Agent, Playthrough
from sapper.agents.run.play import game_seeds
from sapper.errors import BudgetExceededError, MissingExtraError, SapperError
from sapper.game.io.disk import check_folder, drafted, save_text
from sapper.game.rules import Rules, native_rules
from sapper.logic import analyse

WHICH: Final = ("all", "guesses")
COLUMNS: Final = {
    "game": "number of the game in the run",
    "game_seed": "its seed",
    "turn": "number of the turn, from 1",
    "cells": "codes of the cells before the move, row by row: 0-8 clue, 9 covered, 10 flagged, "
    "11 mine shown",
    "mines_left": "mines neither flagged nor shown",
    "risk": "exact risk of each cell; nan where revealed; before the first reveal by the "
    "first-click rule too",
    "safe": "cells proven safe, by the first-click rule too",
    "mines": "cells proven mines",
    "move": "the cell that the agent revealed",
    "is_guess": "whether the move was not proven safe",
    "outcome": "how the game ended: won, lost or stuck",
}
_ROWS_A_GROUP: Final = 4096


@dataclass(frozen=True)
class PositionData:
    """What is to be written: which games of which agent, and which of their positions."""

    agent: Agent
    rules: Rules
    games: int
    seed: int = 0
    agent_seed: int = 0
    which: str = "all"

    def __post_init__(self) -> None:
        if self.which not in WHICH:
            raise SapperError(f"expected positions to be 'all' or 'guesses', got {self.which!r}")

    def card(self) -> dict[str, Any]:
        """Return the data card: what the file holds and how to make it again."""
        rules = self.rules
        return {
            "what": "Minesweeper positions with exact risks, an agent's moves and the outcomes",
            "made_by": f"sapper {sapper.__version__}",
            "command": (
                f"sapper data positions --on {rules.size} --first-click {rules.first_click} "
                f"--game {rules.game} --agent {self.agent} --games {self.games} "
                f"--seed {self.seed} --agent-seed {self.agent_seed} --which {self.which} "
                "--to FILE"
            ),
            "agent": str(self.agent),
            "columns_of_the_grid": rules.columns,
            "rows_of_the_grid": rules.rows,
            "num_mines": rules.num_mines,
            "first_click": rules.first_click,
            "game": rules.game,
            "games": self.games,
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            "which": self.which,
            "columns": COLUMNS,
            "bias": "positions are those that this agent reaches; others reach others",
            "licence": "the data may be used as the program that made it (MIT)",
        }

    def iter_rows(self, on_game: Callable[[], None] | None = None) -> Iterator[dict[str, Any]]:
        """Yield the rows of all games, in order."""
        for number, seed in enumerate(game_seeds(self.seed, 0, self.games).tolist()):
            rows = list(self._rows_of(number, seed))
            yield from rows
            if on_game is not None:
                on_game()

    def _rows_of(self, number: int, seed: int) -> Iterator[dict[str, Any]]:
        game = Playthrough(self.agent, self.rules, seed, agent_seed=self.agent_seed)
        before, rows = game.position, []
        for turn in game:
            revealed = [move.cell for move in turn.moves if move.kind == "reveal"]
            if turn.role == "guesser" or (self.which == "all" and revealed):
                rows.append(self._row(number, seed, turn.number, before, revealed[0], turn.role))
            before = turn.position
        for row in rows:
            yield row | {"outcome": game.outcome}

    def _row(
        self, number: int, seed: int, turn: int, position: sapper.Position, move: int, role: str
    ) -> dict[str, Any]:
        try:
            analysis = analyse(position)
            risk, safe, mines = analysis.risk.ravel(), analysis.safe, analysis.mines
        except BudgetExceededError:
            risk, safe, mines = np.full(position.num_cells, np.nan), (), ()
        # A rule that keeps the first cell free makes each cell that may be first safe.
        is_free = role == "opener" and self.rules.first_click != "any"
        if is_free:
            native = native_rules(self.rules)
            safe = tuple(
                cell
                for cell in range(position.num_cells)
                if native.most_mines(cell) >= self.rules.num_mines
            )
            risk = risk.copy()
            risk[list(safe)] = 0.0
        return {
            "game": number,
            "game_seed": seed,
            "turn": turn,
            "cells": np.frombuffer(position.cells, np.uint8),
            "mines_left": position.mines_left,
            "risk": risk.astype(np.float32),
            "safe": np.array(safe, np.int32),
            "mines": np.array(mines, np.int32),
            "move": move,
            "is_guess": role != "deducer" and move not in safe,
        }


def write_positions(
    data: PositionData, path: Path, on_game: Callable[[], None] | None = None
) -> int:
    """Write the rows as Parquet and the data card beside it; return how many rows there are."""
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415 - as above
    except ImportError:
        raise MissingExtraError(
            "positions are written with pyarrow; install it with: pip install 'sapper[parquet]'"
        ) from None
    schema = pa.schema(
        [
            ("game", pa.int64()),
            ("game_seed", pa.uint64()),
            ("turn", pa.int32()),
            ("cells", pa.list_(pa.uint8())),
            ("mines_left", pa.int64()),
            ("risk", pa.list_(pa.float32())),
            ("safe", pa.list_(pa.int32())),
            ("mines", pa.list_(pa.int32())),
            ("move", pa.int32()),
            ("is_guess", pa.bool_()),
            ("outcome", pa.string()),
        ],
        metadata={"sapper": json.dumps(data.card())},
    )
    check_folder(path)
    count, waiting = 0, list[dict[str, Any]]()
    with drafted(path) as draft, parquet.ParquetWriter(draft, schema) as writer:
        for row in data.iter_rows(on_game):
            waiting.append(row)
            if len(waiting) == _ROWS_A_GROUP:
                writer.write_table(pa.Table.from_pylist(waiting, schema))
                count += len(waiting)
                waiting.clear()
        writer.write_table(pa.Table.from_pylist(waiting, schema))
        count += len(waiting)
    card = data.card() | {"rows": count}
    save_text(path.with_name(path.name + ".card.json"), json.dumps(card, indent=2) + "\n")
    return count
