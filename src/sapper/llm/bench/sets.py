"""
The sets: the frozen public one that is shipped, and fresh ones from any seed.

The public set is a file of JSON lines with a checksum; a test makes it again from its
seed. `save_set` writes any set as JSON lines or Parquet with its data card beside it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import sapper
from sapper.errors import MissingExtraError, SapperError, UnknownNameError
from sapper.game.io.disk import write_bytes
from sapper.llm.bench.items import NAME, TRACKS, VERSION, Item, checksum, read_lines, write_lines
from sapper.llm.bench.making import PUBLIC_SEED, OnProgress, make_items

PUBLIC: Final = "public"
_FRESH: Final = "fresh:"
# Of the public set, for ever: another set is another version.
PUBLIC_SHA256: Final = "5aac7f8d8dac5811101279e7112540cf4e54e3c25a4151ad7ce0f5d9688b4dbc"
_FILE: Final = f"{NAME}-{VERSION}.jsonl"
_COLUMNS: Final = {
    "id": "name of the item within its set",
    "track": f"one of {', '.join(TRACKS)}",
    "group": "technique, grade and size, kind of guess, or grid",
    "position": "the position, in Sapper's notation; of single positions",
    "on": "the grid as columns x rows x mines; of games",
    "first_click": "what the first reveal may meet; of games",
    "layout": "where the mines are; of games on boards",
    "first": "the cell that is open at the beginning; of games on boards",
    "seed": "the game's seed; of games",
    "optimum": "the chance to win under best play, exactly; of small games",
}


@dataclass(frozen=True)
class BenchSet:
    """A set of items and where it comes from; it is known by its checksum."""

    split: str
    seed: int
    items: tuple[Item, ...]

    @property
    def sha256(self) -> str:
        """The checksum of the JSON lines."""
        return checksum(self.items)

    def card(self) -> dict[str, Any]:
        """Return the data card: what the set holds and how to make it again."""
        counts = Counter(item.track for item in self.items)
        return {
            "name": NAME,
            "version": VERSION,
            "split": self.split,
            "what": "Minesweeper for language models: proofs, games without guesses, guesses, "
            "small games with a known optimum, reasons",
            "made_by": f"sapper {sapper.__version__}",
            "command": f"sapper llm set --split {self.split} --to FILE",
            "seed": self.seed,
            "items": len(self.items),
            "items_by_track": {track: counts[track] for track in TRACKS},
            "sha256_of_the_json_lines": self.sha256,
            "columns": _COLUMNS,
            "answers": "none are in the file: the engine judges every answer exactly",
            "bias": "positions are those that players meet who always take the easiest proof; "
            "boards are uniform over those of their grade",
            "licence": "MIT",
        }

    def limited(self, most: int | None, tracks: Sequence[str] = ()) -> BenchSet:
        """Keep the first items of each group, and of some tracks only."""
        for track in tracks:
            if track not in TRACKS:
                raise UnknownNameError.of("track", track, TRACKS)
        seen: Counter[tuple[str, str]] = Counter()
        kept = []
        for item in self.items:
            seen[item.track, item.group] += 1
            is_first = most is None or seen[item.track, item.group] <= most
            if is_first and (not tracks or item.track in tracks):
                kept.append(item)
        return BenchSet(self.split, self.seed, tuple(kept))


def load_set(split: str = PUBLIC, progress: OnProgress | None = None) -> BenchSet:
    """
    Load the public set, or make a fresh one: ``fresh:SEED``.

    >>> bench = load_set()
    >>> len(bench.items), bench.items[0].track
    (768, 'proofs')
    """
    if split == PUBLIC:
        return _public()
    seed = split.removeprefix(_FRESH)
    if not split.startswith(_FRESH) or not seed.isdecimal() or not seed.isascii():
        raise SapperError(f"expected a split 'public' or 'fresh:SEED', got {split!r}")
    if int(seed) == PUBLIC_SEED:
        raise SapperError(f"the seed {PUBLIC_SEED} makes the public split; take another one")
    return BenchSet(f"{_FRESH}{int(seed)}", int(seed), tuple(make_items(int(seed), progress)))


@lru_cache(maxsize=1)
def _public() -> BenchSet:
    text = resources.files("sapper.llm.bench").joinpath(f"data/{_FILE}").read_text("utf-8")
    found = BenchSet(PUBLIC, PUBLIC_SEED, tuple(read_lines(text)))
    if found.sha256 != PUBLIC_SHA256:
        raise SapperError(f"the public set of {NAME} {VERSION} is not what was shipped")
    return found


def save_set(bench: BenchSet, path: Path) -> None:
    """Write a set as JSON lines, or as Parquet where the name ends so, and its data card."""
    if path.suffix == ".parquet":
        _write_parquet(bench, path)
    else:
        write_bytes(path, write_lines(bench.items).encode())
    card = json.dumps(bench.card(), indent=2) + "\n"
    write_bytes(path.with_name(f"{path.name}.card.json"), card.encode())


def _write_parquet(bench: BenchSet, path: Path) -> None:
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra
        from pyarrow import parquet  # noqa: PLC0415 - as above
    except ImportError:
        raise MissingExtraError.of("pyarrow", "parquet") from None
    names = list(_COLUMNS)
    schema = pa.schema(
        [(name, pa.int64() if name == "seed" else pa.string()) for name in names],
        metadata={NAME: json.dumps(bench.card())},
    )
    rows = [json.loads(item.to_line()) for item in bench.items]
    columns = {name: [row.get(name) for row in rows] for name in names}
    draft = path.with_name(path.name + ".part")
    try:
        parquet.write_table(pa.table(columns, schema), draft)
        draft.replace(path)
    except OSError as error:
        raise SapperError(f"cannot write {str(path)!r}: {error.strerror or error}") from None
    finally:
        draft.unlink(missing_ok=True)
