"""
What the site takes from the repository: pages, files, the live page, and `llms.txt`.

MkDocs calls the functions that begin with ``on_``. The pages stay as they are read in the
repository: links that leave `docs/` are turned here, to pages of the site or to copies of the
files, and every position in a page becomes a link that opens it in the analyser.
"""

from __future__ import annotations

import html
import json
import os
import re
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from sapper.web.catalogue import page_agents
from sapper.web.results import collect_results

ROOT: Final = Path(__file__).resolve().parent.parent
STATIC: Final = ROOT / "src" / "sapper" / "web" / "static"
# Pages of the repository's root.
PAGES: Final = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
}
_LINK: Final = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_POSITION: Final = r"[.?\d*F]{2,}(?:/[.?\d*F]{2,})+ \d+"
_CODE: Final = re.compile(rf"<code>({_POSITION})</code>(?!</a>)")
_COMMAND: Final = re.compile(rf'^( *)\$ sapper analyse "({_POSITION})".*?^ *```$', re.M | re.S)
_FENCE: Final = re.compile(r"^```.*?^```$", re.M | re.S)
_PARAGRAPH: Final = re.compile(r"(?<=\n\n)(?![#>|!\-\s<:])(?:.+\n)+")
_SIGNATURE: Final = "the number in [signature.txt]"
_LEFT_OUT: Final = {"__pycache__", "node_modules"}


def on_files(files: Files, config: Any) -> Files:
    """Add the pages of the root, the files that pages link to, and the live page."""
    for source, target in PAGES.items():
        files.append(File.generated(config, target, abs_src_path=str(ROOT / source)))
    for page in [file for file in files if file.src_uri.endswith(".md")]:
        text = Path(page.abs_src_path or "").read_text("utf-8")
        for _, target, _, _ in _LINK.findall(text):
            if "://" not in target:
                _add(files, config, _within(_source(page.src_uri), target))
    for path in STATIC.rglob("*"):
        if path.is_file():
            place = f"live/{path.relative_to(STATIC).as_posix()}"
            files.append(File.generated(config, place, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Turn the links that leave the folder of pages, and add those to the analyser."""
    place = page.file.src_uri

    def turn(found: re.Match[str]) -> str:
        target = found[2]
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        path = _place(_within(_source(place), target))
        return f"{found[1]}{_relative(path, place)}{found[3] or ''}{found[4]}"

    def add(found: re.Match[str]) -> str:
        link = f"{_relative('live/index.html', place)}{analyser(found[2])}"
        return f"{found[0]}\n\n{found[1]}[Open this position in the analyser]({link})\n"

    signature = (ROOT / "tests" / "golden" / "signature.txt").read_text().split("\n")[0]
    markdown = markdown.replace(_SIGNATURE, f"**{signature}**, {_SIGNATURE}")
    return _COMMAND.sub(add, _LINK.sub(turn, markdown))


def on_page_content(content: str, page: Page, **_: Any) -> str:
    """Make every position in the text a link to the analyser."""
    up = page.file.url and os.path.relpath(".", page.file.url)
    live = f"{up or '.'}/live/index.html"

    def link(found: re.Match[str]) -> str:
        address = f"{live}{analyser(html.unescape(found[1]))}"
        return f'<a href="{html.escape(address)}" title="Open in the analyser">{found[0]}</a>'

    return _CODE.sub(link, content)


def on_post_build(config: Any) -> None:
    """Write what the live page asks for, and the list of pages for language models."""
    site = Path(config["site_dir"])
    data = {"agents": page_agents(), "results": collect_results(),
            "experiments": {"experiments": None}}  # fmt: skip
    (site / "live" / "data").mkdir(exist_ok=True)
    for name, value in data.items():
        (site / "live" / "data" / f"{name}.json").write_text(json.dumps(value), "utf-8")
    (site / "llms.txt").write_text(make_llms(config), "utf-8")


def make_llms(config: Any) -> str:
    """List the pages with their first sentences, in the form of llms.txt."""
    lines = [f"# {config['site_name']}", "", f"> {config['site_description']}.", ""]
    for section in config["nav"]:
        ((title, below),) = section.items()
        pages = below if isinstance(below, list) else [below]
        lines += [f"## {title}", ""]
        for one in pages:
            place = one if isinstance(one, str) else next(iter(one.values()))
            text = (ROOT / _source(place)).read_text("utf-8")
            name = (re.findall(r"^# (.+)$", text, re.M) or [title])[0]
            first = _PARAGRAPH.search(_FENCE.sub("", text))
            sentence = re.sub(
                r"\[(.*?)\]\(.*?\)", r"\1", " ".join(first[0].split()) if first else ""
            )
            address = re.sub(r"(index|README)?\.md$", "", place)
            slash = "" if address.endswith("/") or not address else "/"
            said = sentence.partition(". ")[0].rstrip(".:")
            lines.append(f"- [{name}]({address or '.'}{slash}): {said}.")
        lines.append("")
    return "\n".join(lines)


def analyser(position: str) -> str:
    """Return the end of an address that opens a position in the analyser."""
    return f"#analyse?p={quote(position, safe='./').replace('%20', '+')}"


def _source(place: str) -> str:
    """Return where a page lies in the repository."""
    return next((source for source, page in PAGES.items() if page == place), f"docs/{place}")


def _within(source: str, target: str) -> str:
    """Return the path in the repository that a link of a page means."""
    return os.path.normpath(Path(source).parent / target)


def _place(path: str) -> str:
    """Return the place on the site of a path in the repository."""
    if path in PAGES:
        return PAGES[path]
    inside = path.removeprefix("docs/") if path.startswith("docs/") else f"files/{path}"
    if (ROOT / path).is_dir():
        return "papers/becerra.md" if inside == "papers" else f"{inside}.md"
    return inside


def _relative(path: str, place: str) -> str:
    return Path(os.path.relpath(path, Path(place).parent)).as_posix()


def _add(files: Files, config: Any, path: str) -> None:
    """Add a file that is no page, or a folder as a page that lists its files."""
    place, here = _place(path), ROOT / path
    if files.get_file_from_path(place) or not here.exists() or not place.startswith("files/"):
        return
    if here.is_file():
        files.append(File.generated(config, place, abs_src_path=str(here)))
        return
    inside = sorted(one for one in here.rglob("*") if one.is_file())
    names = [one.relative_to(here).as_posix() for one in inside
             if not _LEFT_OUT.intersection(one.parts)]  # fmt: skip
    for name in names:
        _add(files, config, f"{path}/{name}")
    listed = "\n".join(f"- [{name}]({here.name}/{name})" for name in names)
    files.append(File.generated(config, place, content=f"# {path}\n\n{listed}\n"))
