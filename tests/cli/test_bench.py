"""The signature from the terminal."""

from __future__ import annotations

from importlib import import_module

import pytest

from cli.commands import quickly
from sapper.cli.tables import make_progress
from sapper.lab import signature

bench = import_module("sapper.cli.bench")


def test_bench_shows_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[str, float]] = []
    bar = make_progress()
    monkeypatch.setattr(
        bar, "update", lambda _, advance, description: seen.append((description, advance))
    )
    monkeypatch.setattr(bench, "make_progress", lambda: bar)
    monkeypatch.setattr(bench, "agent_ids", lambda: ["random", "exact"])
    monkeypatch.setattr(signature, "house_ids", lambda: ["random", "exact"])
    assert quickly("bench", "--games", "3").returncode == 0
    assert seen == [
        ("random", 3),
        ("exact", 3),
        ("signature, exact", 100),
        ("signature, random", 100),
    ]
