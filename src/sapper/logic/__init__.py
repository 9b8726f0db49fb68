"""Logic: everything that follows from a position, exactly."""

from sapper.logic.analysis import DEFAULT_MAX_STATES, Analysis, analyse, sample_layouts
from sapper.logic.census import Census, Component

__all__ = [
    "DEFAULT_MAX_STATES",
    "Analysis",
    "Census",
    "Component",
    "analyse",
    "sample_layouts",
]
