"""
Requests put to the library.

Every function answers one kind of request with the data that the library gives. An answer
is a dictionary, or a text of JSON where thousands of positions are asked for at once.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from sapper import _core
from sapper.engine.requests import WANTED, WANTED_OF_MANY, WANTED_OF_SETS, RequestError
from sapper.errors import BudgetExceededError, InconsistentPositionError, SapperError
from sapper.game.codes import COVERED
from sapper.game.position import Position
from sapper.logic.analysis import DEFAULT_MAX_STATES, Analysis, analyse
from sapper.logic.constraints import Constraints

if TYPE_CHECKING:
    from sapper.agents.run.policy import AgentPolicy

Answer = dict[str, Any]
# Positions between two looks at whether the request was cancelled.
_AT_ONCE: Final = 64
# Whole numbers that every language reads exactly.
_MOST_EXACT: Final = 2**53
# What the core writes by itself: with risks, with cells.
_FAST: Final = {
    frozenset(WANTED_OF_MANY): (True, True),
    frozenset({"risk"}): (True, False),
    frozenset({"safe", "mines"}): (False, True),
}
_OURS: Final = {"placements": "num_placements"}


def answer_analyse(fields: Mapping[str, Any]) -> Answer | str:
    """Answer for one position, many, or constraints."""
    if "constraints" in fields:
        return _answer_constraints(fields)
    if "position" in fields:
        return describe(analyse_one(fields), fields.get("want", WANTED))
    want = fields.get("want", WANTED_OF_MANY)
    if (parts := _FAST.get(frozenset(want))) is None:
        return {"results": [_answer_one_of(text, fields, want) for text in fields["positions"]]}
    return _answer_fast(fields, want, *parts)


def _answer_fast(
    fields: Mapping[str, Any], want: Collection[str], with_risk: bool, with_cells: bool
) -> str:
    """Let the core write the answers; where it has none, find out why."""
    texts, found = fields["positions"], list[str]()
    options = (fields.get("trust_flags", True), fields.get("mine_count", True))
    states = fields.get("max_states", DEFAULT_MAX_STATES)
    for start in range(0, len(texts), _AT_ONCE):
        some = texts[start : start + _AT_ONCE]
        try:
            found += _core.analyse_texts(some, with_risk, with_cells, *options, states)
        except UnicodeEncodeError:  # half of a pair of UTF-16
            found += [""] * len(some)
    parts = [
        one or json.dumps(_answer_one_of(text, fields, want))
        for text, one in zip(texts, found, strict=True)
    ]
    return f'"results": [{", ".join(parts)}]'


def _answer_one_of(text: str, fields: Mapping[str, Any], want: Collection[str]) -> Answer:
    try:
        return describe(analyse_one({**fields, "position": text}), want)
    except SapperError as error:
        return {"error": describe_error(error, text)}


def analyse_one(fields: Mapping[str, Any]) -> Analysis:
    """Analyse the position of a request."""
    return analyse(
        Position.parse(fields["position"]),
        trust_flags=fields.get("trust_flags", True),
        use_mine_count=fields.get("mine_count", True),
        max_states=fields.get("max_states", DEFAULT_MAX_STATES),
    )


def describe(analysis: Analysis, want: Collection[str]) -> Answer:
    """Return what is wanted of an analysis, under the names of the protocol."""
    return _named(analysis.to_dict({_OURS.get(name, name) for name in want}), want)


def _named(found: Mapping[str, Any], want: Collection[str]) -> Answer:
    """Name what was found as the protocol does; a small number of placements is a number."""
    answer = {name: found[_OURS.get(name, name)] for name in want}
    if (exact := answer.get("placements")) is not None and int(exact) <= _MOST_EXACT:
        answer["placements"] = int(exact)
    return answer


def answer_hint(fields: Mapping[str, Any]) -> Answer:
    """Answer with the hint."""
    found = analyse_one(fields).hint(fields.get("near"))
    return {"hint": None if found is None else found.to_dict()}


def answer_reasons(fields: Mapping[str, Any]) -> Answer:
    """Answer with the reasons of proven cells."""
    analysis = analyse_one(fields)
    if "cells" in fields:
        reasons = [analysis.reason(cell) for cell in fields["cells"]]
    else:
        reasons = list(analysis.reasons())
    return {"reasons": [reason.to_dict() for reason in reasons]}


def answer_value(fields: Mapping[str, Any]) -> Answer:
    """Answer with the exact chance to win, and that of every living cell."""
    from sapper.logic.values import cell_values, value  # noqa: PLC0415 - seldom needed

    position = Position.parse(fields["position"])
    options = {
        key: fields[key] for key in ("max_layouts", "max_nodes", "trust_flags") if key in fields
    }
    found = value(position, **options)
    answer: Answer = {"value": float(found), "fraction": str(found)}
    if fields.get("cells"):
        answer["cells"] = [
            {
                "cell": position.format_cell(one.cell),
                "safety": float(one.safety),
                "value": float(one.value),
                "fraction": str(one.value),
            }
            for one in cell_values(position, **options)
        ]
    return answer


def answer_assume(fields: Mapping[str, Any]) -> Answer:
    """Answer with the analysis after what was assumed, one thing after the other."""
    analysis = analyse_one(fields)
    for one in fields["chain"]:
        analysis = analysis.assume(one["cell"], one["is"])
    return {"position": str(analysis.position), **describe(analysis, fields.get("want", WANTED))}


def answer_sample(fields: Mapping[str, Any]) -> Answer:
    """Answer with layouts as text."""
    drawn = analyse_one(fields).sample(fields.get("count", 1), fields.get("seed", 0))
    letters = ("-", "*")
    return {
        "layouts": [
            "/".join("".join(letters[is_mine] for is_mine in row) for row in layout)
            for layout in drawn.tolist()
        ]
    }


def answer_boards(fields: Mapping[str, Any]) -> Answer:
    """Answer with boards that need no guess."""
    from sapper.boards import generate  # noqa: PLC0415 - seldom needed

    boards = generate(
        fields["on"],
        fields.get("count", 1),
        fields.get("seed", 0),
        fields.get("first"),
        fields.get("hardest", "mine-count"),
        workers=1,
    )
    return {"boards": [board.to_dict() for board in boards]}


def answer_agents(_fields: Mapping[str, Any]) -> Answer:
    """Answer with the registered agents."""
    from sapper.agents.registry import entries  # noqa: PLC0415 - seldom needed

    return {
        "agents": [
            {
                "id": entry.name,
                "summary": entry.summary,
                "source": entry.source,
                "options": {name: one.values for name, one in entry.options.items()},
            }
            for entry in entries().values()
        ]
    }


def answer_guess(fields: Mapping[str, Any]) -> Answer:
    """Answer with the move of an agent."""
    position = Position.parse(fields["position"])
    cells = position.array[None]
    mask = (cells == COVERED).reshape(1, -1)
    if not mask.any():
        raise SapperError(f"expected a position with a covered cell, got {position!r}")
    rules = fields.get("rules", {})
    policy = _policy(
        fields.get("agent", "exact"),
        (position.columns, position.rows, position.num_mines),
        rules.get("first_click", "any"),
        rules.get("game", "normal"),
        fields.get("seed", 0),
    )
    return {"move": position.format_cell(int(policy(cells, mask)[0]))}


@lru_cache(maxsize=16)
def _policy(
    agent: str, size: tuple[int, int, int], first_click: str, game: str, seed: int
) -> AgentPolicy:
    from sapper.agents import load_agent  # noqa: PLC0415 - seldom needed
    from sapper.agents.run.policy import AgentPolicy  # noqa: PLC0415 - seldom needed
    from sapper.game.rules import Rules  # noqa: PLC0415 - seldom needed

    return AgentPolicy(
        load_agent(agent), Rules(*size, first_click=first_click, game=game), seed=seed
    )


def _answer_constraints(fields: Mapping[str, Any]) -> Answer:
    """Answer for any sets of cells with sums; cells are numbers."""
    for key in ("trust_flags", "mine_count"):
        if key in fields:
            raise RequestError(f"expected no {key!r} with constraints")
    want = fields.get("want", WANTED_OF_SETS)
    if unfit := [name for name in want if name not in WANTED_OF_SETS]:
        options = ", ".join(WANTED_OF_SETS)
        raise RequestError(f"expected want of constraints as some of {options}, got {unfit[0]!r}")
    data = fields["constraints"]
    problem = Constraints(data["cells"], data.get("mines"))
    for one in data["sums"]:
        problem.add(one["cells"], one["low"], one.get("high"))
    found = problem.solve(max_states=fields.get("max_states", DEFAULT_MAX_STATES))
    return _named(found.to_dict({_OURS.get(name, name) for name in want}), want)


_KINDS: Final = {
    "NotationError": "notation",
    "ArgumentError": "argument",
    "RulesError": "rules",
    "IllegalMoveError": "illegal_move",
    "InconsistentPositionError": "inconsistent",
    "WrongDeductionError": "wrong_deduction",
    "UnknownNameError": "unknown_name",
    "BudgetExceededError": "budget",
    "StoreError": "store",
    "ModelError": "model",
    "MissingExtraError": "missing_extra",
}
OTHER_KINDS: Final = ("json", "request", "protocol", "too_long", "cancelled", "other", "internal")
KINDS: Final = (*_KINDS.values(), *OTHER_KINDS)


def describe_error(
    error: SapperError, position: str | None = None, *, of_constraints: bool = False
) -> Answer:
    """
    Return an error as data: its kind, our sentence, and what was found all the same.

    Cells have names where a position is given; of constraints they are numbers.
    """
    kind = getattr(error, "kind", None) or _KINDS.get(type(error).__name__, "other")
    answer: Answer = {"kind": kind, "message": str(error)}
    if isinstance(error, BudgetExceededError) and error.bounds is not None:
        answer["bounds"] = [float(bound) for bound in error.bounds]
    if position is None and not of_constraints:
        return answer

    def named(cells: tuple[int, ...]) -> list[int | str]:
        return [*cells] if position is None else [*map(Position.parse(position).format_cell, cells)]

    if isinstance(error, InconsistentPositionError):
        answer["constraints" if position is None else "clues"] = named(error.clues)
    if isinstance(error, BudgetExceededError) and error.partial is not None:
        answer["safe"] = named(error.partial.safe)
        answer["mines"] = named(error.partial.mines)
    return answer
