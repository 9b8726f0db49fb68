"""
Draw the figures of the guides: what their examples compute, the same bytes every time.

`python docs/pictures/make_figures.py` writes them beside this file.
"""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import gymnasium
from PIL import Image
from rich.console import Console
from rich.json import JSON

import sapper.env  # noqa: F401 - registers the ids
from sapper import Position, Rules, analyse, compare, load_agent
from sapper.agents.loading import load_file
from sapper.lab import League
from sapper.lab.league import best_first
from sapper.lab.output.charts import save_league_chart
from sapper.llm import make_task
from sapper.logic import draw_analysis

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
_SHOWN = ("cell", "kind", "risk", "sentence")
POSITION = "..1./..2./11../.... 3"


def draw_league(name: str, agents: list[str], grids: list[str], games: int) -> None:
    """Draw a league of agents on grids."""
    on = [(grid, Rules.parse(grid)) for grid in grids]
    league = League([load_agent(agent) for agent in agents], on, games=games, seed=7)
    league.play()
    save_league_chart(best_first(league.summaries), HERE / name)


def draw_environment() -> None:
    """Draw what the environment renders after its first action."""
    env = gymnasium.make("Sapper/Beginner-v0", first_click="zero", render_mode="rgb_array")
    env.reset(seed=7)
    env.step(40)
    Image.fromarray(env.render()).save(HERE / "environment.png", optimize=True)
    env.close()


def draw_engine() -> None:
    """Draw a request and its answer, as the specification's example has them."""
    lines = (ROOT / "docs" / "spec" / "examples" / "engine.jsonl").read_text().splitlines()
    screen = Console(record=True, width=96, file=StringIO())
    for sign, line in zip("><", lines[-2:], strict=True):
        shown = json.loads(line)
        if "hint" in shown:
            shown["hint"] = {
                key: shown["hint"][key] for key in ("cell", "kind", "risk", "sentence")
            }
        screen.print(sign, JSON(json.dumps(shown)))
    picture = screen.export_svg(title="sapper engine", unique_id="engine")
    (HERE / "engine.svg").write_text(picture, encoding="utf-8")


def main() -> None:
    """Draw them all."""
    found = compare("exact", "kvietinskas/optimal", "intermediate", games=400, seed=7)
    (HERE / "comparison.svg").write_text(found.to_svg())
    task = make_task("proofs", 7, "6x6x6", technique="subset", form="png")
    (HERE / "model-sees.png").write_bytes(task.picture() or b"")
    small = draw_analysis(analyse(Position.parse(POSITION)))
    (HERE / "small-analysis.svg").write_text(small)
    load_file(str(ROOT / "examples" / "tiny_agent.py"))
    tiny = ["tiny", "tiny:without_clue=2", "exact", "random"]
    draw_league("tiny-league.svg", tiny, ["beginner"], 2000)
    single = "kvietinskas/single-point"
    draw_league("first-experiment.svg", [single, f"{single}:flags=no", "random"],
                ["beginner", "intermediate"], 2000)  # fmt: skip
    draw_environment()
    draw_engine()


if __name__ == "__main__":
    main()
