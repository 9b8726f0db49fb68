"""A replay plays back to the same end, and says what is wrong with it if it cannot."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sapper.errors import IllegalMoveError, NotationError, SapperError
from sapper.game import Game, Layout, Position, Rules
from sapper.game.moves import Move
from sapper.game.replay import Replay


def play_some(game: Game, moves: list[tuple[str, int]]) -> None:
    """Try moves; those that the position does not allow are left out."""
    for kind, cell in moves:
        try:
            if kind == "undo":
                game.undo()
            elif kind == "give_up":
                game.give_up()
            else:
                game.play(Move(kind, cell % game.rules.num_cells))  # type: ignore[arg-type]
        except IllegalMoveError:
            continue


KINDS = st.sampled_from(
    ["reveal", "reveal", "reveal", "flag", "unflag", "chord", "undo", "give_up"]
)
MOVES = st.lists(st.tuples(KINDS, st.integers(0, 10**6)), max_size=40)
RULES = st.builds(
    Rules,
    st.integers(2, 7),
    st.integers(2, 7),
    st.integers(0, 3),
    first_click=st.sampled_from(["any", "safe"]),
    game=st.sampled_from(["normal", "score"]),
)


@given(RULES, st.integers(0, 2**63 - 1), MOVES)
def test_any_game_plays_back_to_the_same_end(
    rules: Rules, seed: int, moves: list[tuple[str, int]]
) -> None:
    game = Game(rules, seed)
    play_some(game, moves)
    text = Replay.of_game(game, "random", 3).format()
    replay = Replay.parse(text)
    assert replay.format() == text
    again = replay.game()
    assert (again.position, again.outcome, again.history) == (
        game.position,
        game.outcome,
        game.history,
    )
    assert (replay.agent, replay.agent_seed, replay.seed) == ("random", 3, seed)


@given(st.sets(st.integers(0, 19), max_size=8), MOVES)
def test_game_on_a_given_layout_keeps_its_mines(
    mines: set[int], moves: list[tuple[str, int]]
) -> None:
    game = Game.on_layout(Layout(5, 4, tuple(mines)), game="score")
    play_some(game, moves)
    replay = Replay.from_dict(json.loads(json.dumps(Replay.of_game(game).to_dict())))
    assert replay.game().layout.mines == tuple(sorted(mines))
    assert replay.game().position == game.position


def test_replay_of_a_retried_game_has_the_layout_that_was_kept(tmp_path: Path) -> None:
    game = Game(Rules.parse("expert", first_click="zero"), seed=7)
    game.reveal("r8c8")
    mine = game.layout.mines[0]
    game.retry()
    game.flag("r8c8")
    game.reveal(mine)
    path = tmp_path / "retried.json"
    Replay.of_game(game).save(path)
    again = Replay.load(path).game()
    assert (again.layout, again.position, again.outcome) == (game.layout, game.position, "lost")
    # Begun again from its seed, the game is the seed's once more.
    game.restart()
    game.reveal("r8c8")
    assert Replay.of_game(game).mines is None
    assert Replay.of_game(game).game().layout == game.layout


def test_undone_moves_are_no_part_of_a_replay() -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.reveal("r1c1")
    game.flag("r9c9")
    game.undo()
    assert Replay.of_game(game).to_dict()["moves"] == ["r1c1"]


def test_replay_goes_through_a_file(tmp_path: Path) -> None:
    game = Game(Rules.parse("expert", first_click="zero"), seed=7)
    game.reveal("r8c8")
    path = tmp_path / "game.json"
    path.write_text("an older file")
    replay = Replay.of_game(game)
    replay.save(path)
    assert Replay.load(path) == replay
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_failed_save_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    replay = Replay.of_game(Game(Rules.parse("beginner")))
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    for name in ("folder", "nowhere/game.json", "file/game.json", "nul\0l"):
        with pytest.raises(SapperError, match="cannot write"):
            replay.save(tmp_path / name)
    assert {file.name for file in tmp_path.iterdir()} == {"folder", "file"}


def test_save_follows_a_link(tmp_path: Path) -> None:
    replay = Replay.of_game(Game(Rules.parse("beginner")))
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    real.write_text("")
    link.symlink_to(real)
    replay.save(link)
    assert link.is_symlink()
    assert Replay.load(real) == replay


def document(**changes: Any) -> dict[str, Any]:
    game = Game.on_layout(Layout(3, 1, (2,)))
    game.reveal("r1c1")
    data = Replay.of_game(game).to_dict()
    assert data["position"] == "01. 1"
    assert data["outcome"] == "won"
    return {**data, **changes}


RULES_OF_DOCUMENT = document()["rules"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": "sgf"}, "expected a document of format 'sapper-replay', got 'sgf'"),
        ({"version": 2}, "expected a replay of version 1, got 2"),
        ({"version": "1"}, "expected a replay's 'version' as a whole number, got '1'"),
        ({"version": True}, "'version' as a whole number, got True"),
        ({"rules": []}, r"expected a replay's 'rules' as an object, got \[\]"),
        ({"rules": {}}, "expected a replay's rules with a key 'columns', got none"),
        ({"rules": {**RULES_OF_DOCUMENT, "mines": 9}}, "expected 0 to 3 mines on 3x1"),
        ({"rules": {**RULES_OF_DOCUMENT, "columns": 2.0}}, "'columns' as a whole number, got 2.0"),
        ({"rules": {**RULES_OF_DOCUMENT, "game": "poker"}}, "unknown game 'poker'"),
        ({"seed": -1}, "expected a seed from 0 to 9223372036854775807, got -1"),
        ({"seed": None}, "expected a replay's 'seed' as a whole number, got None"),
        ({"agent": 5}, "expected a replay's 'agent' as text, got 5"),
        ({"agent_seed": -5}, "expected a seed from 0 .* in the replay's agent_seed"),
        ({"mines": ["r1c9"]}, "expected a cell from r1c1 to r1c3, got 'r1c9'"),
        ({"mines": [2]}, "expected a replay's mines as cells such as 'r3c5'"),
        ({"mines": ["r1c1", "r1c2"]}, "expected a layout of 1 mine, got 2"),
        ({"mines": ["r1c1", "r1c1"]}, "expected each mine once, in the replay's mines"),
        ({"moves": "r1c1"}, "expected a replay's 'moves' as a list, got 'r1c1'"),
        ({"moves": ["r1c1", "r9c9"]}, "move 2 of the replay: expected a cell from r1c1 to r1c3"),
        ({"moves": ["r1c1", None]}, "move 2 of the replay: expected text such as 'r3c5', got None"),
        ({"outcome": "tied"}, "outcome as one of playing, won, lost, stuck, got 'tied'"),
        ({"position": "what"}, "in the replay's position"),
    ],
)
def test_malformed_document_says_what_is_wrong(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Replay.from_dict(document(**changes))


@pytest.mark.parametrize("key", [key for key in document() if key != "times"])
def test_every_key_is_needed(key: str) -> None:
    data = document()
    del data[key]
    with pytest.raises(NotationError, match=f"expected a replay with a key '{key}', got none"):
        Replay.from_dict(data)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"moves": ["r1c1", "r1c1"]}, "move 2 of the replay, 'r1c1': the game is won"),
        ({"moves": ["!r1c1", "r1c1"]}, "move 2 of the replay, 'r1c1': r1c1 is flagged"),
        ({"moves": ["r1c3"]}, "expected the replay to end 'won', but its moves end 'lost'"),
        ({"position": "01F 1"}, "expected the replay to end at '01F 1', .* end at '01. 1'"),
        ({"outcome": "stuck"}, "expected the replay to end 'stuck', but its moves end 'won'"),
    ],
)
def test_replay_that_does_not_play_back_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Replay.from_dict(document(**changes)).game()


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", "[" * 100_000, '{"seed": ' + "1" * 5000])
def test_text_that_is_no_replay_is_a_notation_error(text: str) -> None:
    with pytest.raises(NotationError, match="expected a replay as a JSON"):
        Replay.parse(text)


def test_error_in_a_file_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(document(version=9)))
    with pytest.raises(NotationError, match=r"version 1, got 9, in '.*game\.json'"):
        Replay.load(path)
    with pytest.raises(NotationError, match=r"found no file '.*other\.json'"):
        Replay.load(tmp_path / "other.json")


def test_stuck_game_plays_back_stuck() -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.reveal("r1c1")
    game.give_up()
    assert Replay.of_game(game).game().outcome == "stuck"
    assert Replay.of_game(game).position == Position.parse(str(game.position))


@pytest.mark.parametrize("key", ["agent", "position", "outcome"])
def test_half_a_pair_of_utf_16_is_no_text(key: str) -> None:
    game = Game(Rules.parse("beginner"), seed=7)
    game.reveal("r1c1")
    data = {**Replay.of_game(game).to_dict(), key: "\ud800"}
    with pytest.raises(NotationError, match="expected a replay as a JSON document"):
        Replay.parse(json.dumps(data))
