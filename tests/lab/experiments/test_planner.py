"""Which games come next."""

from __future__ import annotations

from sapper.lab.experiments.planner import MOST_TASKS_A_SECOND, Planner
from sapper.lab.store.protocol import missing_spans


def test_planner_advances_all_conditions_together() -> None:
    planner = Planner(100, [[], [(0, 40)], []], batch_size=10)
    handed = [planner.next_task() for _ in range(15)]
    done = [0, 40, 0]
    for task in handed:
        assert task is not None
        done[task[0]] += task[2]
    assert max(done) - min(done) <= 10


def test_planner_hands_every_missing_game_out_once() -> None:
    planner = Planner(1000, [[(100, 50), (700, 1)], [(0, 999)]], batch_size=37)
    games: list[list[int]] = [[], []]
    while (task := planner.next_task()) is not None:
        number, first, count = task
        assert 0 < count <= 37
        games[number].extend(range(first, first + count))
    expected = [n for n in range(1000) if not 100 <= n < 150 and n != 700]
    assert games[0] == expected
    assert games[1] == [999]


def test_slow_conditions_get_short_tasks() -> None:
    planner = Planner(10**6, [[], []])
    planner.note_speed(0, 10, 5.0)
    planner.note_speed(1, 10**5, 1.0)
    sizes = {number: count for number, _, count in (planner.next_task() or () for _ in range(2))}  # type: ignore[misc]
    assert sizes == {0: 1, 1: 4000}


def test_many_workers_get_tasks_so_long_that_one_runner_takes_them_in() -> None:
    sizes = {}
    for keep in ("sums", "games", "games+turns"):
        for workers in (2, 1000, 10_000):
            planner = Planner(10**9, [[], []], keep=keep, workers=workers)
            planner.note_speed(0, 160_000, 1.0)
            planner.note_speed(1, 10, 1.0)
            tasks = [planner.next_task() for _ in range(2)]
            sizes[keep, workers] = [task[2] for task in tasks if task is not None]
    assert sizes["games", 2] == [4000, 5]
    assert sizes["games", 1000] == [100_000, 40]
    assert sizes["games+turns", 1000] == [10_000, 40]
    assert sizes["sums", 1000] == [640_000, 40]
    assert sizes["sums", 10_000] == [1_000_000, 400]
    for workers in (1000, 10_000):
        seconds = sizes["sums", workers][1] / 10
        assert workers / seconds <= MOST_TASKS_A_SECOND


def test_a_model_is_asked_for_thousands_of_games_at_once() -> None:
    planner = Planner(10_000, [[], []], widths=[4096, 0])
    sizes: dict[int, list[int]] = {0: [], 1: []}
    while (task := planner.next_task()) is not None:
        number, _, count = task
        sizes[number].append(count)
        planner.note_speed(number, 2000, 1.0)
    assert max(sizes[1]) == 1000
    assert sizes[0][:3] == [32, 2492, 1869]  # then less, for the sake of other workers
    assert sum(sizes[0]) == 10_000


def test_missing_spans_are_what_is_left() -> None:
    assert missing_spans([], 5) == [(0, 5)]
    assert missing_spans([(0, 5)], 5) == []
    assert missing_spans([(3, 4), (0, 2)], 5) == [(2, 1)]
