"""
The agents of Sinha, Malviya and Nayak 2021: versions 1.0 to 6.5.

Versions 1.0 to 4.5 list solutions of the clue equations and guess by their shares.
The learned versions stand on 4.5 and differ in who chooses the guess.
`docs/papers/sinha.md` has our reading of the text and our figures.

References:
    [1] Y. P. Sinha, P. Malviya, R. K. Nayak: Fast constraint satisfaction problem and
        learning-based algorithm for solving Minesweeper, 2021, tables 3 and 4.
"""

from __future__ import annotations

from typing import Final, Literal

from sapper.agents.agent import Agent
from sapper.agents.deducers import SinglePoint, SolutionProofs
from sapper.agents.deducers.solutions import SearchMethod, SearchPer
from sapper.agents.guessers import LearnedGuess, LeastScore, SolutionShare
from sapper.agents.guessers.learned import Offer
from sapper.agents.guessers.solutions import SLACK, ScoreForm, SeaRisk, Ties, Weights
from sapper.agents.openers.named import OpenerName, make_opener
from sapper.agents.options import CellOption, FileOption
from sapper.agents.registry import register

Weigh = Literal["no", "limit", "yes"]
Discount = Literal["linear", "none"]
_WEIGHTS: Final[dict[str, Weights]] = {"no": "none", "limit": "limit", "yes": "sea"}
# Section 5.1.
MOST_SOLUTIONS, MOST_SWAPS, MOST_DEPTH = 100, 1000, 300


def _listing(
    method: SearchMethod,
    weigh: Weigh,
    sea: SeaRisk,
    ties: Ties,
    per: SearchPer,
    opener: OpenerName,
    first: CellOption | None,
    seconds: float,
    *,
    dss: bool = True,
    manhattan: bool = False,
) -> Agent:
    """Compose a version that lists all solutions: what they agree in is proven."""
    return Agent(
        opener=make_opener(opener, first),
        # DSS run to its fixed point is single point.
        deducers=(*((SinglePoint(),) if dss else ()), SolutionProofs(method, per)),
        guesser=SolutionShare(
            method,
            per=per,
            weights=_WEIGHTS[weigh],
            sea=sea,
            ties=ties,
            slack=SLACK if manhattan else 0.0,
            by_distance=manhattan,
        ),
        seconds=seconds,
    )


def _limited(
    method: SearchMethod,
    weigh: Weigh,
    sea: SeaRisk,
    ties: Ties,
    per: SearchPer,
    opener: OpenerName,
    first: CellOption | None,
    seconds: float,
    *,
    manhattan: bool = False,
) -> Agent:
    """Compose a version that lists some solutions: they prove nothing, so DSS alone deduces."""
    is_plain = method == "backtracking"
    return Agent(
        opener=make_opener(opener, first),
        deducers=(SinglePoint(),),
        guesser=SolutionShare(
            method,
            MOST_SOLUTIONS,
            MOST_SWAPS if is_plain else 0,
            0 if is_plain else MOST_DEPTH,
            per=per,
            weights=_WEIGHTS[weigh],
            sea=sea,
            ties=ties,
            slack=SLACK if manhattan else 0.0,
            by_distance=manhattan,
        ),
        seconds=seconds,
    )


@register("sinha/v1.0", source="Sinha 2021, table 3")
def v1_0(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "component",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """Plain backtracking alone; a cell of least risk."""
    return _listing("backtracking", weigh, sea, ties, per, opener, first, seconds, dss=False)


@register("sinha/v2.0", source="Sinha 2021, table 3")
def v2_0(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "component",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """DSS, then plain backtracking; a cell of least risk."""
    return _listing("backtracking", weigh, sea, ties, per, opener, first, seconds)


@register("sinha/v2.5", source="Sinha 2021, table 3")
def v2_5(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "all",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """DSS; guesses from 100 solutions, or 1,000 swaps, of plain backtracking."""
    return _limited("backtracking", weigh, sea, ties, per, opener, first, seconds)


@register("sinha/v3.0", source="Sinha 2021, table 3")
def v3_0(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "component",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """DSS, then DSScsp; a cell of least risk."""
    return _listing("dsscsp", weigh, sea, ties, per, opener, first, seconds)


@register("sinha/v3.5", source="Sinha 2021, table 3", variants=("sinha/v3.5:per=all",))
def v3_5(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "component",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """DSS; guesses from 100 solutions of DSScsp, to a depth of 300."""
    return _limited("dsscsp", weigh, sea, ties, per, opener, first, seconds)


@register("sinha/v4.0", source="Sinha 2021, table 3")
def v4_0(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "component",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """As 3.0, but nearest to the border among the cells within 0.05 of the least risk."""
    return _listing("dsscsp", weigh, sea, ties, per, opener, first, seconds, manhattan=True)


@register("sinha/v4.5", source="Sinha 2021, table 3", variants=("sinha/v4.5:per=all",))
def v4_5(
    weigh: Weigh = "no",
    sea: SeaRisk = "expected",
    ties: Ties = "random",
    per: SearchPer = "component",
    opener: OpenerName = "random",
    first: CellOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """As 3.5, but nearest to the border among the cells within 0.05 of the least risk."""
    return _limited("dsscsp", weigh, sea, ties, per, opener, first, seconds, manhattan=True)


def _learned(
    name: str,
    agent_id: str,
    offer: Offer,
    sea: SeaRisk,
    opener: OpenerName | None,
    first: CellOption | None,
    model: FileOption | None,
    seconds: float,
) -> Agent:
    """Compose a learned version: 4.5 with another choice, from the first click on."""
    return Agent(
        opener=make_opener(opener or "random", first) if opener or first else None,
        deducers=(SinglePoint(),),
        guesser=LearnedGuess(
            name,
            f"sapper train {agent_id} --scale 1 --install",
            offer,
            sea,
            model.path if model else "",
            MOST_SOLUTIONS,
            MOST_DEPTH,
        ),
        seconds=seconds,
    )


def _q_learned(
    version: str,
    discount: Discount,
    score: ScoreForm,
    sea: SeaRisk,
    opener: OpenerName | None,
    first: CellOption | None,
    model: FileOption | None,
    seconds: float,
) -> Agent:
    """Compose 6.0 or 6.5: each way of counting rewards and places has a model of its own."""
    changed = {"discount": discount != "linear" and discount, "score": score != "printed" and score}
    words = {key: value for key, value in changed.items() if value}
    options = ",".join(f"{key}={value}" for key, value in words.items())
    return _learned(
        "-".join(("sinha", version, *words.values())),
        f"sinha/{version}" + (f":{options}" if options else ""),
        "all",
        sea,
        opener,
        first,
        model,
        seconds,
    )


@register("sinha/v5.0", source="Sinha 2021, table 3", variants=("sinha/v5.0:offer=3",))
def v5_0(
    offer: Offer = "all",
    opener: OpenerName | None = None,
    first: CellOption | None = None,
    model: FileOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """
    As 4.5, but boosted trees choose the cell likeliest to be safe.

    The model chooses among ``all`` covered cells, or the frontier and ``3`` random
    others; it opens too unless an ``opener`` is given.
    """
    return _learned("sinha-v5.0", "sinha/v5.0", offer, "expected", opener, first, model, seconds)


@register("sinha/v5.5", source="Sinha 2021, table 3")
def v5_5(
    offer: Offer = "all",
    opener: OpenerName | None = None,
    first: CellOption | None = None,
    model: FileOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """As 5.0, but a neural net, trained in episodes on games that it played."""
    return _learned("sinha-v5.5", "sinha/v5.5", offer, "expected", opener, first, model, seconds)


@register("sinha/v6.0", source="Sinha 2021, table 3")
def v6_0(
    discount: Discount = "linear",
    score: ScoreForm = "printed",
    sea: SeaRisk = "expected",
    opener: OpenerName | None = None,
    first: CellOption | None = None,
    model: FileOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """As 6.5, but the net goes on learning from games that it plays itself."""
    return _q_learned("v6.0", discount, score, sea, opener, first, model, seconds)


@register("sinha/v6.5", source="Sinha 2021, table 3", variants=("sinha/v6.5:discount=none",))
def v6_5(
    discount: Discount = "linear",
    score: ScoreForm = "printed",
    sea: SeaRisk = "expected",
    opener: OpenerName | None = None,
    first: CellOption | None = None,
    model: FileOption | None = None,
    seconds: float = 0.0,
) -> Agent:
    """
    As 4.5, but a net chooses the covered cell of largest Q by the 3x3 values around it.

    ``discount`` is how later rewards counted in training: ``linear``, more and more,
    as in the text, or ``none``, all alike. ``score`` is the form of eq. 4.
    """
    return _q_learned("v6.5", discount, score, sea, opener, first, model, seconds)


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
        opener=make_opener(opener or "random", first) if opener or first else None,
        deducers=(SinglePoint(), SolutionProofs()),
        guesser=LeastScore(alpha, score, weights=_WEIGHTS[weigh], sea=sea, ties=ties),
        seconds=seconds,
    )
