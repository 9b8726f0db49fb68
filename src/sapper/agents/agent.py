"""
The agent: a composition of an opener, deducers and a guesser.

Agents are data: equal when their parts are, hashable, picklable, and a JSON
round trip apart (`to_dict`, `from_dict`). How they play is in `compile.py`,
`play.py` and `playthrough.py`.
"""

from __future__ import annotations

import importlib
from collections import Counter
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import Any

from sapper.agents.protocols import AnyGuesser, Deducer, NativePart, Opener, part_name
from sapper.arguments import explained
from sapper.errors import NotationError, UnknownNameError, wrong_type
from sapper.game.words import html_table

_HOUSE = ("sapper.agents.openers", "sapper.agents.deducers", "sapper.agents.guessers")


@explained
@dataclass(frozen=True)
class Agent:
    """
    An opener, deducers in the order in which they are asked, and a guesser.

    Without an opener the guesser chooses the first cell; without a guesser a game
    may end stuck. With ``flags=False`` the agent marks nothing on the position,
    but never reveals what it has proven to be a mine. With ``seconds`` a game whose
    decisions take longer is lost by the clock: such games are not repeatable.

    >>> from sapper.agents.deducers import SinglePoint
    >>> agent = Agent(deducers=(SinglePoint(),))
    >>> Agent.from_dict(agent.to_dict()) == agent
    True
    """

    opener: NativePart | Opener | None = None
    deducers: tuple[NativePart | Deducer, ...] = ()
    guesser: NativePart | AnyGuesser | None = None
    flags: bool = True
    id: str = field(default="", compare=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "deducers", tuple(self.deducers))
        for what, part, does in (
            ("an opener", self.opener, ("open",)),
            *(("a deducer", part, ("deduce", "deduce_in_window")) for part in self.deducers),
            ("a guesser", self.guesser, ("guess", "guess_many", "start")),
        ):
            if part is not None and not _is_part(part, does):
                raise wrong_type(part, what, "sapper.agents lists the parts")

    def __str__(self) -> str:
        return self.id or "unnamed agent"

    def _repr_html_(self) -> str:
        """Show the parts, in the order in which they are asked, in a notebook."""
        deducers = (("deducer", part) for part in self.deducers)
        parts = [("opener", self.opener), *deducers, ("guesser", self.guesser)]
        rows = [(role, part) for role, part in parts if part is not None]
        note = f"{self}, {'with' if self.flags else 'without'} flags"
        return html_table(("role", "part"), rows, note)

    @property
    def deducer_names(self) -> list[str]:
        """The deducers' names; a second of the same name is called ``name_2``."""
        names: list[str] = []
        counts: Counter[str] = Counter()
        for part in self.deducers:
            name = part_name(part)
            counts[name] += 1
            names.append(f"{name}_{counts[name]}" if counts[name] > 1 else name)
        return names

    def to_dict(self) -> dict[str, Any]:
        """Return the agent as JSON-ready data."""
        return {
            "id": self.id,
            "opener": _part_to_dict(self.opener),
            "deducers": [_part_to_dict(part) for part in self.deducers],
            "guesser": _part_to_dict(self.guesser),
            "flags": self.flags,
            **({"seconds": self.seconds} if self.seconds else {}),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Agent:
        """Build the agent that `to_dict` gave."""
        try:
            return cls(
                opener=_part_from_dict(data["opener"]),
                deducers=tuple(_part_from_dict(part) for part in data["deducers"]),
                guesser=_part_from_dict(data["guesser"]),
                flags=data["flags"],
                seconds=data.get("seconds", 0.0),
                id=data["id"],
            )
        except KeyError as error:
            raise NotationError(f"expected an agent with a field {error}, got {data!r}") from None


def _is_part(part: object, does: tuple[str, ...]) -> bool:
    """Return whether a part is a native one or has one of the methods; a class is no part."""
    return not isinstance(part, type) and (
        isinstance(part, NativePart) or any(hasattr(part, name) for name in does)
    )


def _part_to_dict(part: Any) -> dict[str, Any] | None:
    if part is None:
        return None
    kind = type(part)
    package = kind.__module__.rpartition(".")[0]
    is_house = package in _HOUSE or kind.__module__ in _HOUSE
    name = kind.__name__ if is_house else f"{kind.__module__}:{kind.__qualname__}"
    values = {}
    if is_dataclass(part) and not isinstance(part, type):
        values = {field.name: getattr(part, field.name) for field in fields(part)}
    for key, value in values.items():
        if isinstance(value, (NativePart, Deducer)):  # a part around another
            values[key] = _part_to_dict(value)
        elif is_dataclass(value) and not isinstance(value, type):
            values[key] = asdict(value)
    return {"part": name, **values}


def _part_from_dict(data: dict[str, Any] | None) -> Any:
    if data is None:
        return None
    values = dict(data)
    kind = _find_part(values.pop("part"))
    known = {field.name for field in fields(kind)} if is_dataclass(kind) else set()
    for name, value in values.items():
        if name not in known:
            raise UnknownNameError.of(f"option of {kind.__name__}", name, known)
        if isinstance(value, dict) and "part" in value:
            values[name] = _part_from_dict(value)
    return kind(**values)


def _find_part(name: str) -> type[Any]:
    if ":" in name:
        module, _, attribute = name.partition(":")
        try:
            found: Any = importlib.import_module(module)
            for step in attribute.split("."):
                found = getattr(found, step)
        except (ImportError, AttributeError) as error:
            raise UnknownNameError(f"cannot find the part {name!r}: {error}") from None
        return found  # type: ignore[no-any-return]  # whatever the module holds there
    house = {
        part: getattr(module, part)
        for module in map(importlib.import_module, _HOUSE)
        for part in module.__all__
    }
    if name not in house:
        raise UnknownNameError.of("part", name, house)
    return house[name]  # type: ignore[no-any-return]  # the house modules export part classes only
