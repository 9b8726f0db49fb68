"""The build names its sources; none may be forgotten."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_every_native_source_is_built() -> None:
    whole = (ROOT / "CMakeLists.txt").read_text()
    for folder in ("game", "logic", "advice", "agents", "boards", "checker", "env", "bindings"):
        for source in sorted((ROOT / "native" / folder).rglob("*.cpp")):
            own = source.parent / "CMakeLists.txt"
            if own.exists():
                assert source.name in own.read_text().split("(", 1)[1].replace(")", " ").split()
                assert str(own.parent.relative_to(ROOT / "native")) in whole
            else:
                assert str(source.relative_to(ROOT)) in whole


def test_no_native_folder_is_crowded() -> None:
    for folder in (ROOT / "native" / "logic", ROOT / "native" / "agents"):
        for one in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
            assert sum(path.is_file() for path in one.iterdir()) <= 25, one


def test_only_the_bindings_know_python() -> None:
    for folder in ("game", "logic", "agents", "boards", "env", "tests", "bench"):
        for source in (ROOT / "native" / folder).rglob("*.[ch]*"):
            text = source.read_text()
            assert "nanobind" not in text, source
            assert "Python.h" not in text, source
