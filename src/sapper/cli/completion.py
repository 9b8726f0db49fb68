"""
What the shell offers after the Tab key: agents, grids, rules, tables, experiments.

Each function takes what was typed so far and returns the words that begin so. They
never raise: where nothing can be found, nothing is offered.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

Offered = list[str]
_SIZES: Final = ("30x16x99", "16x16x40", "9x9x10", "8x8x10", "5x5x4")


def _quiet(offer: Callable[[str], Iterable[str]]) -> Callable[[str], Offered]:
    """Return the words that begin as typed; none where finding them fails."""

    def complete(incomplete: str) -> Offered:
        try:
            return sorted({word for word in offer(incomplete) if word.startswith(incomplete)})
        except Exception:
            return []

    return complete


@_quiet
def complete_agents(incomplete: str) -> Iterable[str]:
    """Offer agents; after the colon their options, after the equals sign the values."""
    from sapper.agents.registry import agent_ids, entries, find_entry  # noqa: PLC0415 - slow to load

    name, colon, typed = incomplete.partition(":")
    if not colon:
        return [*entries(), *agent_ids()]
    done, _, last = typed.rpartition(",")
    begin = f"{name}:{done}," if done else f"{name}:"
    options = find_entry(name).options.values()
    if "=" not in last:
        return [f"{begin}{option.name}=" for option in options]
    wanted = last.partition("=")[0]
    return [
        f"{begin}{option.name}={value}"
        for option in options
        if option.name == wanted
        for value in option.values.split("|")
    ]


@_quiet
def complete_guessings(incomplete: str) -> Iterable[str]:
    """Offer the ways to answer guesses."""
    from sapper.game.game import GUESSINGS  # noqa: PLC0415 - slow to load

    return (word for word in GUESSINGS if word.startswith(incomplete))


@_quiet
def complete_grids(incomplete: str) -> Iterable[str]:
    """Offer the difficulties and some sizes."""
    from sapper.game.rules import DIFFICULTIES  # noqa: PLC0415 - slow to load

    return [*DIFFICULTIES, *_SIZES] if incomplete[:1].isdigit() else DIFFICULTIES


def complete_first_clicks(incomplete: str) -> Offered:
    """Offer the first-click rules."""
    return [word for word in ("any", "safe", "zero") if word.startswith(incomplete)]


def complete_games(incomplete: str) -> Offered:
    """Offer the kinds of game."""
    return [word for word in ("normal", "score") if word.startswith(incomplete)]


@_quiet
def complete_tables(incomplete: str) -> Iterable[str]:
    """Offer the papers, and after a slash their tables."""
    from sapper.lab.papers.published import ALL, PAPERS, published_tables  # noqa: PLC0415 - slow to load

    return (
        published_tables() if "/" in incomplete else [*PAPERS, ALL, *(f"{one}/" for one in PAPERS)]
    )


@_quiet
def complete_experiment_files(incomplete: str) -> Iterable[str]:
    """Offer the experiments that the package brings, files, and folders on the way to them."""
    from sapper.lab.experiments.shipped import shipped_names  # noqa: PLC0415 - slow to load

    folder = (
        Path(incomplete).parent if incomplete and not incomplete.endswith("/") else Path(incomplete)
    )
    found = [
        f"{path}/" if path.is_dir() else str(path)
        for path in folder.iterdir()
        if path.suffix == ".toml" or (path.is_dir() and not path.name.startswith("."))
    ]
    return [*shipped_names(), *found, *(map(str, Path("experiments").glob("*.toml")))]


@_quiet
def complete_experiments(incomplete: str) -> Iterable[str]:
    """Offer the experiments of the store, and experiment files."""
    from sapper.lab.store import DEFAULT_STORE, open_store  # noqa: PLC0415 - slow to load

    found = complete_experiment_files(incomplete)
    address = os.environ.get("SAPPER_STORE", DEFAULT_STORE)
    if "://" not in address and not Path(address).is_file():
        return found
    with open_store(address, create=False) as store:
        return [*found, *store.list_experiments()]


@_quiet
def complete_techniques(incomplete: str) -> Iterable[str]:
    """Offer the techniques that boards are graded by."""
    del incomplete
    from sapper.advice.ladder import Technique  # noqa: PLC0415 - slow to load

    return [str(technique) for technique in Technique]
