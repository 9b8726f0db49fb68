"""
Build a wheel, install it into a fresh environment and use it outside the checkout.

Run by `make wheel-check`, not by pytest: it takes a minute and installs packages.
"""

import json
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = """
from sapper import Game, Position, Rules, load_agent, play_games

agent = load_agent("kvietinskas/single-point")
games = play_games(agent, Rules.parse("expert", first_click="zero"), games=1000, seed=7, workers=2)
position = Position.parse("..1./..2./11../.... 3")
assert str(position) == "..1./..2./11../.... 3" and len(games) == 1000
print(games)
"""


def run(*command: str | Path, cwd: str | Path, **environment: str) -> str:
    """Run a command to its end, elsewhere; return what it printed."""
    # Nothing of the checkout may leak in through the environment.
    clean = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, env=clean | environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        dist = Path(folder) / "dist"
        build = ["-C", f"build-dir={folder}/build", "--no-build-isolation", "--no-deps"]
        run(sys.executable, "-m", "pip", "wheel", "-q", *build, "-w", dist, ROOT, cwd=folder)
        (wheel,) = dist.glob("sapper-*.whl")
        venv.create(Path(folder) / "venv", with_pip=True)
        binaries = Path(folder) / "venv" / "bin"
        run(binaries / "python", "-m", "pip", "install", "-q", wheel, cwd=folder)
        print(run(binaries / "python", "-c", PROGRAM, cwd=folder).strip())
        rows = json.loads(
            run(binaries / "sapper", "run", "random", "--games", "10", "--json", cwd=folder)
        )
        if len(rows) != 3 or any(row["games"] != 10 for row in rows):
            raise SystemExit(f"expected three rows of 10 games, got {rows}")
        shipped = json.loads(
            run(binaries / "sapper", "experiment", "list", "--shipped", "--json", cwd=folder)
        )
        # Our own, each a file, and those of the papers, which their published tables make.
        wanted = {path.stem for path in (ROOT / "experiments").glob("*.toml")} | {"becerra-5.2"}
        if missing := wanted - {row["name"] for row in shipped}:
            raise SystemExit(f"expected these experiments in the wheel too: {sorted(missing)}")
        print(f"{wheel.name} works outside the checkout")


if __name__ == "__main__":
    main()
