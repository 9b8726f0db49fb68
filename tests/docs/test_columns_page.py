"""The page of columns says what the tables of columns say."""

from pathlib import Path

import pytest

from sapper.agents.run.columns import GAME_COLUMNS, TURN_COLUMNS, Recorded
from sapper.lab.output.board_numbers import BOARD_COLUMNS
from sapper.lab.tallies import SUM_COLUMNS

PAGE = Path(__file__).resolve().parents[2] / "docs" / "columns.md"


@pytest.mark.parametrize(
    ("title", "columns"),
    [
        ("Games", GAME_COLUMNS),
        ("Boards", BOARD_COLUMNS),
        ("Turns", TURN_COLUMNS),
        ("Sums", SUM_COLUMNS),
    ],
)
def test_page_lists_exactly_the_declared_columns(title: str, columns: tuple[Recorded, ...]) -> None:
    section = PAGE.read_text().split(f"## {title}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("| `")]
    assert rows == [f"| `{one.name}` | `{one.type}` | {one.meaning} |" for one in columns]
