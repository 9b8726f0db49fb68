"""
The report of an evaluation: one HTML page with tables, costs, and every item to replay.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from sapper.game.io.disk import save_text
from sapper.lab.output.reports.html import csv_link, format_csv, render_page
from sapper.llm.asking.results import Row, cost
from sapper.llm.bench import MEASURES, TRACKS, Measured
from sapper.llm.bench.results import ALL

Record = Mapping[str, Any]
_KEPT: Final = ("position", "answer", "said", "moves", "completion_tokens", "seconds")


def write_report(
    path: Path,
    name: str,
    settings: Mapping[str, Any],
    records: Sequence[Record],
    beside: Sequence[Row] = (),
    failures: Mapping[str, str] | None = None,
) -> None:
    """Write the page of an evaluation; ``beside`` are rows to compare with."""
    row = Row.of(name, records)
    rows = [one.to_dict() for one in row.measured]
    page = render_page(
        "evaluation.html",
        name=name,
        settings={key: _shown(value) for key, value in settings.items() if value not in ({}, None)},
        scores=score_table([row, *beside]),
        tracks=[(track, measure_table(row, track), group_table(row, track)) for track in TRACKS
                if track in row.scores],
        meanings={track: [(one.name, one.meaning) for one in MEASURES[track]] for track in TRACKS},
        costs=[{key.replace("_", " "): _shown(value) for key, value in cost(records).items()}],
        failures=dict(failures or {}),
        link=csv_link(format_csv(rows)),
        items=_embed([_item(record) for record in records]),
    )  # fmt: skip
    save_text(path, page)


def score_table(rows: Sequence[Row]) -> list[dict[str, str]]:
    """Lay the five scores of several players out, one a line."""
    table = []
    for row in rows:
        scores, found = row.scores, row.total
        line = {"player": row.name}
        line |= {track: format_score(scores.get(track)) for track in TRACKS}
        table.append(line | {"score": format_score(found)})
    return table


def measure_table(row: Row, track: str) -> list[dict[str, str]]:
    """Lay the measures of a track out, over all its items."""
    return [
        {
            "measure": one.measure,
            "value": _number(one.value),
            "95 % interval": f"{_number(one.low)}–{_number(one.high)}" if one.items else "-",
            "items": str(one.items),
        }
        for one in row.measured
        if (one.track, one.group) == (track, ALL)
    ]


def group_table(row: Row, track: str) -> list[dict[str, str]]:
    """Lay the score of each group of a track out."""
    first = MEASURES[track][0].name
    return [
        {"group": one.group, first: format_score(one), "items": str(one.items)}
        for one in row.measured
        if one.track == track and one.group != ALL and one.measure == first
    ]


def format_score(one: Measured | None) -> str:
    """Write a number and half the width of its interval."""
    if one is None or one.items == 0:
        return "-"
    return f"{one.value:.3f} ± {(one.high - one.low) / 2:.3f}"


def _number(value: float) -> str:
    return "-" if value != value else f"{value:.3f}"  # noqa: PLR0124 - what is no number


def _shown(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, Mapping):
        return json.dumps(value)
    return f"{value:,}" if isinstance(value, int | float) else str(value)


def _item(record: Record) -> dict[str, Any]:
    numbers = record["numbers"]
    turns = [{key: turn[key] for key in _KEPT if key in turn} for turn in record["turns"]]
    return {
        "id": record["id"],
        "track": record["track"],
        "group": record["group"],
        "result": _result(record["track"], numbers),
        "end": record.get("end"),
        "turns": turns,
    }


def _result(track: str, numbers: Mapping[str, Any]) -> str:
    if "outcome" in numbers and "num_turns" in numbers:
        return str(numbers["outcome"])
    if track == "proofs":
        return (
            "exact" if numbers["exact"] else f"{numbers['right']} right, {numbers['wrong']} wrong"
        )
    if track == "reasons":
        if numbers["sound"]:
            return "sound"
        return "right for a wrong reason" if numbers["right"] else "wrong"
    return f"value kept {numbers['rewards']['value']:.2f}"


def _embed(data: Any) -> str:
    """Write JSON so that no letter of it ends the script that it stands in."""
    return json.dumps(data).replace("<", "\\u003c").replace("&", "\\u0026")
