"""The build names its sources; none may be forgotten."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_every_native_source_is_built() -> None:
    cmake = (ROOT / "CMakeLists.txt").read_text()
    for folder in ("game", "logic", "agents", "boards", "env", "bindings"):
        for source in sorted((ROOT / "native" / folder).rglob("*.cpp")):
            assert str(source.relative_to(ROOT)) in cmake


def test_only_the_bindings_know_python() -> None:
    for folder in ("game", "logic", "agents", "boards", "env", "tests", "bench"):
        for source in (ROOT / "native" / folder).rglob("*.[ch]*"):
            text = source.read_text()
            assert "nanobind" not in text, source
            assert "Python.h" not in text, source
