"""The dataset of Reasoning Gym, with the real package."""

from __future__ import annotations

import reasoning_gym

import sapper.llm.faces.reasoning
from sapper import Position
from sapper.llm import KINDS, Task


def check_kind(kind: str) -> None:
    """The dataset's answers earn everything, others what `sapper.llm` says."""
    options = {"seed": 7, "size": 30, "on": "6x6x7", "kind": kind}
    data = reasoning_gym.create_dataset("minesweeper", **options)
    again = reasoning_gym.create_dataset("minesweeper", **options)
    entries = list(data)
    assert entries == list(again)
    assert len({entry["metadata"]["position"] for entry in entries}) == 30
    for entry in entries:
        assert data.score_answer(entry["answer"], entry) == 1.0
        assert data.score_answer(None, entry) == 0.0
        task = Task(kind, Position.parse(entry["metadata"]["position"]))
        assert entry["question"] == task.prompt()
        for cell in task.position.covered:
            answer = f"<move>{task.position.format_cell(cell)}</move>"
            assert data.score_answer(answer, entry) == task.score(answer).reward


def check_wrong_names() -> None:
    """What is not known is one sentence."""
    try:
        reasoning_gym.create_dataset("minesweeper", kind="prove")
    except sapper.SapperError as error:
        assert "did you mean" in str(error) or "unknown" in str(error), error
    else:
        raise AssertionError("expected an error")


if __name__ == "__main__":
    for one in KINDS:
        check_kind(one)
    check_wrong_names()
    print(f"reasoning-gym: {len(KINDS)} kinds, 30 entries each")
