"""Claims: each test decides what its games can decide, and no more."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab.experiments_for_tests import play
from sapper.errors import NotationError, UnknownNameError
from sapper.game.rules import Rules
from sapper.lab import play_games
from sapper.lab.papers.claims import CANNOT, DOES_NOT, HOLDS, find_check, judge_claim
from sapper.lab.papers.published import (
    Claim,
    PublishedRow,
    find_claims,
    find_tables,
    published_claims,
    published_tables,
)
from sapper.lab.papers.published.claims import read_claim
from sapper.lab.papers.published.figures import DRAWN
from sapper.lab.papers.reproduction import make_definition
from sapper.lab.stats.measures import PER_GAME
from sapper.lab.stats.sets import median_of
from sapper.lab.store import Store, open_store

STRONG, WEAK = "kvietinskas/optimal", "kvietinskas/single-point"
GRIDS = ("6x6x4", "6x6x7", "6x6x16")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """Two agents on three grids, 400 games each, stored as a table of Becerra's."""
    (table,) = find_tables("becerra/5.2")
    rows = tuple(PublishedRow(on=on, agent=agent) for on in GRIDS for agent in (STRONG, WEAK))
    definition = make_definition(replace(table, rows=rows), 400)
    assert definition is not None
    path: Path = tmp_path_factory.mktemp("claims") / "s.db"
    with open_store(str(path)) as opened:
        play(definition, opened, batch_size=None)
        yield opened


def claim(test: str, **values: Any) -> Claim:
    given = {"measure": "win_percent", "agents": [STRONG], "on": list(GRIDS), **values}
    if test in ("higher", "lower", "alike") and "value" not in given:
        given.setdefault("against", [WEAK])
    entry = {"id": "x", "says": "so", "place": "here", "table": "5.2", "test": test, **given}
    return read_claim("becerra", entry)


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (claim("higher", on=["6x6x7"]), HOLDS),
        (claim("lower", on=["6x6x7"]), DOES_NOT),
        # Both lose nearly every game on the crowded grid: no difference to be seen.
        (claim("higher"), CANNOT),
        (claim("higher", on=["6x6x7"], by=90), DOES_NOT),
        (claim("higher", measure="guesses_with_first", factor=0.1), HOLDS),
        (claim("alike", margin=100), HOLDS),
        (claim("alike", on=["6x6x7"], margin=0.001), DOES_NOT),
        (claim("falls", agents=[STRONG, WEAK]), HOLDS),
        (claim("rises"), DOES_NOT),
        (claim("lower", value=99.9), HOLDS),
        (claim("higher", value=99.9), DOES_NOT),
        (claim("higher", agents=[STRONG], against=[STRONG]), CANNOT),
        # Some games are won by guessing, and nothing is left of a measure less itself.
        (claim("higher", on=["6x6x7"], minus={"no_guess_percent": 1}, value=0.0), HOLDS),
        (claim("higher", on=["6x6x7"], minus={"win_percent": 1}, value=0.0), CANNOT),
        # What the strong agent wins more is most on the grid between.
        (claim("rises", against=[WEAK]), DOES_NOT),
        (claim("falls", against=[WEAK]), DOES_NOT),
        (claim("rises", against=[WEAK], on=list(GRIDS[:2])), HOLDS),
    ],
    ids=lambda made: f"{made.test} {made.on}" if isinstance(made, Claim) else made,
)
def test_verdict_is_what_the_games_say(store: Store, made: Claim, verdict: str) -> None:
    found = judge_claim(made, store)
    assert found.verdict == verdict, found
    assert found.games == 400
    assert "99 % together" in found.test


@pytest.mark.parametrize(
    ("made", "words"),
    [
        (claim("higher", by=9), "win percent: 3 paired differences beyond 9, 99 % together"),
        (
            claim("lower", measure="seconds_per_game", factor=2),
            "seconds per game: 3 medians of paired differences to 2 times the other, 99 % together",
        ),
        (claim("lower", value=99.9), "win percent: 3 difference from 99.9, 99 % together"),
        (claim("rises"), "win percent: 2 steps from grid to grid, 99 % together"),
        (
            claim("alike", margin=5),
            "win percent: 3 paired differences within 5 either way, 99 % together",
        ),
    ],
    ids=lambda made: made.test if isinstance(made, Claim) else "",
)
def test_judgement_says_how_it_was_reached(store: Store, made: Claim, words: str) -> None:
    assert judge_claim(made, store).test == words


def test_other_side_may_be_of_another_table(store: Store) -> None:
    found = judge_claim(claim("higher", on=["6x6x7"], against_table="5.3"), store)
    assert (found.verdict, found.found) == (CANNOT, f"not played yet: {WEAK} on 6x6x7")
    same = judge_claim(claim("higher", on=["6x6x7"], against_table="5.2"), store)
    assert same.verdict == HOLDS


def test_claim_about_what_was_not_played_is_open_with_no_game(store: Store) -> None:
    found = judge_claim(claim("higher", on=["9x9x10"]), store)
    assert (found.verdict, found.games) == (CANNOT, 0)
    assert "not played yet" in found.found


def test_refuted_claim_names_the_places_that_speak_against_it(store: Store) -> None:
    found = judge_claim(claim("higher", value=50.0), store)
    assert found.verdict == DOES_NOT
    assert found.found.startswith("1 of 3 on its side; against it: 6x6x16 (-")


def test_intervals_of_a_claim_are_those_that_its_verdict_rests_on(store: Store) -> None:
    """One that is named as undecided has 0 inside, one that speaks against it has not."""
    named = re.compile(r"\(\S+, (\S+) – (\S+)\)")
    seen = set()
    for by in (value / 2 for value in range(60)):
        found = judge_claim(claim("higher", by=by), store).found
        for word in ("undecided: ", "against it: "):
            for text in named.findall(found.partition(word)[2].partition(";")[0]):
                low, high = map(float, text)  # three digits are printed
                is_inside = low - 0.1 <= by <= high + 0.1
                assert is_inside if word == "undecided: " else by > high - 0.1, found
                seen.add(word)
    assert len(seen) == 2
    # A single interval is at 99 %, wider than the 95 % it would be alone.
    gain = play_games(STRONG, Rules.parse("6x6x7"), 400, seed=2015).won.astype(float) * 100
    gain -= play_games(WEAK, Rules.parse("6x6x7"), 400, seed=2015).won * 100
    half = 2.5758 * gain.std(ddof=1) / 20
    found = judge_claim(claim("higher", on=["6x6x7"], by=gain.mean()), store).found
    assert f"({gain.mean():+.3g}, {gain.mean() - half:+.3g} – {gain.mean() + half:+.3g})" in found


def test_what_is_alike_is_so_in_both_directions(store: Store) -> None:
    """An interval that lies wholly below the margin refutes as much as one above it."""
    gain = play_games(STRONG, Rules.parse("6x6x7"), 400, seed=2015).won.astype(float) * 100
    gain -= play_games(WEAK, Rules.parse("6x6x7"), 400, seed=2015).won * 100
    margin = gain.mean() - 2.5758 * gain.std(ddof=1) / 20 - 0.5
    for agent, other in ((STRONG, WEAK), (WEAK, STRONG)):
        made = claim("alike", on=["6x6x7"], agents=[agent], against=[other], margin=margin)
        assert judge_claim(made, store).verdict == DOES_NOT
        wider = replace(made, margin=margin + 1)
        assert judge_claim(wider, store).verdict == CANNOT


def test_claim_whose_games_are_not_there_cannot_be_decided(store: Store) -> None:
    missing = judge_claim(claim("higher", on=["9x9x10"]), store)
    assert (missing.verdict, missing.found) == (
        CANNOT,
        "not played yet: kvietinskas/optimal on 9x9x10",
    )


def test_a_few_games_decide_nothing(tmp_path: Path) -> None:
    (table,) = find_tables("becerra/5.2")
    row = PublishedRow(on="6x6x7", agent=STRONG)
    definition = make_definition(replace(table, rows=(row,)), 10)
    assert definition is not None
    with open_store(str(tmp_path / "s.db")) as opened:
        play(definition, opened, batch_size=None)
        found = judge_claim(claim("lower", on=["6x6x7"], value=200), opened)
    assert (found.verdict, found.found) == (CANNOT, "too few games: 10")


def test_many_differences_need_more_than_one_does(store: Store) -> None:
    # The largest advantage that one difference shows is too much for 200 of them.
    def verdict(count: int, by: float) -> str:
        made = replace(claim("higher", on=["6x6x4"], by=by), on=("6x6x4",) * count)
        return judge_claim(made, store).verdict

    most = max(by for by in (value / 10 for value in range(300)) if verdict(1, by) == HOLDS)
    assert most > 1
    assert verdict(200, most) == CANNOT
    assert verdict(200, 0.0) == HOLDS


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"test": "bigger"}, "expected a test of"),
        ({"test": "higher", "table": "5.2"}, "needs measure, agents, on, against"),
        ({"test": "none"}, "needs why"),
        ({"test": "none", "why": "x", "wy": 1}, "unknown key 'wy'"),
    ],
)
def test_wrong_claim_is_an_error_with_its_name(entry: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=f"claim becerra/x: .*{message}"):
        read_claim("becerra", {"id": "x", "says": "so", "place": "here", **entry})


def test_unknown_check_is_named() -> None:
    asked = Claim("becerra", "x", "so", "here", "check", check="nothing")
    with pytest.raises(UnknownNameError, match="unknown check of becerra 'nothing'"):
        find_check(asked)


@pytest.mark.parametrize("name", list(published_claims()))
def test_every_claim_can_be_tested(name: str) -> None:
    made = published_claims()[name]
    assert made.says and made.place
    if made.test == "check":
        find_check(made)
    if made.table:
        table = published_tables()[f"{made.paper}/{made.table}"]
        rows = {(row.agent, row.on) for row in table.rows}
        other = published_tables()[f"{made.paper}/{made.against_table or made.table}"]
        others = {(row.agent, row.on) for row in other.rows}
        assert {(agent, on) for agent in made.agents for on in made.on} <= rows
        assert {(agent, on) for agent in made.against for on in made.on} <= others
        assert made in find_claims(table.name)
        assert made.test in ("check", "none") or made.measure in DRAWN
        for on in made.on:
            Rules.parse(on, first_click=table.first_click, game=table.game)
    assert made in find_claims(made.paper)


def test_measures_of_each_game_have_the_means_of_all() -> None:
    rules = Rules.parse("beginner")
    games = play_games("exact", rules, 200, 3)
    means = {name: float(of(games, rules).mean()) for name, of in PER_GAME.items()
             if name != "score"}  # fmt: skip
    assert means == pytest.approx({
        "win_percent": 100 * games.win_rate,
        "no_guess_percent": games.wins_without_guess / 2,
        "guesses_with_first": games["guesses"].mean() + 1,
        "seconds_per_game": games["nanoseconds"].mean() / 1e9,
    })  # fmt: skip
    assert 0 < means["no_guess_percent"] < means["win_percent"] < 100


def test_times_are_compared_by_their_medians() -> None:
    # One game in a hundred was interrupted for long: the median does not mind.
    rng = np.random.default_rng(1)
    values = rng.normal(1.0, 0.1, 1000)
    values[::100] += 1000
    found = median_of(values)
    assert abs(found.value - 1) < 0.02
    # The error of a median of normal values is 1.2533 times that of the mean.
    assert found.error == pytest.approx(1.2533 * 0.1 / math.sqrt(1000), rel=0.4)
