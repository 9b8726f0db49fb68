"""The taskset of verifiers v1, by the evaluation command of the real package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from llm.servers import chat_server

BIN = Path(sys.executable).parent
NUMBER = 3


def evaluate(kind: str, player: str) -> list[dict[str, Any]]:
    """Let a reference row answer tasks of a kind, or play games; return the traces."""
    with chat_server(player=player) as server, tempfile.TemporaryDirectory() as folder:
        options = {
            "-n": NUMBER, "-m": "house", "-o": folder,
            "--client.base-url": server.url, "--client.api-key-var": "HOUSE_KEY",
            "--env.agent.harness.id": "null", "--env.agent.runtime.type": "subprocess",
            "--env.taskset.task.kind": kind, "--env.taskset.on": "6x6x7",
        }  # fmt: skip
        words = [str(word) for option in options.items() for word in option]
        done = subprocess.run(
            [BIN / "vf-eval", "sapper-minesweeper", *words, "--no-push", "--no-rich"],
            capture_output=True, text=True, check=False, timeout=900,
            env=dict(os.environ, HOUSE_KEY="k", PATH=f"{BIN}{os.pathsep}{os.environ['PATH']}"),
        )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        (path,) = Path(folder).rglob("traces.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]


def rewards(episodes: list[dict[str, Any]]) -> list[float]:
    """Return what each episode earned, to nine places."""
    assert len(episodes) == NUMBER
    found = []
    for episode in episodes:
        assert episode["ok"], episode["errors"]
        ((trace),) = episode["traces"]
        found.append(round(trace["rewards"]["judged"]["score"], 9))
    return found


def main() -> None:
    """Check each kind with a player who knows and one who does not."""
    for kind in ("move", "proofs", "reason"):
        assert rewards(evaluate(kind, "exact")) == [1.0] * NUMBER, kind
    assert rewards(evaluate("proofs", "claims everything safe")) == [0.0] * NUMBER
    games = evaluate("game", "exact")
    for episode, earned in zip(games, rewards(games), strict=True):
        (trace,) = episode["traces"]
        parts = trace["metrics"]
        assert trace["stop_condition"] == "is_over"
        assert parts["turns"] > 1
        assert earned == round(0.5 * parts["win"] + 0.5 * parts["risk"], 9)
    print(f"verifiers: four kinds by vf-eval, {NUMBER} each")


if __name__ == "__main__":
    main()
