"""Luck and skill: risks, needless guesses and missed proofs of games worked out by hand."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.commands import quickly
from oracles.reached import iter_reached
from oracles.value import best_wins, fitting_layouts
from sapper.advice import Technique
from sapper.boards import generate
from sapper.boards.review import make_page, review
from sapper.cli import app
from sapper.game.cells import neighbours
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.position import Position
from sapper.game.replay import Replay
from sapper.game.rules import Rules
from sapper.logic.values import move_value

runner = CliRunner()


def play(layout: str, *moves: str, times: list[int] | None = None) -> Replay:
    game = Game.on_layout(Layout.parse(layout))
    for move in moves:
        game.play(move)
    return Replay.of_game(game, times=times)


def test_a_forced_guess_is_luck_and_no_mistake() -> None:
    """After r2c1 shows 1 both cells above are even, and nothing else is known."""
    found = review(play("-*/--", "r2c1", "r1c1"))
    assert [move.kind for move in found.moves] == ["first", "forced guess"]
    guess = found.moves[1]
    assert guess.risk == pytest.approx(1 / 3)
    assert guess.lost == 0
    assert found.summary()["survivals"] == 1
    assert found.summary()["luck"] == pytest.approx(1 / 3)
    assert found.summary()["pluck"] == pytest.approx(-math.log10(2 / 3))
    assert found.summary()["value_lost"] == 0
    assert guess.value == guess.best_value == Fraction(1, 3)


def test_a_needless_guess_names_the_easiest_proof() -> None:
    """The 1 at r2c1 has its mine in r1c1 r1c2, so r1c3 is safe; r1c1 is guessed instead."""
    found = review(play("-*---*/------", "r2c1", "r2c2", "r1c1"))
    assert [move.kind for move in found.moves] == ["first", "forced guess", "needless guess"]
    careless, needless = found.moves[1:]
    assert careless.risk == pytest.approx(1 / 3)
    assert careless.best_risk == pytest.approx(1 / 8)
    assert needless.missed == Technique.SUBSET
    assert "r2c1" in needless.why
    assert needless.risk == pytest.approx(1 / 2)
    assert found.summary()["missed"] == {"subset": 1}


@pytest.mark.parametrize("seed", range(8))
def test_value_lost_is_that_of_a_plain_search(seed: int) -> None:
    """Games of random reveals and chords: the chance to win after each, over all layouts."""
    rules = Rules.parse("4x3x3", first_click="safe")
    guessed = 0
    for reached in iter_reached(rules, seed, flags=False):
        position = reached.position
        layouts = fitting_layouts(position)
        opened = sum(1 << c for c in range(12) if position.clue(c) is not None)
        best = Fraction(best_wins(layouts, 4, 3, opened), len(layouts))
        for cells in ([position.covered[0]], list(position.covered[-2:])):
            groups: dict[tuple[int, ...], set[frozenset[int]]] = {}
            for mines in layouts:
                if not mines.intersection(cells):
                    shown = tuple(len(mines.intersection(position.neighbours(c))) for c in cells)
                    groups.setdefault(shown, set()).add(mines)
            after = opened | sum(1 << c for c in cells)
            wins = sum(best_wins(frozenset(one), 4, 3, after) for one in groups.values())
            found = move_value(position, cells)
            assert found.value == Fraction(wins, len(layouts))
            assert found.best_value == best
            guessed += found.lost > 0
    assert guessed > 0


def test_value_lost_is_exact_in_reach_and_risk_beyond_and_says_which() -> None:
    replay = play("-*---*/------", "r2c1", "r2c2", "r1c1")
    found = review(replay)
    risky, needless = found.moves[1:]
    assert needless.lost_by == "value"
    assert needless.lost == float(move_value(needless.before, [0]).lost) > 0
    assert risky.risk is not None and risky.best_risk is not None
    assert risky.risk > risky.best_risk  # more risk than needed, and yet nothing lost
    assert risky.value == risky.best_value == Fraction(1, 3)
    numbers = found.summary()
    assert numbers["guesses_by_value"] == 2
    assert numbers["value_lost"] == pytest.approx(sum(move.lost for move in found.guesses))
    wide = Game(Rules.parse("expert"), seed=1)
    for move in ("r1c1", "r16c30"):
        wide.play(move)
    far = review(Replay.of_game(wide))
    assert far.moves[1].value is None
    assert far.moves[1].lost_by == "risk"
    assert far.summary()["guesses_by_risk"] == 1


def test_a_hit_mine_is_a_guess_that_went_wrong() -> None:
    found = review(play("-*/--", "r2c1", "r1c2"))
    assert not found.moves[-1].survived
    assert found.summary()["survivals"] == 0
    assert found.summary()["luck"] == pytest.approx(-2 / 3)
    assert found.summary()["pluck"] == 0  # of guesses that went well


def brute_force_risk(position: Position, opened: list[int]) -> float:
    """Share of layouts that fit the position and have a mine among the cells."""
    covered = [c for c, code in enumerate(position.cells) if code >= 9]
    fitting = hits = 0
    for mines in combinations(covered, position.num_mines):
        chosen = set(mines)
        if all(
            sum(n in chosen for n in neighbours(cell, position.columns, position.rows)) == code
            for cell, code in enumerate(position.cells)
            if code <= 8
        ):
            fitting += 1
            hits += bool(chosen.intersection(opened))
    return hits / fitting


def test_risk_of_a_chord_on_a_wrong_or_lucky_flag_is_that_of_all_its_cells() -> None:
    game = Game.on_layout(Layout.parse("*---/----/---*"))
    for move in ("r1c2", "!r1c1"):
        game.play(move)
    before = game.position
    game.play("+r1c2")
    judged = review(Replay.of_game(game)).moves[-1]
    opened = [c for c in before.neighbours(1) if before.cells[c] == 9]
    assert judged.risk == pytest.approx(brute_force_risk(before, opened))
    assert judged.kind == "forced guess"


def test_chord_on_flags_that_cannot_all_be_right_is_certain_to_fail() -> None:
    """Both flags are next to r1c3, which shows 1."""
    found = review(play("-*---/-----/---*-", "r2c3", "r1c3", "!r2c2", "!r2c4", "+r2c3"))
    assert found.moves[-1].risk == 1.0
    assert found.moves[-1].value == 0
    assert not found.moves[-1].survived


def test_a_board_without_a_guess_played_by_its_certificate_has_no_luck() -> None:
    board = generate("intermediate", 1, seed=4)[0]
    game = board.game()
    for step in board.certificate:
        for cell in step["cells"]:
            number = game.cell(cell)
            if step["are"] == "safe" and not game.is_over and game.position.cells[number] == 9:
                game.reveal(number)
    found = review(Replay.of_game(game))
    numbers = found.summary()
    assert numbers["outcome"] == "won"
    assert numbers["guesses"] == 0
    assert numbers["luck"] == 0
    assert numbers["three_bv_solved"] == numbers["three_bv"] == board.three_bv
    assert 0 < numbers["efficiency"] <= 1


@pytest.mark.parametrize(
    ("times", "seconds"), [([0, 500], 0.5), ([100, 500], 0.5), ([-200, 300], 0.5), (None, None)]
)
def test_seconds_are_from_the_first_reveal_or_from_0_to_the_last_move(
    times: list[int] | None, seconds: float | None
) -> None:
    assert review(play("-*/--", "r2c1", "r1c1", times=times)).seconds == seconds


def test_times_give_speed() -> None:
    numbers = review(play("-*/--", "r2c1", "r1c1", times=[0, 500])).summary()
    assert numbers["seconds"] == 0.5
    assert numbers["seconds_per_three_bv"] == pytest.approx(0.5 / numbers["three_bv_solved"])


def test_review_from_the_command_line(tmp_path: Path) -> None:
    replay = play("-*/--", "r2c1", "r1c1", times=[0, 700])
    path, page, raw = tmp_path / "game.json", tmp_path / "game.html", tmp_path / "game.rawvf"
    replay.save(path)
    shown = runner.invoke(app, ["review", str(path), "--html", str(page), "--rawvf", str(raw)])
    assert shown.exit_code == 0, shown.output
    assert "1 guess, 0 needless, 1 forced" in shown.output
    assert "value lost against the best moves: 0.0000 wins (exact, 1 guess)" in shown.output
    assert "wins given away, exact" in page.read_text()
    assert 'type="range"' in page.read_text()
    as_json = runner.invoke(app, ["review", str(raw), "--json"])
    data = json.loads(as_json.stdout)
    assert data["moves"][1]["risk"] == pytest.approx(1 / 3)
    assert data["moves"][1]["value"] == pytest.approx(1 / 3)
    assert data["summary"]["seconds"] == 0.7


def test_page_holds_no_text_that_could_end_its_script() -> None:
    page = make_page(review(play("-*/--", "r2c1", "r1c1")))
    inside = page.split('<script id="data" type="application/json">')[1]
    assert json.loads(inside.split("</script>")[0])["columns"] == 2


def test_at_80_columns_a_guess_is_a_line_or_two_and_its_proof_stands_below(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    play("-*---*/------", "r2c1", "r2c2", "r1c1").save(path)
    shown = quickly("review", str(path), width=80).stdout
    assert max(map(len, shown.splitlines())) <= 80
    table = shown.partition("guesses\n")[2].splitlines()
    rule = next(i for i, line in enumerate(table) if line.startswith("─"))
    proof = next(i for i, line in enumerate(table) if "the 1 at r2c1" in line)
    assert rule < proof <= rule + 5  # two guesses
    assert "r1c1" in table[proof]
