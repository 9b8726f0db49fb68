"""
Calls of the plain functions behind the border, and of games, drivers and batches.

`objects.py` has the other objects. Whatever the native module binds must be called here or
there: `tests/test_core_fuzzed.py` looks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fuzz.advice import use_advice
from fuzz.inputs import Inputs, any_text, check_error, guess_first
from fuzz.objects import make_object_calls

POSITIONS = ("..1./..2./11../.... 3", ". 0", "F*?#x/01234/5678. 4", "..1\n..2\n11.\n3\n")
# Texts of another program, and bytes of layouts: columns, rows, mines (high byte first), the mines.
MINE_TEXTS = ("4x2x3\n01H8\nFM?H\n", "1x1x0\n0\n", "2x1x1\nHH\n")
LAYOUTS = ("\x03\x02\x00\x02\x00\x00\x02\x01", "\x01\x01\x00\x00", "\xff\xff\x00\x01\xfe\xfe")
# A recording of another program: a head, a board of 2x1 with a mine, properties, a click.
RECORDINGS = (
    "*rmv\x00\x02\x02\x01\x00\x00\x00\x00\x00\x00\x00\x02\x00\x0a\x00\x00\x00\x07\x00\x00\x00"
    "\x00\x00\x1c\x00\x00\x00\x00\x00\x00\x00\x00\x02\x01\x00\x01\x00\x00\x00\x00\x00\x03\x01"
    "\x00\x10\x02\x00\x00\x01\x01\x00\x14\x00\x05\x1c\x05\x12\x03\x00\x00\x09\x01\x00\x15\x00"
    "\x07\x13\x01\x00\x10\x00\x00\x09",
)


def picture(i: Inputs) -> tuple[bytes, Any, Any]:
    """Return a grid of bevelled cells with spoilt rows, or pixels of a wrong number."""
    width, height, side = (
        i.chance.randint(40, 90),
        i.chance.randint(40, 90),
        i.chance.randint(9, 16),
    )
    levels = [255, *[192] * (side - 2), 128]
    rows = []
    for y in range(height):
        one = [levels[x % side] if y % side else 255 for x in range(width)]
        if i.chance.random() < 0.1:
            one = [i.chance.randrange(256) for _ in one]
        rows.append(bytes(channel for level in one for channel in (level, level, level, 255)))
    data = b"".join(rows)
    return data if i.chance.random() < 0.95 else data[:-4], width, i.number(height, height)


def make_calls(i: Inputs) -> dict[str, Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]]:
    """Return, by name, what makes a function and its arguments."""
    core, few = i.core, i.number

    def states() -> Any:
        return few(1, 20_000)

    def trusted() -> tuple[Any, ...]:
        return (i.position(), i.flag(), i.flag(), states())

    def game() -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return play_game, (
            core,
            i.rules(),
            [(i.chance.choice(MOVES), few(0, 40)) for _ in range(9)],
        )

    def driver() -> tuple[Callable[..., Any], tuple[Any, ...]]:
        steps = [(i.chance.choice(STEPS), few(0, 40)) for _ in range(12)]
        return play_driver, (core, i.rules(), i.spec(), i.spec(), steps)

    def batch() -> tuple[Callable[..., Any], tuple[Any, ...]]:
        args = (core, i.rules(), i.spec(), i.seeds(), i.seed(), few(1, 9), few(0, 40))
        return play_batch, args

    calls: dict[str, Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]] = {
        "Rules": lambda: (core.Rules, (few(1, 9), few(1, 9), few(0, 9), core.FirstClick.safe,
                                       core.GameKind.normal)),
        "group_source": lambda: (core.group_source, ()),
        "most_mines": lambda: (i.rules().most_mines, (few(0, 40),)),
        "check_first": lambda: (i.rules().check_first, (few(0, 40),)),
        "Random": lambda: (lambda s, n: core.Random(core.Random(s).next()).below(n),
                           (i.seed(), few(1, 99))),
        "game_seed": lambda: (core.game_seed, (i.seed(), few(0, 99))),
        "game_seeds": lambda: (core.game_seeds, (i.seed(), few(0, 99), few(0, 99))),
        "agent_stream": lambda: (core.agent_stream, (i.seed(), i.seed())),
        "layout_mines": lambda: (core.layout_mines, (i.rules(), i.seed(), few(0, 40))),
        "lay_many": lambda: (core.lay_many, (i.rules(), i.seeds(), few(0, 40))),
        "Game": game,
        "Position": lambda: (use_position, (core, *i.position_fields())),
        "parse_position": lambda: (core.parse_position, (
            i.chance.choice([any_text(i), i.spoilt(POSITIONS)]),)),
        "parse_mine_text": lambda: (core.parse_mine_text, (i.spoilt(MINE_TEXTS),)),
        "format_position": lambda: (core.format_position, (i.position(),)),
        "format_mine_text": lambda: (core.format_mine_text, (i.position(),)),
        "read_pixels": lambda: (core.read_pixels, picture(i)),
        "parse_rmv": lambda: (core.parse_rmv, (i.spoilt(RECORDINGS).encode("latin-1"),)),
        "play_mouse": lambda: (core.play_mouse, (
            few(4, 9), few(4, 7), [few(0, 9), few(9, 15)], 2,
            [(few(0, 2), few(0, 2), i.chance.choice([None, few(0, 15, wild=0)]), few(0, 99))
             for _ in range(9)])),
        "parse_mbf": lambda: (core.parse_mbf, (i.spoilt(LAYOUTS).encode("latin-1"),)),
        "format_mbf": lambda: (core.format_mbf, (few(0, 9), few(0, 9), i.cells())),
        "find_problems": lambda: (core.find_problems, (i.position(),)),
        "PartSpec": lambda: (core.PartSpec, ("x", {"a": few(0, 9), "b": i.seed(), "c": "x"})),
        "play": lambda: (core.play, (i.rules(), i.spec(), i.seeds(), i.seed(), i.flag(),
                                     few(1, 9), i.chance.choice([None, guess_first, 7]))),
        "play_turns": lambda: (core.play_turns, (i.rules(), i.spec(), i.seeds(), i.seed(), i.flag(),
                                                 few(1, 9), i.chance.choice([None, guess_first]))),
        "Driver": driver,
        "Batch": batch,
        "analyse": lambda: (core.analyse, trusted()),
        "analyse_texts": lambda: (core.analyse_texts, (
            [i.chance.choice([any_text(i), i.spoilt(POSITIONS), POSITIONS[0]]) for _ in range(3)],
            i.flag(), i.flag(), i.flag(), i.flag(), states())),
        "clue_chances": lambda: (lambda cell, *about: core.analyse(*about).clue_chances(cell),
                                 (few(0, 40), *trusted())),
        "exact_census": lambda: (lambda *about: core.analyse(*about).exact_census(), trusted()),
        "sample": lambda: (lambda n, seed, *about: core.analyse(*about).sample(n, seed),
                           (few(0, 3), i.seed(), *trusted())),
        "find_hint": lambda: (lambda near, position, *rest: core.find_hint(position, near, *rest),
                              (i.chance.choice([None, few(0, 40)]), *trusted())),
        "judge": lambda: (core.judge, (
            i.position(), i.chance.choice(["reveal", "chord", "flag", "x"]), few(0, 40), i.flag(),
            i.flag(), i.chance.choice([None, few(0, 40)]))),
        "sum_up": lambda: (use_advice, (core, i.position(), i.chance.choice(["reveal", "chord"]),
                                        few(0, 40), i.chance.choice([None, few(0, 40)]))),
        "deduce_like_human": lambda: (core.deduce_like_human, (i.position(), i.flag(),
                                                               i.chance.choice([None, few(0, 5)]))),
        "list_solutions": lambda: (core.list_solutions, (
            i.position(), i.chance.choice(["backtracking", "dsscsp", "x"]),
            i.chance.choice(["complete", "none", "x"]), few(1, 500),
            few(0, 9), few(0, 9), i.chance.choice([0.0, 0.01, -1.0, float("nan"), 1e300]),
            i.seed(), i.flag(), i.flag())),
        "deduce_position": lambda: (core.deduce_position, (
            i.part("deducers"), i.position())),
        "find_boards": lambda: (find_boards, (core, i.rules(), [few(0, 9) for _ in range(10)],
                                              i.seed(), few(0, 99), min_attempts(i))),
    }  # fmt: skip
    return calls | make_object_calls(i, check_error)


MOVES = ["start", "reveal", "flag", "unflag", "chord", "undo", "give_up", "start_on", "copy",
         "cells", "set_cascade", "answer_guess", "answer_guess"]  # fmt: skip
STEPS = ["start", "start_on", "turn", "turn", "turn", "answer", "question", "proofs", "moves",
         "columns", "name_clues", "look"]  # fmt: skip


def use_position(core: Any, *fields: Any) -> None:
    """Make a position, read it, and make the same again."""
    position = core.Position(*fields)
    read = (position.columns, position.rows, position.num_mines, position.cells)
    kind, args = position.__reduce__()
    again = kind(*args)
    assert read == tuple(args)
    assert again == position != read
    assert hash(again) == hash(position)
    assert repr(again) == repr(position)


def play_game(core: Any, rules: Any, moves: list[tuple[str, Any]]) -> None:
    """Make moves on one game, whatever they raise."""
    game = core.Game(rules)
    for name, value in moves:
        try:
            if name in ("undo", "give_up", "copy", "cells"):
                getattr(game, name)()
            elif name == "start_on":
                game.start_on([value, 1])
            elif name == "answer_guess":
                game.answer_guess(core.Guessing.fair, value % 2 == 1, value)
            else:
                getattr(game, name)(value)
            game.mines()
            _ = (game.cells_revealed, game.first_cell, game.has_layout, game.mines_flagged,
                 game.mines_hit, game.num_flags, game.num_moves, game.outcome)  # fmt: skip
        except Exception as error:
            check_error(error)


def play_driver(core: Any, rules: Any, spec: Any, other: Any, steps: list[tuple[str, Any]]) -> None:
    """Call a driver's methods in any order."""
    driver = core.Driver(rules, spec)
    for name, value in steps:
        try:
            if name == "start":
                driver.start(value, 1)
            elif name == "start_on":
                driver.start_on([value], 1, 1)
            elif name == "answer":
                driver.answer(value, False, 0)
            elif name == "moves":
                driver.moves(value)
            elif name == "columns":
                driver.columns(other)
            elif name == "look":
                driver.game.cells()
                _ = (driver.last_window, driver.last_cell, driver.last_part, driver.num_windows)
                _ = (driver.last_assumed, driver.reasons, driver.chances)
            else:
                getattr(driver, name)()
        except Exception as error:
            check_error(error)


def play_batch(
    core: Any, rules: Any, spec: Any, seeds: Any, seed: Any, width: Any, cell: Any
) -> None:
    """Ask a batch and answer it."""
    import numpy as np

    batch = core.Batch(rules, spec, seeds, seed, True, width)
    for _ in range(20):
        asked = batch.questions()
        if asked is None:
            break
        cells = np.array([allowed.reshape(-1).argmax() for allowed in asked[2]], np.int64)
        if type(cell) is int and abs(cell) < 2**62 and cell % 7 == 0:
            cells += cell
        _ = batch.num_over
        batch.answer(cells, np.zeros(len(cells), np.uint8), 0)
    batch.columns()


def find_boards(
    core: Any, rules: Any, values: list[Any], seed: Any, first: Any, attempts: Any
) -> None:
    options = core.BoardOptions()
    names = ["first", "hardest", "at_least", "least_three_bv", "most_three_bv", "least_openings",
             "most_openings", "guesses", "least_risk", "most_risk"]  # fmt: skip
    if values[0] != 3:
        options.rules = rules
    for name, value in zip(names, values, strict=True):
        if value not in (4, 5, 6):
            setattr(options, name, value)
    core.find_boards(options, seed, first, attempts)


def min_attempts(i: Inputs) -> Any:
    """Few attempts: any number is a fair wish, only a long one."""
    value = i.number(0, 5)
    return value if not (type(value) is int and value > 1000) else 3
