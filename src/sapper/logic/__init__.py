"""Logic: everything that follows from a position, exactly."""

from sapper.advice import Reason, Technique
from sapper.logic.analysis import DEFAULT_MAX_STATES, Analysis, analyse, sample_layouts
from sapper.logic.census import Census, Component
from sapper.logic.constraints import ConstraintAnalysis, ConstraintReason, Constraints
from sapper.logic.human import HumanFinding, deduce_like_human
from sapper.logic.picture import draw_analysis
from sapper.logic.values import (
    CellValue,
    MoveValue,
    Optimum,
    cell_values,
    find_optimum,
    move_value,
    value,
)

__all__ = [
    "DEFAULT_MAX_STATES",
    "Analysis",
    "CellValue",
    "Census",
    "Component",
    "ConstraintAnalysis",
    "ConstraintReason",
    "Constraints",
    "HumanFinding",
    "MoveValue",
    "Optimum",
    "Reason",
    "Technique",
    "analyse",
    "cell_values",
    "deduce_like_human",
    "draw_analysis",
    "find_optimum",
    "move_value",
    "sample_layouts",
    "value",
]
