"""
Draw the figures of Kvietinskas 2021 from `docs/papers/data`.

`python research/kvietinskas_figures.py` writes SVG files to `docs/papers/pictures`,
named after the thesis's figures: 7.1 and 7.2, 8.1 to 8.5, 8.7, 8.9 to 8.11, and the
eight charts of its appendix as one. Bars show wins; the dark part of a bar what was
won without a guess.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from kvietinskas_data import DATA, GRIDS, STEPS, WINDOWS, Sums, Table
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

PICTURES = Path(__file__).parents[1] / "docs" / "papers" / "pictures"
SVG: Any = {
    "svg.hashsalt": "sapper", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 8,
}  # fmt: skip
XLABELS = {tuple(WINDOWS): "window", tuple(STEPS): "steps"}
LIGHT, DARK, WHOLE, STRIP = "#9dbfdd", "#3b6ea5", "#6a9a5b", "#222222"


Legend = Sequence[tuple[str, str]]
WINS: Legend = (("won", LIGHT), ("won, on the whole grid", WHOLE), ("won without a guess", DARK))


def save(
    name: str,
    rows: int,
    columns: int,
    draw: Callable[[Any], None],
    height: float = 2.4,
    legend: Legend = (),
) -> None:
    """Make a figure of panels and write it; names of colours or lines stand below the panels."""
    with mpl.rc_context(SVG):
        figure = Figure(figsize=(2.6 * columns + 0.6, height * rows + 0.3), layout="constrained")
        panels = figure.subplots(rows, columns, squeeze=False, sharey=True)
        draw(panels)
        # The panels of a row share their axis, and so its name.
        for panel in panels[:, 1:].ravel():
            panel.set_ylabel("")
        handles: list[Any] = [Patch(color=colour, label=label) for label, colour in legend]
        handles = handles or panels[0][0].get_legend_handles_labels()[0]
        figure.legend(handles=handles, loc="outside lower center", ncols=4, frameon=False)
        PICTURES.mkdir(parents=True, exist_ok=True)
        figure.savefig(PICTURES / f"kvietinskas-{name}.svg", format="svg", metadata={"Date": None})


def finish(
    axes: Axes, title: str, labels: Sequence[str], ylabel: str = "", xlabel: str = ""
) -> None:
    """Label a panel."""
    axes.set_title(title, loc="left")
    axes.set_xlabel(xlabel)
    axes.set_xticks(range(len(labels)), labels, rotation=60)
    axes.set_ylabel(ylabel)
    if ylabel.endswith("%"):
        axes.set_ylim(0, 100)  # a bar that ends the axis looks cut off by the title
    axes.spines[["top", "right"]].set_visible(False)


def bars(axes: Axes, sums: Sequence[Sums | None], labels: Sequence[str], title: str) -> None:
    """Draw wins, and wins without a guess in front of them."""
    for place, (found, label) in enumerate(zip(sums, labels, strict=True)):
        if found is None:
            continue
        axes.bar(place, found.percent(), color=WHOLE if label == "whole" else LIGHT)
        axes.bar(place, found.percent(no_guess=True), color=DARK, width=0.5)
    finish(axes, title, labels, "won %", XLABELS.get(tuple(labels), ""))


def strips(
    axes: Axes, pairs: Sequence[tuple[Sums, Sums] | None], labels: Sequence[str], title: str
) -> None:
    """Draw the lower wins of each pair as a bar, and a strip up to the higher ones."""
    for place, pair in enumerate(pairs):
        if pair is None:
            continue
        low, high = sorted(found.percent() for found in pair)
        axes.bar(place, low, color=WHOLE if labels[place] == "whole" else LIGHT)
        axes.bar(place, high - low, bottom=low, color=STRIP)
    finish(axes, title, labels, "won %", "window")


def impact(table: Table, name: str, parameter: str, values: tuple[str, str], others: Any) -> None:
    """Draw a figure of strips: a row per setting of the other parameters, a panel per grid."""

    def draw(panels: Any) -> None:
        for row, setting in enumerate(others):
            for panel, on in zip(panels[row], GRIDS, strict=True):
                pairs = []
                for window in WINDOWS:
                    found = [
                        table.find(on=on, window=window, **setting, **{parameter: value})
                        for value in values
                    ]
                    pairs.append((found[0], found[1]) if found[0] and found[1] else None)
                text = ", ".join(f"{key}={value}" for key, value in setting.items())
                strips(panel, pairs, WINDOWS, f"{on}\n{text}")

    low, high = sorted(values, key=lambda value: value in ("yes", "zero"))
    shown = [(f"won, {parameter}={low}", LIGHT), (f"on the whole grid, {parameter}={low}", WHOLE),
             (f"up to {parameter}={high}", STRIP)]  # fmt: skip
    save(name, len(others), len(GRIDS), draw, legend=shown)


def settings(*names: str) -> list[dict[str, str]]:
    """Return all settings of two switches."""
    values = {"first_click": ("zero", "safe")}
    one, two = names
    return [
        {one: a, two: b}
        for a in values.get(one, ("yes", "no"))
        for b in values.get(two, ("yes", "no"))
    ]


def comparison(one: Table, two: Table, verification: Table) -> None:
    """Figure 8.1: the naive and the optimal solver and the best known ones."""
    reported = {"beginner": (97, 92), "intermediate": (89, 72), "expert": (54, 16)}

    def draw(panels: Any) -> None:
        for panel, on in zip(panels[0], GRIDS[1:], strict=True):
            sums = [
                two.get(on=on, steps="none", flags="yes", first_click="zero"),
                one.get(on=on, window="whole", mine_count="yes", flags="yes", first_click="zero"),
                verification.get(on=on),
            ]
            labels = ["naive", "optimal, random first", "optimal, r4c4", "best, as reported"]
            bars(panel, [*sums, None], labels, on)
            panel.bar(3, reported[on][0], color="#cccccc")
            panel.bar(3, reported[on][1], color="#888888", width=0.5)

    shown = [
        ("won", LIGHT), ("won without a guess", DARK), ("reported: won", "#cccccc"),
        ("reported: without a guess", "#888888"),
    ]  # fmt: skip
    save("8.1", 1, 3, draw, 3.2, shown)


def steps_figures(two: Table) -> None:
    """Figures 8.7, 8.9 and 8.10: wins and times by number of steps."""

    def wins(panels: Any) -> None:
        for row, flags in enumerate(("yes", "no")):
            for panel, on in zip(panels[row], GRIDS, strict=True):
                found = [two.get(on=on, steps=n, flags=flags, first_click="zero") for n in STEPS]
                bars(panel, found, STEPS, f"{on}, flags={flags}")

    def times(panels: Any) -> None:
        for panel, flags in zip(panels[0], ("yes", "no"), strict=True):
            for on in GRIDS:
                mine = [
                    float(row["microseconds"])
                    for row in read("kvietinskas-times")
                    if (row["experiment"], row["on"]) == ("kvietinskas-2", on)
                    and (row["flags"], row["first_click"]) == (flags, "zero")
                ]
                panel.plot(mine, label=on)
            finish(panel, f"flags={flags}", STEPS, "processor microseconds a game", "steps")

    save("8.7", 2, len(GRIDS), wins, legend=(WINS[0], WINS[2]))
    save("8.9-8.10", 1, 2, times, 3)


def read(name: str) -> list[dict[str, str]]:
    """Read a file of series."""
    with (DATA / f"{name}.csv").open() as file:
        return list(csv.DictReader(file))


def convergence() -> None:
    """Figures 7.1 and 7.2: the running win rates of the verification test."""
    rows = read("kvietinskas-convergence")

    def draw(panels: Any) -> None:
        for panel, least in zip(panels[0], (0, 100), strict=True):
            for on in GRIDS[1:]:
                mine = [row for row in rows if row["on"] == on and int(row["games"]) >= least]
                games = [int(row["games"]) for row in mine]
                rates = [100 * int(row["wins_without_guess"]) / int(row["games"]) for row in mine]
                panel.plot(games, rates, label=on)
            panel.set_xscale("log")
            panel.set_title("all games" if not least else "without the first 100", loc="left")
            panel.set_xlabel("games")
            panel.spines[["top", "right"]].set_visible(False)
        panels[0][0].set_ylabel("won without a guess %")

    save("7.1-7.2", 1, 2, draw, 3)


def appendix(one: Table) -> None:
    """The eight charts of the appendix: every condition of experiment 1."""

    def draw(panels: Any) -> None:
        row = 0
        for rule in ("zero", "safe"):
            for mines in ("yes", "no"):
                for flags in ("yes", "no"):
                    for panel, on in zip(panels[row], GRIDS, strict=True):
                        fixed = {"on": on, "mine_count": mines, "flags": flags, "first_click": rule}
                        found = [one.find(window=window, **fixed) for window in WINDOWS]
                        title = f"{on}, {rule}\nmine_count={mines}, flags={flags}"
                        bars(panel, found, WINDOWS, title)
                    row += 1

    save("appendix", 8, len(GRIDS), draw, legend=WINS)


def main() -> None:
    """Draw everything."""
    one, two = Table("kvietinskas-1"), Table("kvietinskas-2")
    comparison(one, two, Table("kvietinskas-verification"))

    def favourable(panels: Any) -> None:
        for panel, on in zip(panels[0], GRIDS, strict=True):
            best = {"on": on, "mine_count": "yes", "flags": "yes", "first_click": "zero"}
            bars(panel, [one.find(window=window, **best) for window in WINDOWS], WINDOWS, on)

    save("8.2", 1, len(GRIDS), favourable, legend=WINS)
    impact(one, "8.3", "flags", ("yes", "no"), settings("mine_count", "first_click"))
    impact(one, "8.4", "mine_count", ("yes", "no"), settings("flags", "first_click"))
    impact(one, "8.5", "first_click", ("zero", "safe"), settings("flags", "mine_count"))
    steps_figures(two)
    convergence()
    appendix(one)


if __name__ == "__main__":
    main()
