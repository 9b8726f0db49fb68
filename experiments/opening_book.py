"""
The best guesses of frequent early positions as a table for the core, by playouts.

Plays games of `strongest` with a safe first cell, counts the positions at its guesses while
most of the grid is covered, mirror images together, and plays out ten candidates of the most
frequent ones on the same layouts. A cell that gains more than two standard errors in
fresh playouts over the player's own is written down.

    python experiments/opening_book.py native/agents/opening_book_table.h
"""

from __future__ import annotations

import argparse
from collections import Counter
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from sapper import Position, Rules, _core
from sapper.agents.guessers import Improved, LookAhead
from sapper.agents.playthrough import Playthrough
from sapper.agents.registry import load_agent
from sapper.game.cells import format_cell
from sapper.game.codes import COVERED

# Grid, number of positions, playouts of a candidate, fresh playouts.
GRIDS: Final = (("9x9x10", 160, 1000, 20_000), ("16x16x40", 80, 600, 10_000))
COVERED_SHARE: Final = 0.85
PLAYER: Final = asdict(LookAhead(book=0))
# Every cell that might be best is a candidate: the second look would leave some out.
RACE: Final = Improved(
    book=0, near=0.9, candidates=10, band=0.86, sea_band=0.86, num_sea=12, deep_below=0.0,
    deep_after=0.0,
)  # fmt: skip

HEADER: Final = """// Early positions where playouts know a better guess than the search.
//
// Written by experiments/opening_book.py: grid, mines, what is shown (rows from the top, covered
// cells at their ends left out), the best cell, the chance to win by playouts.
#pragma once

#include <array>

namespace sapper {{

struct BookEntry {{
    int columns, rows, mines;
    const char* shown;
    int best_row, best_column;  // from 1
    double value;
}};

// clang-format off
inline constexpr std::array<BookEntry, {count}> OPENING_BOOK{{{{
{lines}
}}}};
// clang-format on

}}  // namespace sapper
"""


@dataclass(frozen=True)
class Reached:
    """A position at a guess, with the player's cell."""

    position: Position
    cell: int


def show(position: Position) -> str:
    """Return what is shown as text; covered and flagged cells at the ends are left out."""
    codes = np.frombuffer(position.cells, np.uint8).reshape(position.rows, position.columns)
    lines = ["".join(str(code) if code <= 8 else "." for code in row).rstrip(".") for row in codes]
    return "/".join(lines).rstrip("/")


def name_images(position: Position) -> str:
    """Return one name for a position and its mirror images."""
    codes = np.frombuffer(position.cells, np.uint8).reshape(position.rows, position.columns)
    codes = np.where(codes <= 8, codes, COVERED).astype(np.uint8)
    images = [codes, codes[::-1], codes[:, ::-1], codes[::-1, ::-1]]
    if position.rows == position.columns:
        images += [image.T for image in images]
    return min(image.tobytes().hex() for image in images)


def collect(rules: Rules, games: int, seed: int, most: int) -> list[tuple[Reached, float]]:
    """Return the most frequent positions at early guesses, and how often a game has them."""
    agent = load_agent("strongest")
    if not isinstance(agent.guesser, LookAhead):
        raise SystemExit("expected a player that searches")
    agent = replace(agent, guesser=replace(agent.guesser, book=0))
    counts: Counter[str] = Counter()
    reached: dict[str, Reached] = {}
    for index in range(games):
        game = Playthrough(agent, rules, _core.game_seed(seed, index))
        position = game.position
        while (turn := game.next_turn()) is not None:
            if turn.role == "guesser" and turn.cell is not None:
                if len(position.covered) < COVERED_SHARE * position.num_cells:
                    break
                name = name_images(position)
                counts[name] += 1
                reached.setdefault(name, Reached(position, turn.cell))
            position = turn.position
    return [(reached[name], count / games) for name, count in counts.most_common(most)]


def play_out(one: Reached, playouts: int, fresh: int) -> tuple[int, float, float, float]:
    """Return the best cell, its gain over the player's, the error of that, and its value."""
    position = one.position
    cell = _core.search_guess(position, asdict(RACE) | {"playouts": playouts}).cell
    if cell == one.cell:
        return cell, 0.0, 0.0, 0.0
    found = _core.paired_playouts(position, cell, one.cell, PLAYER, fresh, 4321)
    best, own = (np.array(values) for values in found)
    error = float((best - own).std()) / np.sqrt(fresh)
    return cell, float((best - own).mean()), float(error), float(best.mean())


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("header", type=Path)
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=5200)
    chosen = parser.parse_args()
    lines: list[str] = []
    for size, most, playouts, fresh in GRIDS:
        rules = Rules.parse(size, first_click="safe")
        total = 0.0
        for one, share in collect(rules, chosen.games, chosen.seed, most):
            cell, gain, error, value = play_out(one, playouts, fresh)
            if gain <= 2 * error:
                continue
            total += share * gain
            row, column = divmod(cell, rules.columns)
            shown = show(one.position)
            lines.append(
                f"    {{{rules.columns}, {rules.rows}, {rules.num_mines}, "
                f'"{shown}", {row + 1}, {column + 1}, {value:.4f}}},'
            )
            own, best = (format_cell(at, rules.columns) for at in (one.cell, cell))
            print(
                f"{size} {100 * share:.3f} % of games, {own} to {best}: {100 * gain:+.2f} ± "
                f"{196 * error:.2f}, together {100 * total:+.4f}  {shown}",
                flush=True,
            )
        chosen.header.write_text(HEADER.format(count=len(lines), lines="\n".join(lines)))


if __name__ == "__main__":
    main()
