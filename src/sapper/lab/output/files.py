"""Files that the lab writes: pictures and pages."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import SapperError


def save_text(path: Path, text: str) -> None:
    """Write a file, with the folders above it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror}") from None
