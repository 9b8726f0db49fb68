"""The ways to render an environment; `sapper.game.pixels` draws."""

from __future__ import annotations

from typing import Final

from sapper.errors import SapperError

RENDER_MODES: Final = ("ansi", "rgb_array")


def check_render_mode(mode: str | None) -> str | None:
    """Return the mode if there is such a one, or raise an error."""
    if mode is not None and mode not in RENDER_MODES:
        raise SapperError(f"expected render_mode 'ansi' or 'rgb_array', got {mode!r}")
    return mode
