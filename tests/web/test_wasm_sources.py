"""The committed module belongs to the sources, and the sources can be built for it."""

from __future__ import annotations

import importlib.util
import subprocess
from pathlib import Path

import pytest

from web.node import STATIC, skip

ROOT = Path(__file__).parents[2]


def test_the_module_is_small() -> None:
    import gzip

    # With a reader of screenshots that compares all cells of a picture: 383,861 bytes.
    assert len(gzip.compress((STATIC / "sapper.wasm").read_bytes())) < 388_000


def test_a_fresh_build_gives_the_committed_module() -> None:
    spec = importlib.util.spec_from_file_location("wasm_build", ROOT / "native/wasm/build.py")
    assert spec is not None and spec.loader is not None
    wasm_build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(wasm_build)
    zig = wasm_build.find_zig()
    if zig is None:
        skip("the compiler of the ziglang wheel is not installed (make wasm)")
    try:
        built = wasm_build.build(zig, ROOT / "build/wasm")
    except subprocess.CalledProcessError as error:
        pytest.fail(f"the core does not build for the browser: {error}")
    same = built.read_bytes() == (STATIC / "sapper.wasm").read_bytes()
    assert same, "the committed module is not what the sources give: run `make wasm` and commit it"
