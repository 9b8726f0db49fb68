"""A review as one HTML page with a scrubber: no other file, no network."""

from __future__ import annotations

import json
from importlib import resources
from pathlib import Path
from typing import Any

from sapper.boards.review import Review
from sapper.game.io.disk import write_bytes
from sapper.game.position import Position


def make_page(review: Review) -> str:
    """Write the page."""
    rules = review.replay.rules
    data: dict[str, Any] = {
        "summary": review.summary(),
        "columns": rules.columns,
        "rows": rules.rows,
        "end": _letters(review.replay.position),
        "moves": [
            {
                **move.to_dict(),
                "cell": move.move.cell,
                "best_cells": [] if move.better is None else [move.better],
                "before": _letters(move.before),
            }
            for move in review.moves
        ],
    }
    template = resources.files("sapper.boards").joinpath("templates/review.html").read_text("utf-8")
    # Inside a script element nothing but its end tag needs care.
    text = json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
    return template.replace("__DATA__", text)


def save_page(review: Review, path: Path | str) -> None:
    """Write the page to a file."""
    write_bytes(path, make_page(review).encode())


def _letters(position: Position) -> str:
    return str(position).split()[0].replace("/", "")
