"""
The guesses of Vaitzman et al.: the flag, satisfying assignments, patterns, both.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, sections II.1.3.2 and II.2.3.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar, Literal

from sapper import _core
from sapper.agents.patterns import Database, load_table
from sapper.agents.protocols import NativePart

# "groups of 10-closest sentences" [1, section 2.3.2].
SENTENCES_TO_COUNT = 10


@dataclass(frozen=True)
class SatisfyingAssignments(NativePart):
    """
    Open or flag the cell whose value most assignments of a group agree on.

    A group has a sentence and those that share most cells with it, ``size`` in all.
    ``counts`` says what is compared between groups: the ``share`` of a group's
    assignments, or their ``raw`` number as printed [1, section 2.3.2].
    """

    native_name: ClassVar[str] = "satisfying_assignments"

    size: int = SENTENCES_TO_COUNT
    counts: Literal["share", "raw"] = "share"


@dataclass(frozen=True)
class _WithDatabase(NativePart):
    """A native part that is handed the database it names."""

    def native_spec(self) -> _core.PartSpec:
        """Return the core's form of the part, the database in it."""
        options = {field.name: getattr(self, field.name) for field in fields(self)}
        table = load_table(options.pop("database"))
        return _core.PartSpec(self.native_name, {**options, "table": table})


@dataclass(frozen=True)
class PatternDatabase(_WithDatabase):
    """
    Open the stored move of largest value over all 4x4 windows [1, section 2.3.1].

    ``value`` is what the move is worth: the printed ``share`` (made and not lost, of
    the times the configuration appeared) or how often it was ``safe`` (not lost, of
    the times it was made). ``clues`` of a window's rim are taken as ``shown`` or
    ``reduced`` by the flags outside. ``database`` is the ``sampled`` or the ``exact``
    one, or the ``learned`` one, whose moves and values a net gave [1, part IV].
    """

    native_name: ClassVar[str] = "pattern_database"

    value: Literal["share", "safe"] = "share"
    clues: Literal["shown", "reduced"] = "shown"
    database: Database = "sampled"


@dataclass(frozen=True)
class AssignmentsOrPatterns(_WithDatabase):
    """
    Follow the one of both rules that claims the larger chance of not losing.

    With a ``weight`` from 0 to 1 both claims for a cell are added up instead, that of the
    assignments so many times and that of the patterns one less that [1, part IV].
    """

    native_name: ClassVar[str] = "assignments_or_patterns"

    size: int = SENTENCES_TO_COUNT
    counts: Literal["share", "raw"] = "share"
    value: Literal["share", "safe"] = "share"
    clues: Literal["shown", "reduced"] = "shown"
    weight: float = -1.0
    database: Database = "sampled"


@dataclass(frozen=True)
class LikeliestMine(NativePart):
    """
    Flag the cell of largest exact risk, ties by chance.

    The flag may be wrong. Once no placement of mines is left, a random cell is opened.
    """

    native_name: ClassVar[str] = "likeliest_mine"
