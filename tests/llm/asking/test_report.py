"""The report of an evaluation shows what was measured, and lets nothing of a model run."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from sapper.llm.asking.report import write_report
from sapper.llm.asking.results import Row, reference_rows
from sapper.llm.bench import get_player, load_set, play_item, reference_names

ITEMS = load_set().limited(1).items
SETTINGS = {"model": "<b>m</b>", "split": "public", "options": {"temperature": 0}}


def page(tmp_path: Path, answer: str) -> str:
    records = [play_item(item, lambda _: answer) for item in ITEMS]
    write_report(tmp_path / "r.html", "<i>name", SETTINGS, records, reference_rows()[:2])
    return (tmp_path / "r.html").read_text()


def test_answers_stand_in_the_page_as_data_only(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><!-- & \u2028"
    found = page(tmp_path, evil)
    assert found.count("</script>") == 1
    assert "<i>name" not in found
    data = re.search(r"const items = (.*);\n", found)
    assert data is not None
    items = json.loads(data[1])
    assert [one["id"] for one in items] == [item.id for item in ITEMS]
    assert items[0]["turns"][0]["answer"] == evil


def test_scores_stand_beside_the_reference_rows(tmp_path: Path) -> None:
    found = page(tmp_path, "<move>r1c1</move>")
    row = Row.of("x", [play_item(item, lambda _: "<move>r1c1</move>") for item in ITEMS])
    assert row.total is not None
    assert f"{row.total.value:.3f} ± " in found
    assert "kvietinskas/single-point" in found


SECONDS = ("always the first cell", "always flags")


@pytest.mark.parametrize(
    "name",
    [
        name if name in SECONDS else pytest.param(name, marks=pytest.mark.slow)
        for name in reference_names()
    ],
)
def test_shipped_reference_rows_are_what_the_players_score_now(name: str) -> None:
    """`sapper llm reference --json` writes them."""
    shipped = {row.name: row for row in reference_rows()}
    items = load_set().items
    found = Row.of(name, [play_item(item, get_player(name)) for item in items])
    for one, other in zip(found.measured, shipped[name].measured, strict=True):
        assert asdict(one) == pytest.approx(asdict(other), nan_ok=True)
