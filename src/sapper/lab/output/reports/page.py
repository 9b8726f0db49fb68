"""Write the report: one HTML file, pictures and CSV inside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sapper.errors import StoreError
from sapper.game.io.disk import save_text
from sapper.lab.experiments.definition import Definition, ReportOptions
from sapper.lab.experiments.stored_plan import mixed_versions
from sapper.lab.output.board_numbers import rules_of
from sapper.lab.output.played import Played
from sapper.lab.output.reports import sections
from sapper.lab.output.reports.boards import board_sections
from sapper.lab.output.reports.digest import Digest, digest_experiment
from sapper.lab.output.reports.figure_points import collect_points
from sapper.lab.output.reports.figures import figure_section
from sapper.lab.output.reports.html import render_page
from sapper.lab.output.reports.lines import Lines, find_lines
from sapper.lab.output.reports.pairs import pairs
from sapper.lab.output.reports.sections import Section
from sapper.lab.papers.published import published_figures
from sapper.lab.store.protocol import ExperimentRow, Store


def write_report(
    store: Store, experiment: ExperimentRow, path: Path, definition: Definition | None = None
) -> list[Section]:
    """Write an experiment's report; return its sections."""
    sums = store.tallies(experiment.id)
    played = Played.of(
        (
            (str(row.parameters["on"]), rules_of(row), sums[row.id].games)
            for row in experiment.conditions
            if sums[row.id].games
        ),
        experiment.plan.get("seed", 0),
        experiment.plan.get("agent_seed", 0),
    )
    found = _with_rules(make_sections(store, experiment, definition), played)
    if mixed := mixed_versions(store, experiment):
        found[0] = replace(found[0], notes=(*found[0].notes, mixed))
    save_text(path, render(found, experiment.name, len(experiment.conditions), played, definition))
    return found


def _with_rules(found: list[Section], played: Played) -> list[Section]:
    """Add to every CSV the rules that its rows do not name."""
    return [replace(section, rows=played.complete(section.rows)) for section in found]


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
        *_figures(store, experiment),
        sections.bars(digests, lines),
        sections.measures(digests, options),
        *sections.sweep(digests, options),
        *_of_games([one for one in digests if one.has_games], options, lines),
        sections.turns(store, experiment),
    ]
    return [section for section in found if section is not None]


def _figures(store: Store, experiment: ExperimentRow) -> list[Section]:
    """Draw the figures of a document that are drawn of this experiment alone."""
    return [
        figure_section(found)
        for figure in published_figures().values()
        if figure.experiments == (experiment.name,)
        and (found := collect_points(figure, store)).panels
    ]


def _of_games(digests: list[Digest], options: ReportOptions, lines: Lines) -> list[Section | None]:
    """Make what needs the games themselves."""
    if not digests:
        return []
    return [
        *board_sections(digests, options.boards, lines),
        pairs(digests, options),
        sections.convergence(digests, lines),
        sections.distributions(digests, lines),
    ]


def render(
    found: list[Section],
    name: str,
    conditions: int,
    played: Played,
    definition: Definition | None,
) -> str:
    """Lay the sections out as a page."""
    return render_page(
        "report.html",
        name=name,
        title=(definition.title if definition is not None else "") or name,
        source=definition.source if definition is not None else "",
        conditions=conditions,
        played=played,
        sections=found,
    )
