"""The pages on language models: the evaluation runs, and their numbers are the benchmark's."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("httpx")

from llm.servers import chat_server
from sapper.llm.asking.report import score_table
from sapper.llm.asking.results import reference_rows
from sapper.llm.bench import MEASURES, load_set
from sapper.llm.bench.sets import PUBLIC_SHA256

DOCS = Path(__file__).resolve().parents[2] / "docs"
GUIDE = (DOCS / "guides" / "language-models.md").read_text()
BENCH = (DOCS / "llm-bench.md").read_text()


def test_evaluation_of_the_guide_runs_as_printed(tmp_path: Path) -> None:
    (line,) = re.findall(r"^\$ (sapper llm eval .*)$", GUIDE, re.M)
    with chat_server(player="random legal moves") as server:
        words = shlex.split(line.replace("http://127.0.0.1:8000/v1", server.url))[1:]
        done = subprocess.run(
            [sys.executable, "-m", "sapper", *words],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=250,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "report.html").stat().st_size > 10_000
    groups = {(item.track, item.group) for item in load_set().items}
    assert f"the {len(groups)} groups" in GUIDE
    assert f"{len(groups)} items" in done.stdout


def test_rows_of_the_page_are_the_shipped_ones() -> None:
    for row in score_table(reference_rows()):
        assert f"| {' | '.join(row.values())} |" in BENCH


def test_page_explains_every_measure_and_counts_the_items() -> None:
    items = Counter(item.track for item in load_set().items)
    for track, measures in MEASURES.items():
        assert f"| {track} | {items[track]} |" in BENCH
        for one in measures:
            assert f"`{one.name}`" in BENCH
    assert PUBLIC_SHA256 in BENCH
