"""Every form shows the same position, and no form shows more than a player sees."""

from __future__ import annotations

import json
import struct
import zlib

import numpy as np
import pytest

from sapper import Game, Position, Rules
from sapper.errors import UnknownNameError
from sapper.game.pixels import SIDE, draw_labelled, to_png
from sapper.llm import FORMS, TEXT_FORMS, show

POSITION = Position.parse("..1./F.2./11../.*.. 3")


def from_grid(text: str) -> str:
    """Read a grid back into our notation."""
    *lines, last = text.splitlines()[1:]
    rows = ["".join(line.split()[1:]) for line in lines]
    return f"{'/'.join(rows)} {last.split()[1].rstrip(',')}"


@pytest.mark.parametrize(
    "text",
    ["..1./F.2./11../.*.. 3", ". 0", ".........../0F1......*. 4", "/".join(["."] * 11) + " 2"],
)
def test_grid_reads_back(text: str) -> None:
    assert from_grid(show(Position.parse(text))) == text


def test_grid_of_every_cell_stands_under_its_number() -> None:
    position = Position.blank(12, 11, 5)
    head, *lines = show(position).splitlines()
    for column in range(1, 13):
        place = head.split()[column - 1]
        assert place == str(column)
    ends = [place for place, letter in enumerate(lines[0]) if letter == "."]
    assert all(head[place].isdigit() for place in ends)
    assert len({line.index(".") for line in lines[:-1]}) == 1


def test_json_holds_what_the_line_holds() -> None:
    data = json.loads(show(POSITION, "json"))
    assert f"{'/'.join(data['cells'])} {data['mines']}" == str(POSITION) == show(POSITION, "line")
    assert (data["rows"], data["columns"]) == (4, 4)


def test_constraints_name_each_clue_with_its_covered_cells() -> None:
    assert show(POSITION, "constraints").splitlines() == [
        "grid: 4 rows, 4 columns",
        "r1c3 shows 1: r1c2 r1c4 r2c2 r2c4 hold 1 mine",
        "r2c3 shows 2: r1c2 r1c4 r2c2 r2c4 r3c3 r3c4 hold 2 mines",
        "r3c1 shows 1: r2c1 r2c2 r4c1 hold 0 mines, beside 1 revealed mine",
        "r3c2 shows 1: r2c1 r2c2 r3c3 r4c1 r4c3 hold 0 mines, beside 1 revealed mine",
        "next to no number: r1c1 r4c4",
        "flags: r2c1",
        "mines: 2 among 11 covered cells",
    ]


def test_png_is_a_file_that_holds_the_picture() -> None:
    data = show(POSITION, "png")
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (2 * SIDE * 5, 2 * SIDE * 5)
    place, body = 8, b""
    while place < len(data):
        (size,) = struct.unpack(">I", data[place : place + 4])
        kind, inside = data[place + 4 : place + 8], data[place + 8 : place + 8 + size]
        assert struct.unpack(">I", data[place + 8 + size : place + 12 + size]) == (
            zlib.crc32(kind + inside),
        )
        body += inside if kind == b"IDAT" else b""
        place += 12 + size
    lines = np.frombuffer(zlib.decompress(body), np.uint8).reshape(2 * SIDE * 5, -1)
    pixels = lines[:, 1:].reshape(2 * SIDE * 5, -1, 3)
    assert np.array_equal(pixels[::2, ::2], draw_labelled(POSITION))


def test_numbers_of_a_large_grid_fit_their_tiles() -> None:
    pixels = draw_labelled(Position.blank(120, 2, 1))
    assert pixels.shape == (3 * SIDE, 121 * SIDE, 3)
    assert (pixels[:SIDE, 120 * SIDE :] < 100).any()
    assert len(to_png(pixels, scale=1)) > 1000


@pytest.mark.parametrize("form", FORMS)
def test_no_form_shows_the_layout(form: str) -> None:
    """Two games that look alike and hide different mines are shown alike."""
    rules = Rules.parse("5x5x5")
    by_look: dict[str, set[bytes | str]] = {}
    for seed in range(90):
        game = Game(rules, seed)
        game.reveal("r3c3")
        by_look.setdefault(str(game.position), set()).add(show(game.position, form))
    assert max(len(shown) for shown in by_look.values()) == 1
    assert len(by_look) < 90


def test_unknown_form_is_an_error_that_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'grid'"):
        show(POSITION, "gird")
    assert set(TEXT_FORMS) < set(FORMS)
