"""An editable install and a wheel of the same tree are built in folders of their own."""

from __future__ import annotations

import os
import subprocess
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIND = "import sapper._core; print(sapper._core.__file__)"


@pytest.mark.slow
def test_installing_elsewhere_leaves_the_editable_install_alone(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("needs the repository")
    clone = tmp_path / "sapper"
    subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    clean |= {"CCACHE_BASEDIR": str(clone), "CCACHE_NOHASHDIR": "1"}

    def python(folder: Path, *words: str) -> str:
        command = [str(folder / "bin" / "python"), *words]
        return subprocess.run(
            command, env=clean, check=True, cwd=tmp_path, capture_output=True, text=True
        ).stdout

    editable, wheel = tmp_path / "editable", tmp_path / "wheel"
    for folder, words in ((editable, ("-e", str(clone))), (wheel, (str(clone),))):
        venv.create(folder, with_pip=True)
        python(folder, "-m", "pip", "install", "-q", "--no-deps", *words)
    # A source has changed and nothing can compile: importing must not mind.
    (clone / "native" / "game" / "game.cpp").write_text("#error")
    clean["PATH"] = ""
    for folder in (editable, wheel):
        assert str(folder) in python(folder, "-c", FIND)
