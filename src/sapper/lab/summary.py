"""What a person wants to know of a run, in one row."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from sapper.agents import Games
from sapper.game.rules import Rules
from sapper.lab.statistics import wilson_interval


@dataclass(frozen=True)
class Summary:
    """
    The results of one agent on one difficulty.

    ``guesses`` is the sum over the games, ``seconds`` the time the games took on
    the clock, ``deciding_seconds`` what the agent spent thinking, ``score`` the
    mean share of mines flagged rightly.
    """

    agent: str
    on: str
    first_click: str
    game: str
    seed: int
    agent_seed: int
    games: int
    wins: int
    wins_without_guess: int
    stuck: int
    win_rate: float | None
    win_rate_low: float
    win_rate_high: float
    guesses: int
    guesses_per_game: float | None
    score: float | None
    seconds: float
    deciding_seconds: float

    @classmethod
    def of(
        cls,
        games: Games,
        *,
        agent: str,
        on: str,
        rules: Rules,
        seed: int,
        agent_seed: int,
        seconds: float,
    ) -> Summary:
        """Sum up the games of a run."""
        count, wins = len(games), games.wins
        low, high = wilson_interval(wins, count)
        guesses = int(games["guesses"].sum()) if count else 0
        flagged = float(games["mines_flagged"].mean()) if count else 0.0
        return cls(
            agent=agent,
            on=on,
            first_click=rules.first_click,
            game=rules.game,
            seed=seed,
            agent_seed=agent_seed,
            games=count,
            wins=wins,
            wins_without_guess=games.wins_without_guess,
            stuck=int(games["stuck"].sum()) if count else 0,
            win_rate=wins / count if count else None,
            win_rate_low=low,
            win_rate_high=high,
            guesses=guesses,
            guesses_per_game=guesses / count if count else None,
            score=flagged / rules.num_mines if count and rules.num_mines else None,
            seconds=seconds,
            deciding_seconds=float(games["nanoseconds"].sum()) / 1e9 if count else 0.0,
        )

    def to_dict(self) -> dict[str, Any]:
        """Give the row as JSON-ready data."""
        return asdict(self)
