"""What one cell of a position shows, as one byte; the same numbers as `native/game/codes.h`."""

from typing import Final

COVERED: Final = 9
FLAGGED: Final = 10
MINE_SHOWN: Final = 11
