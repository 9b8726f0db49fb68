"""
The tables of the pages of Cooper 2020 and Vaitzman et al., from stored runs.

    sapper reproduce cooper --games 10000 --store papers.db
    sapper experiment run vaitzman-3 --store papers.db
    sapper experiment run vaitzman-readings --store papers.db
    python research/paper_tables.py cooper papers.db
    python research/paper_tables.py vaitzman papers.db
    python research/paper_tables.py cooper-times
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Sequence

import numpy as np

from sapper import Rules
from sapper.agents import Games, load_agent, play_seeds
from sapper.agents.run.play import game_seeds
from sapper.lab.stats.measures import random_moves, score
from sapper.lab.stats.paired import compare
from sapper.lab.stats.sets import mean_of
from sapper.lab.stats.statistics import Z95, wilson_interval
from sapper.lab.store import open_store

# Games by agent, without the paper's name, and grid; in the order of their seeds.
Played = dict[tuple[str, str], Games]
# Column, agent, and the experiment that its games are taken from.
DENSITIES = (
    ("basic", "basic", "30"), ("equations", "equations", "30"), ("csp", "csp", "30"),
    ("combined", "combined", "30"), ("+ global", "combined:global=yes", "33"),
    ("+ selector", "combined:selector=yes", "36"),
    ("+ both", "combined:global=yes,selector=yes", "41"),
)  # fmt: skip
TIMED = (
    "basic", "equations", "equations:closure=yes", "csp:min_clues=1", "csp", "csp:min_clues=3",
    "combined", "combined:global=yes", "combined:selector=yes",
    "combined:global=yes,selector=yes",
)  # fmt: skip
TIMED_ON = ("10x10x20", "10x10x40", "10x10x60")
SIZES = ("10x10x30", "15x15x68", "20x20x120", "25x25x188", "30x30x270")
TRIED = ("basic", "csp:min_clues=1", "csp", "csp:min_clues=3")
GRIDS = ("beginner-8", "intermediate", "expert")
CSP = ("csp-mc", "csp-prob", "csp-prob:guess=flag")
SAT = ("sat-aa", "sat-pdb", "sat-all")


def read(store_name: str, experiment: str) -> Played:
    """Return the stored games of an experiment."""
    played: Played = {}
    with open_store(store_name, create=False) as store:
        found = store.find_experiment(experiment)
        if found is None:
            raise SystemExit(f"expected a store with a run of {experiment}")
        for row in found.conditions:
            games = Games.concat(part for _, part in store.iter_games(row))
            order = np.argsort(games["game_seed"], kind="stable")
            agent = row.parameters["agent"].partition("/")[2]
            columns = {name: column[order] for name, column in games.columns.items()}
            played[agent, row.parameters["on"]] = Games(columns)
    return played


def mean(games: Games, on: str, measure: str, digits: int) -> str:
    """Write a mean with half of its 95 % interval."""
    rules = Rules.parse(on, first_click="any", game="score")
    found = mean_of((score if measure == "score" else random_moves)(games, rules))
    return f"{found.value:.{digits}f} ±{Z95 * found.error:.{digits}f}"


def print_table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table in Markdown."""
    print("\n| " + " | ".join(heads) + " |\n|" + "---|" * len(heads))
    for row in rows:
        print("| " + " | ".join(row) + " |")


def print_cooper(store_name: str) -> None:
    """Print scores and random moves over density and size, and by the cells that are tried."""
    drawn = {name: read(store_name, f"cooper-fig-{name}") for name in ("30", "33", "36", "41")}
    heads = ["density", *(title for title, _, _ in DENSITIES)]
    for measure, mines, digits in (("score", range(5, 101, 5), 3), ("moves", range(0, 101, 10), 2)):
        print_table(heads, (
            [f"{number / 100:.2f}", *(
                mean(drawn[figure][agent, f"10x10x{number}"], f"10x10x{number}", measure, digits)
                for _, agent, figure in DENSITIES
            )]
            for number in mines
        ))  # fmt: skip
    agents = ("basic", "combined", "combined:selector=yes")
    sizes = read(store_name, "cooper-fig-38")
    print_table(
        ["grid", *agents, *(f"random moves: {agent}" for agent in agents)],
        ([on, *(mean(sizes[agent, on], on, "score", 4) for agent in agents),
          *(mean(sizes[agent, on], on, "moves", 1) for agent in agents)] for on in SIZES),
    )  # fmt: skip
    tried = read(store_name, "cooper-fig-3")
    print_table(["density", *TRIED], (
        [f"{number / 100:.2f}", *(
            mean(tried[agent, f"10x10x{number}"], f"10x10x{number}", "score", 4) for agent in TRIED
        )]
        for number in range(10, 100, 10)
    ))  # fmt: skip


def print_cooper_times(games: int = 1000, rounds: int = 3) -> None:
    """Print processor time in µs a game, the best of rounds in which the agents take turns."""
    best: dict[tuple[str, str], float] = {}
    for _ in range(rounds):
        for on in TIMED_ON:
            rules = Rules.parse(on, first_click="any", game="score")
            for agent in TIMED:
                loaded = load_agent(f"cooper/{agent}")
                began = time.process_time()
                play_seeds(loaded, rules, game_seeds(2020, 0, games))
                taken = 1e6 * (time.process_time() - began) / games
                best[agent, on] = min(taken, best.get((agent, on), taken))
    rows = ([agent, *(f"{best[agent, on]:.1f}" for on in TIMED_ON)] for agent in TIMED)
    print_table(("µs a game", *TIMED_ON), rows)


def won(games: Games) -> str:
    """Write the share of games won with its 95 % interval."""
    low, high = wilson_interval(games.wins, len(games))
    return f"{100 * games.wins / len(games):.2f} [{100 * low:.2f}, {100 * high:.2f}]"


def guesses(games: Games) -> str:
    """Write the mean number of guesses with its 95 % interval."""
    found = mean_of(games["guesses"])
    half = Z95 * found.error
    return f"{found.value:.2f} [{found.value - half:.2f}, {found.value + half:.2f}]"


def difference(one: Games, other: Games) -> str:
    """Write how many points more the one wins on the same boards, with its 95 % interval."""
    found = compare(one["won"], other["won"])
    shown = (found.difference, found.difference_low, found.difference_high)
    value, low, high = (f"{100 * number:+.1f}".replace("-", "\N{MINUS SIGN}") for number in shown)
    return f"{value} [{low}, {high}]"


def print_vaitzman(store_name: str) -> None:
    """Print wins and guesses, the pairs, run times, and the other readings."""
    bars = read(store_name, "vaitzman-3")
    print_table(("agent", *GRIDS, "guesses a game"), (
        [agent, *(won(bars[agent, on]) for on in GRIDS),
         ", ".join(guesses(bars[agent, on]) for on in GRIDS)]
        for agent in (*CSP, *SAT)
    ))  # fmt: skip
    print_table(("pair", *GRIDS), (
        [f"{sat} \N{MINUS SIGN} {csp}", *(difference(bars[sat, on], bars[csp, on]) for on in GRIDS)]
        for sat in SAT
        for csp in CSP
    ))  # fmt: skip
    print_table(("median µs a game", *GRIDS), (
        [agent, *(f"{np.median(bars[agent, on]['nanoseconds']) / 1000:.1f}" for on in GRIDS)]
        for agent in dict.fromkeys(agent for agent, _ in bars)
    ))  # fmt: skip
    readings = read(store_name, "vaitzman-readings")
    print_table(("reading", *GRIDS), (
        [agent, *(won(readings[agent, on]) for on in GRIDS)]
        for agent in dict.fromkeys(agent for agent, _ in readings)
    ))  # fmt: skip


def main() -> None:
    """Print the tables of one page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tables", choices=("cooper", "cooper-times", "vaitzman"))
    parser.add_argument("store", nargs="?", default="sapper.db")
    options = parser.parse_args()
    if options.tables == "cooper-times":
        print_cooper_times()
    else:
        (print_cooper if options.tables == "cooper" else print_vaitzman)(options.store)


if __name__ == "__main__":
    main()
