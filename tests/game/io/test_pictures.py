"""Screenshots: boards drawn in the looks of programs, made worse, read and compared."""

from __future__ import annotations

import io
import json
import random
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from typer.testing import CliRunner

from game.io.screenshots import COVERED, DEJAVU, LOOKS, MINE, Board, draw, font, spoil
from sapper import Position, _core
from sapper.cli import app
from sapper.errors import NotationError, SapperError
from sapper.game.game import Game
from sapper.game.io.pictures import PictureReading, is_picture, load_picture, parse_picture
from sapper.game.rules import Rules

runner = CliRunner()
SIZES = ("9x9x10", "16x16x40", "30x16x99", "12x8x40", "9x9x35")


def played(size: str, seed: int) -> Board:
    """Play some moves at random, flags on mines; now and then the mines are shown at the end."""
    chance = random.Random(seed)
    game = Game(Rules.parse(size, first_click="zero"), seed=seed)
    cells = game.rules.columns * game.rules.rows
    game.reveal(chance.randrange(cells))
    mines = set(game.layout.mines)
    for cell in chance.sample(range(cells), chance.randrange(cells // 3)):
        if not game.is_over and game.position.cells[cell] == COVERED:
            (game.flag if cell in mines else game.reveal)(cell)
    shown = list(game.position.cells)
    if chance.random() < 0.2:
        shown = [MINE if i in mines and code == COVERED else code for i, code in enumerate(shown)]
    return Board(game.rules.columns, game.rules.rows, tuple(shown))


def read(image: Image.Image) -> PictureReading:
    data = io.BytesIO()
    image.save(data, "PNG")
    return parse_picture(data.getvalue())


def compare(board: Board, found: PictureReading) -> tuple[int, int]:
    """Return how many cells are wrong, and how many of these without a doubt."""
    assert (found.columns, found.rows) == (board.columns, board.rows)
    wrong = {i for i, code in enumerate(board.cells) if found.cells[i] != code}
    return len(wrong), len(wrong - set(found.doubtful))


# Side of a cell, noise of a pixel, quality of JPEG.
WORSE = ((16, 0, None), (24, 3, 90), (32, 0, 75), (13.3, 2, None), (48, 6, 60), (10, 0, None))


def test_nearly_all_cells_are_read_and_none_is_wrong_without_a_doubt() -> None:
    cells = wrong = doubts = 0
    for number, (side, noise, quality) in enumerate(WORSE):
        for look in LOOKS:
            chance = random.Random(number)
            board = played(SIZES[number % 2], number)
            found = read(spoil(draw(look, board, side, chance), noise, quality, chance))
            more, silent = compare(board, found)
            assert silent == 0, (look, side)
            assert more <= 0.05 * len(board.cells), (look, side)
            cells, wrong = cells + len(board.cells), wrong + more
            # Clues of our own grid are five pixels high there: right, but not certain.
            is_tiny = look in ("light", "dark") and side < 13
            doubts += 0 if is_tiny else len(found.doubtful)
    assert wrong <= 0.01 * cells
    assert doubts <= 0.05 * cells


def test_small_cells_of_a_jpeg_are_read_by_their_likes() -> None:
    # Each by itself keeps too little of its colour and shape.
    cells = wrong = doubts = 0
    for look in LOOKS:
        for side, quality in ((12, 75), (13, 60)):
            chance = random.Random(side)
            board = played("16x16x40", side)
            found = read(spoil(draw(look, board, side, chance), 0, quality, chance))
            more, silent = compare(board, found)
            assert silent == 0, (look, side)
            cells, wrong = cells + len(board.cells), wrong + more
            doubts += len(found.doubtful)
    assert wrong <= 0.005 * cells
    assert doubts <= 0.03 * cells


def test_a_grid_that_was_found_a_little_beside_the_true_one_is_moved() -> None:
    # Of ten pixels a cell, in a JPEG: the frame and the counters above were taken for two rows.
    chance = random.Random(401010)
    board = played("9x9x10", 401 * 77 + 10)
    found = read(spoil(draw("xp", board, 10, chance), 0, 75, chance))
    assert compare(board, found)[1] == 0


def test_a_board_that_is_a_little_larger_than_a_usual_one_is_not_cut() -> None:
    for size, look, side in (("9x10x12", "dark", 12), ("10x9x12", "xp", 16)):
        chance = random.Random(5)
        board = played(size, 31)
        found = read(spoil(draw(look, board, side, chance), 0, 75, chance))
        assert compare(board, found)[1] == 0, look


@pytest.mark.parametrize(
    ("size", "seed", "drawn", "noise"),
    [("9x9x10", 30978, 402024, 0), ("30x16x99", 15424, 200024, 6)],
)
def test_cells_without_lines_are_neither_quartered_nor_left_out(
    size: str, seed: int, drawn: int, noise: int
) -> None:
    # Most of the second board is covered, and the noise nearly as strong as its two greens.
    board = played(size, seed)
    chance = random.Random(drawn)
    found = read(spoil(draw("google", board, 24, chance), noise, None, chance))
    assert compare(board, found) == (0, 0)


def test_a_board_is_found_in_a_larger_window() -> None:
    board = played("16x16x40", 5)
    image = draw("xp", board, 16, random.Random(0))
    desk = Image.new("RGB", (900, 700), (58, 110, 165))
    pen = ImageDraw.Draw(desk)
    for i in range(8):
        pen.rectangle([30, 20 + 80 * i, 78, 60 + 80 * i], fill=(230, 220, 200))
        pen.text((30, 64 + 80 * i), f"Folder {i}", fill=(255, 255, 255))
    desk.paste(image, (301, 143))
    found = read(desk)
    assert compare(board, found) == (0, 0)
    left, top, width, height = found.place
    assert left == pytest.approx(301 + 12, abs=1.5) and top == pytest.approx(143 + 96, abs=1.5)
    assert width == pytest.approx(16, abs=0.1) and height == pytest.approx(16, abs=0.1)
    assert found.look == "classic" and found.usual_mines == 40


def test_a_picture_cut_to_the_board_is_read() -> None:
    board = played("9x9x10", 8)
    image = draw("xp", board, 16, random.Random(0)).crop((12, 96, 12 + 144, 96 + 144))
    assert compare(board, read(image))[1] == 0


@pytest.mark.parametrize("kind", ["noise", "plain", "slope", "chess", "table", "text"])
def test_what_is_no_board_is_refused(kind: str) -> None:
    image = Image.new("RGB", (320, 320), (250, 250, 250))
    pen = ImageDraw.Draw(image)
    if kind == "noise":
        values = np.random.default_rng(1).integers(0, 256, (320, 320, 3), dtype=np.uint8)
        image = Image.fromarray(values)
    elif kind == "slope":
        image = Image.linear_gradient("L").resize((320, 320)).convert("RGB")
    elif kind == "chess":
        for i in range(64):
            x, y = i % 8 * 40, i // 8 * 40
            pen.rectangle(
                [x, y, x + 39, y + 39], fill=((240, 217, 181), (120, 60, 20))[(i + i // 8) % 2]
            )
    elif kind == "table":
        for i in range(9):
            pen.line([(0, i * 40), (320, i * 40)], fill=(0, 0, 0))
            pen.line([(i * 40, 0), (i * 40, 320)], fill=(0, 0, 0))
        for i in range(64):
            pen.text(
                (i % 8 * 40 + 6, i // 8 * 40 + 14), f"{i * 37 % 97}.{i % 7}", fill=(200, 60, 160)
            )
    elif kind == "text":
        for line in range(20):
            pen.text(
                (5, 16 * line), "Mines are where the numbers say, or are they?", fill=(0, 0, 0)
            )
    with pytest.raises(NotationError, match=r"expected a picture of a board|found a grid of"):
        read(image)


def test_a_file_that_is_no_picture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "broken.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\nnothing more")
    assert is_picture(path)
    with pytest.raises(NotationError, match="expected a picture, such as a PNG or JPEG"):
        load_picture(path)
    for other in (tmp_path / "none.png", tmp_path):
        assert not is_picture(other)
        with pytest.raises(NotationError):
            load_picture(other)


def test_pixels_are_counted_at_the_border() -> None:
    for data, width, height in (
        (b"", 0, 0),
        (bytes(15), 2, 2),
        (bytes(16), -2, -2),
        (b"", 2**31 - 1, 2**31 - 1),
    ):
        with pytest.raises(NotationError, match="expected four bytes"):
            _core.read_pixels(data, width, height)


def read_or_refuse(data: bytes) -> None:
    """Read bytes as a picture; a refusal says why, and nothing else may happen."""
    try:
        found = parse_picture(data)
    except NotationError as error:
        assert str(error)
    else:
        assert len(found.cells) == found.columns * found.rows
        assert max(found.cells) <= MINE


def file_of(image: Image.Image, kind: str) -> bytes:
    data = io.BytesIO()
    image.save(data, kind)
    return data.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "WEBP"])
def test_cut_and_damaged_pictures_are_read_or_refused_and_nothing_else(kind: str) -> None:
    chance = random.Random(kind)
    image = draw("xp", played("9x9x10", 1), 16, chance).crop((0, 90, 150, 250))
    whole = file_of(image, kind)
    for _ in range(12):
        read_or_refuse(whole[: chance.randrange(len(whole))])
        damaged = bytearray(whole)
        for _ in range(chance.randrange(1, 9)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        read_or_refuse(bytes(damaged))


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 90), st.integers(1, 90), st.integers(0, 2**32 - 1), st.integers(1, 24))
def test_any_pixels_are_read_or_refused_and_nothing_else(
    width: int, height: int, seed: int, side: int
) -> None:
    # Blocks of few colours, some of them those of cells: more like a board than noise is.
    random = np.random.default_rng(seed)
    colours = np.array(
        [(192, 192, 192), (255, 255, 255), (128, 128, 128), (0, 0, 255), (95, 127, 166)]
    )
    blocks = colours[random.integers(0, 5, (height // side + 1, width // side + 1))]
    pixels = blocks.repeat(side, 0).repeat(side, 1)[:height, :width].astype(np.uint8)
    read_or_refuse(file_of(Image.fromarray(pixels), "PNG"))


@pytest.mark.parametrize("side", [6_400, 12_000, 60_000])
def test_a_picture_of_too_many_pixels_is_refused_before_it_is_unpacked(side: int) -> None:
    head = struct.pack(">II5B", side, side, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head
    chunk += struct.pack(">I", zlib.crc32(b"IHDR" + head))
    with pytest.raises(NotationError, match=r"million pixels|decompression bomb"):
        parse_picture(b"\x89PNG\r\n\x1a\n" + chunk + b"\0\0\0\0IDAT")


def save(board: Board, path: Path, look: str = "online") -> Path:
    draw(look, board, 24, random.Random(1)).save(path)
    return path


def test_sapper_analyse_reads_a_screenshot_and_says_how(tmp_path: Path) -> None:
    board = played("9x9x10", 2)
    path = save(board, tmp_path / "shot.png")
    run = runner.invoke(app, ["analyse", str(path)])
    assert run.exit_code == 0, run.output
    assert "read 9x9 cells in the look of classic, none of them in doubt" in run.output
    found = json.loads(runner.invoke(app, ["analyse", str(path), "--json"]).stdout)
    position = Position.parse(found["position"])
    assert position.num_mines == 10 and tuple(position.cells) == board.cells
    assert found["picture"]["look"] == "classic" and found["picture"]["doubtful"] == []
    again = json.loads(runner.invoke(app, ["analyse", str(path), "--mines", "12", "--json"]).stdout)
    assert again["position"].endswith(" 12")


def test_the_number_of_mines_is_asked_where_none_is_usual(tmp_path: Path) -> None:
    path = save(played("12x8x40", 3), tmp_path / "shot.png")
    with pytest.raises(SapperError, match=r"number of mines .--mines N.: none is usual on 12x8"):
        load_picture(path).position()
    for more in (["--mines", "40"], ["--no-mine-count"]):
        assert runner.invoke(app, ["analyse", str(path), *more]).exit_code == 0


def test_a_position_that_no_layout_fits_is_told_with_what_was_read(tmp_path: Path) -> None:
    cells = [COVERED] * 81
    cells[40], cells[41] = 1, 8
    path = save(Board(9, 9, tuple(cells)), tmp_path / "shot.png")
    run = runner.invoke(app, ["analyse", str(path)])
    assert run.exit_code != 0
    words = str(run.exception)
    assert "no placement of mines fits" in words and "read 9x9 cells" in words
    assert "in doubt" in words


def test_a_question_mark_is_a_covered_cell_in_doubt() -> None:
    board = played("9x9x10", 4)
    image = draw("xp", board, 16, random.Random(0))
    cell = next(i for i, code in enumerate(board.cells) if code == COVERED)
    left, top = 12 + cell % 9 * 16, 96 + cell // 9 * 16
    pen = ImageDraw.Draw(image)
    pen.text((left + 8, top + 8), "?", fill=(0, 0, 0), font=font(DEJAVU, 12), anchor="mm")
    found = read(image)
    assert found.cells[cell] == COVERED and found.doubtful == (cell,)
