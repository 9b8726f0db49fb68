"""
The signature: how every agent of the house plays, a number each.

Each agent plays a fixed workload turn by turn. Hashed are its moves, what it proved and by
which clues, and of a search its candidates and nodes: a change of play shows in the lines of
the agents concerned (`tests/golden/signature.txt`). The one number of a commit's last line
is made of all of them. Speed has no part in it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final
from zlib import crc32

from sapper.agents.registry import find_entry, house_ids, load_agent
from sapper.agents.run.play import game_seeds
from sapper.agents.watch.guess_reason import GuessReason
from sapper.agents.watch.playthrough import Playthrough, Turn
from sapper.game.rules import Rules

Workload = tuple[tuple[Rules, int], ...]


def _workload(grids: Mapping[str, int]) -> Workload:
    """Read grids as they are typed, with a first click after a blank, and how many games."""
    read = ((name.split(), count) for name, count in grids.items())
    return tuple(
        (Rules.parse(words[0], first_click="".join(words[1:]) or "safe"), count)
        for words, count in read
    )


# Small enough for seconds, mixed enough that every part and rule has its say.
EVERYBODY: Final[Workload] = (
    *_workload({"beginner-8": 40, "intermediate zero": 10, "expert": 8, "13x1x3": 10}),
    (Rules.parse("9x9x10", first_click="any", game="score"), 20),
)
# A search changes in positions that few games meet: grids in reach of exact play, endgames with
# coins, openings of every size.
_SEARCHED: Final = {
    "4x4x8": 40, "5x4x9": 20, "6x3x7 zero": 20, "18x1x6": 20, "5x5x6": 40, "6x6x9 zero": 40,
    "9x9x10": 200, "intermediate": 60, "16x16x51": 40, "expert zero": 40,
}  # fmt: skip
SEARCHERS: Final = {
    "strongest:effort=fast": _workload(_SEARCHED | {"expert": 120}),
    "strongest": _workload(_SEARCHED | {"expert": 120}),
    "strongest:effort=max": _workload(
        {"5x4x9": 20, "5x5x6": 20, "9x9x10": 40, "intermediate": 3, "12x12x28 zero": 4}
    ),
}


def signature_ids() -> list[str]:
    """List the agents that have a line, in its order."""
    return sorted({*house_ids(), *SEARCHERS} if "strongest" in house_ids() else house_ids())


def workload_of(agent_id: str) -> Workload:
    """Return the rules that an agent plays, with how many games of each."""
    games = find_entry(agent_id).games
    common = EVERYBODY if agent_id in house_ids() else ()
    return tuple(one for one in (*common, *SEARCHERS.get(agent_id, ())) if one[0].game in games)


def sign_agent(agent_id: str) -> int:
    """Play an agent's workload and hash what it did."""
    agent, found = load_agent(agent_id), 0
    for rules, count in workload_of(agent_id):
        for seed in game_seeds(1, 0, count).tolist():
            found = sign_game(Playthrough(agent, rules, seed), found)
    return found


def sign_game(game: Playthrough, start: int = 0) -> int:
    """Play a game to its end and hash every turn."""
    for turn in game:
        start = crc32(_tell(turn).encode(), start)
    return crc32(f"{game.outcome} {game.result()['cut_guesses'][0]}".encode(), start)


def _tell(turn: Turn) -> str:
    """Put all that a turn did into one line; six digits are the same on every machine."""
    words = [turn.role, turn.part, str(turn.cell), str(turn.num_windows), *map(str, turn.moves)]
    for one in turn.deductions:
        words.append(f"{one.safe}{one.mines}{sorted(one.clues)}")
    if isinstance(turn.reason, GuessReason):
        words.append(f"nodes {turn.reason.nodes}")
        for told in turn.reason.candidates:
            progress = told.progress or 0.0
            words.append(f"{told.cell} {told.risk:.6g} {progress:.6g} {told.value:.6g}")
    return " ".join(words)


def signatures(progress: Callable[[str], None] | None = None) -> dict[str, int]:
    """
    Return the line of every agent.

    ``progress`` is called with each agent as its turn comes.
    """
    found = {}
    for agent_id in signature_ids():
        if progress is not None:
            progress(agent_id)
        found[agent_id] = sign_agent(agent_id)
    return found


def combine(lines: Mapping[str, int]) -> int:
    """Make one number of all lines."""
    return crc32("".join(f"{name} {line}\n" for name, line in lines.items()).encode())


def format_signatures(lines: Mapping[str, int]) -> str:
    """Write the one number, then a line per agent."""
    return "\n".join([str(combine(lines)), *(f"{n} {line}" for n, line in lines.items()), ""])
