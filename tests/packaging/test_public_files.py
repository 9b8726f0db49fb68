"""What a public project needs is there, is well formed, and says what the project does."""

from __future__ import annotations

import importlib
import itertools
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

yaml: Any = pytest.importorskip("yaml")
ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
if not WORKFLOWS:
    pytest.skip("needs the repository", allow_module_level=True)


def read(path: Path) -> dict[Any, Any]:
    found = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflow_is_well_formed(path: Path) -> None:
    workflow = read(path)
    # YAML 1.1 reads the key `on` as true.
    assert {"name", True, "permissions", "jobs"} <= set(workflow)
    for name, job in workflow["jobs"].items():
        assert job["runs-on"], name
        assert set(job.get("needs", [])) <= set(workflow["jobs"])
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step), step
            if "uses" in step:
                assert re.fullmatch(r"[\w.-]+/[\w./-]+@[\w./-]+", step["uses"])
        for command in (step.get("run", "") for step in job["steps"]):
            check_targets(command)


def check_targets(command: str) -> None:
    """Every target that a command makes is one of the Makefile."""
    makefile = (ROOT / "Makefile").read_text().replace("$(VENV)", ".venv")
    for made in re.findall(r"\bmake ([^&|;\n]+)", command):
        for target in made.split():
            if "=" not in target:
                assert re.search(rf"^{re.escape(target)}:", makefile, re.MULTILINE), target


def test_tests_run_on_three_systems_and_wheels_are_made_for_both_processors() -> None:
    tests, wheels = (
        read(ROOT / ".github/workflows" / name) for name in ("tests.yml", "wheels.yml")
    )
    matrix = tests["jobs"]["tests"]["strategy"]["matrix"]
    systems = {name.partition("-")[0] for name in matrix["os"]}
    assert systems == {"ubuntu", "macos", "windows"}
    assert {"3.11", "3.14"} <= set(matrix["python"])
    machines = wheels["jobs"]["wheels"]["strategy"]["matrix"]["os"]
    assert any(step.get("uses", "").startswith("pypa/cibuildwheel@")
               for step in wheels["jobs"]["wheels"]["steps"])  # fmt: skip
    assert len(machines) == 6
    assert sum("arm" in name or name == "macos-14" for name in machines) == 3
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    assert settings["build"] == [f"cp3{minor}-*" for minor in range(11, 15)]


def test_paths_of_the_workflows_exist() -> None:
    for path in WORKFLOWS:
        for name in re.findall(r"\b(?:tests|src|experiments)/[\w/.-]+", path.read_text()):
            assert (ROOT / name).exists(), f"{path.name}: {name}"


def test_what_the_wheels_are_tried_with_is_there() -> None:
    for name in ("pyproject.toml", "native/cross/check_arm.py", "tests/release_check.py"):
        found = re.findall(r"from (sapper[\w.]*) import ([\w, ]+)", (ROOT / name).read_text())
        assert found, name
        for home, names in found:
            for one in names.split(","):
                assert hasattr(importlib.import_module(home), one.strip()), f"{name}: {one}"


def test_pre_commit_runs_what_lint_runs() -> None:
    makefile = (ROOT / "Makefile").read_text()
    lint = re.search(r"^lint:.*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert lint is not None
    wanted = {
        re.sub(r" ?(\.|\$\$\(.*\))$", "", line.removeprefix("\t$(BIN)/"))
        for line in lint[1].splitlines()
    }
    (local,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    entries = {hook["entry"].removeprefix(".venv/bin/") for hook in local["hooks"]}
    assert {entry.removesuffix(" --force-exclude") for entry in entries} == wanted


def test_dependabot_looks_after_actions_and_python() -> None:
    updates = read(ROOT / ".github" / "dependabot.yml")["updates"]
    assert {one["package-ecosystem"] for one in updates} == {"github-actions", "pip"}
    pinned = re.findall(r'"([\w-]+)(?:==|>=[\d.]+,<)', (ROOT / "pyproject.toml").read_text())
    left_alone = {one["dependency-name"] for update in updates for one in update.get("ignore", [])}
    assert left_alone == set(pinned)


def test_citation_names_the_project_and_no_invented_people() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert citation["cff-version"] == "1.2.0"
    assert {"message", "title", "authors", "license"} <= set(citation)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert citation["authors"] == project["authors"]
    assert citation["license"] == project["license"]


def test_templates_and_policies_are_there() -> None:
    for name in ("CODE_OF_CONDUCT.md", "SECURITY.md", ".github/pull_request_template.md"):
        assert len((ROOT / name).read_text()) > 300
    forms = [read(path) for path in sorted((ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml"))]
    fields = list(itertools.chain.from_iterable(form.get("body", []) for form in forms))
    assert len(fields) >= 7
    assert all(field["attributes"]["label"] for field in fields)
