"""
Write everything that a person sends: lists' entries, a recipe, a paper, data sets with their cards.

    python publishing/make.py build/publishing --repository https://example.org/you/sapper

The files of this folder with the version, the address and the checksum filled in, and the Parquet
files that the cards describe. A file whose rows or size are not what its card states is an error.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import parquet

import sapper
from sapper import Rules, load_agent
from sapper.boards import generate
from sapper.lab.positions import PositionData, write_positions
from sapper.llm.bench import load_set, save_set

HERE: Final = Path(__file__).resolve().parent
AGENT: Final = "exact:opener=corner"
SEED: Final = 7
GAMES: Final = {"beginner": 4_000, "intermediate": 1_000, "expert": 400}
BOARDS: Final = {"beginner": 1_000, "intermediate": 400, "expert": 100}
_STATED: Final = re.compile(r"^\| `(\w+)` \| .*? \| ([\d,]+) \| (\d+) \|$", re.MULTILINE)


def stated(card: str) -> dict[str, tuple[int, int]]:
    """Return what a card states of each of its files: rows, and megabytes at most."""
    return {
        name: (int(rows.replace(",", "")), int(size)) for name, rows, size in _STATED.findall(card)
    }


def make_positions(folder: Path, games: dict[str, int] = GAMES) -> None:
    """Write the positions that an agent meets, with exact risks."""
    for on, number in games.items():
        rules = Rules.parse(on, first_click="safe")
        path = folder / f"{on}.parquet"
        write_positions(PositionData(load_agent(AGENT), rules, number, SEED), path)
        path.with_name(f"{path.name}.card.json").unlink()


def make_boards(folder: Path, boards: dict[str, int] = BOARDS) -> None:
    """Write boards that need no guess, each with its certificate."""
    plain = ("layout", "first", "first_click", "mines", "three_bv", "openings", "islands", "seed")
    for on, number in boards.items():
        entries = [board.to_dict() for board in generate(on, count=number, seed=SEED)]
        rows = [
            {name: entry[name] for name in plain}
            | {"grade": entry["grade"]["hardest"], "board": json.dumps(entry)}
            for entry in entries
        ]
        parquet.write_table(pa.Table.from_pylist(rows), folder / f"{on}.parquet",
                            compression="zstd")  # fmt: skip


def make_optimum(folder: Path) -> None:
    """Write the table of exact best play."""
    with (HERE.parent / "docs" / "optimum.csv").open(newline="") as file:
        rows = [dict(row) for row in csv.DictReader(file)]
    texts = {"first", "first_click"}
    typed: list[dict[str, Any]] = [
        {name: value if name in texts else float(value) if name == "seconds" else int(value)
         for name, value in row.items()} for row in rows
    ]  # fmt: skip
    parquet.write_table(pa.Table.from_pylist(typed), folder / "optimum.parquet")


def make_bench(folder: Path) -> None:
    """Write the public benchmark for language models."""
    path = folder / "sapper-bench.parquet"
    save_set(load_set(), path)
    path.with_name(f"{path.name}.card.json").unlink()


MAKERS: Final = {
    "positions": make_positions,
    "boards": make_boards,
    "optimum": make_optimum,
    "sapper-bench": make_bench,
}


def check(folder: Path) -> Iterator[str]:
    """Yield what each file of a data set weighs; an error if the card states otherwise."""
    card = (folder / "README.md").read_text()
    files = sorted(folder.glob("*.parquet"))
    for path in files:
        name = path.stem if len(files) > 1 else next(iter(stated(card)))
        rows, most = stated(card)[name]
        got, size = parquet.read_metadata(path).num_rows, path.stat().st_size
        if got != rows or size > most * 1e6:
            raise SystemExit(f"expected {rows} rows and {most} MB at most in {path}, "
                             f"got {got} rows and {size / 1e6:.1f} MB")  # fmt: skip
        yield f"{folder.name}/{path.name}: {got:,} rows, {size / 1e6:.2f} MB"


def fill(to: Path, values: dict[str, str]) -> None:
    """Copy the files of this folder and fill in what they leave open."""
    to.mkdir(parents=True, exist_ok=True)
    for path in HERE.rglob("*"):
        if path.suffix in {".md", ".yaml", ".bib"} and path != HERE / "README.md":
            text = path.read_text("utf-8")
            for name, value in values.items():
                text = re.sub(rf"\b{name}\b", value, text)
            place = to / path.relative_to(HERE)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, "utf-8")


def main() -> None:
    """Fill the files in and write the data beside the cards."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("to", type=Path, help="the folder to write")
    options.add_argument("--repository", default="REPOSITORY", help="the address of the project")
    options.add_argument("--sdist", type=Path, help="the published sdist, for its checksum")
    given = options.parse_args()
    shutil.rmtree(given.to, ignore_errors=True)
    values = {"REPOSITORY": given.repository.rstrip("/"), "VERSION": sapper.__version__}
    if given.sdist:
        values["SHA256"] = hashlib.sha256(given.sdist.read_bytes()).hexdigest()
    fill(given.to, values)
    for name, make in MAKERS.items():
        folder = given.to / "datasets" / name
        make(folder)
        for line in check(folder):
            print(line, flush=True)


if __name__ == "__main__":
    main()
