"""
A second, independent oracle: proven cells by asking CP-SAT.

A cell is proven if the model with the opposite claim has no solution. Needs
`ortools` (extra `cp`).
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from oracles.census import known_mines
from sapper.game.codes import COVERED, FLAGGED
from sapper.game.position import Position


def proven_cells(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the cells that are certainly safe and certainly mines; None if no layout fits."""
    model, variables = build_model(position)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    # What differs between two solutions is not proven; only the others are asked about.
    candidates = {cell: solver.value(v) for cell, v in variables.items()}
    safe: list[int] = []
    mines: list[int] = []
    while candidates:
        cell, value = candidates.popitem()
        trial = model.clone()
        trial.add(trial.get_bool_var_from_proto_index(variables[cell].index) == 1 - value)
        if solver.solve(trial) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            for other in list(candidates):
                if solver.value(variables[other]) != candidates[other]:
                    del candidates[other]
        else:
            (mines if value else safe).append(cell)
    return tuple(sorted(safe)), tuple(sorted(mines))


def build_model(position: Position) -> tuple[cp_model.CpModel, dict[int, Any]]:
    """One Boolean per unknown cell, one equation per clue, one for the number of mines."""
    model = cp_model.CpModel()
    known = known_mines(position)
    variables: dict[int, Any] = {
        cell: model.new_bool_var(position.format_cell(cell))
        for cell, code in enumerate(position.cells)
        if code in {COVERED, FLAGGED} and cell not in known
    }
    for cell, code in enumerate(position.cells):
        if code <= 8:
            around = position.neighbours(cell)
            terms = [variables[n] for n in around if n in variables]
            model.add(sum(terms) + sum(n in known for n in around) == code)
    model.add(sum(variables.values()) + len(known) == position.num_mines)
    return model, variables
