"""Measures are sums over records, with the intervals that are stated."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from sapper.agents.run.intervals import wilson_interval
from sapper.llm.bench import TRACKS, get_player, headline, load_set, measure, play_item, total

ITEMS = load_set().limited(3).items
SMALL = [item for item in ITEMS if item.track == "small games"]


def test_share_is_counted_with_wilsons_interval() -> None:
    numbers = [{"exact": i < 3, "precision": None, "recall": i / 10} for i in range(10)]
    records = [{"track": "proofs", "group": "g", "numbers": one} for one in numbers]
    exact, precision, recall = (one for one in measure(records) if one.group == "all")
    assert (exact.value, (exact.low, exact.high), exact.items) == (0.3, wilson_interval(3, 10), 10)
    assert recall.value == pytest.approx(0.45)
    assert recall.items == 10
    assert precision.items == 0
    assert math.isnan(precision.value)


def test_win_rate_is_divided_by_what_best_play_wins() -> None:
    records = [play_item(item, get_player("random legal moves")) for item in SMALL]
    found = {one.measure: one for one in measure(records) if one.group == "all"}
    won = sum(record["numbers"]["outcome"] == "won" for record in records)
    best = sum(Fraction(item.data["optimum"]) for item in SMALL)
    assert found["win rate over optimum"].value == pytest.approx(won / float(best))
    assert found["won"].value == won / len(SMALL)


def test_score_of_the_whole_is_the_mean_of_five_and_needs_all() -> None:
    records = [play_item(item, get_player("exact")) for item in load_set().limited(1).items]
    measured = measure(records)
    scores = headline(measured)
    assert [one.track for one in scores] == list(TRACKS)
    found = total(measured)
    assert found is not None
    assert found.value == pytest.approx(sum(one.value for one in scores) / 5)
    assert found.low < found.value < found.high
    assert total(measure(record for record in records if record["track"] != "games")) is None


def test_exact_play_proves_all_and_failings_score_least() -> None:
    scores = {}
    for name in ("kvietinskas/single-point", "exact", "claims everything safe"):
        records = [play_item(item, get_player(name)) for item in load_set().limited(2).items]
        scores[name] = {one.track: one.value for one in headline(measure(records))}
    assert scores["exact"]["proofs"] == scores["exact"]["games"] == scores["exact"]["reasons"] == 1
    for track in TRACKS:
        worse = scores["claims everything safe"][track]
        assert worse <= scores["kvietinskas/single-point"][track] <= scores["exact"][track]
