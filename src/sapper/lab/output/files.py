"""Files that the lab writes: pictures and pages."""

from __future__ import annotations

from pathlib import Path

from sapper.errors import SapperError


def save_text(path: Path, text: str) -> None:
    """Write a file into a folder that is there."""
    check_folder(path)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror}") from None


def check_folder(path: Path) -> None:
    """Refuse to write where there is no folder: a name may be mistyped."""
    if not path.parent.is_dir():
        raise SapperError(
            f"expected a file in a folder that is there, got {str(path)!r}: make "
            f"{str(path.parent)!r} first"
        )
