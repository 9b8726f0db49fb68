"""Write the report: one HTML file, pictures and CSV inside."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, select_autoescape

from sapper.errors import SapperError, StoreError
from sapper.lab.experiments.definition import Definition, ReportOptions
from sapper.lab.reports import sections
from sapper.lab.reports.boards import board_sections
from sapper.lab.reports.digest import Digest, digest_experiment
from sapper.lab.reports.sections import Section
from sapper.lab.store.protocol import ExperimentRow, Store


def write_report(
    store: Store, experiment: ExperimentRow, path: Path, definition: Definition | None = None
) -> list[Section]:
    """Write an experiment's report; gives its sections."""
    found = make_sections(store, experiment, definition)
    _write(path, render(found, experiment.name, experiment.plan, definition))
    return found


def write_page(found: list[Section], path: Path, definition: Definition) -> None:
    """Write sections that were made elsewhere."""
    _write(path, render(found, definition.name, definition.plan(), definition))


def _write(path: Path, page: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror}") from None


def make_sections(
    store: Store, experiment: ExperimentRow, definition: Definition | None
) -> list[Section]:
    """Make every section that the experiment has something for."""
    options = definition.report if definition is not None else ReportOptions()
    digests = digest_experiment(store, experiment, options.boards)
    if not digests:
        raise StoreError(f"the experiment {experiment.name!r} has no games yet")
    set_size = definition.set_size if definition is not None else 100
    found: list[Section | None] = [
        sections.results(digests, set_size),
        sections.bars(digests, options),
        sections.measures(digests, options),
        *sections.sweep(digests, options),
        *_of_games([one for one in digests if one.has_games], options),
        sections.turns(store, experiment),
    ]
    return [section for section in found if section is not None]


def _of_games(digests: list[Digest], options: ReportOptions) -> list[Section | None]:
    """Make what needs the games themselves."""
    if not digests:
        return []
    return [
        *board_sections(digests, options.boards),
        sections.pairs(digests, options),
        sections.convergence(digests),
        sections.distributions(digests),
    ]


def render(
    found: list[Section], name: str, plan: Mapping[str, Any], definition: Definition | None
) -> str:
    """Lay the sections out as a page."""
    environment = Environment(
        loader=PackageLoader("sapper.lab", "templates"),
        autoescape=select_autoescape(default=True),
        trim_blocks=True,
        lstrip_blocks=True,
    )
    links = {
        one.name: "data:text/csv;base64," + base64.b64encode(one.csv.encode()).decode()
        for one in found
    }
    return environment.get_template("report.html").render(
        name=name,
        title=(definition.title if definition is not None else "") or name,
        source=definition.source if definition is not None else "",
        plan=plan,
        sections=found,
        links=links,
        made=datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
    )
