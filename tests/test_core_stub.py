"""The committed stub of the native module; `make stub` writes it anew."""

import subprocess
import sys
from pathlib import Path

import pytest

import sapper


def test_committed_stub_says_what_the_native_module_says(tmp_path: Path) -> None:
    """Written by a fresh process: in this one, copying may have left names on classes."""
    pytest.importorskip("nanobind.stubgen")
    made = tmp_path / "_core.pyi"
    words = ["-m", "nanobind.stubgen", "-q", "-m", "sapper._core", "-o", str(made)]
    subprocess.run([sys.executable, *words], check=True)
    committed = (Path(sapper.__file__).parent / "_core.pyi").read_text()
    assert made.read_text().strip() == committed.strip(), "run `make stub` and review the diff"
