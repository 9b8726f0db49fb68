"""The signature sees every change of play, and a commit's last line is held to it."""

import importlib.util
import subprocess
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from sapper.agents.house import EFFORTS
from sapper.lab.signature import combine, format_signatures, sign_agent, signature_ids

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests/golden/signature.txt"
LINES = {"exact": 7, "random": 11}


@pytest.mark.parametrize(
    ("agent_id", "change"),
    [
        pytest.param("strongest", {"settling": 0}, marks=pytest.mark.slow),
        ("strongest:effort=fast", {"coins": 0}),
        ("strongest:effort=fast", {"zero_after": 0.011}),
    ],
    ids=str,
)
def test_line_of_an_agent_changes_with_its_play(
    agent_id: str, change: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    effort = agent_id.rpartition("=")[2] if "=" in agent_id else "normal"
    monkeypatch.setitem(EFFORTS, effort, replace(EFFORTS[effort], **change))  # type: ignore[misc, index]
    assert f"{agent_id} {sign_agent(agent_id)}" not in GOLDEN.read_text().splitlines()


def test_first_line_is_made_of_all_the_others() -> None:
    first, *others = GOLDEN.read_text().splitlines()
    assert [line.rpartition(" ")[0] for line in others] == signature_ids()
    lines = {name: int(line) for name, _, line in (one.rpartition(" ") for one in others)}
    assert int(first) == combine(lines) != combine(lines | {"random": 0})
    assert load_script().read_signatures(GOLDEN.read_text()) == lines


# The last line of a commit


def load_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("check_trailer", ROOT / ".ci/check_trailer.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Repository:
    """A repository with one file of signatures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.git("init", "-q", "-b", "main")
        self.commit(LINES, "Begin\n\nNo behaviour change")

    def git(self, *words: str) -> str:
        who = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false")
        done = subprocess.run(
            ["git", *who, *words], cwd=self.folder, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(self, lines: Mapping[str, int], message: str) -> None:
        file = self.folder / "tests/golden/signature.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(format_signatures(lines))
        self.git("add", ".")
        self.git("commit", "-q", "--allow-empty", "-m", message)

    def fault(self, now: Mapping[str, int]) -> str | None:
        found: str | None = load_script().find_fault(self.folder, now)
        return found


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


CHANGED = LINES | {"random": 12}


def test_commit_that_says_truly_whether_play_changed_passes(repository: Repository) -> None:
    assert repository.fault(LINES) is None
    repository.commit(LINES, "Tidy\n\nNo behaviour change")
    assert repository.fault(LINES) is None
    repository.commit(CHANGED, f"Better\n\nSignature: {combine(CHANGED)}")
    assert repository.fault(CHANGED) is None


@pytest.mark.parametrize(
    ("lines", "message", "fault"),
    [
        (CHANGED, "Better", f"expected 'Signature: {combine(CHANGED)}' or 'No behaviour change'"),
        (CHANGED, "Better\n\nSignature: 5", "got 'Signature: 5'"),
        (CHANGED, "Better\n\nNo behaviour change", "for play changed"),
        (LINES, "Better\n\nNo behaviour change", "got others of random; run `make golden`"),
        (LINES, f"Better\n\nSignature: {combine(CHANGED)}", "got others of random"),
    ],
)
def test_commit_that_does_not_is_told_what_is_missing(
    repository: Repository, lines: dict[str, int], message: str, fault: str
) -> None:
    repository.commit(lines, message)
    found = repository.fault(CHANGED)
    assert found is not None
    assert fault in found


def test_merge_needs_a_last_line_only_where_it_plays_like_no_parent(
    repository: Repository,
) -> None:
    other = LINES | {"exact": 8}
    repository.git("checkout", "-q", "-b", "side")
    repository.commit(other, f"Side\n\nSignature: {combine(other)}")
    repository.git("checkout", "-q", "main")
    repository.commit(LINES, "Main\n\nNo behaviour change")
    repository.git("merge", "-q", "-m", "Merge side", "side")
    assert repository.fault(other) is None
    (repository.folder / "tests/golden/signature.txt").write_text(format_signatures(CHANGED))
    repository.git("commit", "-q", "-a", "--amend", "-m", "Merge side")
    assert "for play changed" in str(repository.fault(CHANGED))
