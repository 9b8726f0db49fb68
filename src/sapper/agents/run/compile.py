"""From an agent to what the driver runs: native parts by name, Python parts as callbacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.protocols import Deducer, NativePart, NativeWrapper, Opener, WindowCount
from sapper.agents.run.questions import Callback, make_callback
from sapper.errors import SapperError
from sapper.game.position import Position
from sapper.game.rules import Rules

_Proof = tuple[int, bool, tuple[int, ...]]


def compile_agent(agent: Agent, rules: Rules) -> tuple[_core.AgentSpec, Callback | None]:
    """Return the core's form of the agent, and the callback if its guesses are Python's."""
    for role, part, method in (
        ("opener", agent.opener, ("open",)),
        *(("deducer", part, ("deduce", "start")) for part in agent.deducers),
        ("guesser", agent.guesser, ("guess", "guess_many", "start")),
    ):
        if part is not None and not isinstance(part, NativePart):
            _check_method(role, part, method)
        elif isinstance(part, NativeWrapper) and not isinstance(part.deducer, NativePart):
            _check_method(role, part.deducer, method)
    guesser = agent.guesser
    native_guesser = guesser.native_spec() if isinstance(guesser, NativePart) else None
    callback = None
    if guesser is not None and not isinstance(guesser, NativePart):
        callback = make_callback(guesser, rules)
    spec = _core.AgentSpec(
        _compile_opener(agent.opener),
        [compile_deducer(part) for part in agent.deducers],
        agent.deducer_names,
        native_guesser,
        callback is not None,
        agent.flags,
        agent.seconds,
    )
    return spec, callback


def _check_method(role: str, part: object, methods: tuple[str, ...]) -> None:
    if not any(callable(getattr(part, method, None)) for method in methods):
        raise SapperError(
            f"expected the {role} {type(part).__name__} to have a method {methods[0]!r}; "
            "CONTRIBUTING.md shows one"
        )


def _compile_opener(opener: NativePart | Opener | None) -> object:
    if opener is None or isinstance(opener, NativePart):
        return opener and opener.native_spec()

    def open_(columns: int, rows: int, num_mines: int, word: int) -> int:
        return int(opener.open(Position.blank(columns, rows, num_mines), _core.Random(word)))

    return open_


def compile_deducer(deducer: NativePart | Deducer) -> object:
    """Return the core's form of a deducer: a native part, a wrapper with another, or a callable."""
    if isinstance(deducer, NativeWrapper):
        return deducer.native_spec(), compile_deducer(deducer.deducer)
    if isinstance(deducer, NativePart):
        return deducer.native_spec()
    start: Callable[[Position], Any] | None = getattr(deducer, "start", None)

    def begin(columns: int, rows: int, num_mines: int) -> Callable[..., list[_Proof]]:
        working: Any = deducer
        if start is not None:
            working = start(Position.blank(columns, rows, num_mines))

        def deduce(
            cells: bytes, changed: list[int], window: tuple[bytes, int, int] | None
        ) -> list[_Proof]:
            position = Position(columns, rows, num_mines, cells)
            if window is not None and hasattr(working, "deduce_in_window"):
                found = working.deduce_in_window(position, WindowCount(*window))
            else:
                found = working.deduce(position, changed)
            return [
                (cell, is_mine, deduction.clues)
                for deduction in found
                for group, is_mine in ((deduction.safe, False), (deduction.mines, True))
                for cell in group
            ]

        return deduce

    return begin
