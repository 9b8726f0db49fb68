"""
Pages that the lab writes: one HTML file each, with everything inside.

They fit a phone and a wide screen, follow the reader's light or dark mode, and need no
network. Texts are escaped; only the pictures, which are drawn here, are not.
"""

from __future__ import annotations

import base64
import csv
import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

import sapper
from sapper.lab.output.reports.drawing import COLOURS, DARK_COLOURS

_NUMBER = re.compile(r"[+\-\u2212<]?\s?\d")


def render_page(template: str, **values: Any) -> str:
    """Fill in a template of `lab/output/templates`."""
    environment = Environment(
        loader=PackageLoader("sapper.lab.output", "templates"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.tests["numeric"] = _is_numeric
    return environment.get_template(template).render(
        light=COLOURS,
        dark=DARK_COLOURS,
        version=sapper.__version__,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
        **values,
    )


def format_csv(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write rows as CSV text; what a row lacks is empty."""
    out = io.StringIO()
    names = list(dict.fromkeys(key for row in rows for key in row))
    writer = csv.DictWriter(out, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def csv_link(text: str) -> str:
    """Return CSV text as an address that a browser saves as a file."""
    return "data:text/csv;base64," + base64.b64encode(text.encode()).decode()


def _is_numeric(value: object) -> bool:
    text = str(value)
    return text in ("", "-") or (_NUMBER.match(text) is not None and "x" not in text)
