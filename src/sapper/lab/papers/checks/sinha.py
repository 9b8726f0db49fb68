"""
What Sinha et al. 2021 say that no comparison of agents on one grid decides.

Eq. 4 and the order of the versions by arithmetic, the regression of alpha by what ours
explains, two statements of "no effect" and one of speed by games.

References:
    [1] Y. P. Sinha, P. Malviya, R. K. Nayak 2021.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from sapper.agents import load_agent, play_seeds
from sapper.agents.models import load_shipped
from sapper.agents.run.play import game_seeds
from sapper.game.rules import Rules
from sapper.lab.papers.claims import Check
from sapper.lab.papers.published import find_tables

_GAMES: Final = 4000
# Section 5.3: a game that takes longer is lost.
_SECONDS_A_GAME: Final = 5.0
# Points of the win percentage that "no effect" may leave.
_NO_EFFECT: Final = 2.0


def corners_score_most() -> tuple[bool | None, str]:
    """Compute eq. 4 for the beginner grid before the first click."""
    density = 10 / 81
    corner, edge, middle = (1 - density**power for power in (4, 6, 8))
    return corner > edge > middle, f"corner {corner:.7f}, edge {edge:.7f}, middle {middle:.7f}"


def versions_improve() -> tuple[bool | None, str]:
    """Compare each version's figure in table 4 with that of the one before."""
    (table,) = find_tables("sinha/4")
    wins = {
        row.agent.removeprefix("sinha/v"): row.values["win_percent"]
        for row in table.rows
        if row.agent
    }
    below = [
        f"{version} {wins[version]:.2f} after {before} {wins[before]:.2f}"
        for before, version in pairwise(wins)
        if version not in ("3.0", "6.5") and wins[version] <= wins[before]
    ]
    return not below, f"by the text's own table: {', '.join(below) or 'each wins more'}"


def net_is_fast_enough() -> tuple[bool | None, str]:
    """Play 6.5 on 200 cells and take the longest game."""
    games = play_seeds(
        load_agent("sinha/v6.5"), Rules.parse("20x10x30"), game_seeds(2021, 0, _GAMES // 10)
    )
    longest = games.nanoseconds.max() / 1e9
    found = f"the longest of {len(games)} games on 20x10x30 took {longest:.2g} s"
    return bool(longest < _SECONDS_A_GAME), found


def alpha_is_explained() -> tuple[bool | None, str]:
    """Ask the shipped model what its regression explains; accurate would be half or more."""
    fit = load_shipped("sinha-v6.5", "sapper train sinha/v6.5 --scale 1 --install").info[
        "alpha_fit"
    ]
    share = fit["r_squared"]
    return share >= 0.5, f"r squared {share:.3f} in our {fit['games']:,} games, 0.27 in theirs"


def difference_error(num_games: int) -> float:
    """
    Return twice the error of a difference between two win percentages near 50.

    >>> difference_error(5000)
    2.0
    """
    return 2 * float(np.sqrt(2 * 50 * 50 / num_games))


def _spread(grids: Sequence[str]) -> tuple[bool | None, str]:
    """Play 4.0 on grids that should be alike, and take the largest difference."""
    agent = load_agent("sinha/v4.0")
    wins = []
    for on in grids:
        games = play_seeds(agent, Rules.parse(on), game_seeds(2021, 0, _GAMES))
        wins.append(100 * games.win_rate)
    apart = max(wins) - min(wins)
    found = ", ".join(f"{on} {win:.1f} %" for on, win in zip(grids, wins, strict=True))
    if apart > _NO_EFFECT + difference_error(_GAMES):
        return False, f"4.0 wins {found} in {_GAMES:,} games each"
    return (True if apart < _NO_EFFECT else None), f"4.0 wins {found} in {_GAMES:,} games each"


def size_does_not_matter() -> tuple[bool | None, str]:
    """Play squares of side 5 to 15 at a mine ratio of about 0.15."""
    return _spread(("5x5x4", "8x8x10", "10x10x15", "12x12x22", "15x15x34"))


def side_ratio_does_not_matter() -> tuple[bool | None, str]:
    """Play grids of side 10 with sides 5 to 10 at a mine ratio of about 0.12."""
    return _spread(("10x5x6", "10x7x8", "10x9x11", "10x10x12"))


CHECKS: Final[Mapping[str, Check]] = {
    "alpha_is_explained": alpha_is_explained,
    "corners_score_most": corners_score_most,
    "net_is_fast_enough": net_is_fast_enough,
    "side_ratio_does_not_matter": side_ratio_does_not_matter,
    "size_does_not_matter": size_does_not_matter,
    "versions_improve": versions_improve,
}
