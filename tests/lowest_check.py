"""
Install the lowest versions that `pyproject.toml` allows and use them.

Run by `make lowest-check`, not by pytest: it builds a wheel and installs packages. What
is only needed by some (`EXTRAS`) is installed at its lowest as well.
"""

import sys
import tempfile
import tomllib
import venv
from pathlib import Path
from typing import Final

from wheel_check import run

ROOT: Final = Path(__file__).resolve().parent.parent
EXTRAS: Final = ("parquet", "query", "env", "web")
POSITION: Final = "..1./..2./11../.... 3"
PLAN: Final = """\
name = "tiny"
title = "A tiny one"
games = 40
[parameters]
agent = ["random", "exact"]
[constants]
on = "6x6x5"
"""
PROGRAM: Final = """
import gymnasium, pyarrow as pa
import sapper.env
from sapper import compare, play_games
from sapper.cli.play import app
from sapper.web.server import make_app

games = play_games("exact", "beginner", games=200, seed=7, workers=2)
assert pa.table(games).num_rows == 200
assert "exact" in str(compare("random", "exact", "beginner", games=50))
environment = gymnasium.make("Sapper/Beginner-v0")
environment.reset(seed=1)
environment.step(0)
assert make_app(1) is not None
"""


def lowest_versions() -> list[str]:
    """Name each dependency at its lower bound."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"]]
    for extra in EXTRAS:
        wanted += project["optional-dependencies"][extra]
    return [one.replace(">=", "==") for one in wanted]


def main() -> None:
    """Build, install at the lowest, and use every face once."""
    with tempfile.TemporaryDirectory() as folder:
        dist, home = Path(folder) / "dist", Path(folder)
        build = ["-C", f"build-dir={folder}/build", "--no-build-isolation", "--no-deps"]
        run(sys.executable, "-m", "pip", "wheel", "-q", *build, "-w", dist, ROOT, cwd=folder)
        (wheel,) = dist.glob("sapper-*.whl")
        venv.create(home / "venv", with_pip=True)
        python = home / "venv" / "bin" / "python"
        run(python, "-m", "pip", "install", "-q", wheel, *lowest_versions(), cwd=folder)
        use(python, home)
        print("the lowest versions work:", *lowest_versions())


def use(python: Path, folder: Path) -> None:
    """Run the commands and the library."""
    (folder / "tiny.toml").write_text(PLAN)
    for words, expected in (
        (("analyse", POSITION), "r3c3 is safe"),
        (("run", "exact", "--on", "beginner", "--games", "50", "--html", "run.html"), "exact"),
        (("compare", "random", "exact", "--on", "beginner", "--games", "50"), "difference"),
        (("play", "--log", "--agent", "exact", "--on", "5x5x3", "--seed", "1"), "won"),
        (("experiment", "run", "tiny.toml", "--store", "t.db", "--workers", "1"), ""),
        (("experiment", "report", "tiny", "--store", "t.db", "--html", "tiny.html"), ""),
        (("experiment", "export", "tiny", "--store", "t.db", "--to", "tiny.parquet"), ""),
        (("run", "-h"), "Usage: sapper run"),
    ):
        shown = run(python, "-m", "sapper", *words, cwd=str(folder))
        if expected not in shown:
            raise SystemExit(f"expected {expected!r} from sapper {' '.join(words)}, got {shown}")
    run(python, "-c", PROGRAM, cwd=str(folder))


if __name__ == "__main__":
    main()
