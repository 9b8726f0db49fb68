"""
The open league: agents of the house and other people's programs on stated rules.

A league is defined as an experiment is, in a TOML file; it is played on the road of
`league.py` and kept as data that anybody may publish. `verify_league` plays a sample of its
games again and compares them one by one: what a published league says can be checked, by
whoever has the programs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

import sapper
from sapper.agents import Agent, Games, load_agent
from sapper.agents.programs import FORFEIT_WORDS
from sapper.agents.run.play import game_seeds, play_seeds
from sapper.errors import NotationError, SapperError, UnknownNameError
from sapper.game.io.disk import save_text
from sapper.game.rules import Rules
from sapper.lab.executors.crew import Crew
from sapper.lab.experiments.conditions import Condition
from sapper.lab.experiments.definition import Definition
from sapper.lab.league import League, Summary
from sapper.lab.store.protocol import TaskRows

FORMAT: Final = "sapper league 1"
# What is kept of every game; all of it follows from the seeds.
KEPT: Final = (
    "outcome", "guesses", "moves", "cells_revealed", "mines_hit", "mines_flagged", "first_cell",
    "forfeit",
)  # fmt: skip


class OpenLeague:
    """A league of a definition, and the rows of the games that were played."""

    def __init__(self, definition: Definition, workers: int = 1) -> None:
        agents = {str(one.agent): one.agent for one in definition.conditions}
        grids = {(one.on, one.rules): one.rules for one in definition.conditions}
        if len(agents) * len(grids) != len(definition.conditions):
            raise SapperError(
                "expected every agent on every grid in a league, got "
                f"{len(definition.conditions)} of {len(agents) * len(grids)} conditions"
            )
        self.definition = definition
        self.league = League(
            agents=list(agents.values()),
            grids=[(_on(on, rules), rules) for on, rules in grids],
            games=definition.games,
            seed=definition.seed,
            agent_seed=definition.agent_seed,
            workers=workers,
            batch_size=definition.batch_size,
            keeps_games=True,
        )
        self._rows: dict[str, dict[int, Games]] = {}

    @property
    def total_games(self) -> int:
        """How many games the whole league is."""
        return self.league.total_games

    def play(self, on_rows: Callable[[Condition, TaskRows], None] | None = None) -> None:
        """Play everything; ``on_rows`` is called with each task that is done."""

        def note(condition: Condition, rows: TaskRows) -> None:
            if rows.games is not None:
                self._rows.setdefault(condition.key, {})[rows.first_game] = rows.games
            if on_rows is not None:
                on_rows(condition, rows)

        self._rows.clear()
        self.league.play(note)

    def to_dict(self) -> dict[str, Any]:
        """Return the league as JSON-ready data, every game in it."""
        plan = self.definition
        return {
            "format": FORMAT,
            "name": plan.name,
            "title": plan.title,
            "sapper": sapper.__version__,
            "games": plan.games,
            "seed": plan.seed,
            "agent_seed": plan.agent_seed,
            "outcomes": ["playing", "won", "lost", "stuck"],
            "forfeits": {str(code): words for code, words in FORFEIT_WORDS.items()},
            "results": [self._result(row) for row in self.league.summaries],
            "comparisons": [one.to_dict() for one in self.league.comparisons],
        }

    def _result(self, row: Summary) -> dict[str, Any]:
        agent = next(one for one in self.league.agents if str(one) == row.agent)
        tasks = self._rows.get(Condition(agent, row.rules, {}).key, {})
        games = Games.concat(tasks[first] for first in sorted(tasks))
        return {
            **row.to_dict(),
            "size": row.rules.size,
            "is_repeatable": is_repeatable(agent),
            "rows": {name: games[name].tolist() for name in KEPT},
        }


def _on(on: str, rules: Rules) -> str:
    """Name a grid with the rules, where several of one name may be in a league."""
    plain = rules.first_click == "safe" and rules.game == "normal"
    return on if plain else f"{on}, {rules.first_click}, {rules.game}"


def is_repeatable(agent: Agent) -> bool:
    """Return whether games follow from the seeds: no clock decides any."""
    guesser = agent.guesser
    limits = (agent.seconds, getattr(guesser, "seconds", 0), getattr(guesser, "move_seconds", 0))
    return not any(limits)


@dataclass(frozen=True)
class Verified:
    """What playing a sample of a published condition again gave."""

    agent: str
    on: str
    games: int
    different: tuple[int, ...]
    is_repeatable: bool

    @property
    def is_right(self) -> bool:
        """Whether nothing speaks against the published games."""
        return not (self.different and self.is_repeatable)

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON-ready data."""
        return {**vars(self), "different": list(self.different), "is_right": self.is_right}


def load_league(path: Path) -> dict[str, Any]:
    """Read a published league."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotationError(f"cannot read the league {str(path)!r}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise NotationError(f"expected a league as JSON in {str(path)!r}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise NotationError(f"expected the format {FORMAT!r} in {str(path)!r}")
    return data


def save_league(data: Mapping[str, Any], path: Path) -> None:
    """Write a league, a result a line."""
    results = ",\n  ".join(json.dumps(one) for one in data["results"])
    head = json.dumps({key: value for key, value in data.items() if key != "results"})
    save_text(path, f'{head[:-1]},\n "results": [\n  {results}\n]}}\n')


def verify_league(
    data: Mapping[str, Any],
    games: int,
    *,
    agents: Sequence[str] = (),
    sample_seed: int = 0,
    workers: int = 1,
) -> list[Verified]:
    """
    Play a sample of each condition's games again and compare them with what is published.

    ``agents`` are the ids that are played, all of them if none is named.
    """
    try:
        known = [str(one["agent"]) for one in data["results"]]
        for agent in agents:
            if agent not in known:
                raise UnknownNameError.of("agent of this league", agent, known)
        jobs = [
            _job(data, one, games, sample_seed)
            for one in data["results"]
            if not agents or one["agent"] in agents
        ]
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        if isinstance(error, SapperError):
            raise
        raise NotationError(f"expected a league as it was written, got {error!r}") from None
    found: dict[int, Verified] = {}
    with Crew(workers) as crew:
        found.update(crew.run(_verify, jobs))
    return [found[number] for number in sorted(found)]


@dataclass(frozen=True)
class _Job:
    agent: Agent
    on: str
    rules: Rules
    seeds: Any
    agent_seed: int
    numbers: Any
    published: dict[str, Any]


def _job(data: Mapping[str, Any], one: Mapping[str, Any], games: int, sample_seed: int) -> _Job:
    rules = Rules.parse(one["size"], first_click=one["first_click"], game=one["game"])
    played = len(one["rows"]["outcome"])
    chosen = np.random.default_rng(sample_seed).permutation(played)[:games]
    numbers = np.sort(chosen)
    return _Job(
        load_agent(one["agent"]),
        str(one["on"]),
        rules,
        game_seeds(data["seed"], 0, played)[numbers],
        data["agent_seed"],
        numbers,
        {name: np.asarray(one["rows"][name])[numbers] for name in KEPT},
    )


def _verify(job: _Job) -> Verified:
    games = play_seeds(job.agent, job.rules, job.seeds, agent_seed=job.agent_seed)
    same = np.ones(len(games), np.bool_)
    for name in KEPT:
        same &= games[name] == job.published[name]
    different = tuple(job.numbers[~same].tolist())
    return Verified(str(job.agent), job.on, len(games), different, is_repeatable(job.agent))
