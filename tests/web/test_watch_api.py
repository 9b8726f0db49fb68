"""Games that are played for the page."""

from __future__ import annotations

import json
from typing import Any

import pytest

from web.conftest import Served

pytest.importorskip("starlette")


from web.asking import request


def watch(server: Served, **question: object) -> tuple[int, Any]:
    body = json.dumps({"agent": "exact", "on": "5x5x3", "seed": "1", **question}).encode()
    status, _, text = request(server, "/api/watch", "POST", body, Content_Type="application/json")
    return status, json.loads(text)


def test_a_game_of_an_agent_is_played_for_the_page(server: Served) -> None:
    from sapper.agents import Playthrough, load_agent
    from sapper.game import Rules

    status, found = watch(server, agent="kvietinskas/optimal", first_click="zero", first=7)
    assert status == 200 and found["turns"][0]["moves"] == [["reveal", 7]]
    agent = "vaitzman/sat-pdb"
    _, found = watch(server, agent=agent)
    turns = list(Playthrough(load_agent(agent), Rules.parse("5x5x3"), 1))
    assert [turn["cells"] for turn in found["turns"]] == [list(t.position.cells) for t in turns]
    assert found["turns"][-1]["outcome"] == turns[-1].outcome


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"agent": "exact:opener=corner"}, "expected an agent"),
        ({"agent": ["exact"]}, "expected an agent"),
        ({"on": "5x5x99"}, "mines"),
        ({"on": "500x500x9"}, "at most 2500 cells"),
        ({"seed": "-1"}, "a seed in digits"),
        ({"seed": "9" * 40}, "seed"),
        ({"first": 25}, "below 25"),
        ({"first_click": "no"}, "no"),
        ({"workers": 9}, "'workers'"),
    ],
)
def test_a_wrong_question_for_a_game_is_a_sentence(
    server: Served, question: dict[str, Any], words: str
) -> None:
    status, found = watch(server, **question)
    assert status == 400 and words in found["error"]
