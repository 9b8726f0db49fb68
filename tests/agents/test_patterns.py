"""The pattern database: its file, and how it is looked up."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import get_args

import numpy as np
import pytest

from agents.test_pattern_building import build, key_of
from sapper import Position, Rules, _core, load_agent
from sapper.agents import Playthrough
from sapper.agents.guessers import AssignmentsOrPatterns, PatternDatabase
from sapper.agents.pattern_building import GAMES_A_LAYOUT, NUM_LAYOUTS, SEED
from sapper.agents.patterns import (
    Database,
    PatternFileError,
    load_table,
    pattern_file,
    read_patterns,
    write_patterns,
)
from sapper.agents.run.play import game_seeds
from sapper.game.codes import COVERED, FLAGGED
from sapper.testing import check_guesser

# The file


@pytest.mark.parametrize("database", ["sampled", "exact"])
def test_package_brings_both_databases(database: Database) -> None:
    patterns = read_patterns(pattern_file(database))
    assert patterns.made["exact"] == (database == "exact")
    assert patterns.made["games"] == GAMES_A_LAYOUT
    assert patterns.made.get("seed", SEED) == SEED
    assert len(patterns) > 300_000
    assert (np.diff(patterns.keys) > 0).all()
    assert len(load_table(database)) == len(patterns)
    # The blank grid: every cell is a mine in half of all layouts, with 1 mine or more.
    blank = int(np.searchsorted(patterns.keys, key_of(bytes([COVERED] * 16))))
    assert patterns.safes[blank] / 65535 == pytest.approx(32767 / NUM_LAYOUTS, abs=0.002)
    assert patterns.shares[blank] / 65535 == pytest.approx(32767 / NUM_LAYOUTS / 16, abs=0.001)


def test_databases_together_are_under_five_megabytes() -> None:
    assert sum(pattern_file(name).stat().st_size for name in get_args(Database)) < 5_000_000


def test_file_gives_back_what_was_written(tmp_path: Path) -> None:
    written = build(num_layouts=200, games=20).patterns()
    write_patterns(written, tmp_path / "new" / "patterns.bin")
    found = read_patterns(tmp_path / "new" / "patterns.bin")
    for name in ("keys", "moves", "shares", "safes"):
        assert (getattr(found, name) == getattr(written, name)).all()
    assert found.made == written.made == {"exact": False, "games": 20, "seed": SEED}


def test_missing_file_names_the_command(tmp_path: Path) -> None:
    with pytest.raises(PatternFileError, match=r"cannot be read: No such file .*: sapper build"):
        read_patterns(tmp_path / "nothing.bin")


def bomb() -> bytes:
    """A file of 130 KB that unpacks to 130 MB, right in all that it says of itself."""
    payload = zlib.compress(bytes(13 * 10_000_000), 9)
    header = {
        "format": "sapper patterns 1",
        "patterns": 10_000_000,
        "sha256": hashlib.sha256(payload).hexdigest(),
    }
    return json.dumps(header).encode() + b"\n" + payload


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: b"{}\n",
        lambda data: b"[1]\n",
        lambda data: b"[" * 100_000 + b"\n",
        lambda data: bomb(),
        lambda data: data[:-1],
        lambda data: data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
        lambda data: data.replace(b'"patterns": ', b'"patterns": 1'),
        lambda data: data.replace(b"patterns 1", b"patterns 2"),
        lambda data: re.sub(rb'(?<="sha256": ")[0-9a-f]+', b"0" * 64, data, count=1),
        lambda data: re.sub(rb'(?<="sha256": ")[0-9a-f]+', b"f" * 64, data, count=1),
    ],
)
def test_damaged_file_names_the_command(tmp_path: Path, damage: object) -> None:
    file = tmp_path / "patterns.bin"
    write_patterns(build(num_layouts=50, games=5).patterns(), file)
    file.write_bytes(damage(file.read_bytes()))  # type: ignore[operator]  # a function, see above
    with pytest.raises(PatternFileError, match="is damaged; make one with: sapper build vaitzman"):
        read_patterns(file)


def test_table_refuses_columns_that_do_not_fit() -> None:
    keys, short = np.arange(3, dtype=np.uint64), np.zeros(2, np.uint16)
    with pytest.raises(Exception, match="expected columns of 3 patterns"):
        _core.PatternTable(keys, np.zeros(3, np.uint8), short, short)
    with pytest.raises(Exception, match="expected a move inside the window"):
        _core.PatternTable(keys, np.full(3, 16, np.uint8), *[np.zeros(3, np.uint16)] * 2)


# In play


def windows(position: Position, clues: str) -> list[tuple[int, bytes]]:
    """Return the first cell and the 16 cells of every window, as the database sees them."""
    found = []
    for row in range(position.rows - 3):
        for column in range(position.columns - 3):
            inside = [(row + r) * position.columns + column + c for r in range(4) for c in range(4)]
            codes = [position.cells[cell] for cell in inside]
            if clues == "reduced":
                touches = False
                for index, cell in enumerate(inside):
                    if codes[index] >= COVERED:
                        continue
                    outside = [n for n in position.neighbours(cell) if n not in inside]
                    touches |= any(position.cells[n] == COVERED for n in outside)
                    codes[index] -= sum(position.cells[n] == FLAGGED for n in outside)
                if touches or min(codes) < 0:
                    continue
            found.append((row * position.columns + column, bytes(codes)))
    return found


@pytest.mark.parametrize("value", ["share", "safe"])
@pytest.mark.parametrize("clues", ["shown", "reduced"])
def test_guess_is_the_stored_move_of_largest_value(value: str, clues: str) -> None:
    agent = load_agent(f"vaitzman/sat-pdb:value={value},clues={clues}")
    table = load_table("sampled")
    num_guesses = num_found = 0
    for grid in ("8x8x10", "5x4x5"):
        for seed in game_seeds(4, 0, 30).tolist():
            game = Playthrough(agent, Rules.parse(grid, first_click="any"), seed)
            before = game.position
            for turn in game:
                if turn.role == "guesser":
                    num_guesses += 1
                    best, cells = -1.0, set[int]()
                    for first, codes in windows(before, clues):
                        entry = table.find(key_of(codes))
                        if entry is None:
                            continue
                        move, share, safe = entry
                        worth = share if value == "share" else safe
                        cell = first + move // 4 * before.columns + move % 4
                        if worth > best:
                            best, cells = worth, set()
                        if worth == best:
                            cells.add(cell)
                    num_found += bool(cells)
                    assert turn.cell in (cells or before.covered)
                    assert turn.moves[0].kind == "reveal"
                before = turn.position
    assert num_guesses > 40
    assert num_found > 0.5 * num_guesses


def test_grid_without_a_window_is_guessed_at_random() -> None:
    games = {
        turn.cell
        for seed in range(60)
        for turn in Playthrough(load_agent("vaitzman/sat-pdb"), Rules(3, 9, 8), seed)
        if turn.role == "guesser"
    }
    assert len(games) > 15


def test_guessers_keep_their_contracts() -> None:
    check_guesser(PatternDatabase())
    check_guesser(PatternDatabase("safe", "reduced", "exact"))
    check_guesser(AssignmentsOrPatterns())


def test_an_unknown_pattern_is_not_found() -> None:
    assert load_table("sampled").find(0) is None
    values = np.zeros(0, np.uint16)
    table = _core.PatternTable(np.zeros(0, np.uint64), np.zeros(0, np.uint8), values, values)
    assert len(table) == 0
    assert table.find(5) is None
