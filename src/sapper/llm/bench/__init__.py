"""
`sapper-bench`: a frozen, versioned benchmark of Minesweeper for language models.

`items.py` says what is asked, `making.py` makes a set from a seed, `sets.py` has the
shipped one, `talks.py` asks a player, `players.py` are the reference rows, `results.py`
adds up. `docs/llm-bench.md` explains every number.
"""

from sapper.llm.bench.items import NAME, TRACKS, VERSION, Item
from sapper.llm.bench.making import make_items
from sapper.llm.bench.players import get_player, reference_names
from sapper.llm.bench.results import MEASURES, Measured, headline, measure, total
from sapper.llm.bench.sets import PUBLIC, BenchSet, load_set, save_set
from sapper.llm.bench.talks import Player, Talk, play_item

__all__ = [
    "MEASURES",
    "NAME",
    "PUBLIC",
    "TRACKS",
    "VERSION",
    "BenchSet",
    "Item",
    "Measured",
    "Player",
    "Talk",
    "get_player",
    "headline",
    "load_set",
    "make_items",
    "measure",
    "play_item",
    "reference_names",
    "save_set",
    "total",
]
