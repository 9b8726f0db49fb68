"""
The whole page as one file that needs nothing else: no server, no network.

The ES modules are wrapped one after another into a single script, in the order in which
they need each other; the worker's modules become a second script that is carried as
text, and the engine is carried compressed. The file's own policy allows exactly these
scripts and this style, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import lzma
import re
from pathlib import Path
from typing import Any, Final

from sapper.errors import SapperError
from sapper.game.io.disk import write_bytes
from sapper.web import STATIC
from sapper.web.catalogue import page_agents
from sapper.web.results import collect_results

_IMPORT: Final = re.compile(r'^import (\{[^}]*\}) from "\./([a-z_]+)\.js";\n', re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export ((?:async )?(?:function|class|const|let)\s+)([A-Za-z_$][\w$]*)",
    re.MULTILINE,
)

# Lines of comments, and the room before a line: for those who read the sources, not the page.
_COMMENT: Final = re.compile(r"^[ ]*(?://[^\n]*|/\*.*?\*/)[ ]*\n", re.MULTILINE | re.DOTALL)
_INDENT: Final = re.compile(r"^ +", re.MULTILINE)

# What only hastens the served page.
_PRELOAD: Final = re.compile(
    r'^ *(?:<link rel="(?:modulepreload|manifest)"|<script type="module" src="js/early.js">).*\n',
    re.MULTILINE,
)

# As `unpack.js` reads it: a fifth smaller on the way than by gzip, which browsers know.
_PACKING: Final = [
    {"id": lzma.FILTER_LZMA1, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 21}
]

# Where the carried parts are found; the served page fetches them instead.
_LOADER: Final = """
const carried = (id) => document.getElementById(id).textContent;
globalThis.sapperModule = async () => {
  const [size, text] = carried("carried-engine").split(" ");
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return module_unpack.unpackLzma(bytes, Number(size));
};
globalThis.sapperWorker = () => {
  const source = new Blob([carried("carried-worker")], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(source));
};
"""


def make_page() -> str:
    """Build the page as text."""
    page = _PRELOAD.sub("", (STATIC / "index.html").read_text("utf-8"))
    style = _squeeze((STATIC / "style.css").read_text("utf-8"))
    script = bundle("unpack") + _LOADER + bundle("main")
    icon = base64.b64encode((STATIC / "icon.svg").read_bytes()).decode()
    engine = (STATIC / "sapper.wasm").read_bytes()
    packed = base64.b64encode(lzma.compress(engine, lzma.FORMAT_RAW, filters=_PACKING))
    carried = [
        _carry("data-agents", "application/json", _json_text(page_agents())),
        _carry("data-results", "application/json", _json_text(collect_results())),
        _carry("carried-worker", "text/plain", bundle("worker")),
        _carry("carried-engine", "text/plain", f"{len(engine)} {packed.decode()}"),
    ]
    policy = (
        f"default-src 'none'; script-src {_hash(script)} 'wasm-unsafe-eval'; "
        f"style-src {_hash(style)}; img-src data:; worker-src blob:; base-uri 'none'; "
        "form-action 'none'"
    )
    replacements = {
        '<meta charset="utf-8" />': '<meta charset="utf-8" />\n'
        f'    <meta http-equiv="Content-Security-Policy" content="{policy}" />',
        '<link rel="icon" href="icon.svg" type="image/svg+xml" />': (
            f'<link rel="icon" href="data:image/svg+xml;base64,{icon}" />'
        ),
        '<link rel="stylesheet" href="style.css" />': f"<style>{style}</style>",
        '<script type="module" src="js/main.js"></script>': "",
        "  </body>": "\n".join([*carried, f'<script type="module">{script}</script>', "  </body>"]),
    }
    for old, new in replacements.items():
        if page.count(old) != 1:
            raise AssertionError(f"index.html has changed: {old!r}")
        page = page.replace(old, new)
    return page


def export_page(path: Path) -> int:
    """Write the page to a file; returns its size in bytes."""
    page = make_page().encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror}") from None
    write_bytes(path, page)
    return len(page)


def bundle(entry: str) -> str:
    """Wrap a module and all that it imports into one script, each in a scope of its own."""
    done: dict[str, str] = {}
    _collect(entry, done, ())
    return _squeeze("\n".join(done.values()))


def _squeeze(source: str) -> str:
    """Leave out comments that have lines of their own, and indents."""
    if any(line.count("`") % 2 for line in source.splitlines()):
        raise AssertionError("expected no text over several lines: its indents would be lost")
    return _INDENT.sub("", _COMMENT.sub("", source))


def _collect(name: str, done: dict[str, str], path: tuple[str, ...]) -> None:
    if name in path:
        raise AssertionError(f"modules import each other: {' -> '.join((*path, name))}")
    if name in done:
        return
    source = (STATIC / "js" / f"{name}.js").read_text("utf-8")
    imports = _IMPORT.findall(source)
    for _, module in imports:
        _collect(module, done, (*path, name))
    body = _IMPORT.sub("", source)
    names = [found[1] for found in _EXPORT.findall(body)]
    body = _EXPORT.sub(r"\1\2", body)
    if re.search(r"^(import|export)\b", body, re.MULTILINE):
        raise AssertionError(f"{name}.js imports or exports in a form that is not understood")
    # Only the served page looks for files beside itself.
    body = body.replace("import.meta.url", '""')
    takes = "".join(f"const {taken} = module_{module};\n" for taken, module in imports)
    done[name] = (
        f"const module_{name} = (() => {{\n{takes}{body}\nreturn {{ {', '.join(names)} }};\n}})();"
    )


def _carry(name: str, kind: str, text: str) -> str:
    # A closing tag inside would end the element.
    if "</script" in text.lower():
        raise AssertionError(f"{name} holds a closing tag")
    return f'<script type="{kind}" id="{name}">{text}</script>'


def _json_text(data: Any) -> str:
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
