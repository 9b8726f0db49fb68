"""Write the report: one HTML file, pictures and CSV inside."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sapper.errors import StoreError
from sapper.lab.experiments.definition import Definition, ReportOptions
from sapper.lab.files import save_text
from sapper.lab.reports import sections
from sapper.lab.reports.boards import board_sections
from sapper.lab.reports.digest import Digest, digest_experiment
from sapper.lab.reports.html import render_page
from sapper.lab.reports.lines import Lines, find_lines
from sapper.lab.reports.sections import Section
from sapper.lab.store.protocol import ExperimentRow, Store


def write_report(
    store: Store, experiment: ExperimentRow, path: Path, definition: Definition | None = None
) -> list[Section]:
    """Write an experiment's report; gives its sections."""
    found = make_sections(store, experiment, definition)
    save_text(path, render(found, experiment.name, experiment.plan, definition))
    return found


def write_page(found: list[Section], path: Path, definition: Definition) -> None:
    """Write sections that were made elsewhere."""
    save_text(path, render(found, definition.name, definition.plan(), definition))


def make_sections(
    store: Store, experiment: ExperimentRow, definition: Definition | None
) -> list[Section]:
    """Make every section that the experiment has something for."""
    options = definition.report if definition is not None else ReportOptions()
    digests = digest_experiment(store, experiment, options.boards)
    if not digests:
        raise StoreError(f"the experiment {experiment.name!r} has no games yet")
    set_size = definition.set_size if definition is not None else 100
    lines = find_lines(digests, sections.identity(digests), options.group)
    found: list[Section | None] = [
        sections.results(digests, set_size),
        sections.bars(digests, lines),
        sections.measures(digests, options),
        *sections.sweep(digests, options),
        *_of_games([one for one in digests if one.has_games], options, lines),
        sections.turns(store, experiment),
    ]
    return [section for section in found if section is not None]


def _of_games(digests: list[Digest], options: ReportOptions, lines: Lines) -> list[Section | None]:
    """Make what needs the games themselves."""
    if not digests:
        return []
    return [
        *board_sections(digests, options.boards, lines),
        sections.pairs(digests, options),
        sections.convergence(digests, lines),
        sections.distributions(digests, lines),
    ]


def render(
    found: list[Section], name: str, plan: Mapping[str, Any], definition: Definition | None
) -> str:
    """Lay the sections out as a page."""
    return render_page(
        "report.html",
        name=name,
        title=(definition.title if definition is not None else "") or name,
        source=definition.source if definition is not None else "",
        plan=plan,
        sections=found,
    )
