"""What reports compute from the games, against numbers made by hand."""

from __future__ import annotations

import math
import statistics
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from lab.rows_for_tests import CONDITIONS, PLAN
from sapper.agents import Games
from sapper.lab.experiments import parse_definition
from sapper.lab.experiments.definition import ReportOptions
from sapper.lab.experiments.stored_plan import condition_row
from sapper.lab.output.reports import boards, sections
from sapper.lab.output.reports.boards import win_curve
from sapper.lab.output.reports.digest import Digest, digest_experiment, varied_parameters
from sapper.lab.output.reports.pairs import pairs
from sapper.lab.stats.statistics import wilson_interval
from sapper.lab.store import TaskRows, open_store
from sapper.lab.tallies import Tally

WON, LOST = 1, 2


def games_of(outcomes: list[int], guesses: list[int], numbers: range) -> Games:
    """Make games that end as stated; whatever else they have depends on their number."""
    count = len(outcomes)
    zeros = np.zeros(count, np.int32)
    return Games(
        {
            "game_seed": np.array(numbers, np.uint64),
            "outcome": np.array(outcomes),
            "guesses": np.array(guesses),
            **dict.fromkeys(
                ("moves", "cells_revealed", "mines_hit", "first_cell", "cut_guesses", "forfeit"),
                zeros,
            ),
            "mines_flagged": zeros + 4,
            "nanoseconds": np.full(count, 3000),
            "proven_by_single_point": zeros,
        }
    )


def digests_of(
    tmp_path: Path, of_a: list[tuple[int, Games]], of_b: list[tuple[int, Games]]
) -> list[Digest]:
    with open_store(str(tmp_path / "s.db")) as store:
        experiment = store.add_experiment("x", PLAN, 100, CONDITIONS)
        runner = store.enter_runner(experiment.id, 1, "")
        for row, tasks in zip(experiment.conditions, (of_a, of_b), strict=True):
            for first, games in tasks:
                rows = TaskRows.pack(first, Tally.of(games, 1.0), games)
                assert store.add_tasks([(row.id, rows)], runner) == [True]
        return digest_experiment(store, experiment)


def test_agents_are_compared_game_by_game_by_number(tmp_path: Path) -> None:
    # Agent x played games 0 to 9, agent y games 4 to 13; x won every third, y every fourth.
    first = games_of([WON if n % 3 == 0 else LOST for n in range(10)], [0] * 10, range(10))
    second = games_of([WON if n % 4 == 0 else LOST for n in range(4, 14)], [0] * 10, range(4, 14))
    found = pairs(digests_of(tmp_path, [(0, first)], [(4, second)]), ReportOptions())
    assert found is not None
    (row,) = found.rows
    # Both played 4 to 9: x won 6 and 9, y won 4 and 8. By place instead: 1, 1, 1, 3.
    assert (row["games"], row["both"], row["only_first"], row["only_second"], row["neither"]) == (
        6, 0, 2, 2, 2,
    )  # fmt: skip


def test_games_that_came_in_any_order_are_compared_by_number(tmp_path: Path) -> None:
    first = games_of([WON] * 3 + [LOST] * 3, [0] * 6, range(6))
    late = games_of([LOST] * 3, [0] * 3, range(3, 6))
    early = games_of([WON] * 3, [0] * 3, range(3))
    digests = digests_of(tmp_path, [(0, first)], [(3, late), (0, early)])
    found = pairs(digests, ReportOptions())
    assert found is not None
    assert (found.rows[0]["only_first"], found.rows[0]["only_second"]) == (0, 0)


def test_interval_without_a_guess_is_of_the_games_won_without_one(tmp_path: Path) -> None:
    outcomes = [WON] * 60 + [LOST] * 40
    guesses = [0] * 15 + [2] * 45 + [0] * 40
    (one, _) = digests_of(
        tmp_path,
        [(0, games_of(outcomes, guesses, range(100)))],
        [(0, games_of([LOST], [0], range(1)))],
    )
    assert one.tally.no_guess_interval == wilson_interval(15, 100)
    assert one.tally.interval == wilson_interval(60, 100)
    (row, _) = sections.results([one, _], 10).rows
    assert (row["no_guess_low"], row["no_guess_high"]) == pytest.approx(
        [100 * share for share in wilson_interval(15, 100)]
    )
    assert row["guesses_sd"] == pytest.approx(statistics.pstdev(guesses))
    assert row["score"] == pytest.approx(0.4)
    assert row["microseconds"] == pytest.approx(3.0)


def test_deviation_of_sets_divides_by_one_less_than_their_number(tmp_path: Path) -> None:
    # Sets of five games: 1, 4 and 2 won, and a last set that is not whole.
    wins = [1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 1]
    outcomes = [WON if win else LOST for win in wins]
    one, other = digests_of(
        tmp_path,
        [(0, games_of(outcomes, [0] * 17, range(17)))],
        [(0, games_of(outcomes[:9], [0] * 9, range(9)))],
    )
    first, second = sections.results([one, other], 5).rows
    rates = [20.0, 80.0, 40.0]
    assert (first["sets"], first["set_mean"]) == (3, pytest.approx(statistics.mean(rates)))
    assert first["set_sd"] == pytest.approx(statistics.stdev(rates))
    assert not math.isclose(first["set_sd"], statistics.pstdev(rates))
    assert (second["sets"], second["set_sd"]) == (1, "")  # one set has no deviation


def test_convergence_is_the_share_won_so_far(tmp_path: Path) -> None:
    outcomes = [WON, LOST, LOST, WON]
    (one, _) = digests_of(
        tmp_path,
        [(0, games_of(outcomes, [0] * 4, range(4)))],
        [(0, games_of([LOST], [0], range(1)))],
    )
    places, rates = one.convergence()
    assert places.tolist() == [1, 2, 3, 4]
    assert rates.tolist() == pytest.approx([1, 1 / 2, 1 / 3, 1 / 2])


@pytest.mark.parametrize(
    ("grids", "names"),
    [
        ('on = ["beginner", "expert"]', ["agent", "on"]),
        ('on = ["beginner"]', ["agent"]),
        ("size = [9, 16]\ndensity = [0.1, 0.2]", ["agent", "size", "density"]),
        ("size = [9, 16]\ndensity = [0.1]", ["agent", "size"]),
        ("size = [9]\ndensity = [0.1, 0.2]", ["agent", "density"]),
        ("size = [9]\nmines = [10, 20]", ["agent", "density"]),
    ],
)
def test_conditions_are_told_apart_by_what_does_not_follow_from_the_rest(
    grids: str, names: list[str]
) -> None:
    assert varied_parameters(empty_digests(grids)) == names


def empty_digests(grids: str) -> list[Digest]:
    text = f'name = "x"\ngames = 1\n[parameters]\nagent = ["random", "exact"]\n{grids}\n'
    rows = [condition_row(one) for one in parse_definition(text, "x.toml").conditions]
    won, numbers = np.zeros(0, np.bool_), np.zeros(0, np.int64)
    return [Digest(row, Tally(), won, numbers, numbers, numbers) for row in rows]


@pytest.mark.parametrize(("sizes", "more"), [("[9]", []), ("[9, 16]", ["cells"])])
def test_lines_over_density_are_told_apart_by_the_size_of_the_grid(
    sizes: str, more: list[str]
) -> None:
    digests = empty_digests(f"size = {sizes}\ndensity = [0.1, 0.2, 0.3]")
    assert sections._swept(digests, ReportOptions()) == ("density", ["agent", *more])


def test_error_bars_of_win_rates_are_their_intervals() -> None:
    (digest, *_) = empty_digests('on = ["beginner"]')
    won = np.arange(400) % 3 == 0
    digest = replace(digest, won=won, boards={"three_bv": np.arange(400, dtype=np.int32)})
    drawn = []
    axes = SimpleNamespace(errorbar=lambda x, y, yerr, **_: drawn.append((x, y, yerr)))
    boards._paint_curve(axes, digest, "three_bv", 0)  # type: ignore[arg-type]  # draws nothing
    ((_, rates, errors),) = drawn
    curve = win_curve(won, digest.boards["three_bv"])
    for rate, below, above, found in zip(rates, *errors, curve, strict=True):
        low, high = found.interval
        assert (rate - below, rate + above) == pytest.approx((100 * low, 100 * high))
