"""
Make a set of the benchmark from a seed: the frozen one, or a fresh one of yours.

Positions are those that players meet who always take the easiest proof (`sapper.hint`),
each from a game of its own; boards are uniform over those of their grade (`sapper.boards`),
small games are plain seeds. No position or layout occurs twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from typing import Any, Final

from sapper import _core
from sapper.advice import Technique
from sapper.agents.run.play import game_seeds
from sapper.boards import Need, generate
from sapper.boards.board import Board
from sapper.errors import SapperError
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.llm.bench.items import Item
from sapper.llm.tasks import make_task
from sapper.logic import find_optimum

PUBLIC_SEED: Final = 1
# Grids whose games are walked through for positions, in turn.
_POSITION_GRIDS: Final = ("6x6x7", "8x8x10", "9x9x12", "12x10x24")
_BOARD_GRIDS: Final = ("4x4x3", "6x6x7", "8x8x10", "12x12x24", "16x16x40")
_SMALL_GRIDS: Final = (
    "3x3x2", "4x3x3", "4x4x2", "4x4x3", "4x4x4", "4x4x5", "5x4x4", "5x5x3", "5x5x4", "5x5x5",
)  # fmt: skip
_GUESS_GRIDS: Final = {"few layouts": ("4x4x5", "5x4x5", "5x5x6"), "many layouts": ("8x8x13",)}
_A_TECHNIQUE: Final = 40
_A_GRADE_AND_SIZE: Final = 4
_A_KIND_OF_GUESS: Final = 50
_A_SMALL_GRID: Final = 20
_A_REASON: Final = 20
_STREAM: Final = {"proofs": 1, "games": 2, "guesses": 3, "small games": 4, "reasons": 5}

OnProgress = Callable[[int], None]


def make_items(seed: int = PUBLIC_SEED, progress: OnProgress | None = None) -> list[Item]:
    """
    Make all items of a seed, the same on every machine.

    Every track draws from its own stream, so that a track is the same whatever the others
    hold. ``progress`` is called with the number of items made so far.
    """
    check_seed(seed)
    items: list[Item] = []
    for track, make in _MAKERS.items():
        stream = _core.agent_stream(_STREAM[track], seed) >> 1
        for number, (group, data) in enumerate(make(stream)):
            items.append(Item(f"{track.replace(' ', '-')}-{number + 1:03}", track, group, data))
            if progress is not None:
                progress(len(items))
    return items


def _positions(kind: str, stream: int, technique: str, wanted: int, grids: Any) -> Iterator[str]:
    """Yield different positions of a technique, the grids in turn."""
    seen: set[str] = set()
    place = list(Technique).index(Technique(technique)) if technique != "guess" else 9
    for number in count():
        if len(seen) == wanted:
            return
        task_seed = _core.game_seed(stream, place * 1_000_000 + number) >> 1
        text = str(
            make_task(kind, task_seed, grids[number % len(grids)], technique=technique).position
        )
        if text not in seen:
            seen.add(text)
            yield text


def _make_proofs(stream: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for technique in Technique:
        for text in _positions("proofs", stream, technique, _A_TECHNIQUE, _POSITION_GRIDS):
            yield str(technique), {"position": text}


def _make_reasons(stream: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for technique in Technique:
        for text in _positions("reason", stream, technique, _A_REASON, _POSITION_GRIDS):
            yield str(technique), {"position": text}


def _make_guesses(stream: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for place, (group, grids) in enumerate(_GUESS_GRIDS.items()):
        own = _core.agent_stream(place, stream) >> 1
        for text in _positions("move", own, "guess", _A_KIND_OF_GUESS, grids):
            yield group, {"position": text}


def _make_games(stream: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for technique in Technique:
        for place, on in enumerate(_BOARD_GRIDS):
            own = _core.agent_stream(10 * technique.rank + place, stream) >> 1
            for board in _boards(on, technique, own):
                yield f"{technique}, {board.rules.columns}x{board.rules.rows}", _board_data(board)


def _boards(on: str, technique: Technique, seed: int) -> list[Board]:
    """Return boards whose hardest step is of a technique; none where a grid is too small."""
    rules = Rules.parse(on, first_click="zero")
    need = Need(hardest=technique, at_least=technique)
    try:
        return generate(rules, _A_GRADE_AND_SIZE, seed, need=need, workers=1)
    except SapperError:
        return []


def _board_data(board: Board) -> dict[str, Any]:
    rules = board.rules
    return {
        "on": rules.size,
        "first_click": rules.first_click,
        "layout": str(board.layout),
        "first": f"r{board.first // rules.columns + 1}c{board.first % rules.columns + 1}",
        "seed": board.seed,
    }


def _make_small(stream: int) -> Iterator[tuple[str, dict[str, Any]]]:
    for place, on in enumerate(_SMALL_GRIDS):
        optimum = find_optimum(Rules.parse(on)).value
        seeds = game_seeds(_core.agent_stream(place, stream) >> 1, 0, _A_SMALL_GRID)
        for seed in seeds.tolist():
            yield (
                on,
                {
                    "on": on,
                    "first_click": "safe",
                    "seed": seed >> 1,
                    "optimum": f"{optimum.numerator}/{optimum.denominator}",
                },
            )


_MAKERS: Final = {
    "proofs": _make_proofs,
    "games": _make_games,
    "guesses": _make_guesses,
    "small games": _make_small,
    "reasons": _make_reasons,
}
