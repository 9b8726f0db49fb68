"""What the package hands out are values: nobody can change them, and they can be keys."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from dataclasses import is_dataclass
from types import ModuleType

import pytest

import sapper.agents
import sapper.boards
import sapper.game
import sapper.lab
import sapper.logic

PACKAGES = (sapper.agents, sapper.boards, sapper.game, sapper.lab, sapper.logic)
# What is filled or counts while it is used; names with an underscore are nobody else's.
WORKING = {"Asked", "League", "Mouse", "Net", "Planner", "Progress", "Running"}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: str(package.__name__))
def test_dataclasses_are_frozen(package: ModuleType) -> None:
    changeable = set()
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        for name, kind in inspect.getmembers(importlib.import_module(module.name), inspect.isclass):
            if kind.__module__ != module.name or not is_dataclass(kind) or name[0] == "_":
                continue
            if not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]
                changeable.add(name)
    assert changeable <= WORKING
