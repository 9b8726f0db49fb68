"""The terminal application: the first screen, and how it is made from what was asked for."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from sapper.agents import Agent, Playthrough, Story
from sapper.cli.play.game_screen import GameScreen
from sapper.cli.play.person import PersonScreen
from sapper.cli.play.watch import WatchScreen
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.replay import Replay
from sapper.game.rules import Rules


class PlayApp(App[None]):
    """`sapper play` on the screen."""

    TITLE = "Sapper"
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "quit", show=False, priority=True)]

    def __init__(self, first: GameScreen) -> None:
        super().__init__()
        self._first = first
        self.is_ending = False

    def on_mount(self) -> None:
        """Begin."""
        self.push_screen(self._first)

    async def action_quit(self) -> None:
        """End; keys that are still to come do nothing."""
        self.is_ending = True
        self.exit()


def open_person(
    rules: Rules,
    seed: int,
    save: Path | None = None,
    *,
    layout: Layout | None = None,
    first: int | None = None,
    no_guess: bool = False,
    guessing: str = "uniform",
) -> PlayApp:
    """Let a person play; a first cell that is given is revealed."""
    game = Game(rules, seed, layout=layout, guessing=guessing)
    if first is not None:
        game.reveal(first)
    return PlayApp(PersonScreen(game, save=save, no_guess=no_guess))


def open_agent(
    agent: Agent,
    rules: Rules,
    seed: int,
    *,
    agent_seed: int = 0,
    layout: Layout | None = None,
    speed: float | None = None,
    save: Path | None = None,
) -> PlayApp:
    """Watch an agent."""

    def tell(game_seed: int) -> Story:
        played = Playthrough(agent, rules, game_seed, agent_seed=agent_seed, layout=layout)
        return Story.of_agent(played)

    screen = WatchScreen(
        tell,
        seed,
        title=str(agent),
        agent=agent.id,
        agent_seed=agent_seed,
        renewable=layout is None,
        speed=speed,
        save=save,
    )
    return PlayApp(screen)


def open_replay(replay: Replay, *, speed: float | None = None, save: Path | None = None) -> PlayApp:
    """Watch a replay; an error if it does not play back to its end."""
    replay.game()
    screen = WatchScreen(
        lambda _: Story.of_replay(replay),
        replay.seed,
        title=f"replay of {replay.agent or 'a person'}",
        agent=replay.agent,
        agent_seed=replay.agent_seed,
        renewable=False,
        speed=speed,
        save=save,
    )
    return PlayApp(screen)
