from pathlib import Path

import pytest

import sapper

stubgen = pytest.importorskip("nanobind.stubgen")


def test_committed_stub_says_what_the_native_module_says() -> None:
    from sapper import _core

    generator = stubgen.StubGen(_core)
    generator.put(_core)
    committed = (Path(sapper.__file__).parent / "_core.pyi").read_text()
    assert generator.get().strip() == committed.strip(), "run `make stub` and review the diff"
