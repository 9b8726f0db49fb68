"""
Where Minesweeper becomes a game of chance: critical densities, their scaling, a figure.

Reads the sums of experiments/phase-transition.toml as they were exported:

    sapper experiment run experiments/phase-transition.toml --store phase.db
    sapper experiment export experiments/phase-transition.toml --store phase.db --sums --to \
        docs/studies/phase-transition.csv
    python research/phase_transition.py docs/studies/phase-transition.csv \
        --svg docs/pictures/phase-transition.svg

`--components N` plays to the first guess at the critical density of N x N and measures the largest
component and the time of its analysis.
"""

from __future__ import annotations

import argparse
import csv
import math
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sapper import Game, Rules, analyse
from sapper.lab.output.reports.drawing import Drawing, colour, draw, join_svg
from sapper.lab.stats.fits import fit_logistic

SERIES = ("no guess", "exact", "strongest")
LEAST_FITTED = 64  # smaller grids are edges and the number of mines
Z = 1.96
Counts = list[tuple[float, int, int]]  # density, wins, games


@dataclass(frozen=True)
class Scaling:
    """A power of n through critical densities, by least squares weighted by their errors."""

    exponent: float
    error: float
    log_factor: float
    chi_square: float
    freedom: int

    def __call__(self, n: float) -> float:
        """Return the density at a size."""
        return math.exp(self.log_factor + self.exponent * math.log(n))


def read(path: Path) -> dict[tuple[str, int], Counts]:
    """Return the counts of every series and size; one of exact is two series."""
    found: dict[tuple[str, int], Counts] = defaultdict(list)
    for row in csv.DictReader(path.read_text().splitlines()):
        size, games = int(row["columns"]), int(row["games"])
        density = int(row["mines"]) / int(row["cells"])
        found[row["agent"], size].append((density, int(row["wins"]), games))
        if row["agent"] == "exact":
            found["no guess", size].append((density, int(row["wins_without_guess"]), games))
    return found


def seconds_at(path: Path, size: int, density: float) -> float:
    """Return the seconds a game of `exact` took at the density nearest to this one."""
    rows = [
        row
        for row in csv.DictReader(path.read_text().splitlines())
        if row["agent"] == "exact" and int(row["columns"]) == size
    ]
    near = min(rows, key=lambda row: abs(int(row["mines"]) / int(row["cells"]) - density))
    return int(near["nanoseconds"]) / int(near["games"]) / 1e9


@dataclass(frozen=True)
class Law:
    """
    Won with probability exp(-(p / scale)^power): guesses that must be made come as a Poisson.

    ``errors`` are those of the logarithms of the density where half is won, and of the power.
    """

    log_middle: float
    power: float
    errors: tuple[float, float]
    deviance: float
    freedom: int

    def __call__(self, density: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the win rate."""
        return won_at(np.log(density), self.log_middle, self.power)

    @property
    def error(self) -> float:
        """The error of the middle's logarithm, wider where the curve does not fit well."""
        return self.errors[0] * math.sqrt(max(1.0, self.deviance / max(self.freedom, 1)))


def won_at(x: NDArray[np.float64], log_middle: float, power: float) -> NDArray[np.float64]:
    """Return the law's win rate at logarithms of densities."""
    return np.clip(np.exp(-math.log(2) * np.exp(power * (x - log_middle))), 1e-12, 1 - 1e-12)


def fit_law(counts: Counts) -> Law:
    """Fit the law by maximum likelihood: steps by scores, halved while they do not help."""
    density, wins, games = (np.array(one, float) for one in zip(*sorted(counts), strict=True))
    x, share = np.log(density), wins / games

    def deviance(rate: NDArray[np.float64]) -> float:
        kept = np.clip(share, 1e-12, 1 - 1e-12)
        terms = wins * np.log(kept / rate) + (games - wins) * np.log((1 - kept) / (1 - rate))
        return float(2 * terms.sum())

    start = fit_logistic(list(x), [*map(int, wins)], [*map(int, games)])
    at = np.array([start.values[0], start.values[1] / (2 * math.log(2))])
    best = deviance(won_at(x, *at))
    for _ in range(200):
        rate = won_at(x, *at)
        slope = rate * np.log(rate)  # by the exponent's logarithm
        design = np.stack([-at[1] * slope, (x - at[0]) * slope], axis=1)
        weight = games / (rate * (1 - rate))
        information = design.T @ (weight[:, None] * design)
        step = np.linalg.solve(information, design.T @ (weight * (share - rate)))
        while (found := deviance(won_at(x, *(at + step)))) > best and np.abs(step).max() > 1e-12:
            step /= 2
        at, best = at + step, min(found, best)
        if np.abs(step).max() < 1e-10:
            break
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    return Law(float(at[0]), float(at[1]), (errors[0], errors[1]), best, len(x) - 2)


def fit_scaling(fits: dict[int, Law]) -> Scaling:
    """Fit log p = a + b log n over the larger sizes."""
    sizes = sorted(n for n in fits if n >= LEAST_FITTED)
    x = np.log(sizes)
    y = np.array([fits[n].log_middle for n in sizes])
    weight = np.array([1 / fits[n].error ** 2 for n in sizes])
    design = np.stack([np.ones_like(x), x], axis=1)
    covariance = np.linalg.inv(design.T @ (weight[:, None] * design))
    factor, exponent = covariance @ design.T @ (weight * y)
    chi = float((weight * (y - factor - exponent * x) ** 2).sum())
    freedom = len(sizes) - 2
    error = math.sqrt(covariance[1, 1] * max(1.0, chi / freedom))
    return Scaling(float(exponent), error, float(factor), chi, freedom)


def largest_component(n: int, mines: int, seeds: Sequence[int]) -> tuple[int, float, int]:
    """Return the largest component at first guesses, seconds of its analysis, games with one."""
    largest, seconds, guessed = 0, 0.0, 0
    for seed in seeds:
        game = Game(Rules(n, n, mines, first_click="zero"), seed)
        game.reveal((n // 2) * n + n // 2)
        while not game.is_over:
            start = time.perf_counter()
            found = analyse(game.position)
            spent = time.perf_counter() - start
            if not found.safe:
                guessed += 1
                seconds += spent
                largest = max(largest, *(len(one.cells) for one in found.components), 0)
                break
            for cell in found.safe:
                if game.position.clue(cell) is None:
                    game.reveal(cell)
    return largest, seconds / max(guessed, 1), guessed


def paint_curves(axes: Axes, found: dict[tuple[str, int], Counts]) -> None:
    """Draw win rates with no guess over density, a curve a size."""
    sizes = sorted(size for series, size in found if series == "no guess")
    for i, size in enumerate(sizes):
        counts = sorted(found["no guess", size])
        x = np.array([density for density, _, _ in counts])
        axes.plot(x, [100 * wins / games for _, wins, games in counts], "o", ms=3, color=colour(i))
        fit = fit_law(counts)
        fine = np.linspace(x.min(), x.max(), 100)
        axes.plot(fine, 100 * fit(fine), "-", lw=1, color=colour(i), label=f"n = {size}")
    axes.set(xlabel="mines per cell", ylabel="won without a guess, %", ylim=(0, 100))
    axes.legend(fontsize="x-small", ncols=2)


def paint_scaling(axes: Axes, fits: dict[str, dict[int, Law]]) -> None:
    """Draw critical densities over n, with their power laws."""
    for i, (series, by_size) in enumerate(fits.items()):
        sizes = sorted(by_size)
        middle = np.exp([by_size[n].log_middle for n in sizes])
        error = [Z * by_size[n].error * p for n, p in zip(sizes, middle, strict=True)]
        axes.errorbar(sizes, middle, error, fmt="o", ms=4, color=colour(i), label=series)
        if sum(n >= LEAST_FITTED for n in sizes) > 2:
            law = fit_scaling(by_size)
            fine = np.array([LEAST_FITTED, max(sizes)])
            label = f"n^{law.exponent:.3f} ± {Z * law.error:.3f}"
            axes.plot(fine, [law(n) for n in fine], "-", lw=1, color=colour(i), label=label)
    axes.set(xscale="log", yscale="log", xlabel="n", ylabel="density where half is won")
    axes.set_xticks([8, 32, 128, 512], ["8", "32", "128", "512"])
    axes.set_yticks([0.08, 0.1, 0.15, 0.2, 0.25], ["0.08", "0.10", "0.15", "0.20", "0.25"])
    axes.minorticks_off()
    axes.legend(fontsize="x-small")


def main() -> None:
    """Print the tables, and draw the figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sums", type=Path)
    parser.add_argument("--svg", type=Path)
    parser.add_argument("--components", type=int, help="measure at this size alone")
    parser.add_argument("--seeds", type=int, default=10)
    options = parser.parse_args()
    found = read(options.sums)
    fits: dict[str, dict[int, Law]] = {series: {} for series in SERIES}
    for (series, size), counts in sorted(found.items()):
        fits[series][size] = fit_law(counts)
    if options.components:
        n = options.components
        mines = round(math.exp(fits["no guess"][n].log_middle) * n * n)
        print(n, mines, *largest_component(n, mines, range(options.seeds)))
        return
    print("| n | | games | p½ | 95 % | power | deviance / freedom | s a game of exact |")
    print("|---|---|---|---|---|---|---|---|")
    for series, by_size in fits.items():
        for size, law in sorted(by_size.items()):
            middle, error = math.exp(law.log_middle), Z * law.error
            games = sum(count for _, _, count in found[series, size])
            print(
                f"| {size} | {series} | {games:,} | {middle:.4f} | "
                f"{middle * math.exp(-error):.4f}–{middle * math.exp(error):.4f} | "
                f"{law.power:.2f} ± {Z * law.errors[1]:.2f} | {law.deviance:.0f} / {law.freedom} | "
                f"{seconds_at(options.sums, size, middle):.2g} |"
            )
    for series, by_size in fits.items():
        if sum(n >= LEAST_FITTED for n in by_size) > 2:
            scaling = fit_scaling(by_size)
            print(
                f"{series}: p½ ~ n^({scaling.exponent:.4f} ± {Z * scaling.error:.4f}), chi-square "
                f"{scaling.chi_square:.1f} of {scaling.freedom}"
            )
    if options.svg:
        panels = (
            draw(
                3.4, lambda axes: paint_curves(axes, found), "Games won without a guess by density"
            ),
            draw(3.4, lambda axes: paint_scaling(axes, fits), "Critical density by size"),
        )
        options.svg.write_text(join_svg(Drawing(panels), 2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
