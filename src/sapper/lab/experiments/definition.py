"""
The definition of an experiment: a TOML file, read and checked.

::

    name = "openers"
    games = 100000
    seed = 7

    [constants]
    first_click = "safe"

    [parameters]
    agent = ["becerra/dssp", "becerra/dssp:opener=corner"]
    on = ["beginner", "intermediate", "expert"]

Everything wrong is an error that names the line and the nearest right word.
`docs/guides/experiments.md` explains every key.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from sapper.agents.registry import find_entry
from sapper.agents.run.columns import column_names
from sapper.errors import NotationError, SapperError
from sapper.lab.experiments.conditions import (
    GRID_PARAMETERS,
    PARAMETERS,
    Condition,
    Value,
    check_value,
    combine,
    find_agents,
    make_condition,
    option_names,
)
from sapper.lab.experiments.reading import (
    check_keys,
    read_batch_size,
    read_choice,
    read_count,
    read_text,
)
from sapper.lab.experiments.source import Source, shown
from sapper.lab.output.board_numbers import BOARD_COLUMNS
from sapper.lab.stats.fits import FITS
from sapper.lab.stats.measures import PER_GAME

KEEP: Final = ("games", "games+turns", "sums")
_TOP: Final = (
    "name", "title", "source", "games", "seed", "agent_seed", "keep", "set_size", "batch_size",
    "constants", "parameters", "leave_out", "report",
)  # fmt: skip
_REPORT: Final = ("x", "group", "fit", "compare", "measures", "boards")
_NAME = re.compile(r"[a-z0-9][a-z0-9._/-]{0,199}")
_LARGEST_SEED: Final = 2**63  # as play has it
# A database tells the games of conditions apart on one line of numbers.
MOST_GAMES: Final = 10**12
# More would take longer to plan than to play.
MOST_CONDITIONS: Final = 20_000


@dataclass(frozen=True)
class ReportOptions:
    """
    What the report draws: lines over ``x`` by ``group``, a fit, and pairs to compare.

    ``compare`` has the full ids of agents, options that are parameters among them.
    ``measures`` are drawn over ``x`` besides the win rates (`sapper.lab.stats.measures`).
    ``boards`` are numbers of boards to draw win rates against, such as ``three_bv``.
    """

    x: str = ""
    group: str = "agent"
    fit: str = ""
    compare: tuple[tuple[str, str], ...] = ()
    measures: tuple[str, ...] = ()
    boards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Definition:
    """An experiment as planned."""

    name: str
    games: int
    conditions: tuple[Condition, ...]
    title: str = ""
    source: str = ""
    seed: int = 0
    agent_seed: int = 0
    keep: str = "games"
    set_size: int = 100
    batch_size: int | None = None
    report: ReportOptions = field(default_factory=ReportOptions)
    check_deductions: bool = True

    @property
    def total_games(self) -> int:
        """How many games the whole experiment is."""
        return self.games * len(self.conditions)

    def plan(self) -> dict[str, Any]:
        """Return what decides the rows of a game; a store refuses to mix two plans."""
        return {
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            "keep": self.keep,
            "conditions": [condition.key for condition in self.conditions],
        }


def load_definition(path: Path) -> Definition:
    """Read an experiment file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8 text"
        raise NotationError(f"cannot read the experiment {str(path)!r}: {reason}") from None
    return parse_definition(text, path.name)


def parse_definition(text: str, name: str = "experiment") -> Definition:
    r"""
    Read an experiment from TOML text.

    >>> parse_definition('name = "a"\ngmaes = 10', "a.toml")
    Traceback (most recent call last):
    sapper.errors.NotationError: a.toml, line 2: unknown key 'gmaes'; did you mean 'games'?
    """
    source = Source(name, text)
    return read_definition(source, source.read())


def read_definition(source: Source, data: Mapping[str, Any]) -> Definition:
    """Read an experiment from the values of a file, or of an entry of one."""
    check_keys(source, (), data, _TOP)
    constants = _read_constants(source, data.get("constants", {}))
    parameters = _read_parameters(source, data)
    _check_parameters(source, parameters, constants)
    leave_out = _read_leave_out(source, data, {**parameters, **constants})
    conditions = _make_conditions(source, parameters, constants, leave_out)
    return Definition(
        name=_read_name(source, data),
        games=read_count(source, data, "games", most=MOST_GAMES + 1),
        conditions=conditions,
        title=read_text(source, data, "title"),
        source=read_text(source, data, "source"),
        seed=read_count(source, data, "seed", 0, least=0, most=_LARGEST_SEED),
        agent_seed=read_count(source, data, "agent_seed", 0, least=0, most=_LARGEST_SEED),
        keep=read_choice(source, data, ("keep",), KEEP, "games"),
        set_size=read_count(source, data, "set_size", 100),
        batch_size=read_batch_size(source, data),
        report=_read_report(
            source, data.get("report", {}), {**parameters, **constants}, conditions
        ),
    )


def _read_name(source: Source, data: Mapping[str, Any]) -> str:
    name = data.get("name")
    if name is None:
        raise source.error((), "expected the key 'name': the experiment's name in the store")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise source.error(
            ("name",),
            f"expected a name of at most 200 small letters, digits and . _ / -, got {shown(name)}",
        )
    return name


def _read_constants(source: Source, table: Any) -> dict[str, Value]:
    if not isinstance(table, dict):
        raise source.error(("constants",), f"expected a table, got {shown(table)}")
    for key, value in table.items():
        if not isinstance(value, str | int | float):
            raise source.error(
                ("constants", key),
                f"expected one value, lists go to [parameters], got {shown(value)}",
            )
    return dict(table)


def _read_parameters(source: Source, data: Mapping[str, Any]) -> dict[str, list[Value]]:
    table = data.get("parameters", {})
    if not isinstance(table, dict):
        raise source.error(("parameters",), f"expected a table, got {shown(table)}")
    parameters = {}
    for key, values in table.items():
        path = ("parameters", key)
        if not isinstance(values, list) or not values:
            raise source.error(path, f"expected a list of values, got {shown(values)}")
        seen: set[Value] = set()
        for value in values:
            if not isinstance(value, str | int | float):
                raise source.error(path, f"expected text or numbers, got {shown(value)}", value)
            if value in seen:
                raise source.error(path, f"expected {shown(value)} once, got it twice", value)
            seen.add(value)
        parameters[key] = list(values)
    return parameters


def _check_parameters(
    source: Source, parameters: dict[str, list[Value]], constants: dict[str, Value]
) -> None:
    """Check names and values, each with its own line."""
    where = {key: ("parameters", key) for key in parameters}
    for key in constants:
        if key in where:
            raise source.error(("constants", key), f"{key!r} is a parameter as well as a constant")
        where[key] = ("constants", key)
    values = {**{key: [value] for key, value in constants.items()}, **parameters}
    if "agent" not in values:
        for key, path in where.items():
            if key not in PARAMETERS:
                raise source.unknown(path, "parameter", key, PARAMETERS)
        raise source.error(("parameters",), "expected the parameter 'agent': a list of agent ids")
    for agent in values["agent"]:
        _check(source, where["agent"], "agent", agent)
    options = option_names(str(agent) for agent in values["agent"])
    for key, path in where.items():
        if key in PARAMETERS:
            for value in values[key]:
                _check(source, path, key, value)
        elif key not in options:
            raise source.unknown(path, "parameter", key, {*PARAMETERS, *options})
        else:
            _check_option(source, path, key, values)
    _check_grid(source, set(values))


def _check(source: Source, path: tuple[str, str], key: str, value: Value) -> None:
    try:
        check_value(key, value)
    except SapperError as error:
        raise source.error(path, str(error), value) from None


def _check_option(
    source: Source, path: tuple[str, str], key: str, values: dict[str, list[Value]]
) -> None:
    for agent in values["agent"]:
        option = find_entry(str(agent)).options.get(key)
        if option is None:
            raise source.error(path, f"{agent} has no option {key!r}; give its values in the ids")
        for value in values[key]:
            typed = ("yes" if value else "no") if isinstance(value, bool) else str(value)
            try:
                option.parse(typed)
            except SapperError as error:
                raise source.error(path, str(error), value) from None


def _check_grid(source: Source, given: set[str]) -> None:
    grid = given & set(GRID_PARAMETERS)
    if grid not in ({"on"}, {"size", "mines"}, {"size", "density"}):
        got = ", ".join(sorted(grid)) or "none of them"
        raise source.error(
            ("parameters",),
            "expected the grid as 'on', as 'size' and 'mines' or as 'size' and 'density', "
            f"got {got}",
        )


def _read_leave_out(
    source: Source, data: Mapping[str, Any], known: Mapping[str, Any]
) -> list[dict[str, list[Value]]]:
    rules = data.get("leave_out", [])
    if not isinstance(rules, list):
        raise source.error(("leave_out",), "expected [[leave_out]] with two brackets")
    read = []
    for number, rule in enumerate(rules):
        if not isinstance(rule, dict):
            raise source.error(("leave_out",), "expected [[leave_out]] with two brackets")
        wanted = {}
        for key, value in rule.items():
            path = ("leave_out", number, key)
            if key not in known:
                raise source.unknown(path, "parameter", key, known)
            values = value if isinstance(value, list) else [value]
            allowed = known[key] if isinstance(known[key], list) else [known[key]]
            known_values = set(allowed)
            for item in values:
                if not isinstance(item, str | int | float) or item not in known_values:
                    names = [str(one) for one in allowed]
                    raise source.unknown(path, f"value of {key}", str(item), names)
            wanted[key] = values
        read.append(wanted)
    return read


def _make_conditions(
    source: Source,
    parameters: dict[str, list[Value]],
    constants: dict[str, Value],
    leave_out: list[dict[str, list[Value]]],
) -> tuple[Condition, ...]:
    combinations = math.prod(len(values) for values in parameters.values())
    if combinations > MOST_CONDITIONS:
        raise source.error(
            ("parameters",),
            f"expected at most {MOST_CONDITIONS} combinations, got {combinations}; "
            "make several experiments of them",
        )
    conditions: dict[str, Condition] = {}
    for values in combine(parameters, constants, leave_out):
        which = ", ".join(f"{key} = {values[key]!r}" for key in parameters)
        try:
            condition = make_condition(values)
        except SapperError as error:
            raise source.error(("parameters",), f"{which}: {error}") from None
        if condition.key in conditions:
            raise source.error(
                ("parameters",), f"{which}: the same games as another condition; leave one out"
            )
        conditions[condition.key] = condition
    if not conditions:
        raise source.error(("leave_out",), "every combination is left out")
    return tuple(conditions.values())


def _read_report(
    source: Source, table: Any, known: Mapping[str, Any], conditions: Sequence[Condition]
) -> ReportOptions:
    check_keys(source, ("report",), table, _REPORT)
    names = {*known, *PARAMETERS, "cells"}
    for key in ("x", "group"):
        if key in table and not (isinstance(table[key], str) and table[key] in names):
            raise source.unknown(("report", key), "parameter", str(table[key]), names)
    measures = _read_names(source, table, "measures", list(PER_GAME))
    boards = _read_names(source, table, "boards", column_names(BOARD_COLUMNS))
    return ReportOptions(
        x=str(table.get("x", "")),
        group=str(table.get("group", "agent")),
        fit=read_choice(source, table, ("report", "fit"), FITS, ""),
        compare=_read_pairs(source, table, conditions),
        measures=measures,
        boards=boards,
    )


def _read_pairs(
    source: Source, table: Mapping[str, Any], conditions: Sequence[Condition]
) -> tuple[tuple[str, str], ...]:
    """Find what each pair names; options that neither names are alike in the two."""
    pairs = table.get("compare", [])
    if not isinstance(pairs, list) or any(
        not isinstance(pair, list) or len(pair) != 2 for pair in pairs
    ):
        raise source.error(("report", "compare"), "expected pairs of agents: [['a', 'b']]")
    found: list[tuple[str, str]] = []
    for pair in pairs:
        try:
            (one, named), (other, also) = (find_agents(str(agent), conditions) for agent in pair)
        except NotationError as error:
            raise source.error(("report", "compare"), str(error)) from None
        for agent, agents in zip(pair, (one, other), strict=True):
            if not agents:
                known = [*(str(c.parameters["agent"]) for c in conditions)]
                known += [str(c.agent) for c in conditions]
                raise source.unknown(("report", "compare"), "agent", str(agent), known)
        found += [
            (first, second)
            for first, options in one.items()
            for second, others in other.items()
            if first != second
            and all(
                options[name] == others[name]
                for name in (options.keys() & others.keys()) - named - also
            )
        ]
    return tuple(dict.fromkeys(found))


def _read_names(source: Source, table: Any, key: str, known: list[str]) -> tuple[str, ...]:
    names = table.get(key, [])
    if not isinstance(names, list):
        raise source.error(("report", key), f"expected a list of {key}, got {shown(names)}")
    for name in names:
        if name not in known:
            what = "measure" if key == "measures" else "number of boards"
            raise source.unknown(("report", key), what, str(name), known)
    return tuple(names)
