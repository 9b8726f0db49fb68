"""The guide to the engine: every field is in it, every line of it is run."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from docs.test_commands import FENCE, ROOT, blocks, folder, run_all
from engine.clients import run_engine
from sapper.engine.answers import KINDS
from sapper.engine.requests import COMMON, REQUESTS
from sapper.engine.schema import make_schema
from sapper.engine.serve import LONGEST_LINE

__all__ = ["folder"]  # the fixture

GUIDE = ROOT / "docs" / "guides" / "engine.md"
TEXT = GUIDE.read_text()
SCHEMA = make_schema()


def section(title: str) -> str:
    return TEXT.split(f"\n### {title}\n")[1].split("\n## ")[0].split("\n### ")[0]


def examples() -> list[tuple[dict[str, object], dict[str, object]]]:
    """Return the requests that are shown, each with its answer."""
    pairs = [text.splitlines() for text in blocks(GUIDE, "json")]
    return [(json.loads(pair[0]), json.loads(pair[1])) for pair in pairs if len(pair) == 2]


def test_every_field_of_every_request_is_on_the_page() -> None:
    for name, field in COMMON.items():
        assert f"| `{name}` | {field.meaning}. |" in TEXT
    for name, request in REQUESTS.items():
        shown = section(name)
        assert request.meaning[1:] in shown
        rows = re.findall(r"^\| `(\w+)` \| (.*) \|$", shown, re.MULTILINE)
        assert [key for key, _ in rows] == list(request.fields)
        for key, words in rows:
            assert words.startswith(request.fields[key].meaning)
            assert ("Required." in words) == (key in request.required)
            assert ("One of these" in words) == (key in request.one_of)


def test_every_kind_of_error_and_the_limits_are_on_the_page() -> None:
    rows = re.findall(r"^\| (.*?) \|", section("Errors"), re.MULTILINE)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(KINDS)
    assert f"{LONGEST_LINE:,} bytes" in TEXT


def test_examples_are_answered_as_shown_and_fit_the_schema() -> None:
    shown = examples()
    assert len(shown) >= 12
    lines = "\n".join(json.dumps(request) for request, _ in shown)
    answers, code = run_engine(lines.encode())
    assert code == 0
    for (request, expected), answer in zip(shown, answers, strict=True):
        assert answer == expected, request
        for kind, one in (("request", request), ("answer", answer)):
            reference = {"$ref": f"#/$defs/{request['do']}.{kind}", "$defs": SCHEMA["$defs"]}
            jsonschema.Draft202012Validator(reference).validate(one)


def test_question_to_a_program_is_a_request_of_the_engine() -> None:
    (question,) = [text for text in blocks(GUIDE, "json") if len(text.splitlines()) == 1]
    reference = {"$ref": "#/$defs/guess.request", "$defs": SCHEMA["$defs"]}
    jsonschema.Draft202012Validator(reference).validate(json.loads(question))


@pytest.mark.parametrize("command", ["node", "jq"])
def test_clients_of_other_languages_run(command: str, folder: Path) -> None:
    if shutil.which(command) is None:
        pytest.skip(f"{command} is not here")
    language = {"node": "javascript", "jq": "sh"}[command]
    (code,) = (text for kind, text in FENCE.findall(TEXT) if kind == language)
    script = folder / ("client.mjs" if command == "node" else "client.sh")
    script.write_text(code)
    words = ["node" if command == "node" else "bash", str(script)]
    out = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout
    expected = "null" if command == "node" else "1: r1c3\n"
    assert expected in out


def test_client_in_python_runs_and_knows_no_sapper(folder: Path) -> None:
    (code,) = blocks(GUIDE, "python")
    assert "import sapper" not in code
    words = [sys.executable, "-W", "error", "-c", code]
    out = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder).stdout
    assert out.startswith("r3c3 is safe: ")
    assert "['r1c3']" in out


@pytest.mark.slow
def test_commands_of_the_guide_run_as_printed(folder: Path) -> None:
    (folder / "first.toml").write_text(blocks(GUIDE, "toml")[0])
    (folder / "my_bot.py").write_text(blocks(GUIDE, "py")[0])
    run_all(GUIDE)
    assert "agent against agent" in (folder / "league.html").read_text()
