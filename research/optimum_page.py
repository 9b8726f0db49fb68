"""
The tables of docs/notes/best-play-tables.md, made from docs/optimum.csv.

    python research/optimum_page.py docs/optimum.csv docs/notes/best-play-tables.md
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path
from typing import Final

BEGIN: Final = "<!-- from docs/optimum.csv by research/optimum_page.py -->"
END: Final = "<!-- end -->"
RULES: Final = ("any", "safe", "zero")
Row = dict[str, str]


def format_row(size: str, by_rule: dict[str, Row]) -> str:
    """Write the rules of one grid in a row."""
    cells = [size]
    for rule in RULES:
        row = by_rule.get(rule)
        if row is None:
            cells.append("–")
            continue
        wins, layouts = int(row["wins"]), int(row["layouts"])
        cells.append(f"{wins:,} / {layouts:,} = {wins / layouts:.5f}")
    shown = by_rule.get("safe") or by_rule.get("any") or next(iter(by_rule.values()))
    zero = by_rule.get("zero")
    cells += [shown["first"].replace(" ", ", "), "–" if zero is None else shorten(zero["first"])]
    cells += [f"{int(shown['states']):,}", f"{float(shown['seconds']):.2f}"]
    return "| " + " | ".join(cells) + " |"


def shorten(cells: str) -> str:
    """Name at most four cells."""
    names = cells.split()
    return ", ".join(names[:4]) + (", …" if len(names) > 4 else "")


def make_tables(rows: list[Row]) -> str:
    """Write a table for each number of rows of the grid, from two."""
    grids: dict[tuple[int, int, int], dict[str, Row]] = {}
    for row in rows:
        key = (int(row["rows"]), int(row["columns"]), int(row["mines"]))
        grids.setdefault(key, {})[row["first_click"]] = row
    lines: list[str] = []
    last = 0
    for (num_rows, columns, mines), by_rule in sorted(grids.items()):
        # More mines than safe cells are in the file; they tell little.
        if num_rows < 2 or 2 * mines > num_rows * columns:
            continue
        if num_rows != last:
            last = num_rows
            lines += ["", f"## {num_rows} rows", ""]
            lines.append("| grid | any | safe | zero | best first | zero: | states | seconds |")
            lines.append("|---" * 8 + "|")
        lines.append(format_row(f"{columns}x{num_rows}x{mines}", by_rule))
    return "\n".join(lines)


def main() -> None:
    """Put the tables between the marks of the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("csv", type=Path)
    parser.add_argument("page", type=Path)
    chosen = parser.parse_args()
    with chosen.csv.open(newline="") as file:
        tables = make_tables(list(csv.DictReader(file)))
    before, _, rest = chosen.page.read_text().partition(BEGIN)
    _, _, after = rest.partition(END)
    chosen.page.write_text(f"{before}{BEGIN}\n{tables}\n\n{END}{after}")


if __name__ == "__main__":
    main()
