"""Every public name has an entry in the reference and an example that runs."""

from __future__ import annotations

import doctest
import importlib
import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import sapper
from docs.test_commands import FENCE, ROOT

REFERENCE = ROOT / "docs" / "reference"
PACKAGES = ("advice", "agents", "boards", "env", "game", "lab", "llm", "logic", "testing")
PAGES = sorted(REFERENCE.glob("*.md"))


def public_names() -> Iterator[tuple[str, object]]:
    """Yield every public name with what it names."""
    for package in PACKAGES:
        module = importlib.import_module(f"sapper.{package}")
        for name in module.__all__:
            yield f"sapper.{package}.{name}", getattr(module, name)


def entries() -> dict[str, str]:
    """Return the entries of all pages, each with what follows it."""
    found = {}
    for page in PAGES:
        for part in page.read_text().split("\n::: ")[1:]:
            name, _, rest = part.partition("\n")
            found[name] = rest
    return found


def has_example(thing: object, entry: str) -> bool:
    docs = [inspect.getdoc(thing) or ""]
    if inspect.isclass(thing):
        docs += [inspect.getdoc(one) or "" for one in vars(thing).values() if callable(one)]
        docs += [one.__func__.__doc__ or "" for one in vars(thing).values()
                 if isinstance(one, classmethod)]  # fmt: skip
    return any(">>>" in text for text in [entry, *docs])


def test_every_public_name_has_an_entry_and_an_example() -> None:
    listed = entries()
    # Two names of one thing need one entry.
    described = [thing for name, thing in public_names() if name in listed]
    missing = [
        name
        for name, thing in public_names()
        if name not in listed and not any(thing is one for one in described)
    ]
    assert missing == [], "write `::: NAME` on the page of its package in docs/reference"
    bare = [
        name
        for name, thing in public_names()
        if name in listed and not has_example(thing, listed[name])
    ]
    assert bare == [], "give these an example, in the docstring or on the page"


def test_names_of_the_package_are_among_those_of_the_reference() -> None:
    names = {name.rpartition(".")[2] for name, _ in public_names()} | {"SapperError"}
    assert set(sapper.__all__) <= names


def test_every_entry_names_something() -> None:
    for name in entries():
        home, _, last = name.rpartition(".")
        assert hasattr(importlib.import_module(home), last), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_of_the_page_print_what_is_shown(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    reader, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    registry = importlib.import_module("sapper.agents.registry")
    sapper.agent_ids()  # loads those of the house; what a page registers is forgotten
    monkeypatch.setattr(registry, "_entries", dict(registry._entries))
    for number, (kind, code) in enumerate(FENCE.findall(page.read_text())):
        if kind == "pycon":
            test = reader.get_doctest(code, {}, f"{page.name} {number}", str(page), 0)
            runner.run(test)
    assert runner.summarize(verbose=False).failed == 0


def test_guides_have_a_picture() -> None:
    for guide in (ROOT / "docs" / "guides").glob("*.md"):
        shown = re.findall(r"!\[.+?\]\((\S+?)\)", guide.read_text())
        assert shown, guide.name
        assert all((guide.parent / path).is_file() for path in shown)
