"""
Screenshots in the looks of known programs, drawn from facts about them: sizes, colours, bevels.

Nothing is copied from a program: digits are drawn as strokes or with a free font.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Final

from PIL import Image

from game.io.classic_looks import draw_arbiter, draw_online, draw_xp
from game.io.other_looks import draw_google, draw_sapper, draw_sapper_dark, draw_windows_7
from game.io.pens import COVERED, DEJAVU, MINE, Board, font

__all__ = ["COVERED", "DEJAVU", "LOOKS", "MINE", "Board", "draw", "font", "spoil"]

# Cells of how many pixels each look is drawn in, before it is scaled.
LOOKS: Final[dict[str, tuple[Callable[..., Image.Image], tuple[int, ...]]]] = {
    "xp": (draw_xp, (16,)),
    "arbiter": (draw_arbiter, (16,)),
    "online": (draw_online, (16, 20, 24, 32, 44, 60)),
    "windows-7": (draw_windows_7, (14, 18, 26, 40, 60)),
    "google": (draw_google, (16, 25, 30, 36, 45, 60)),
    "light": (draw_sapper, (16, 24, 32, 44, 60)),
    "dark": (draw_sapper_dark, (16, 24, 32, 44, 60)),
}


def draw(look: str, board: Board, side: float, chance: random.Random) -> Image.Image:
    """Draw a board so that its cells have about so many pixels, scaled where they must be."""
    function, sides = LOOKS[look]
    drawn = min(sides, key=lambda one: (one < side, abs(one - side)))
    image = function(board) if len(sides) == 1 else function(board, drawn)
    if abs(drawn - side) < 0.01:
        return image
    size = (round(image.width * side / drawn), round(image.height * side / drawn))
    whole = len(sides) == 1 and (side / drawn).is_integer()
    ways = Image.Resampling
    way = ways.NEAREST if whole else chance.choice([ways.BILINEAR, ways.BICUBIC, ways.LANCZOS])
    return image.resize(size, way)


def spoil(
    image: Image.Image, noise: float, quality: int | None, chance: random.Random
) -> Image.Image:
    """Add noise to every pixel, and send the picture through JPEG."""
    import numpy as np

    pixels = np.asarray(image, dtype=float)
    grain = (
        np.random.default_rng(chance.randrange(2**32)).normal(0, noise, pixels.shape)
        if noise
        else 0
    )
    image = Image.fromarray(np.clip(pixels + grain, 0, 255).astype("uint8"))
    if quality is None:
        return image
    data = io.BytesIO()
    image.save(data, "JPEG", quality=quality)
    return Image.open(io.BytesIO(data.getvalue())).convert("RGB")
