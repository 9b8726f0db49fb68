"""
Figures 1 to 4 of Sinha et al. 2021 as tables, from stored runs.

The text averages over all its grids: sides 5 to 15, ratios of the sides 0.5 to 1, mine
ratios 5 to 25 %. So do the rows here: by mine ratio (figures 1 and 2), by ratio of the
sides (3) and by number of cells (4). The last two tables hold the mine ratio at 15 %.

    sapper reproduce sinha/fig-1 --games 200 --store sinha.db
    sapper experiment run sinha-fig-2 --store sinha.db
    sapper experiment run sinha-fig-3 --store sinha.db
    sapper experiment run sinha-fig-4 --store sinha.db
    python research/sinha_figures.py sinha.db
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Callable, Iterable

from sapper import Rules
from sapper.lab.stats.statistics import wilson_interval
from sapper.lab.store import open_store

# Won and played, by version and grid.
Counts = dict[tuple[str, str], tuple[int, int]]
MINE_RATIOS = (0.05, 0.10, 0.15, 0.20, 0.25)
SIZES = (25, 50, 75, 100, 150, 225)


def read_counts(store_name: str, *names: str) -> Counts:
    """Return the games won and played by version and grid; figures 1 and 2 share 3.0."""
    counts: Counts = {}
    with open_store(store_name) as store:
        for name in names:
            experiment = store.find_experiment(name)
            if experiment is None:
                raise SystemExit(f"expected a store with a run of {name}")
            for row in experiment.conditions:
                wins = [games["won"] for _, games in store.iter_games(row)]
                key = row.parameters["agent"].removeprefix("sinha/"), row.parameters["on"]
                counts[key] = sum(int(won.sum()) for won in wins), sum(map(len, wins))
    return counts


def mine_ratio(on: str) -> str:
    """Return the nearest of the five mine ratios."""
    rules = Rules.parse(on)
    share = rules.num_mines / rules.num_cells
    return f"{100 * min(MINE_RATIOS, key=lambda ratio: abs(ratio - share)):.0f} %"


def side_ratio(on: str) -> str:
    """Return the ratio of the sides, in steps of a quarter."""
    rules = Rules.parse(on)
    return f"{round(4 * rules.rows / rules.columns) / 4:.2f}"


def sides(on: str) -> str:
    """Return the ratio of the sides in three groups."""
    ratio = Rules.parse(on).rows / Rules.parse(on).columns
    return "to 0.60" if ratio <= 0.6 else "0.61 to 0.80" if ratio <= 0.8 else "0.81 to 1"


def side(on: str) -> str:
    """Return the side of a square."""
    return str(Rules.parse(on).rows)


def size(on: str) -> str:
    """Return how many cells there are, in steps."""
    cells = Rules.parse(on).num_cells
    return f"to {next(most for most in SIZES if cells <= most)}"


def print_table(
    title: str, counts: Counts, versions: Iterable[str], group: Callable[[str], str]
) -> None:
    """Print the wins of the versions by group of grids, with the widest interval."""
    sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for (version, on), (won, played) in counts.items():
        sums[version, group(on)][0] += won
        sums[version, group(on)][1] += played
    names = [v for v in versions if any(version == v for version, _ in sums)]
    print(f"\n{title}\n")
    print(f"| | {' | '.join(names)} | error |\n|---|{'---|' * (len(names) + 1)}")
    for name in dict.fromkeys(group(on) for _, on in counts):
        row = [sums[version, name] for version in names]
        spans = [wilson_interval(won, played) for won, played in row]
        error = max(50 * (high - low) for low, high in spans)
        cells = " | ".join(f"{100 * won / played:.1f}" for won, played in row)
        print(f"| {name} | {cells} | {error:.1f} |")


def main() -> None:
    """Print the six tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("store")
    store = parser.parse_args().store
    counts = read_counts(store, "sinha-fig-1", "sinha-fig-2")
    every = sorted({version for version, _ in counts})
    print(f"{sum(played for _, played in counts.values()):,} games")
    by_ratio = dict(sorted(counts.items(), key=lambda item: float(mine_ratio(item[0][1])[:-2])))
    print_table("Figures 1 and 2: by mine ratio", by_ratio, every, mine_ratio)
    print_table("Figure 3: by ratio of the sides", counts, every, side_ratio)
    ordered = dict(sorted(counts.items(), key=lambda item: Rules.parse(item[0][1]).num_cells))
    print_table("Figure 4: by number of cells", ordered, every, size)
    for name, group in (("sinha-fig-3", sides), ("sinha-fig-4", side)):
        print_table(f"{name}: mine ratio 15 %", read_counts(store, name), every, group)


if __name__ == "__main__":
    main()
