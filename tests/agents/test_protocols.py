"""The core declares the options of its parts; the dataclasses agree with it."""

import typing
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any, Literal, get_args, get_origin

import pytest

from sapper import _core
from sapper.agents import deducers, guessers, openers
from sapper.agents.protocols import NativePart, native_options


def parts() -> Iterator[type[NativePart]]:
    for group in (openers, deducers, guessers):
        for name in sorted(group.__all__):
            kind = getattr(group, name)
            if isinstance(kind, type) and issubclass(kind, NativePart):
                yield kind


# What a dataclass has and the core gets in another form.
_OTHER_FORM = {"deducer", "database"}


@pytest.mark.parametrize("part", [*parts()], ids=lambda part: part.__name__)
def test_fields_are_the_options_that_the_core_declares(part: type[NativePart]) -> None:
    hints: dict[str, Any] = typing.get_type_hints(part)
    own = [one for one in fields(part) if one.name not in _OTHER_FORM]
    declared = native_options()[part.native_name]
    assert [one.name for one in own] == [one.name for one in declared]
    for field, option in zip(own, declared, strict=True):
        assert field.default is not MISSING
        assert (field.default, type(field.default)) == (option.default, type(option.default))
        if option.words:
            assert get_origin(hints[field.name]) is Literal
            assert set(get_args(hints[field.name])) == set(option.words)
        assert f"``{option.name}``: {option.meaning}" in str(part.__doc__)


def test_every_native_part_has_a_dataclass() -> None:
    assert {part.native_name for part in parts()} == set(_core.native_parts())
