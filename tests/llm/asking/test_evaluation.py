"""An evaluation over HTTP gives what the same player gives in process, whatever happens."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

from llm.servers import ChatServer, chat_server
from sapper.errors import SapperError
from sapper.lab.store import open_store
from sapper.lab.store.evaluations import Evaluations
from sapper.llm.asking.endpoint import Endpoint
from sapper.llm.asking.evaluation import Outcome, evaluate
from sapper.llm.asking.results import cost
from sapper.llm.bench import get_player, load_set, play_item

pytest.importorskip("httpx")
BENCH = load_set()
# One of each group, without the games of many turns.
FEW = [
    item
    for item in BENCH.limited(1).items
    if item.track != "games" or item.group.endswith((" 4x4", " 6x6"))
]
TINY = BENCH.limited(1, ["proofs", "guesses"]).items


def run(
    server: ChatServer, store: Path, items: Any = FEW, form: str = "grid", **options: Any
) -> Outcome:
    settings = {"first_wait": 0.01, "timeout": 10.0} | options
    with open_store(str(store)) as opened:
        endpoint = Endpoint(server.url, "m", **settings)
        return evaluate(BENCH, items, endpoint, Evaluations(opened), "mine", form=form, at_once=8)


@pytest.mark.parametrize(("player", "form"), [("exact", "grid"), ("always flags", "line")])
def test_player_behind_http_scores_as_in_process(player: str, form: str, tmp_path: Path) -> None:
    with chat_server(player=player) as server:
        found = run(server, tmp_path / "s.db", form=form)
    expected = [play_item(item, get_player(player), form) for item in FEW]
    assert [one["numbers"] for one in found.records] == [one["numbers"] for one in expected]
    assert not found.failures
    spent = cost(found.records)
    assert spent["questions"] == len(server.seen)
    assert spent["completion_tokens"] == 7 * len(server.seen)
    assert spent["asked_again"] == 0


def test_many_questions_are_asked_at_once(tmp_path: Path) -> None:
    together = threading.Barrier(8, timeout=30)

    def wait_for_others(number: int, _body: object) -> None:
        if number <= 8:
            together.wait()

    with chat_server(wait_for_others) as server:
        assert not run(server, tmp_path / "s.db", tries=1).failures
        assert server.most_at_work == 8


def test_trouble_on_the_way_changes_no_result(tmp_path: Path) -> None:
    draws = random.Random(1)
    troubles: list[Any] = [("status", 429, ""), ("status", 500, ""), ("break",), None, None, None]
    with chat_server(lambda *_: draws.choice(troubles)) as server:
        found = run(server, tmp_path / "s.db", TINY, tries=30)
    expected = [play_item(item, get_player("exact")) for item in TINY]
    assert [one["numbers"] for one in found.records] == [one["numbers"] for one in expected]
    assert cost(found.records)["asked_again"] > 0


@pytest.mark.parametrize(
    "nonsense", ["", "banana", "<move>" * 500, "\x00\ud800", '{"move": [[[[1]]]]}', "r1c1 " * 999]
)
def test_nonsense_is_scored_and_not_an_error(nonsense: str, tmp_path: Path) -> None:
    with chat_server(lambda *_: ("say", nonsense)) as server:
        found = run(server, tmp_path / "s.db")
    assert len(found.records) == len(FEW)
    assert not found.failures


def test_what_is_in_the_store_is_not_asked_again(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    with chat_server() as server:
        first = run(server, store, TINY)
        asked = len(server.seen)
        again = run(server, store, TINY)
        assert again == first
        assert len(server.seen) == asked
        assert len(run(server, store, TINY[:2]).records) == 2


def test_evaluation_goes_on_after_it_was_stopped(tmp_path: Path) -> None:
    """The server goes away in the middle; what was finished is kept, and nothing else."""
    store = tmp_path / "s.db"
    with (
        chat_server(lambda number, _: ("status", 401, "") if number > 6 else None) as server,
        pytest.raises(SapperError, match="refused"),
    ):
        run(server, store, TINY)
    with open_store(str(store)) as opened:
        kept = Evaluations(opened)
        found = kept.find("mine")
        assert found is not None
        before = kept.records(found[0])
    assert 0 < len(before) < len(TINY)
    with chat_server() as server:
        whole = run(server, store, TINY)
        assert len(server.seen) == len(TINY) - len(before)
    assert [one["id"] for one in whole.records] == [item.id for item in TINY]
    assert all(record in whole.records for record in before.values())


def test_items_that_failed_are_named_and_asked_next_time(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    with chat_server(lambda number, _: ("status", 400, "no") if number == 2 else None) as server:
        found = run(server, store, TINY)
    assert len(found.failures) == 1
    assert len(found.records) == len(TINY) - 1
    with chat_server() as server:
        assert len(run(server, store, TINY).records) == len(TINY)
        assert len(server.seen) == 1


def test_failures_in_a_row_end_it(tmp_path: Path) -> None:
    with (
        chat_server(lambda *_: ("status", 400, "no")) as server,
        pytest.raises(SapperError, match=r"stopped after 5 failures in a row.*HTTP 400"),
    ):
        run(server, tmp_path / "s.db")
    assert len(server.seen) < 20


def test_answers_asked_in_another_way_are_not_mixed(tmp_path: Path) -> None:
    store = tmp_path / "s.db"
    with chat_server() as server:
        run(server, store, TINY)
        with pytest.raises(SapperError, match="begun with form 'grid', now it is 'line'"):
            run(server, store, TINY, form="line")
        with pytest.raises(SapperError, match="begun with options"):
            run(server, store, TINY, options={"temperature": 1})
