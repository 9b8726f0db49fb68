"""
The guess by a trained model: the offered cell that it values most.

The model is shown nine numbers a cell, made by the core from the position alone. It
is asked for all waiting games at once.

References:
    [1] Sinha, Malviya, Nayak 2021, sections 4.2.2, 4.2.3 and 5.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from sapper import _core
from sapper.agents.guessers.sinha import SeaRisk, SolutionShare
from sapper.agents.models import TrainedModel, load_file, load_shipped
from sapper.game.rules import Rules

if TYPE_CHECKING:
    from sapper.agents.run.questions import Questions

Offer = Literal["3", "all"]
Proofs = Literal["first", "offered"]


def row_options(
    inputs: str,
    rules: Rules,
    info: dict[str, Any],
    *,
    offer: Offer = "all",
    proofs: Proofs,
    search: SolutionShare,
) -> _core.RowOptions:
    """Return what a model is shown of positions under these rules."""
    alpha = alpha_of(info["alpha"], rules) if "alpha" in info else 0.5
    return _core.RowOptions(
        inputs, search.native_spec(), info["score"], alpha, offer == "all", proofs == "first"
    )


def alpha_of(thetas: Sequence[float], rules: Rules) -> float:
    """Return alpha by eq. 10 for p, q and the mine ratio, kept between 0 and 1."""
    larger, smaller = max(rules.columns, rules.rows), min(rules.columns, rules.rows)
    values = (larger, smaller, rules.num_mines / rules.num_cells, 1.0)
    return min(max(sum(t * v for t, v in zip(thetas, values, strict=True)), 0.0), 1.0)


@dataclass(frozen=True)
class LearnedGuess:
    """
    Guess the offered cell of largest prediction.

    ``name`` is a model of the house, ``command`` what builds it, ``file`` a model from
    elsewhere. ``offer`` says which cells the model may choose: ``all`` covered ones, or
    the frontier and ``3`` random others. With ``proofs`` first a cell that all solutions
    agree on is opened before the model is asked; or proven cells are ``offered`` to it
    with the others. ``sea`` is the risk of cells off the frontier in sub-states. The
    risks come from at most ``max_solutions`` solutions of DSScsp a component.
    """

    # Games that wait for one call of the model.
    width: ClassVar[int] = 4096

    name: str = "sinha-v5.0"
    command: str = "sapper train sinha/v5.0 --scale 1 --install"
    offer: Offer = "all"
    proofs: Proofs = "first"
    sea: SeaRisk = "expected"
    file: str = ""
    max_solutions: int = 100
    max_depth: int = 300

    def load(self) -> TrainedModel:
        """Load the model."""
        return load_file(self.file) if self.file else load_shipped(self.name, self.command)

    def start(self) -> Asked:
        """Return the guesser to ask."""
        model = self.load()
        search = SolutionShare("dsscsp", self.max_solutions, max_depth=self.max_depth, sea=self.sea)
        return Asked(model, model.native, search, self.offer, self.proofs)


@dataclass
class Asked:
    """A loaded model that answers questions."""

    model: TrainedModel
    native: _core.Model
    search: SolutionShare
    offer: Offer
    proofs: Proofs

    def guess_many(self, questions: Questions) -> list[int]:
        """Return a cell for each question."""
        rules = questions.rules
        options = row_options(
            self.model.inputs,
            rules,
            dict(self.model.info),
            offer=self.offer,
            proofs=self.proofs,
            search=self.search,
        )
        cells = _core.sinha_guesses(
            self.native,
            options,
            rules.num_mines,
            questions.cells,
            questions.allowed.view(np.uint8),
            questions.words,
        )
        found: list[int] = cells.tolist()
        return found
