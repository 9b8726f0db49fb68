"""Workers that play a task once and give its rows again and again: the runner is the limit."""

from __future__ import annotations

from dataclasses import replace

from sapper.lab.store.protocol import TaskRows
from sapper.lab.tasks import Task, play_task

_PLAYED: dict[tuple[int, str], TaskRows] = {}


def give_rows(task: Task) -> TaskRows:
    """Return rows of the right size at once."""
    size = (task.num_games, task.keep)
    if size not in _PLAYED:
        _PLAYED[size] = play_task(replace(task, first_game=0))
    return replace(_PLAYED[size], first_game=task.first_game)
