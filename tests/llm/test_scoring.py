"""Turns are judged as the core judges moves, and rewards are what they are said to be."""

from __future__ import annotations

import copy
import math
import pickle
from fractions import Fraction

import pytest

from sapper import Game, Layout, Move, Position, Rules, analyse, value
from sapper.boards import generate
from sapper.boards.review import judge
from sapper.errors import SapperError, UnknownNameError
from sapper.llm import REWARDS, Episode, judge_answer, read_answer
from sapper.llm.judging import look_at
from sapper.logic import move_value

ALL = dict.fromkeys(REWARDS, 0.2)


def reached(layout: str, *first: str, weights: dict[str, float] | None = None) -> Episode:
    """Begin an episode on a layout and play what its first turns are."""
    board = Layout.parse(layout)
    rules = Rules(board.columns, board.rows, len(board.mines), first_click="any")
    return Episode(rules, layout=board, first=first[0], rewards=weights or ALL)


def test_kind_and_risk_are_those_of_the_cores_judgement() -> None:
    seen = set()
    for seed in range(60):
        episode = Episode(Rules.parse("6x6x8"), seed)
        draws = look_at(episode.position)
        while not episode.is_over:
            cells = episode.position.covered
            cell = cells[(seed * 7 + episode.turns * 13) % len(cells)]
            judged = judge(episode.game, Move("reveal", cell))
            turn = episode.play(f"<move>{episode.position.format_cell(cell)}</move>")
            seen.add(turn.score.kind)
            assert turn.score.kind == judged.kind
            if judged.kind == "first":
                continue
            assert turn.score.risk == pytest.approx(judged.risk or 0.0, abs=1e-12)
            assert turn.score.least_risk == judged.best_risk
            assert turn.score.lost == pytest.approx(judged.lost)
            assert turn.score.lost_by == judged.lost_by
            if judged.value is not None:
                assert turn.score.win_chances == (judged.value, judged.best_value)
        assert draws is not None
    assert seen == {"first", "safe", "forced guess", "needless guess"}


def test_technique_is_the_hardest_that_the_proof_takes() -> None:
    position = Position.parse("..1./..2./11../.... 3")
    score = judge_answer(position, read_answer("<move>r3c3</move>", position))
    assert str(score.technique) == "subset"
    assert judge_answer(position, read_answer("<move>r1c1</move>", position)).technique is None


def test_cells_opened_together_risk_what_they_risk_together() -> None:
    position = Position.parse("..../..../..../.... 3")
    layouts = analyse(position).list_layouts()
    answer = read_answer("<move>r1c1 r4c4 r2c3</move>", position)
    hit = layouts.reshape(len(layouts), -1)[:, [0, 15, 6]].any(axis=1).mean()
    assert judge_answer(position, answer).risk == pytest.approx(hit)


def test_risk_of_a_chord_on_wrong_flags_is_known() -> None:
    position = Position.parse("F1./... 1")
    answer = read_answer("<move>+r1c2</move>", position)
    score = judge_answer(position, answer)
    assert score.kind == "forced guess"
    assert score.risk == pytest.approx(4 / 5)  # the flag is one of five cells


def test_value_is_exact_where_it_can_be_searched() -> None:
    position = Position.parse("1.../.... 2")
    score = judge_answer(position, read_answer("<move>r2c1</move>", position))
    known = move_value(position, [4])
    assert score.win_chances == (known.value, known.best_value)
    assert score.reward("value") == float(known.value / known.best_value)
    assert known.best_value == value(position)


def test_bits_count_how_often_the_layouts_were_halved() -> None:
    episode = reached("-*-/--*/*-*", "r1c1")
    before = analyse(episode.position, trust_flags=False).num_placements
    turn = episode.play("<move>r2c2</move>")
    after = analyse(episode.position, trust_flags=False).num_placements
    assert turn.score.bits(episode.findings()) == pytest.approx(math.log2(before / after))


def test_information_of_a_mine_is_none() -> None:
    episode = reached("-*-/--*/*-*", "r1c1")
    turn = episode.play("<move>r1c2</move>")
    assert turn.score.bits(None) is None
    assert turn.text == "r1c2 is a mine: the game is lost.\n" + episode.shown()


def test_proof_counts_what_was_proven_when_the_turn_began() -> None:
    """A cell that only a reveal of the same turn proves was guessed."""
    episode = Episode(Rules.parse("3x3x1"), layout=Layout.parse("--*/---/---"), first="r1c2")
    turn = episode.play("<move>r1c1 r2c1</move>")
    assert turn.score.kind == "needless guess"
    assert turn.score.reward("proof") == 0.0
    assert turn.score.reward("progress") > 0


def test_denied_proof_is_not_paid() -> None:
    text = "<move>r3c3</move>"
    position = Position.parse("..1./..2./11../.... 3")
    assert judge_answer(position, read_answer(text, position)).reward("proof") == 1.0
    denied = read_answer("<move>unproven; r3c3</move>", position)
    score = judge_answer(position, denied)
    assert score.is_wrong_claim
    assert score.reward("proof") == 0.0
    assert score.reward("risk") == 1.0


def test_won_game_without_risk_earns_everything() -> None:
    (board,) = generate(Rules.parse("6x6x6", first_click="zero"), 1, seed=3)
    episode = Episode.on_board(board, rewards=ALL)
    while not episode.is_over:
        findings = episode.findings()
        safe = [cell for cell in findings.safe if cell in episode.position.covered]
        episode.play(f"<move>{episode.position.format_cells(safe)}</move>")
    assert episode.outcome == "won"
    assert episode.totals == pytest.approx(dict.fromkeys(REWARDS, 1.0))
    assert episode.total == pytest.approx(1.0)


def test_first_turn_reveals_one_cell_only() -> None:
    episode = Episode(Rules.parse("4x4x3"), 1)
    turn = episode.play("<move>r1c1 r4c4</move>")
    assert turn.score.problems == ["nothing was shown yet: reveal one cell first, then look again"]
    assert len(turn.score.opened) == 1


def test_moves_that_are_not_allowed_change_nothing_and_are_told() -> None:
    episode = reached("-*-/--*/*-*", "r1c1")
    before = episode.position
    turn = episode.play("<move>r1c1 +r1c1 ~r2c2</move>")
    assert episode.position == before
    assert turn.score.kind == "nothing"
    assert turn.reward == 0.0
    assert turn.text.startswith(
        "R1c1 is already revealed. A chord on r1c1 needs 1 flags around it, got 0. "
        "R2c2 is not flagged. Nothing was played."
    )


def test_after_a_mine_nothing_more_is_played() -> None:
    episode = reached("-*-/--*/*-*", "r1c1")
    turn = episode.play("<move>r1c2 r2c2</move>")
    assert (turn.score.outcome, turn.score.revealed) == ("lost", 0)
    with pytest.raises(SapperError, match="expected a game in play, got one that is lost"):
        episode.play("<move>r2c2</move>")


def test_limits_end_the_game_as_stuck() -> None:
    idle = Episode(Rules.parse("4x4x3"), 1, max_idle=2)
    assert [idle.play("").is_over for _ in range(2)] == [False, True]
    assert idle.outcome == "stuck"
    short = Episode(Rules.parse("9x9x10"), 1, max_turns=1)
    turn = short.play("<move>r5c5</move>")
    assert turn.is_over
    assert "That was the last turn" in turn.text


def test_whoever_reveals_in_every_turn_meets_no_limit() -> None:
    for seed in range(20):
        episode = Episode(Rules.parse("5x5x4"), seed)
        while not episode.is_over:
            cell = next(
                cell
                for cell in episode.position.covered
                if episode.game.first_cell is None or cell not in episode.game.layout.mines
            )
            episode.play(f"<move>{episode.position.format_cell(cell)}</move>")
        assert episode.outcome == "won"


def test_copies_and_pickles_go_their_own_way() -> None:
    episode = Episode(Rules.parse("5x5x4"), 3)
    episode.play("<move>r1c1</move>")
    for other in (copy.deepcopy(episode), pickle.loads(pickle.dumps(episode))):
        cell = other.position.format_cell(other.position.covered[0])
        turn = other.play(f"<move>{cell}</move>")
        assert other.turns == 2
        assert turn.score.kind != "nothing"
    assert episode.turns == 1


def test_same_seed_same_prompts() -> None:
    pair = [Episode(Rules.parse("9x9x10"), 5, form="constraints") for _ in range(2)]
    assert pair[0].prompt() == pair[1].prompt()
    assert "never a mine" in pair[0].prompt()
    assert len({one.play("<move>r5c5</move>").text for one in pair}) == 1


def test_picture_is_beside_the_words() -> None:
    episode = Episode(Rules.parse("4x4x3"), 1, form="png")
    assert episode.picture()
    assert "picture" in episode.prompt()
    turn = episode.play("<move>r1c1</move>")
    assert turn.picture is not None
    assert turn.picture.startswith(b"\x89PNG")
    assert turn.text.count("\n") == 0


def test_unknown_rewards_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'progress'"):
        Episode(Rules.parse("4x4x3"), rewards={"progres": 1.0})
    with pytest.raises(SapperError, match="normal game"):
        Episode(Rules.parse("4x4x3", game="score"))


def test_certain_loss_is_no_division() -> None:
    game = Game.on_layout(Layout.parse("-*"))
    game.reveal("r1c1")
    assert game.outcome == "won"
    position = Position.parse("1. 1")
    score = judge_answer(position, read_answer("<move>r1c2</move>", position))
    assert score.risk == 1.0
    assert 0 <= score.reward("risk") <= 1
    assert score.win_chances is None or isinstance(score.win_chances[0], Fraction)
