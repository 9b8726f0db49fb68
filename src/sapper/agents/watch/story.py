"""
A game to be watched: steps forward and back, and who settled which cell.

The steps come from an agent that plays or from a replay, one at a time and only
when they are first asked for. A game of our own follows them, so that a step
back is an undo and a long game needs no copy of every position. Nothing here has
a colour: that is for those who show it. `game_text.py` puts a game into words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property

from sapper.agents.agent import Agent
from sapper.agents.protocols import Deduction, part_name
from sapper.agents.watch.guess_reason import ChanceReason, GuessReason
from sapper.agents.watch.playthrough import Playthrough
from sapper.arguments import explained
from sapper.game.game import Game
from sapper.game.moves import MOVE_KINDS, Move
from sapper.game.replay import Replay
from sapper.game.words import count


@dataclass(frozen=True)
class Actor:
    """Who settles cells: a part of an agent, or a kind of move."""

    role: str
    name: str


@dataclass(frozen=True)
class Step:
    """What one actor did: what it proved or chose, and the moves that were made for it."""

    actor: Actor
    cell: int | None
    moves: tuple[Move, ...]
    deductions: tuple[Deduction, ...] = ()
    window: tuple[int, ...] = ()  # what was seen, if not the whole grid
    assumed: int | None = None  # the cell that a search tried both values of
    reason: GuessReason | ChanceReason | None = None  # what a guess was chosen from

    @cached_property
    def cells(self) -> frozenset[int]:
        """The cells that were settled: chosen, or proven."""
        proven = {cell for d in self.deductions for cell in (*d.safe, *d.mines)}
        return frozenset(proven if self.cell is None else proven | {self.cell})

    @cached_property
    def clues(self) -> frozenset[int]:
        """The clues that the deductions came from."""
        return frozenset(clue for deduction in self.deductions for clue in deduction.clues)


STUCK = Actor("stuck", "")


@explained
class Story:
    """
    The steps of a game, as far as they are known, and the place that is shown.

    ``marks`` says who settled each settled cell, ``counts`` how many cells each
    actor settled.

    >>> from sapper.agents.registry import load_agent
    >>> from sapper.game import Rules
    >>> agent = load_agent("kvietinskas/single-point")
    >>> story = Story.of_agent(Playthrough(agent, Rules.parse("beginner"), 7))
    >>> story.forward(), story.step.actor.name
    (True, 'random_cell')
    >>> story.back(), story.step
    (True, None)
    """

    def __init__(self, game: Game, actors: list[Actor], source: Iterator[Step]) -> None:
        self.game = game
        self.actors = actors
        self.at = 0
        self.marks: dict[int, Actor] = {}
        self.counts: Counter[Actor] = Counter()
        self._source = source
        self._steps: list[Step] = []
        self._covered_marks: list[dict[int, Actor | None]] = []

    def __repr__(self) -> str:
        return f"<Story: after {count(self.at, 'step')}, {self.game.outcome}: {self.game.position}>"

    def __copy__(self) -> Story:
        return deepcopy(self)  # two stories cannot take their steps from one source

    @classmethod
    def of_agent(cls, playthrough: Playthrough) -> Story:
        """Watch an agent play."""
        actors = actors_of(playthrough.agent)
        given = playthrough.given_layout
        game = Game(playthrough.rules, playthrough.game_seed, layout=given)
        return cls(game, actors, _AgentSteps(playthrough, actors))

    @classmethod
    def of_replay(cls, replay: Replay) -> Story:
        """Watch a replay, a move a step; the moves must be legal."""
        actors: dict[str, Actor] = {kind: Actor("move", kind) for kind in MOVE_KINDS}
        kinds = {move.kind for move in replay.moves}
        shown = [actor for kind, actor in actors.items() if kind in kinds]
        return cls(replay.blank_game(), shown, _replay_steps(replay, actors))

    @property
    def step(self) -> Step | None:
        """The step that led to what is shown; None at the beginning."""
        return self._steps[self.at - 1] if self.at else None

    def forward(self) -> bool:
        """Go on by a step; False if the game has no more."""
        if self.at == len(self._steps):
            following = next(self._source, None)
            if following is None:
                return False
            self._steps.append(following)
        step = self._steps[self.at]
        self._play(step)
        self._mark(step)
        self.at += 1
        return True

    def back(self) -> bool:
        """Go back by a step; False at the beginning."""
        step = self.step
        if step is None:
            return False
        for _ in range(1 if step.actor == STUCK else len(step.moves)):
            self.game.undo()
        for cell, actor in self._covered_marks.pop().items():
            if actor is None:
                del self.marks[cell]
            else:
                self.marks[cell] = actor
        self.counts[step.actor] -= len(step.cells)
        self.at -= 1
        return True

    def _play(self, step: Step) -> None:
        if step.actor == STUCK:
            self.game.give_up()
        for move in step.moves:
            self.game.play(move)

    def _mark(self, step: Step) -> None:
        self._covered_marks.append({cell: self.marks.get(cell) for cell in step.cells})
        self.counts[step.actor] += len(step.cells)
        self.marks.update(dict.fromkeys(step.cells, step.actor))


def actors_of(agent: Agent) -> list[Actor]:
    """List an agent's parts: the opener, each deducer, the guesser."""
    actors = []
    if (opener := agent.opener or agent.guesser) is not None:
        actors.append(Actor("opener", part_name(opener)))
    actors += [Actor("deducer", name) for name in agent.deducer_names]
    if agent.guesser is not None:
        actors.append(Actor("guesser", part_name(agent.guesser)))
    return actors


# Iterators as classes, since a generator can neither be pickled nor copied.


class _AgentSteps(Iterator[Step]):
    def __init__(self, playthrough: Playthrough, actors: list[Actor]) -> None:
        self._playthrough = playthrough
        self._by_name = {(actor.role, actor.name): actor for actor in actors}

    def __next__(self) -> Step:
        turn = self._playthrough.next_turn()
        if turn is None:
            raise StopIteration
        actor = self._by_name.get((turn.role, turn.part), STUCK)
        return Step(
            actor, turn.cell, turn.moves, turn.deductions, turn.window, turn.assumed, turn.reason
        )


def _replay_steps(replay: Replay, actors: dict[str, Actor]) -> Iterator[Step]:
    steps = [Step(actors[move.kind], move.cell, (move,)) for move in replay.moves]
    if replay.outcome == "stuck":
        steps.append(Step(STUCK, None, ()))
    return iter(steps)
