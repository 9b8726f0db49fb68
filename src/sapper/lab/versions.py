"""
Which Sapper played: its version, and the signature of the agent in that build.

Both go with every task. The signature is the agent's line of `make golden`, shipped with the
package (`signature.txt`), so that two builds of one version that play differently are
not mixed. Agents of the user's own have none, nor have tasks that were stored before there were
signatures: their version alone is compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import sapper

FILE: Final = Path(__file__).with_name("signature.txt")
_SIGNED: Final = ", signature "


@cache
def _signatures() -> dict[str, str]:
    lines = FILE.read_text(encoding="utf-8").splitlines()[1:]
    return {name: line for name, _, line in (one.rpartition(" ") for one in lines)}


@cache
def played_by(agent_id: str = "") -> str:
    """Return what goes with every task that this agent plays here."""
    known = _signatures()
    line = known.get(agent_id) or known.get(agent_id.partition(":")[0])
    return f"{sapper.__version__}{_SIGNED}{line}" if line else sapper.__version__


def find_others(found: Iterable[str], agent_ids: Iterable[str]) -> list[str]:
    """Return what these agents, played here, would not have left."""
    ours = {played_by(agent_id) for agent_id in agent_ids} | {sapper.__version__}
    # Before there were signatures a task had its version alone.
    return sorted(set(found) - ours)


def describe_mixed(found: Mapping[str, int], agent_ids: Iterable[str]) -> str:
    """Name the versions, or else the builds of one, that these games are of; "" for one."""
    games: dict[str, int] = {}
    for one, count in found.items():
        version = one.partition(_SIGNED)[0] or "unknown"
        games[version] = games.get(version, 0) + count
    signed = {played_by(agent_id) for agent_id in agent_ids if _SIGNED in played_by(agent_id)}
    builds = {one: count for one, count in found.items() if _SIGNED in one}
    if len(games) < 2 and len(builds) > len(signed):
        games = builds
    if len(games) < 2:
        return ""
    return ", ".join(f"{version} ({count:,})" for version, count in games.items())
