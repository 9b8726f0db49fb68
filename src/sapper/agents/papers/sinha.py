"""
The agents of Sinha, Malviya and Nayak 2021: versions 1.0 to 6.5.

Versions 1.0 to 4.5 list solutions of the clue equations and guess by their shares.
The learned versions stand on 4.5 and differ in who chooses the guess. Versions that
take the same options are rows of one table. `docs/papers/sinha.md` has our reading of
the text and our figures.

References:
    [1] Y. P. Sinha, P. Malviya, R. K. Nayak: Fast constraint satisfaction problem and
        learning-based algorithm for solving Minesweeper, 2021, tables 3 and 4.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from sapper.agents.agent import Agent
from sapper.agents.deducers import SinglePoint, SolutionProofs
from sapper.agents.deducers.sinha import Pruning, SearchMethod, SearchPer
from sapper.agents.guessers import LearnedGuess, LeastScore, SolutionShare
from sapper.agents.guessers.learned import Offer, Proofs
from sapper.agents.guessers.sinha import SLACK, ScoreForm, SeaRisk, Ties, Weights
from sapper.agents.openers import OpenerName, make_opener
from sapper.agents.options import CellOption, FileOption
from sapper.agents.protocols import NativePart
from sapper.agents.registry import register

Weigh = Literal["no", "limit", "yes"]
Discount = Literal["linear", "none"]
_WEIGHTS: Final[dict[str, Weights]] = {"no": "none", "limit": "limit", "yes": "sea"}
# Section 5.1.
MOST_SOLUTIONS, MOST_SWAPS, MOST_DEPTH = 100, 1000, 300
_TABLE_3: Final = "Sinha 2021, table 3"


@dataclass(frozen=True)
class _Version:
    """A version that lists solutions: by which search, after DSS or not, and which guess."""

    summary: str
    method: SearchMethod
    per: SearchPer = "component"
    is_limited: bool = False
    dss: bool = True
    manhattan: bool = False
    variants: tuple[str, ...] = ()

    def compose(
        self,
        weigh: Weigh,
        sea: SeaRisk,
        ties: Ties,
        per: SearchPer,
        opener: OpenerName,
        first: CellOption | None,
        seconds: float,
        prune: Pruning,
    ) -> Agent:
        """Build the agent; what all solutions agree in is proven, some prove nothing."""
        swaps, depth = (MOST_SWAPS, 0) if self.method == "backtracking" else (0, MOST_DEPTH)
        proofs = () if self.is_limited else (SolutionProofs(self.method, per, prune=prune),)
        return Agent(
            opener=make_opener(opener, first),
            # DSS run to its fixed point is single point.
            deducers=(*((SinglePoint(),) if self.dss else ()), *proofs),
            guesser=SolutionShare(
                self.method,
                MOST_SOLUTIONS if self.is_limited else 0,
                swaps if self.is_limited else 0,
                depth if self.is_limited else 0,
                per=per,
                weights=_WEIGHTS[weigh],
                sea=sea,
                ties=ties,
                slack=SLACK if self.manhattan else 0.0,
                by_distance=self.manhattan,
                prune=prune,
            ),
            seconds=seconds,
        )


_VERSIONS: Final = {
    "sinha/v1.0": _Version(
        "Plain backtracking alone; a cell of least risk.", "backtracking", dss=False
    ),
    "sinha/v2.0": _Version("DSS, then plain backtracking; a cell of least risk.", "backtracking"),
    "sinha/v2.5": _Version(
        "DSS; guesses from 100 solutions, or 1,000 swaps, of plain backtracking.",
        "backtracking",
        "all",
        is_limited=True,
    ),
    "sinha/v3.0": _Version("DSS, then DSScsp; a cell of least risk.", "dsscsp"),
    "sinha/v3.5": _Version(
        "DSS; guesses from 100 solutions of DSScsp, to a depth of 300.",
        "dsscsp",
        is_limited=True,
        variants=("sinha/v3.5:per=all",),
    ),
    "sinha/v4.0": _Version(
        "As 3.0, but nearest to the border among the cells within 0.05 of the least risk.",
        "dsscsp",
        manhattan=True,
    ),
    "sinha/v4.5": _Version(
        "As 3.5, but nearest to the border among the cells within 0.05 of the least risk.",
        "dsscsp",
        is_limited=True,
        manhattan=True,
        variants=("sinha/v4.5:per=all",),
    ),
}


def _builder(version: _Version) -> Callable[..., Agent]:
    """Return the builder of a version; to prune or not is asked of plain backtracking alone."""

    def build(
        weigh: Weigh = "no",
        sea: SeaRisk = "expected",
        ties: Ties = "random",
        per: SearchPer = version.per,
        opener: OpenerName = "random",
        first: CellOption | None = None,
        seconds: float = 0.0,
        prune: Pruning = "complete",
    ) -> Agent:
        return version.compose(weigh, sea, ties, per, opener, first, seconds, prune)

    if version.method == "dsscsp":
        every = inspect.signature(build)
        kept = [option for option in every.parameters.values() if option.name != "prune"]
        build.__signature__ = every.replace(parameters=kept)  # type: ignore[attr-defined]
    return build


def _opener(opener: OpenerName | None, first: CellOption | None) -> NativePart | None:
    """Return the opener that was asked for, or none: then the guesser opens."""
    return make_opener(opener or "random", first) if opener or first else None


def _learned(
    name: str,
    agent_id: str,
    offer: Offer,
    proofs: Proofs,
    sea: SeaRisk,
    opener: OpenerName | None,
    first: CellOption | None,
    model: FileOption | None,
    seconds: float,
) -> Agent:
    """Compose a learned version: 4.5 with another choice, from the first click on."""
    return Agent(
        opener=_opener(opener, first),
        deducers=(SinglePoint(),),
        guesser=LearnedGuess(
            name,
            f"sapper train {agent_id} --scale 1 --install",
            offer,
            proofs,
            sea,
            model.path if model else "",
            MOST_SOLUTIONS,
            MOST_DEPTH,
        ),
        seconds=seconds,
    )


def _trained_by(version: str, changed: dict[str, str]) -> tuple[str, str]:
    """Name the model of what a training was changed in, and the agent that it is trained as."""
    words = {key: value for key, value in changed.items() if value}
    options = ",".join(f"{key}={value}" for key, value in words.items())
    name = "-".join(("sinha", version, *words.values()))
    return name, f"sinha/{version}" + (f":{options}" if options else "")


def _classifier(version: str) -> Callable[..., Agent]:
    """Return the builder of 5.0 or 5.5."""

    def build(
        offer: Offer = "all",
        proofs: Proofs = "first",
        opener: OpenerName | None = None,
        first: CellOption | None = None,
        model: FileOption | None = None,
        seconds: float = 0.0,
    ) -> Agent:
        # 4.0 plays the data of 5.0, whatever is read of proofs: one model, whose rows are of every
        # position in which DSS proves nothing. 5.5 plays its own.
        plays_its_data = version == "v5.5" and proofs == "offered"
        name, agent_id = _trained_by(version, {"proofs": "offered" if plays_its_data else ""})
        return _learned(name, agent_id, offer, proofs, "expected", opener, first, model, seconds)

    return build


def _q_learner(version: str) -> Callable[..., Agent]:
    """Return the builder of 6.0 or 6.5: rewards and places counted otherwise have own models."""

    def build(
        discount: Discount = "linear",
        score: ScoreForm = "printed",
        proofs: Proofs = "first",
        sea: SeaRisk = "expected",
        opener: OpenerName | None = None,
        first: CellOption | None = None,
        model: FileOption | None = None,
        seconds: float = 0.0,
    ) -> Agent:
        changed = {
            "discount": "" if discount == "linear" else discount,
            "score": "" if score == "printed" else score,
            "proofs": "" if proofs == "first" else proofs,
        }
        name, agent_id = _trained_by(version, changed)
        return _learned(name, agent_id, "all", proofs, sea, opener, first, model, seconds)

    return build


def _add(
    name: str, summary: str, build: Callable[..., Agent], variants: tuple[str, ...] = ()
) -> None:
    build.__doc__ = summary
    register(name, source=_TABLE_3, variants=variants)(build)


for _name, _version in _VERSIONS.items():
    _add(_name, _version.summary, _builder(_version), _version.variants)
_add(
    "sinha/v5.0",
    """
    As 4.5, but boosted trees choose the cell likeliest to be safe.

    What the listed solutions prove is opened ``first``, as in 4.5, or ``offered`` to the
    model with the other cells. The model chooses among ``all`` covered cells, or the
    frontier and ``3`` random others; it opens too unless an ``opener`` is given.
    """,
    _classifier("v5.0"),
    ("sinha/v5.0:offer=3", "sinha/v5.0:proofs=offered"),
)
_add(
    "sinha/v5.5",
    "As 5.0, but a neural net, trained in episodes on games that it played.",
    _classifier("v5.5"),
)
_add(
    "sinha/v6.0",
    "As 6.5, but the net goes on learning from games that it plays itself.",
    _q_learner("v6.0"),
)
_add(
    "sinha/v6.5",
    """
    As 4.5, but a net chooses the covered cell of largest Q by the 3x3 values around it.

    ``discount`` is how later rewards counted in training: ``linear``, more and more,
    as in the text, or ``none``, all alike. ``score`` is the form of eq. 4.
    """,
    _q_learner("v6.5"),
    ("sinha/v6.5:discount=none,score=zero", "sinha/v6.5:proofs=offered"),
)


@register(
    "sinha/least-sc",
    source="Sinha 2021, equations 4 and 9",
    variants=("sinha/least-sc:score=zero",),
)
def least_sc(
    alpha: float = 0.5,
    score: ScoreForm = "printed",
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    opener: OpenerName | None = None,
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """
    As 3.0, but a covered cell of least Sc, from the first click on.

    Sc is alpha times the risk and 1 - alpha times the Score of the cell's place.
    """
    return Agent(
        opener=_opener(opener, first),
        deducers=(SinglePoint(), SolutionProofs()),
        guesser=LeastScore(alpha, score, weights=_WEIGHTS[weigh], sea=sea, ties=ties),
        seconds=seconds,
    )
