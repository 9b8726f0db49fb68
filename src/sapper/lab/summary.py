"""What a person wants to know of a run, in one row."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sapper.game.rules import Rules
from sapper.lab.tallies import Tally


@dataclass(frozen=True)
class Summary:
    """The tally of one agent on one difficulty, with what was played."""

    agent: str
    on: str
    rules: Rules
    seed: int
    agent_seed: int
    tally: Tally

    @property
    def is_score_game(self) -> bool:
        """Whether the score counts, not the win."""
        return self.rules.game == "score"

    @property
    def merit(self) -> float:
        """What a league sorts by: the win rate, in the score game the score."""
        if not self.tally.games:
            return 0.0
        return self.tally.score(self.rules.num_mines) if self.is_score_game else self.tally.win_rate

    def to_dict(self) -> dict[str, Any]:
        """
        Return the row as JSON-ready data.

        ``guesses`` is the sum over the games, ``seconds`` the time the games took, all
        workers together, ``deciding_seconds`` what the agent spent thinking, ``score``
        the mean share of mines flagged rightly.
        """
        tally, rules = self.tally, self.rules
        played = tally.games > 0
        low, high = tally.interval
        return {
            "agent": self.agent,
            "on": self.on,
            "first_click": rules.first_click,
            "game": rules.game,
            "seed": self.seed,
            "agent_seed": self.agent_seed,
            "games": tally.games,
            "wins": tally.wins,
            "wins_without_guess": tally.wins_without_guess,
            "stuck": tally.stuck,
            "forfeits": tally.forfeits,
            "win_rate": tally.win_rate if played else None,
            "win_rate_low": low,
            "win_rate_high": high,
            "guesses": tally.guesses,
            "guesses_per_game": tally.mean_guesses if played else None,
            "score": tally.score(rules.num_mines) if played and rules.num_mines else None,
            "seconds": tally.seconds,
            "deciding_seconds": tally.nanoseconds / 1e9,
        }
