"""
Proofs by listing solutions: what has one value in all of them is certain.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 4 and 4.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from sapper.agents.protocols import NativePart

SearchMethod = Literal["backtracking", "dsscsp"]
SearchPer = Literal["component", "all"]
Pruning = Literal["complete", "over", "bounds"]
# About a millisecond or two of search; the numbers do not depend on it.
MAX_NODES = 100_000


@dataclass(frozen=True)
class SolutionProofs(NativePart):
    """
    Prove whatever has the same value in all solutions of the clue equations [1].

    ``method`` is plain ``backtracking`` or ``dsscsp``, ``per`` whether components are
    searched one by one or ``all`` together; the proofs are the same. Past
    ``max_nodes`` (0: never) the question is settled by `CoupledSearch`'s search,
    which proves the same too. A limited search proves nothing: there is none here.
    ``prune`` is when plain backtracking gives a branch up: ``complete``, at an equation
    that is wrong once all its cells have values; ``over``, also at one with too many
    mines; ``bounds``, also at one that its other cells cannot make right any more. The
    text says "a pruned tree" (4.1) and calls looking ahead its own method (2).
    """

    native_name: ClassVar[str] = "solution_proofs"

    method: SearchMethod = "dsscsp"
    per: SearchPer = "component"
    max_nodes: int = MAX_NODES
    prune: Pruning = "complete"
