"""The task of Inspect, with the real package and its mock model."""

from __future__ import annotations

import math
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from inspect_ai import eval as evaluate
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from llm.servers import answer
from sapper.llm.bench import get_player, headline, load_set, measure, play_item
from sapper.llm.faces.inspect_tasks import records_of

PLAYER = "random legal moves"  # it looks at nothing but the position


def speak(messages: list[Any], _tools: Any, _choice: Any, _config: Any) -> ModelOutput:
    """Answer as a reference row would."""
    said = ModelOutput.from_content("mockllm", answer(PLAYER, messages[-1].text))
    said.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return said


def main() -> None:
    """Evaluate the first item of each group, by the task's name, and in process."""
    model = get_model("mockllm/model", custom_outputs=speak)
    with tempfile.TemporaryDirectory() as folder:
        (log,) = evaluate(
            "sapper/sapper_bench", task_args={"limit": 1}, model=model, log_dir=folder,
            display="none",
        )  # fmt: skip
        assert log.status == "success", log.error
        records = {record["id"]: record for record in records_of(log)}
    items = load_set().limited(1).items
    expected = [play_item(item, get_player(PLAYER)) for item in items]
    assert [records[item.id] for item in items] == expected
    (score,) = log.results.scores
    for one in headline(measure(expected)):
        if one.track != "small games":  # over the optimum there, and plainly won here
            assert math.isclose(score.metrics[one.track].value, one.value), one
    print(f"inspect-ai: {len(items)} items as in process")


if __name__ == "__main__":
    main()
