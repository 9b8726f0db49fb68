"""The page's engine in node, for tests: node of the system, or the one inside playwright."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

STATIC = Path(__file__).parents[2] / "src/sapper/web/static"
REQUIRED = os.environ.get("SAPPER_REQUIRE_EXTRAS") == "1"


def skip(reason: str) -> None:
    if REQUIRED:
        pytest.fail(f"{reason}, but SAPPER_REQUIRE_EXTRAS forbids skipping")
    pytest.skip(reason)


@cache
def find_node() -> str | None:
    if found := shutil.which("node"):
        return found
    try:
        from playwright._impl._driver import compute_driver_executable
    except ImportError:
        return None
    return str(compute_driver_executable()[0])


def ask_all(questions: list[dict[str, Any]], *, timeout: float = 300) -> list[dict[str, Any]]:
    """Return each question's answer, or its error."""
    node = find_node()
    if node is None:
        skip("node is not installed")
    done = subprocess.run(
        [str(node), str(Path(__file__).with_name("engine_in_node.mjs")), str(STATIC)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    assert len(answers) == len(questions)
    return answers


def ask(**question: Any) -> Any:
    """Return the answer to one question."""
    (answer,) = ask_all([question])
    assert "error" not in answer, answer
    return answer["answer"]
