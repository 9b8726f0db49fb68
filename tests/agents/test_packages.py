"""Agents of an installed package are listed and play; a broken package is left out in one line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sapper
from sapper.agents.registry import Entry, entries, house_ids

ROOT = Path(__file__).resolve().parents[2]
PROJECT = """
[build-system]
requires = ["scikit-build-core"]
build-backend = "scikit_build_core.build"

[project]
name = "{name}"
version = "1.0"

[project.entry-points."sapper.agents"]
{name} = "{name}.agents"

[tool.scikit-build]
wheel.cmake = false
wheel.packages = ["{name}"]
"""


def install(packages: dict[str, str], folder: Path) -> None:
    """Install packages of one module each, as their users would."""
    for name, code in packages.items():
        source = folder / name
        (source / name).mkdir(parents=True)
        (source / "pyproject.toml").write_text(PROJECT.format(name=name))
        (source / name / "__init__.py").write_text("")
        (source / name / "agents.py").write_text(code)
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--target", str(folder / "site")]
    subprocess.run(
        [*pip, *options, *(str(folder / name) for name in packages)],
        check=True,
        capture_output=True,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packages")
    tiny = (ROOT / "examples" / "tiny_agent.py").read_text().replace('"tiny"', '"visitor/tiny"')
    broken = tiny.replace("visitor/", "broken/") + "\nimport no_such_module\n"
    install({"visitor": tiny, "broken": broken}, folder)
    return folder / "site"


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sapper", *words],
        env={**os.environ, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        check=True,
    )


def test_agents_of_a_package_are_listed_and_a_broken_one_is_left_out(site: Path) -> None:
    done = run(site, "agents", "--json")
    ids = [row["id"] for row in json.loads(done.stdout)]
    assert "visitor/tiny" in ids
    assert "broken/tiny" not in ids
    assert [name for name in ids if name != "visitor/tiny"] == list(
        dict.fromkeys(agent_id.partition(":")[0] for agent_id in house_ids())
    )
    assert done.stderr == (
        "sapper: left out the agents of the package 'broken' (entry point 'broken', "
        "broken.agents): ModuleNotFoundError: No module named 'no_such_module'\n"
    )


def test_agent_of_a_package_plays_on_worker_processes(site: Path) -> None:
    shown = run(site, "run", "visitor/tiny:without_clue=2", "random", "--on", "5x5x3",
                "--games", "40", "--workers", "2", "--json").stdout  # fmt: skip
    rows = {row["agent"]: row for row in json.loads(shown)}
    assert rows["visitor/tiny:without_clue=2"]["win_rate"] > rows["random"]["win_rate"]


def test_agent_that_cannot_be_built_leaves_its_package_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sapper.agents import packages

    known: dict[str, Entry] = {}

    class Point:
        name, value, dist = "odd", "odd.agents", None

        def load(self) -> None:
            def build() -> sapper.Agent:
                raise RuntimeError("two\nlines")

            known["odd"] = Entry("odd", build, "", {}, ("normal",), ())

    monkeypatch.setattr(packages, "entry_points", lambda group: [Point()])
    with pytest.warns(match=r"entry point 'odd', odd.agents: RuntimeError: two lines$"):
        packages.load_packages(known)
    assert known == {}


def test_package_that_calls_exit_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.agents import packages

    class Point:
        name, value, dist = "odd", "odd.agents", None

        def load(self) -> None:
            raise SystemExit(0)

    monkeypatch.setattr(packages, "entry_points", lambda group: [Point()])
    with pytest.warns(match=r"odd.agents: SystemExit: 0$"):
        packages.load_packages({})


def test_a_visitor_is_not_of_the_house(monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.agents import registry

    visitor = Entry("a-visitor", lambda: sapper.load_agent("random"), "", {}, ("normal",), ())
    monkeypatch.setitem(registry._entries, "a-visitor", visitor)
    assert "a-visitor" in entries()
    assert "a-visitor" not in house_ids()
