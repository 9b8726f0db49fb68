"""`sapper play --agent` and `--replay`: watching turn by turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cli.pilots import (
    SINGLE_POINT,
    drive,
    person_of,
    screen_of,
    text_of,
    wait_for,
    watch_of,
)
from sapper.agents import Agent, Deduction, Playthrough, Story, load_agent
from sapper.agents.deducers import SinglePoint
from sapper.cli.play import colours
from sapper.cli.play.app import open_agent, open_replay
from sapper.game import Position, Rules
from sapper.game.replay import Replay


def test_each_part_has_its_colour_on_the_cells_that_it_settled() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("space", "space")
        screen = watch_of(pilot)
        step, picture = screen.story.step, screen.grid.picture
        assert step is not None
        assert step.actor.role == "deducer"
        proven = colours.DEDUCERS[0]
        assert step.deductions
        assert {picture.marks[cell] for cell in step.cells} == {proven}
        for cell in step.cells:
            assert picture.draw(cell)[1].bgcolor == colours.make_style("red", proven).bgcolor
        first = screen.game.first_cell
        assert first is not None
        assert picture.marks[first] == colours.OPENER
        legend = text_of(pilot, "#legend")
        for part in ("random_cell  opener 1", "single_point  deducer", "random_guess  guesser 0"):
            assert part in legend
        text = text_of(pilot, "#text")
        assert "single_point proved" in text
        deduction = step.deductions[0]
        assert screen.game.position.format_cells(deduction.clues) in text

    drive(open_agent(SINGLE_POINT, Rules.parse("intermediate", first_click="zero"), 7), script)


def test_steps_back_and_forth_pass_the_same_positions() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = watch_of(pilot)
        seen = []
        while screen.game.outcome == "playing":
            seen.append((str(screen.game.position), dict(screen.story.marks)))
            await pilot.press("right")
        end = str(screen.game.position), dict(screen.story.marks), screen.game.outcome
        for position, marks in reversed(seen):
            await pilot.press("left")
            assert (str(screen.game.position), screen.story.marks) == (position, marks)
        await pilot.press("left")
        assert "this is the beginning" in text_of(pilot, "#status")
        for _ in seen:
            await pilot.press("space")
        assert (str(screen.game.position), screen.story.marks, screen.game.outcome) == end
        await pilot.press("right")
        assert "the game is over" in text_of(pilot, "#status")
        assert screen.story.counts.total() == len(screen.story.marks)

    drive(open_agent(SINGLE_POINT, Rules.parse("beginner", first_click="zero"), 7), script)


@pytest.mark.parametrize("game", ["normal", "score"])
def test_speed_runs_the_game_to_its_end(game: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        await wait_for(pilot, lambda: screen_of(pilot).game.is_over)
        assert watch_of(pilot).story.at > 1

    rules = Rules.parse("intermediate", game=game)
    drive(open_agent(SINGLE_POINT, rules, 7, speed=500), script)


def test_run_pause_and_speed_keys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        screen = watch_of(pilot)
        assert not screen.runs
        await pilot.press("minus")
        assert screen.speed == 2
        await pilot.press(*["plus"] * 20)
        assert screen.speed == 1024
        await pilot.press(*["minus"] * 20)
        assert screen.speed == 0.25
        await pilot.press(*["plus"] * 8, "p")
        await wait_for(pilot, lambda: screen.story.at > 2)
        await pilot.press("p")
        at = screen.story.at
        await pilot.pause(0.2)
        assert screen.story.at == at
        assert "paused" in text_of(pilot, "#top")
        await pilot.press("end")
        await wait_for(pilot, lambda: screen.game.is_over)
        await pilot.press("home")
        assert screen.story.at == 0

    drive(open_agent(load_agent("random"), Rules.parse("20x20x1", game="score"), 7), script)


def test_watched_game_is_saved_with_its_agent_and_watched_again(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    rules = Rules.parse("beginner", first_click="zero")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await wait_for(pilot, lambda: screen_of(pilot).game.is_over)
        await pilot.press("s")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()

    drive(open_agent(SINGLE_POINT, rules, 7, agent_seed=3, save=path), script)
    replay = Replay.load(path)
    assert (replay.agent, replay.agent_seed) == ("kvietinskas/single-point", 3)

    async def watch_again(pilot: Pilot[None]) -> None:
        screen = watch_of(pilot)
        assert "replay of kvietinskas/single-point" in text_of(pilot, "#top")
        for _ in replay.moves:
            await pilot.press("right")
        assert screen.game.position == replay.position
        assert screen.game.outcome == replay.outcome
        await pilot.press("left", "left")
        assert screen.story.at == len(replay.moves) - 2

    drive(open_replay(replay), watch_again)


def test_watcher_takes_over_and_plays_on() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("space", "t")
        await pilot.pause()
        game = person_of(pilot).game
        assert len(game.history) == 1
        await pilot.press("right", "f")
        assert len(game.history) == 2

    drive(open_agent(SINGLE_POINT, Rules.parse("16x16x40"), 7), script)


def test_stuck_agent_is_reported_and_undone() -> None:
    agent = Agent(opener=SINGLE_POINT.opener, deducers=(SinglePoint(),), id="careful")

    async def script(pilot: Pilot[None]) -> None:
        screen = watch_of(pilot)
        await pilot.press("space", "space")
        while screen.game.outcome == "playing":
            await pilot.press("space")
        assert screen.game.outcome == "stuck"
        assert "nobody to guess" in text_of(pilot, "#text")
        await pilot.press("left")
        assert screen.game.outcome == "playing"
        await pilot.press("space", "t")
        await pilot.pause()
        assert person_of(pilot).game.outcome == "playing"

    drive(open_agent(agent, Rules.parse("expert"), 7), script)


@dataclass(frozen=True)
class Liar:
    """Calls every covered cell safe."""

    def deduce(self, position: Position, changed: Sequence[int]) -> Iterable[Deduction]:
        return [Deduction(safe=tuple(position.covered))]


def test_wrong_deduction_is_reported_and_the_game_stands_still() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("space", "p")
        await wait_for(pilot, lambda: "proved" in text_of(pilot, "#status"))
        assert "deducer 'liar' proved" in text_of(pilot, "#status")
        assert not watch_of(pilot).runs
        assert watch_of(pilot).story.at == 1
        await pilot.press("left")
        assert watch_of(pilot).story.at == 0

    agent = Agent(opener=SINGLE_POINT.opener, deducers=(Liar(),), id="liar")
    drive(open_agent(agent, Rules.parse("expert"), 7), script)


def test_cells_of_a_long_game_follow_the_agent_exactly() -> None:
    for seed in range(30):
        rules = Rules.parse("intermediate", game="score" if seed % 2 else "normal")
        playthrough = Playthrough(SINGLE_POINT, rules, seed)
        story = Story.of_agent(playthrough)
        while story.forward():
            assert story.game.position == playthrough.position
        assert story.game.outcome == playthrough.outcome
        assert Replay.of_game(story.game).game().position == playthrough.position
