"""
Policies and agents, each as the other.

A policy is a function from many positions and the actions they allow to one action
each: what a reinforcement learner has. `play_policy` makes an agent of it, for leagues,
experiments and reproductions; `AgentPolicy` makes a policy of any agent, for
environments, teachers and baselines.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.agent import Agent
from sapper.agents.registry import load_agent
from sapper.agents.run.compile import compile_agent
from sapper.agents.run.questions import Questions
from sapper.arguments import explained
from sapper.errors import SapperError, UnknownNameError
from sapper.game.rules import Rules, native_rules

Cells = NDArray[np.uint8]
Masks = NDArray[np.bool_]
Policy = Callable[[Cells, Masks], Any]


@dataclass(frozen=True)
class PolicyGuess:
    """
    Reveals what a policy says; the policy is named ``file.py:function`` or ``module:function``.

    The function gets cells (games x rows x columns of codes) and masks (games x cells) and
    returns a cell number for each game.
    """

    policy: str

    def guess_many(self, questions: Questions) -> list[int]:
        """Ask the policy once for all games."""
        return _ask(load_policy(self.policy), questions)


@dataclass(frozen=True)
class CalledPolicy:
    """The same for a function that has no name to find it by, in this process only."""

    policy: Policy

    def guess_many(self, questions: Questions) -> list[int]:
        """Ask the policy once for all games."""
        return _ask(self.policy, questions)


def _ask(policy: Policy, questions: Questions) -> list[int]:
    masks = questions.allowed.reshape(len(questions), -1)
    try:
        answer = policy(questions.cells, masks)
    except TypeError as error:
        if error.__traceback__ is not None and error.__traceback__.tb_next is not None:
            raise  # an error of the policy's own lines, not of what it was called with
        raise _not_a_policy(policy, error) from None
    actions = np.asarray(answer)
    if actions.shape != (len(questions),):
        raise SapperError(
            f"expected {len(questions)} actions from the policy, got shape {actions.shape}"
        )
    return [int(action) for action in actions]


def _not_a_policy(policy: Policy, error: TypeError) -> SapperError:
    name = getattr(policy, "__qualname__", type(policy).__name__)
    return SapperError(f"expected {name!r} to be a policy, called with cells and masks: {error}")


@explained
def play_policy(policy: Policy | str, *, id: str = "") -> Agent:
    """
    Return an agent that plays a policy.

    A policy given as ``file.py:function`` or ``module:function`` can be played by worker
    processes; a function is named the same way if it can be found by its name.

    >>> from sapper.agents import play_seeds
    >>> def first_allowed(cells, masks):
    ...     return masks.argmax(axis=1)
    >>> play_seeds(play_policy(first_allowed), Rules(5, 5, 3), range(10)).num_games
    10
    """
    if isinstance(policy, str):
        load_policy(policy)  # a wrong name is an error here, not in a worker
        return Agent(guesser=PolicyGuess(policy), id=id or f"policy:{policy}")
    name = f"{policy.__module__}:{getattr(policy, '__qualname__', '')}"
    label = id or f"policy:{getattr(policy, '__name__', type(policy).__name__)}"
    try:
        if policy.__module__ != "__main__" and load_policy(name) is policy:
            return Agent(guesser=PolicyGuess(name), id=label)
    except SapperError:
        pass
    return Agent(guesser=CalledPolicy(policy), id=label)


def load_player(agent_id: str) -> Agent:
    """
    Build an agent from its id, or from ``policy:file.py:function``, as such an agent is called.

    That runs the file, so it is for what users type, not for ids that come from elsewhere.
    """
    kind, _, policy = agent_id.partition(":")
    return play_policy(policy) if kind == "policy" else load_agent(agent_id)


@lru_cache(maxsize=64)
def load_policy(name: str) -> Policy:
    """Return the function that ``file.py:function`` or ``module:function`` names."""
    source, _, function = name.rpartition(":")
    if not source or not function:
        raise UnknownNameError(f"expected a policy as file.py:function, got {name!r}")
    try:
        module = _load_file(Path(source)) if source.endswith(".py") else _import(source)
        found: Any = module
        for part in function.split("."):
            found = getattr(found, part)
    except AttributeError:
        raise UnknownNameError(f"no function {function!r} in {source}") from None
    if not callable(found):
        raise SapperError(f"expected {name!r} to be a function, got {type(found).__name__}")
    return found  # type: ignore[no-any-return]  # whatever the file holds there


def _import(module: str) -> Any:
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise UnknownNameError(f"cannot import {module!r} for a policy: {error}") from None


def _load_file(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"sapper_policy_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise UnknownNameError(f"no file {str(path)!r} to load a policy from")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise SapperError(f"cannot load {str(path)!r}: {type(error).__name__}: {error}") from error
    return module


@explained
class AgentPolicy:
    """
    Any agent as a policy: safe cells first, else its guess.

    The agent sees each position afresh, so it needs no game to follow. Its chance comes
    from ``seed`` and the position, so the same position gets the same action.

    >>> from sapper.agents import load_agent
    >>> policy = AgentPolicy(load_agent("exact"), Rules(4, 1, 1))
    >>> cells = np.array([[[1, 9, 9, 9]]], np.uint8)
    >>> policy(cells, cells.reshape(1, -1) == 9).tolist()
    [2]
    """

    def __init__(self, agent: Agent, rules: Rules, *, seed: int = 0) -> None:
        self.agent = agent
        self.rules = rules
        self._seed = seed
        spec, self._ask = compile_agent(agent, rules)
        self._advisor = _core.Advisor(native_rules(rules), spec)

    def __repr__(self) -> str:
        return f"<AgentPolicy: {self.agent} on {self.rules.name}, seed {self._seed}>"

    def __call__(
        self, cells: Cells, masks: Masks, num_mines: NDArray[np.int64] | None = None
    ) -> NDArray[np.int64]:
        """Return an action for each position; ``num_mines`` where games differ in it."""
        mines = np.full(len(cells), self.rules.num_mines) if num_mines is None else num_mines
        return np.array(
            [self._choose(cells[i], masks[i], int(mines[i])) for i in range(len(cells))],
            np.int64,
        )

    def _choose(self, cells: Cells, mask: Masks, num_mines: int) -> int:
        data = np.ascontiguousarray(cells, dtype=np.uint8)
        rows, columns = data.shape
        word = _core.agent_stream(self._seed, hash_cells(data))
        position = _core.Position(columns, rows, num_mines, data.tobytes())
        safe, mines, guess = self._advisor.advise(position, word)
        if safe:
            return int(safe[0])
        if guess >= 0:
            return int(guess)
        if self._ask is None:
            return int(mask[: rows * columns].argmax())
        allowed = mask[: rows * columns].copy()
        allowed[mines] = False
        question = (np.zeros(1, np.int64), data[None], allowed.reshape(1, rows, columns))
        ((cell, _),) = self._ask(*question, np.array([word], np.uint64))
        if cell < 0:
            raise SapperError(f"{self.agent} made no move at {position}")
        return int(cell)


def hash_cells(cells: Cells) -> int:
    """Return a number below 2**63 that depends on the cells alone, the same on every machine."""
    value = 0xCBF29CE484222325
    for code in cells.tobytes():
        value = ((value ^ code) * 0x100000001B3) & (2**64 - 1)
    return value >> 1
