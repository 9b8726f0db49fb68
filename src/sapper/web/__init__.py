"""The web page: the whole engine in the browser, served from here or written as one file."""

from __future__ import annotations

from pathlib import Path
from typing import Final

STATIC: Final = Path(__file__).parent / "static"
"""The page's files, as they are served."""
