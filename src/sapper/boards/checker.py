"""
Check boards: does what a file says of each of them hold?

Everything that can be computed again is: the numbers of the layout, that the seed gives
it, every step of the certificate with its technique, and the grade. What cannot is named
in `Checked.not_checked`. The steps are checked by `native/checker`, which includes nothing
that makes boards; this module imports nothing of it either (a contract and a test prove it).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sapper import _core
from sapper.errors import SapperError

FORMAT: Final = 2
_UNIFORM: Final = "rejection (uniform)"
_MOVED: Final = "perturbation (not uniform)"
_FIRST_CLICKS: Final = ("any", "safe", "zero")
_SYMMETRIES: Final = ("none", "turn", "left-right", "up-down", "both")
_MOST_SEED: Final = 2**63 - 1
_GUESS: Final = "guess"
# Names and titles of the techniques, easiest first: what files use.
_LADDER: Final = _core.ladder()
_NAMES: Final = tuple(name for name, _, _ in _LADDER)
_TITLES: Final = {name: title for name, title, _ in _LADDER}


class CheckError(SapperError):
    """A board's certificate does not hold; ``step`` is where, counted from 1, or None."""

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message if step is None else f"step {step}: {message}")
        self.step = step


@dataclass(frozen=True)
class Checked:
    """What was checked of a board that holds: its steps, and what could not be."""

    steps: int
    not_checked: tuple[str, ...] = ()


def check_board(data: Any) -> Checked:
    """
    Check one board of a file; return what was checked.

    Raises:
        CheckError: it does not hold, and at which step.
    """
    if not isinstance(data, dict):
        raise CheckError("expected a board as a JSON object")
    _check_format(data)
    layout = _get(data, "layout", str)
    steps = _get(data, "certificate", list)
    counts, numbers, first_clue, step, problem = _core.check_certificate(
        layout, _get(data, "first", str), steps, (*_NAMES, _GUESS)
    )
    if problem is not None:
        raise CheckError(problem, step or None)
    _expect(data, "mines", layout.count("*"))
    _expect(data, "three_bv", numbers[0])
    _expect(data, "openings", numbers[1])
    _expect(data, "islands", numbers[2])
    _expect(data, "guesses", counts[-1])
    _check_grade(_get(data, "grade", dict), counts[:-1])
    return Checked(len(steps), _check_origin(data, layout, first_clue))


def _check_format(data: dict[str, Any]) -> None:
    found = data.get("format", 1)
    if found != FORMAT or isinstance(found, bool):
        raise CheckError(
            f"expected a board of format {FORMAT}, got {str(found)[:40]!r}; "
            "make the boards again: the same seed gives the same ones"
        )


def _check_grade(grade: dict[str, Any], counts: tuple[int, ...]) -> None:
    used = [name for name, count in zip(_NAMES, counts, strict=True) if count] or [_NAMES[0]]
    if grade.get("hardest") != used[-1]:
        raise CheckError(f"graded {grade.get('hardest')!r}, but its hardest step is {used[-1]!r}")
    if grade.get("title") != _TITLES[used[-1]]:
        raise CheckError(f"its title is {_TITLES[used[-1]]!r}, not {grade.get('title')!r}")
    steps = grade.get("steps")
    if not _is_same(steps, dict(zip(_NAMES, counts, strict=True))):
        raise CheckError("the grade's numbers of steps are not those of the certificate")
    if grade.keys() != {"hardest", "title", "steps"}:
        raise CheckError("expected a grade with 'hardest', 'title' and 'steps'")


def _is_same(steps: Any, counts: dict[str, int]) -> bool:
    """Compare numbers of steps; ``True`` and ``1.0`` are not 1."""
    return steps == counts and all(type(n) is int for n in steps.values())


def _check_origin(data: dict[str, Any], layout: str, first_clue: int) -> tuple[str, ...]:
    """Check how the board was made as far as possible; return what cannot be checked."""
    rule = _one_of(data, "first_click", _FIRST_CLICKS)
    if rule == "zero" and first_clue != 0:
        raise CheckError(f"the first cell shows {first_clue}, though the first click is 'zero'")
    seed = _get(data, "seed", int)
    if not 0 <= seed <= _MOST_SEED:
        raise CheckError(f"expected a seed from 0 to {_MOST_SEED}, got {seed}")
    symmetry = _one_of(data, "symmetry", _SYMMETRIES)
    _check_symmetry(layout, symmetry)
    method = _one_of(data, "method", (_UNIFORM, _MOVED))
    unknown = [f"unknown field {name[:40]!r}" for name in data.keys() - _FIELDS]
    if method == _MOVED or symmetry != "none":
        return ("seed", "method", *sorted(unknown))
    if not _core.seed_gives(layout, data["first"], _FIRST_CLICKS.index(rule), seed):
        raise CheckError(f"seed {seed} gives another layout with a first click {rule!r} there")
    return tuple(sorted(unknown))


_FIELDS: Final = frozenset(
    {"format", "layout", "first", "first_click", "mines", "grade", "three_bv", "openings"}
    | {"islands", "guesses", "method", "symmetry", "seed", "certificate"}
)


def _check_symmetry(layout: str, symmetry: str) -> None:
    rows = layout.split("/")
    mirrored = [row[::-1] for row in rows]
    wanted = {
        "none": [],
        "turn": [mirrored[::-1]],
        "left-right": [mirrored],
        "up-down": [rows[::-1]],
        "both": [mirrored, rows[::-1]],
    }[symmetry]
    if any(rows != other for other in wanted):
        raise CheckError(f"the layout has no symmetry {symmetry!r}")


def _get(data: dict[str, Any], name: str, kind: type) -> Any:
    value = data.get(name)
    if type(value) is not kind:
        raise CheckError(f"expected {name!r} as {kind.__name__}, got {str(value)[:40]!r}")
    return value


def _expect(data: dict[str, Any], name: str, found: int) -> None:
    stated = _get(data, name, int)
    if stated != found:
        raise CheckError(f"expected {name!r} to be {found}, got {stated}")


def _one_of(data: dict[str, Any], name: str, known: tuple[str, ...]) -> str:
    value: str = _get(data, name, str)
    if value not in known:
        raise CheckError(f"expected {name!r} as one of {', '.join(known)}, got {value[:40]!r}")
    return value
