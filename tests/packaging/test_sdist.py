"""The sdist holds the project and nothing else, and there is one source of the version."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

import sapper

ROOT = Path(__file__).resolve().parents[2]
# What a repository needs and a source archive does not.
LEFT_OUT = (".ci/", ".github/")
STRAYS = (
    "notes.txt",
    "sapper.db",
    ".venv/lib/site-packages/cmake/CMakeLists.txt",
    "build/native/CMakeLists.txt",
    "build/cp311/CMakeFiles/sapper_core.dir/native/agents/driver/driver.cpp.o",
    "native/tests/__pycache__/x.cpython-311.pyc",
    "src/sapper/_core.cpython-311-x86_64-linux-gnu.so",
    "src/sapper/__pycache__/errors.cpython-311.pyc",
    "tests/lab/left.db",
    "demo/league.html",
)


def listed(*options: str) -> set[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("needs the repository")
    found = subprocess.run(
        ["git", "ls-files", "-z", *options], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = {name for name in found.stdout.split("\0") if (ROOT / name).is_file()}
    return {name for name in names if not name.startswith(LEFT_OUT)}


def test_sdist_holds_the_project_and_nothing_else(tmp_path: Path) -> None:
    project = listed("--cached", "--others", "--exclude-standard")
    checkout = tmp_path / "checkout"
    for name in [*project, *STRAYS]:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        if name in project:
            shutil.copyfile(ROOT / name, checkout / name)
        else:
            (checkout / name).write_text("stray")
    code = "from scikit_build_core.build import build_sdist; build_sdist('dist')"
    subprocess.run([sys.executable, "-c", code], cwd=checkout, check=True, capture_output=True)
    (archive,) = (checkout / "dist").glob("*.tar.gz")
    assert archive.name == f"sapper-{sapper.__version__}.tar.gz"
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
        info = opened.extractfile(f"sapper-{sapper.__version__}/PKG-INFO")
        assert info is not None
        assert f"Version: {sapper.__version__}\n" in info.read().decode()
    # A file that is not committed yet may be the project's or not.
    assert listed() | {"PKG-INFO"} <= names <= project | {"PKG-INFO"}


def test_version_is_said_once() -> None:
    said = re.compile(r"(?<![\d.])" + re.escape(sapper.__version__) + r"(?![\d.])")
    for name in ("pyproject.toml", "CMakeLists.txt", "Makefile", "README.md"):
        assert not said.search((ROOT / name).read_text()), name
    assert f"## {sapper.__version__}" in (ROOT / "CHANGELOG.md").read_text()
