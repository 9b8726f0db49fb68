"""The public set is frozen and made again from its seed; fresh sets are others of the same kind."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest

from sapper import Layout, Position, Rules, hint
from sapper.advice import Technique
from sapper.errors import NotationError, SapperError, UnknownNameError
from sapper.llm.bench import PUBLIC, TRACKS, Item, load_set, make_items, save_set
from sapper.llm.bench.items import checksum, read_lines, write_lines
from sapper.llm.bench.sets import PUBLIC_SHA256
from sapper.logic import find_optimum

BENCH = load_set()


def of(track: str) -> list[Item]:
    return [item for item in BENCH.items if item.track == track]


def test_public_set_is_known_by_its_checksum() -> None:
    assert BENCH.sha256 == PUBLIC_SHA256
    assert [item.track for item in BENCH.items] == sorted(
        (item.track for item in BENCH.items), key=TRACKS.index
    )
    assert len({item.id for item in BENCH.items}) == len(BENCH.items)


@pytest.mark.slow
def test_public_set_is_made_again_from_its_seed() -> None:
    assert checksum(make_items(1)) == PUBLIC_SHA256


@pytest.mark.slow
def test_fresh_set_is_of_the_same_kind_and_shares_no_item() -> None:
    fresh = load_set("fresh:7")
    groups = [Counter((one.track, one.group) for one in bench.items) for bench in (fresh, BENCH)]
    assert groups[0] == groups[1]
    for key in ("position", "layout"):
        known = [{one.data.get(key) for one in bench.items} - {None} for bench in (fresh, BENCH)]
        assert len(known[0] & known[1]) < len(known[1]) / 20  # the smallest grids have few
    assert fresh.items == load_set("fresh:7").items


def test_no_position_and_no_board_occurs_twice() -> None:
    for track in ("proofs", "guesses", "reasons"):
        positions = [item.data["position"] for item in of(track)]
        assert len(set(positions)) == len(positions)
    layouts = [(item.data["layout"], item.data["first"]) for item in of("games")]
    assert len(set(layouts)) == len(layouts)


@pytest.mark.parametrize("track", ["proofs", "reasons"])
def test_group_is_the_easiest_technique_that_finds_a_safe_cell(track: str) -> None:
    assert {item.group for item in of(track)} == {str(one) for one in Technique}
    for item in of(track)[::7]:
        found = hint(Position.parse(item.data["position"]))
        assert found is not None
        assert (found.kind, found.technique) == ("safe", item.group)


def test_guesses_have_nothing_that_is_proven_safe() -> None:
    for item in of("guesses")[::5]:
        found = hint(Position.parse(item.data["position"]))
        assert found is not None
        assert found.kind == "guess"


def test_boards_have_the_mines_and_the_size_they_say() -> None:
    for item in of("games"):
        rules = Rules.parse(item.data["on"])
        layout = Layout.parse(item.data["layout"])
        assert (layout.columns, layout.rows, len(layout.mines)) == (
            rules.columns, rules.rows, rules.num_mines,
        )  # fmt: skip
        assert item.group.endswith(f", {rules.columns}x{rules.rows}")


def test_optimum_of_small_games_is_the_exact_one() -> None:
    for on in ("3x3x2", "4x4x3"):
        (stated,) = {item.data["optimum"] for item in of("small games") if item.group == on}
        assert Fraction(stated) == find_optimum(Rules.parse(on, first_click="safe")).value


def test_items_are_read_back() -> None:
    assert tuple(read_lines(write_lines(BENCH.items))) == BENCH.items
    for broken in ("[]", "{}", "banana", '{"id": "a", "track": "x", "group": "y"}'):
        with pytest.raises(NotationError):
            Item.from_line(broken)


def test_limit_keeps_the_first_of_each_group() -> None:
    few = BENCH.limited(2)
    assert set(Counter((one.track, one.group) for one in few.items).values()) == {2}
    assert {one.track for one in BENCH.limited(None, ["games"]).items} == {"games"}
    with pytest.raises(UnknownNameError, match="did you mean 'games'"):
        BENCH.limited(1, ["game"])


@pytest.mark.parametrize("split", ["", "fresh", "fresh:", "fresh:x", "fresh:-1", "fresh:1", "all"])
def test_unknown_split_is_an_error(split: str) -> None:
    with pytest.raises(SapperError, match="split"):
        load_set(split)


def test_parquet_holds_the_same_items_and_the_card(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    save_set(BENCH, tmp_path / "set.parquet")
    table = parquet.read_table(tmp_path / "set.parquet")
    rows = [{key: row[key] for key in row if row[key] is not None} for row in table.to_pylist()]
    items = read_lines("\n".join(json.dumps(row) for row in rows))
    assert checksum(items) == PUBLIC_SHA256
    card = json.loads((tmp_path / "set.parquet.card.json").read_text())
    assert card["split"] == PUBLIC
    assert card["sha256_of_the_json_lines"] == PUBLIC_SHA256
    assert sum(card["items_by_track"].values()) == card["items"] == len(BENCH.items)
    assert set(card["columns"]) == set(table.column_names)
