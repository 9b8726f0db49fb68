"""Cooper 2020: the figures whose positions the text gives."""

from __future__ import annotations

from fractions import Fraction

import pytest

from golden.make import FIGURES, HERE, InOrder
from oracles import cooper
from sapper import Agent, Layout, Rules
from sapper.agents import Playthrough
from sapper.agents.deducers import AssumptionSearch, SinglePoint
from sapper.lab.papers.checks.cooper import (
    CHECKS,
    FIGURE_10,
    FIGURE_25,
    FIGURE_35,
    FIGURE_35_LAYOUT,
)

# The completed boards as they are printed.
FIGURE_19 = (
    "2M20001110/3M30001M32/3M310012MM/M3M2110122/1212M21211/"
    "121223M2M1/M3M11M2322/M3222111M1/223M211211/1M3M21M100"
)
FIGURE_29 = (  # the last is figure 28 with its two cells filled in; row 3 has one digit too many
    "00113M3M2M/001M3M3121/1111333100/M1112MM100/111M222100/"
    "0012211110/0002M22M42/1102M23MMM/M223223M42/12MM11M210"
)


@pytest.mark.parametrize(
    ("name", "printed"), [("cooper-figure-19", FIGURE_19), ("cooper-figure-29", FIGURE_29)]
)
def test_layout_shows_the_printed_clues(name: str, printed: str) -> None:
    layout = Layout.parse(FIGURES[name][1])
    assert len(layout.mines) == 20
    assert str(layout.position()) == printed.replace("M", "*") + " 20"


def test_figure_10_is_played_as_printed() -> None:
    agent = Agent(None, (SinglePoint(), AssumptionSearch()), InOrder((0, 2, 1, 6)))
    rules = Rules(3, 3, 4, first_click="any", game="score")
    game = Playthrough(agent, rules, 0, layout=Layout.parse("-*-/--*/*-*"))
    turns = list(game)
    positions = [str(turn.position).split(" ")[0] for turn in turns]
    # The boards of the figure: after round 0, after csp, after csp again, at the end.
    for printed in ("1../.../...", "1.2/2.F/...", "1*2/24F/..F", "1*2/24F/*3F"):
        assert printed in positions
    searched = [turn for turn in turns if turn.part == "assumption_search"]
    assert [(turn.assumed, turn.mines, turn.safe) for turn in searched] == [
        (1, [5], [3]),
        (6, [8], []),
    ]
    (row,) = game.result()
    assert (row["guesses"] + 1, row["mines_hit"], row["mines_flagged"]) == (4, 2, 2)


def test_figure_10_is_what_the_text_proves() -> None:
    assert cooper.assume(FIGURE_10[0], 2, mine_count=False) == (1, {5: True, 3: False})
    assert cooper.assume(FIGURE_10[1], 2, mine_count=False) == (6, {8: True})


def test_figure_25_is_what_the_text_proves() -> None:
    assert cooper.run_basic(cooper.build_facts(FIGURE_25), {}) == {}
    assert cooper.subtract(FIGURE_25) == {}
    assert cooper.subtract(FIGURE_25, closure=True) == {}
    found = cooper.assume(FIGURE_25, 2, mine_count=False)
    assert found is not None
    assert set(found[1]) <= {90 + column for column in range(1, 7)}


def test_figure_35_gives_the_printed_chances() -> None:
    facts = cooper.build_facts(FIGURE_35)
    chances: dict[int, list[Fraction]] = {}
    for fact in facts.values():
        for cell in fact.unknown:
            chances.setdefault(cell, []).append(Fraction(fact.missing, len(fact.unknown)))
    rounded = {cell: sorted(round(float(one), 2) for one in told) for cell, told in chances.items()}
    assert rounded == {
        16: [0.5, 0.5, 0.67],
        17: [0.67, 0.67],
        18: [0.67, 0.67],
        19: [0.67],
        21: [0.5, 0.5],
    }
    covered = {cell for cell, sign in enumerate(cooper.signs(FIGURE_35)) if sign == "."}
    neighbours = {cell: len(covered & set(FIGURE_35.neighbours(cell))) for cell in (21, 22, 23, 24)}
    assert neighbours == {21: 3, 22: 5, 23: 5, 24: 3}
    assert cooper.select(FIGURE_35) == 21
    assert set(FIGURE_35_LAYOUT.mines) >= {10, 11, 14}


def test_every_check_of_the_paper_gives_what_its_claim_needs() -> None:
    found = {name: check()[0] for name, check in CHECKS.items()}
    assert found == {
        "figure_10": True,
        "figure_25": True,
        "figure_35": True,
        "subsets_deduce_everything": False,
    }
    assert CHECKS["figure_35"]()[1].endswith("chosen is r5c2")


def test_golden_games_stand_on_the_printed_layouts() -> None:
    for name, (_, layout, _) in FIGURES.items():
        assert f"layout       {layout}\n" in (HERE / "figures" / f"{name}.txt").read_text()
