"""
The agents of Vaitzman, Efremov, Ennekavi, Shevach, Mordechai.

Three backtracking agents and three sentence agents that differ in how they guess. All
open a random cell, which may be a mine. `docs/papers/vaitzman.md` has our readings
and what the agents win.

References:
    [1] T. Vaitzman, G. Efremov, M. Ennekavi, A. Shevach, N. Mordechai, Minesweeper.
"""

from __future__ import annotations

from typing import Literal

from sapper.agents.agent import Agent
from sapper.agents.deducers import (
    Backtracking,
    Exact,
    MiniCard,
    SentenceGroups,
    SinglePoint,
    SubsetReduction,
)
from sapper.agents.guessers import (
    AssignmentsOrPatterns,
    LeastRisk,
    LikeliestMine,
    PatternDatabase,
    RandomGuess,
    SatisfyingAssignments,
)
from sapper.agents.openers import RandomCell
from sapper.agents.patterns import Database
from sapper.agents.protocols import Deducer, NativePart
from sapper.agents.registry import register
from sapper.errors import NotationError

Guess = Literal["open", "flag"]
Order = Literal["most-constrained", "reading"]
SentenceDeducer = Literal["sentences", "pysat"]
Counts = Literal["share", "raw"]
Value = Literal["share", "safe"]
WindowClues = Literal["shown", "reduced"]


def _safe_moves(order: Order) -> tuple[NativePart, ...]:
    """Return the safe moves of section II.1.2: by one clue, by subsets, by backtracking."""
    return (SinglePoint(), SubsetReduction(), Backtracking(order))


def _by_probability(order: Order, guess: Guess) -> Agent:
    """Build an agent of section II.1.3.2; the exact engine counts the arrangements."""
    return Agent(
        opener=RandomCell(),
        deducers=(*_safe_moves(order), Exact()),
        guesser=LeastRisk() if guess == "open" else LikeliestMine(),
    )


@register("vaitzman/csp-mc", source="Vaitzman et al., section II.1.3.1")
def csp_mc() -> Agent:
    """Backtracking, the most constrained cell first; then a random guess."""
    return Agent(
        opener=RandomCell(), deducers=_safe_moves("most-constrained"), guesser=RandomGuess()
    )


@register(
    "vaitzman/csp-prob",
    source="Vaitzman et al., section II.1.3.2",
    variants=("vaitzman/csp-prob:guess=flag",),
)
def csp_prob(guess: Guess = "open") -> Agent:
    """Backtracking in reading order; then the least risk is opened, or the largest flagged."""
    return _by_probability("reading", guess)


@register(
    "vaitzman/csp-all",
    source="Vaitzman et al., sections II.1.3.1 and II.1.3.2",
    variants=("vaitzman/csp-all:guess=flag",),
)
def csp_all(guess: Guess = "open") -> Agent:
    """Backtracking, the most constrained cell first; then the guess of csp-prob."""
    return _by_probability("most-constrained", guess)


def _by_sentences(guesser: NativePart, deducer: SentenceDeducer, mine_count: bool) -> Agent:
    """Build an agent of section II.2."""
    if deducer == "sentences" and mine_count:
        raise NotationError("expected mine_count=yes with deducer=pysat: sentences count no mines")
    parts: tuple[NativePart | Deducer, ...] = (SinglePoint(), SubsetReduction(), SentenceGroups())
    if deducer == "pysat":
        parts = (SinglePoint(), MiniCard(mine_count))
    return Agent(opener=RandomCell(), deducers=parts, guesser=guesser)


@register(
    "vaitzman/sat-aa",
    source="Vaitzman et al., section II.2.3.2",
    variants=("vaitzman/sat-aa:counts=raw",),
)
def sat_aa(
    counts: Counts = "share", deducer: SentenceDeducer = "sentences", mine_count: bool = False
) -> Agent:
    """Sentences in groups of eight; then what most assignments of ten agree on."""
    return _by_sentences(SatisfyingAssignments(counts=counts), deducer, mine_count)


@register(
    "vaitzman/sat-pdb",
    source="Vaitzman et al., section II.2.3.1",
    variants=(
        "vaitzman/sat-pdb:value=safe",
        "vaitzman/sat-pdb:clues=reduced",
        "vaitzman/sat-pdb:value=safe,clues=reduced",
    ),
)
def sat_pdb(
    value: Value = "share",
    clues: WindowClues = "shown",
    patterns: Database = "sampled",
    deducer: SentenceDeducer = "sentences",
    mine_count: bool = False,
) -> Agent:
    """Sentences in groups of eight; then the best move of the 4x4 pattern database."""
    return _by_sentences(PatternDatabase(value, clues, patterns), deducer, mine_count)


@register(
    "vaitzman/sat-all",
    source="Vaitzman et al., section II.2.3",
    variants=("vaitzman/sat-all:value=safe,weight=0.5",),
)
def sat_all(
    counts: Counts = "share",
    value: Value = "share",
    clues: WindowClues = "shown",
    patterns: Database = "sampled",
    weight: float | None = None,
    deducer: SentenceDeducer = "sentences",
    mine_count: bool = False,
) -> Agent:
    """
    Sentences in groups of eight; then the guess of sat-aa or sat-pdb that claims more.

    With a ``weight`` from 0 to 1 the claims are added up for each cell, that of sat-aa so
    many times and that of sat-pdb one less that (part IV).
    """
    if weight is not None and not 0 <= weight <= 1:
        raise NotationError(f"expected a weight from 0 to 1, got {weight:g}")
    guesser = AssignmentsOrPatterns(
        counts=counts,
        value=value,
        clues=clues,
        weight=-1.0 if weight is None else weight,
        database=patterns,
    )
    return _by_sentences(guesser, deducer, mine_count)
