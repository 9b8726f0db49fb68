"""A league of many agents on many grids."""

from __future__ import annotations

import sapper
from sapper.game.rules import Rules
from sapper.lab import League, compare

BEGINNER = sapper.Rules.parse("beginner")


def test_league_compares_the_best_with_each_other_one() -> None:
    agents = [sapper.load_agent(name) for name in ("random", "exact", "kvietinskas/single-point")]
    league = League(agents, [("beginner", BEGINNER)], games=600, seed=7)
    league.play()
    one, other = league.comparisons
    assert (one.first, other.first) == ("exact", "exact")
    assert {one.second, other.second} == {"random", "kvietinskas/single-point"}
    assert one.paired == compare("exact", one.second, "beginner", games=600, seed=7).paired


def test_league_measures_the_mines_of_each_pair() -> None:
    agents = [sapper.load_agent(name) for name in ("exact", "random", "exact:opener=corner")]
    rules = Rules.parse("beginner", first_click="zero")
    league = League(agents, [("beginner", rules)], games=300, seed=7, batch_size=70)
    league.play()
    for one in league.comparisons:
        alone = compare(one.first, one.second, rules, games=300, seed=7)
        assert one.mines_moved == alone.mines_moved
        assert one.mines_moved is not None
        assert 0 < one.mines_moved < 5
