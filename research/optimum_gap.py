"""
How far agents are from best play on small grids, where best play is known.

`strongest` guesses by the position alone, so its chance to win is found exactly: every
layout that the rule allows is followed through its choices. Other agents play games; the
interval is theirs. Prints a Markdown table and writes a plot.

    python research/optimum_gap.py --games 4000 --svg docs/pictures/optimum-gap.svg
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from dataclasses import asdict
from fractions import Fraction
from itertools import combinations
from typing import Final

from sapper import Position, Rules, _core, play_games
from sapper.agents.house import EFFORTS, Effort
from sapper.agents.registry import agent_ids, load_agent
from sapper.agents.watch.playthrough import Playthrough
from sapper.game.cells import neighbours
from sapper.game.codes import COVERED
from sapper.logic import find_optimum

GRIDS: Final = (("4x4x4", "safe"), ("5x4x4", "safe"), ("5x5x4", "safe"), ("5x5x4", "zero"))
MOST_SECONDS: Final = 0.25  # per agent and grid


class Follower:
    """Follows every layout through the choices of a player that sees positions only."""

    def __init__(self, rules: Rules, effort: Effort) -> None:
        self.rules = rules
        self.options = asdict(EFFORTS[effort])
        size = rules.columns * rules.rows
        self.around = [neighbours(cell, rules.columns, rules.rows) for cell in range(size)]
        self.near = [sum(1 << other for other in cells) for cells in self.around]

    def won(self, effort_first: int) -> Fraction:
        """Return the share of layouts won after this first cell."""
        rules, size = self.rules, len(self.around)
        free = {effort_first} if rules.first_click != "any" else set()
        if rules.first_click == "zero":
            free |= set(self.around[effort_first])
        allowed = [cell for cell in range(size) if cell not in free]
        layouts = [sum(1 << c for c in mines) for mines in combinations(allowed, rules.num_mines)]
        return Fraction(self._reveal(layouts, {}, effort_first), len(layouts))

    def _reveal(self, layouts: Sequence[int], shown: dict[int, int], cell: int) -> int:
        by_clue: dict[int, list[int]] = {}
        for mines in layouts:
            if not mines >> cell & 1:
                by_clue.setdefault((mines & self.near[cell]).bit_count(), []).append(mines)
        return sum(self._play(group, shown | {cell: clue}) for clue, group in by_clue.items())

    def _play(self, layouts: Sequence[int], shown: dict[int, int]) -> int:
        if len(layouts) == 1:
            return 1
        union = 0
        for mines in layouts:
            union |= mines
        safe = [c for c in range(len(self.around)) if not union >> c & 1 and c not in shown]
        if safe:
            return self._reveal(layouts, shown, safe[0])
        cells = bytes(shown.get(c, COVERED) for c in range(len(self.around)))
        rules = self.rules
        position = Position(rules.columns, rules.rows, rules.num_mines, cells)
        return self._reveal(layouts, shown, _core.search_guess(position, self.options).cell)


def exact_gap(rules: Rules, effort: Effort, best: Fraction) -> Fraction:
    """Return what an effort of `strongest` loses to best play."""
    turn = Playthrough(load_agent(f"strongest:effort={effort}"), rules, 1).next_turn()
    if turn is None or turn.cell is None:
        raise SystemExit("expected a first cell")
    return best - Follower(rules, effort).won(turn.cell)


def played_gap(agent_id: str, rules: Rules, best: float, games: int) -> tuple[float, float]:
    """Return what an agent loses to best play in games, and the half width of its interval."""
    play_games(agent_id, rules, 1, 70)  # reads a model or a database, once
    began = time.process_time()
    play_games(agent_id, rules, 10, 70)
    spent = (time.process_time() - began) / 10
    games = max(100, min(games, int(MOST_SECONDS / max(spent, 1e-6))))
    share = play_games(agent_id, rules, games, 71).wins / games
    return best - share, 1.96 * math.sqrt(max(share * (1 - share), 1 / games) / games)


def draw(rows: Sequence[tuple[str, list[tuple[float, float]]]], path: str) -> None:
    """Draw the gaps, one line for each agent."""
    import matplotlib as mpl  # noqa: PLC0415 - slow to load
    from matplotlib.figure import Figure  # noqa: PLC0415 - as above

    mpl.rcParams["svg.hashsalt"] = "sapper"
    figure = Figure(figsize=(8, 0.22 * len(rows) + 1.5), layout="constrained")
    axes = figure.subplots()
    for i, (size, first_click) in enumerate(GRIDS):
        gaps = [100 * gaps[i][0] for _, gaps in rows]
        errors = [100 * gaps[i][1] for _, gaps in rows]
        places = [place + 0.15 * i for place in range(len(rows))]
        axes.errorbar(gaps, places, xerr=errors, fmt="o", ms=3, label=f"{size} {first_click}")
    axes.set_yticks(range(len(rows)), [name for name, _ in rows], fontsize=7)
    axes.invert_yaxis()
    axes.set_xlabel("points below best play")
    axes.grid(axis="x", alpha=0.3)
    axes.legend(fontsize=7)
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--svg", required=True)
    chosen = parser.parse_args()
    grids = [Rules.parse(size, first_click=first_click) for size, first_click in GRIDS]
    best = [find_optimum(rules).value for rules in grids]
    rows: list[tuple[str, list[tuple[float, float]]]] = []
    efforts: tuple[Effort, ...] = ("normal", "fast")
    for effort in efforts:
        gaps = [exact_gap(r, effort, b) for r, b in zip(grids, best, strict=True)]
        name = "strongest" if effort == "normal" else f"strongest:effort={effort}"
        rows.append((name, [(float(gap), 0.0) for gap in gaps]))
    for agent_id in agent_ids():
        if agent_id.startswith("strongest"):
            continue
        found = [
            played_gap(agent_id, r, float(b), chosen.games)
            for r, b in zip(grids, best, strict=True)
        ]
        rows.append((agent_id, found))
    rows.sort(key=lambda row: row[1][2][0])
    print("| agent | " + " | ".join(f"{size} {first}" for size, first in GRIDS) + " |")
    print("|---" * (len(GRIDS) + 1) + "|")
    for name, found in rows:
        texts = [
            f"{100 * gap:.3f}" if error == 0 else f"{100 * gap:.1f} ± {100 * error:.1f}"
            for gap, error in found
        ]
        print(f"| `{name}` | " + " | ".join(texts) + " |")
    draw(rows, chosen.svg)


if __name__ == "__main__":
    main()
