"""What a person sends elsewhere keeps to the conventions there, and to what the project says."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import sapper

yaml: Any = pytest.importorskip("yaml")
parquet: Any = pytest.importorskip("pyarrow.parquet")
ROOT = Path(__file__).resolve().parents[2]
PUBLISHING = ROOT / "publishing"
CARDS = sorted(PUBLISHING.glob("datasets/*/README.md"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
# Sizes and tasks as the hub of data sets names them.
SIZES = {"n<1K": 1_000, "1K<n<10K": 10_000, "10K<n<100K": 100_000, "100K<n<1M": 1_000_000}
TASKS = {"other", "question-answering", "reinforcement-learning", "tabular-classification",
         "text-generation"}  # fmt: skip


@pytest.fixture(scope="module")
def make() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_publishing", PUBLISHING / "make.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def front(path: Path) -> tuple[dict[str, Any], str]:
    """Return the YAML at the top of a page, and the page."""
    _, head, text = path.read_text().split("---\n", 2)
    return yaml.safe_load(head), text


def test_entry_of_gymnasiums_list_follows_its_template() -> None:
    entry = (PUBLISHING / "gymnasium.md").read_text()
    first, badge, text = entry.rstrip("\n").split("\n\n")
    assert re.fullmatch(r"- \[Sapper: [^\]]+\]\(REPOSITORY\)", first)
    (wanted,) = PROJECT["optional-dependencies"]["env"]
    version = wanted.partition(">=")[2]
    assert badge == (
        f"  ![Gymnasium version dependency](https://img.shields.io/badge/Gymnasium-v{version}-blue)"
    )
    assert text.startswith("  ") and "\n" not in text
    assert 2 <= len(re.findall(r"\.(?: |$)", text)) <= 5, "two to five sentences"


def test_recipe_builds_and_needs_what_the_project_does() -> None:
    recipe = yaml.safe_load((PUBLISHING / "conda" / "recipe.yaml").read_text())
    assert recipe["schema_version"] == 1
    assert {"context", "package", "source", "build", "requirements", "tests", "about", "extra"} <= (
        set(recipe)
    )
    assert {"url", "sha256"} == set(recipe["source"])
    named = {"matplotlib": "matplotlib-base"}
    needed = [re.match(r"([\w-]+)(.*)", one) for one in PROJECT["dependencies"]]
    run = {f"{named.get(one[1], one[1])} {one[2]}" for one in needed if one}
    assert set(recipe["requirements"]["run"]) == run | {"python"}
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    host = {one.replace(" ", "") for one in recipe["requirements"]["host"]}
    assert host == {"python", "pip", *build}
    assert recipe["build"]["python"]["entry_points"] == [
        f"{name} = {place}" for name, place in PROJECT["scripts"].items()
    ]
    about = recipe["about"]
    assert about["license"] == PROJECT["license"]
    assert (ROOT / about["license_file"]).exists()
    assert len(about["summary"]) < 100


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.parent.name)
def test_card_has_what_the_hub_asks_for(path: Path, make: ModuleType) -> None:
    head, text = front(path)
    wanted = {"license", "pretty_name", "language", "task_categories", "tags", "size_categories",
              "configs"}  # fmt: skip
    assert set(head) == wanted
    assert head["license"] == PROJECT["license"].lower()
    assert set(head["task_categories"]) <= TASKS
    stated = make.stated(text)
    assert set(stated) == {one["config_name"] for one in head["configs"]}
    rows = sum(number for number, _ in stated.values())
    (size,) = head["size_categories"]
    assert SIZES[size] / 10 <= rows < SIZES[size] or (size == "n<1K" and rows < SIZES[size])
    assert path.parent.name in make.MAKERS
    for title in ("## Columns", "## How it was made", "[Sapper](REPOSITORY)"):
        assert title in text


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.parent.name)
def test_data_have_the_columns_of_their_card(path: Path, make: ModuleType, tmp_path: Path) -> None:
    name = path.parent.name
    small = {"positions": {"beginner": 5}, "boards": {"beginner": 3}}
    make.MAKERS[name](tmp_path, *([small[name]] if name in small else []))
    (made,) = tmp_path.iterdir()
    head, text = front(path)
    assert made.name in {one["data_files"] for one in head["configs"]}
    described = re.findall(r"^\| `(\w+)` \| ", text.partition("## Columns")[2], re.MULTILINE)
    assert set(parquet.read_schema(made).names) == set(described)
    if name not in small:
        ((rows, most),) = make.stated(text).values()
        assert parquet.read_metadata(made).num_rows == rows
        assert made.stat().st_size < most * 1e6


def test_a_file_that_is_not_as_stated_is_an_error(make: ModuleType, tmp_path: Path) -> None:
    make.make_optimum(tmp_path)
    card = (PUBLISHING / "datasets" / "optimum" / "README.md").read_text()
    (tmp_path / "README.md").write_text(card)
    assert [line.split()[1] for line in make.check(tmp_path)] == ["1,794"]
    (tmp_path / "README.md").write_text(card.replace("1,794", "1,795"))
    with pytest.raises(SystemExit, match="expected 1795 rows"):
        list(make.check(tmp_path))


def test_what_is_open_is_filled_in(make: ModuleType, tmp_path: Path) -> None:
    values = {"REPOSITORY": "https://example.org/x/sapper", "VERSION": sapper.__version__}
    make.fill(tmp_path, values | {"SHA256": "0" * 64})
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert {"gymnasium.md", "conda/recipe.yaml", "joss/paper.md", "joss/paper.bib"} <= written
    for name in sorted(written):
        text = (tmp_path / name).read_text()
        assert not re.search(r"\b(REPOSITORY|VERSION|SHA256)\b", text), name
    recipe = yaml.safe_load((tmp_path / "conda" / "recipe.yaml").read_text())
    assert recipe["context"]["version"] == sapper.__version__


def test_paper_keeps_to_the_journals_form() -> None:
    head, text = front(PUBLISHING / "joss" / "paper.md")
    assert {"title", "tags", "authors", "affiliations", "date", "bibliography"} <= set(head)
    assert re.fullmatch(r"\d{1,2} [A-Z][a-z]+ \d{4}", str(head["date"]))
    known = {one["index"] for one in head["affiliations"]}
    assert all(one["affiliation"] in known for one in head["authors"])
    titles = re.findall(r"^# (.+)$", text, re.MULTILINE)
    assert titles == [
        "Summary", "Statement of need", "State of the field", "Software design",
        "Research impact statement", "AI usage disclosure", "Acknowledgements", "References",
    ]  # fmt: skip
    assert 750 <= len(text.split()) <= 1000


def test_paper_cites_what_its_bibliography_lists() -> None:
    folder = PUBLISHING / "joss"
    cited = set(re.findall(r"@(\w+)", (folder / "paper.md").read_text()))
    entries = re.split(r"^@", (folder / "paper.bib").read_text(), flags=re.MULTILINE)[1:]
    listed = {one.partition("{")[2].partition(",")[0]: one for one in entries}
    assert cited == set(listed)
    wanted = {"nakov2003", "tu2017", "legendre2012", "becerra2015", "kvietinskas2021", "louf2025"}
    assert wanted <= cited
    for name, entry in listed.items():
        assert entry.count("{") == entry.count("}"), name
        assert {"author", "title"} <= set(re.findall(r"^ +(\w+) *=", entry, re.MULTILINE))


def test_citation_is_in_step() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    head, _ = front(PUBLISHING / "joss" / "paper.md")
    assert citation["version"] == sapper.__version__
    assert str(citation["date-released"]) == "2026-11-19"
    assert [one["name"] for one in citation["authors"]] == [one["name"] for one in head["authors"]]
