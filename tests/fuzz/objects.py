"""
Calls of the objects behind the border: methods in any order, arrays of any type, and parts
that raise. `border.py` makes them together with those of the plain functions.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any

Maker = Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]
KINDS = ("uint8", "int64", "uint64", "float64", "float32")


def make_object_calls(  # noqa: PLR0915 - one small function for each object
    i: Any, check_error: Callable[[Exception], None]
) -> dict[str, Maker]:
    """Return, by name, what makes a call of an object and its arguments."""
    core, few, chance = i.core, i.number, i.chance

    def tried(*steps: Callable[[], Any]) -> None:
        for step in steps:
            try:
                step()
            except Exception as error:
                check_error(error)

    def limits() -> dict[str, Any]:
        # More work than anybody waits for is a fair wish; it is no input to try.
        found = {name: few(0, 60) for name in search_limits() if chance.random() < 0.99}
        if "playouts" in found:
            found |= {"playouts": few(0, 4, wild=0), "candidates": few(0, 4, wild=0)}
        return {name: 3 if type(one) is int and one > 1000 else one for name, one in found.items()}

    def findings() -> None:
        position = i.position()
        found = core.analyse(position, i.flag(), i.flag(), 20_000)
        for _ in range(6):
            one = chance.choice(("assume", "clue_chances", "list_layouts", "advice", "rest"))
            if one == "assume":
                tried(lambda: found.assume(few(0, 40), few(0, 11), few(0, 12)))
            elif one == "clue_chances":
                tried(lambda: found.clue_chances(few(0, 40)))
            elif one == "list_layouts":
                tried(lambda: found.list_layouts(few(0, 300, wild=0.05)))
            elif one == "advice":
                tried(
                    lambda: found.find_reasons(position, chance.choice([None, i.cells()]), []),
                    lambda: found.find_reasons(position, None, i.cells()),
                    lambda: found.find_hint(position, few(0, 40), i.cells()),
                    lambda: found.weigh(few(0, 40)),
                )
            else:
                tried(found.clue_table, found.exact_census, lambda: (found.living, found.key),
                      lambda: (found.safe, found.mines, found.risk.sum(), found.log_placements),
                      )  # fmt: skip

    def constraints() -> None:
        given = core.ConstraintSystem(few(1, 12), chance.choice((None, few(0, 12))))
        for _ in range(chance.randint(0, 6)):
            tried(lambda: given.add(i.cells(), few(0, 3), few(0, 5)))
        found = core.ConstraintSystem(given).solve(20_000)
        tried(found.exact_census, lambda: found.sample(few(0, 3), i.seed()),
              lambda: found.reasons(i.cells()), lambda: found.reasons([*found.safe, *found.mines]),
              lambda: (found.risk.sum(), found.log_placements, found.system.num_cells),
              )  # fmt: skip

    def advisor() -> None:
        asked = core.Advisor(i.rules(), i.spec())
        for _ in range(3):
            tried(lambda: asked.advise(i.position(), i.seed()))

    def lanes() -> None:
        rules, count = i.rules(5, 4), chance.randint(1, 3)
        options = core.VectorOptions(
            i.flag(), i.flag(), i.flag(), i.flag(), core.RewardKind(chance.randrange(5)),
            core.Oracle(chance.randrange(3)), core.Autoreset(chance.randrange(3)), few(0, 1),
            few(0, 9), few(0, 9), [1, 2] if i.flag() else [],
        )  # fmt: skip
        arrays = make_arrays(i, count)
        games = core.VectorGames(rules, options, few(count, count), arrays)
        if chance.random() < 0.2:
            arrays.clear()
        for _ in range(12):
            tried(*chance.choice((
                [lambda: games.seed(few(0, 2), i.seed())],
                [lambda: games.reset(few(0, 2)), lambda: games.is_untouched(few(0, 2))],
                [lambda: games.reset_to(few(0, 2), i.seed())],
                [lambda: games.reset_on(few(0, 2), i.cells())],
                [lambda: games.lay(few(0, 2), i.cells()), games.restart_ended],
                [lambda: games.set_state(few(0, 2), games.state(few(0, 2)))],
                [lambda: games.set_state(few(0, 2), make_state(core, i))],
                [lambda: games.step(make_array(i, (count,), "int64"), few(0, 1), few(1, 3))],
                [lambda: games.sample(make_array(i, (count,), "uint64"),
                                      make_array(i, (count,), "int64"))],
            )))  # fmt: skip

    def groups() -> None:
        rules, count = i.rules(5, 4), chance.randint(1, 3)
        options = core.VectorOptions(
            i.flag(), i.flag(), i.flag(), False, core.RewardKind(chance.randrange(5)),
            core.Oracle.off, core.Autoreset(chance.randrange(3)), few(0, 1), few(0, 9), few(0, 9),
            [1, 2] if i.flag() else [],
        )  # fmt: skip
        games = core.GroupsOnProcessor(rules, options, count, make_group_arrays(i, count))
        steps, seed = few(0, 9, wild=0), i.seed()

        def row(kind: str) -> Any:
            return make_array(i, (count,), kind)

        for _ in range(12):
            tried(*chance.choice((
                [lambda: games.seed(row("uint64"), row("uint8"))],
                [lambda: games.reset(row("uint8"))],
                [lambda: games.step(row("int64"))],
                [lambda: games.sample(row("uint64"), seed, steps, row("int64"))],
                [lambda: games.sample(None, seed, steps, row("int64"))],
                [lambda: games.play(steps, None, seed, steps)],
                [lambda: games.play(steps, make_array(i, (20,), "float32"), seed, steps)],
            )))  # fmt: skip

    def models() -> None:
        size = chance.randint(1, 6)
        kinds = ("float32", "uint32", "uint32")
        parts = [make_array(i, (size,), kind) for kind in kinds]
        made: list[Any] = [None]
        tried(lambda: made.append(core.TreeModel(*parts, make_array(i, (1,), "uint32"), 0.5,
                                                 few(9, 9))))  # fmt: skip
        model = made[-1] or grow_tree(core)
        shape = (few(0, 2, wild=0), few(0, 4, wild=0), few(0, 4, wild=0))
        rows = core.RowOptions(
            chance.choice(("features", "sub_states")), i.part("guessers", "solution_share"),
            chance.choice(("printed", "zero")), few(0, 1), i.flag(), i.flag(),
        )  # fmt: skip
        cells, allowed = make_array(i, shape, "uint8"), make_array(i, shape, "uint8")
        if hasattr(cells, "shape") and chance.random() < 0.8:
            cells %= 12
        words = make_array(i, shape[:1], "uint64")
        player = i.part("guessers", "solution_share")
        tried(lambda: model.predict(make_array(i, (2, 9), "float32")),
              lambda: core.sinha_rows(rows, few(0, 9), cells, allowed, words),
              lambda: core.sinha_guesses(model, rows, few(0, 9), cells, allowed, words),
              lambda: core.sinha_harvest(i.rules(), i.seeds(), i.seed(), rows, player,
                                         chance.choice((None, None, model, 7))),
        )  # fmt: skip

    def net() -> None:
        inner = chance.randint(0, 3)
        ends = make_array(i, (2, inner), "float32")
        layers = [(ends, make_array(i, (inner,), "float32"), "relu"),
                  (make_array(i, (inner, 1), "float32"), make_array(i, (1,), "float32"),
                   "linear")]  # fmt: skip
        means = make_array(i, (2,), "float32")
        core.NetModel(layers, means, means).predict(make_array(i, (3, 2), "float32"))

    def patterns() -> None:
        count = chance.randint(0, 5)
        columns = [
            make_array(i, (count,), kind) for kind in ("uint64", "uint8", "uint16", "uint16")
        ]
        tried(lambda: core.PatternTable(*columns).find(i.seed()))
        games = core.PatternGames(few(0, 3))
        tried(lambda: games.play(few(0, 70_000), few(0, 2), 1, i.seed()),
              lambda: games.follow(few(0, 70_000), 1), lambda: games.records(few(0, 3)),
              lambda: games.proof(i.seed()),
              lambda: (games.num_configurations, games.num_records))  # fmt: skip

    def failing_parts() -> None:
        def make(*_: Any) -> Any:
            if chance.random() < 0.3:
                raise ValueError("no part")
            return lambda cells, changed, window: chance.choice(
                [[], [(few(0, 40), False, [few(0, 40)])], 7]
            )

        spec = core.AgentSpec(None, [make], ["d"], i.part("guessers", "random"), False, i.flag())
        driver = core.Driver(i.rules(), spec)
        for _ in range(8):
            tried(lambda: driver.start(i.seed(), 1), driver.turn, driver.turn,
                  lambda: driver.start_on(i.cells(), 1, 1), driver.turn)  # fmt: skip
        batch = core.Batch(i.rules(), spec, i.seeds(), 1, True, few(1, 3))
        tried(batch.questions, batch.questions, batch.columns)

    def shape() -> tuple[int, ...]:
        return tuple(chance.choice((0, 1, 2, 3, 5, 2**31, 2**33)) for _ in range(3))

    def grids() -> None:
        import numpy as np

        found = shape()
        wide = 0 in found and max(found) > 5
        small = tuple(min(n, 5) for n in found)
        cells = np.zeros(found, np.uint8) if wide else make_array(i, small, "uint8")
        core.measure_boards(cells, i.flag())

    def board_options() -> None:
        options = core.BoardOptions()
        options.symmetry = few(0, 4)
        options.perturb = i.flag()

    def grade(rules: Any, cells: Any, first: Any) -> None:
        laid = core.layout_mines(rules, i.seed(), first)
        core.grade_layout(rules, laid if chance.random() < 0.8 else cells, first)

    def check_certificate(layout: str, first: Any) -> None:
        cells = ["r1c1", "r1c3", "r2c2", "r3c1", "r9c9", "", 7]
        names = [name for name, _, _ in core.ladder()] + ["guess"]
        values = [[], None, 0.5, "safe", "mines", *names, cells, cells[:2], [cells[:3]]]
        keys = ["technique", "are", "cells", "clues", "swaps", "risk", 3]
        steps = [
            {key: chance.choice(values) for key in keys[: chance.randrange(1, 8)]},
            {"technique": chance.choice(names), "are": chance.choice(["safe", "mines"]),
             "cells": chance.sample(cells[:4], 2), "clues": chance.sample(cells[:4], 2),
             "swaps": [chance.sample(cells[:4], 2)]},
            chance.choice(values),
        ]  # fmt: skip
        chance.shuffle(steps)
        core.check_certificate(layout, first, steps, names[: chance.randrange(8)])

    layouts = ["--*/---/*--", "-*", "", "--/-", "/", "---/---/--*", "-\ud800"]
    firsts = ["r1c1", "r3c2", "r0c0", "r9", 5, None]
    search = {
        "check_certificate": lambda: (check_certificate, (chance.choice(layouts),
                                                          chance.choice(firsts))),
        "seed_gives": lambda: (core.seed_gives, (chance.choice(layouts), chance.choice(firsts),
                                                 few(0, 3), i.seed())),
        "position_value": lambda: (core.position_value, (i.position(), i.flag(), few(0, 200),
                                                         few(0, 3000, wild=0), i.flag())),
        "move_value": lambda: (core.move_value, (i.position(), i.flag(), few(0, 200),
                                                 few(0, 3000, wild=0), i.cells())),
        "optimum": lambda: (core.optimum, (i.rules(3, 3), few(0, 300), few(0, 3000, wild=0))),
        "search_guess": lambda: (core.search_guess, (i.position(), limits())),
        "paired_playouts": lambda: (core.paired_playouts, (i.position(), few(-1, 9), few(-1, 9),
                                                           limits(), few(0, 3, wild=0), i.seed())),
        "native_parts": lambda: (core.native_parts, ()),
        "game_columns": lambda: (core.game_columns, ()),
        "grade_layout": lambda: (grade, (i.rules(), i.cells(), few(0, 9))),
    }  # fmt: skip
    objects = (findings, constraints, advisor, lanes, groups, models, net, patterns, failing_parts,
               grids, board_options)  # fmt: skip
    calls: dict[str, Maker] = dict(search)
    for one in objects:
        calls[one.__name__] = lambda one=one: (one, ())  # type: ignore[misc]  # bound at once
    return calls


@cache
def search_limits() -> list[str]:
    """Return the names of the limits and weights of guessers by search."""
    from sapper.agents.guessers import Improved

    return [field.name for field in dataclasses.fields(Improved)]


def grow_tree(core: Any) -> Any:
    """Return a model that there can be: one leaf."""
    import numpy as np

    numbers = [np.zeros(1, np.uint32)] * 3
    return core.TreeModel(np.zeros(1, np.float32), *numbers, 0.5, 9)


def make_array(i: Any, shape: tuple[int, ...], kind: str) -> Any:
    """Return an array of small numbers, now and then of another type, size or with gaps."""
    import numpy as np

    odd = i.chance.random()
    if odd < 0.03:
        kind = i.chance.choice(KINDS)
    elif odd < 0.05:
        shape = (*shape[:-1], shape[-1] + 1)
    elif odd < 0.06:
        return i.chance.choice([None, 7, [1, 2], "x"])
    size = int(np.prod(shape))
    whole = [i.chance.choice((0, 0, 1, 2, 3, 9, 9, 10, 11, 200)) for _ in range(size)]
    array = np.array(whole, np.dtype(kind)).reshape(shape)
    return np.repeat(array, 2, axis=-1)[..., ::2] if i.chance.random() < 0.02 else array


def make_state(core: Any, i: Any) -> Any:
    """Return a lane's state with whatever a file from elsewhere may say."""
    few = i.chance.randint
    state = core.LaneState.__new__(core.LaneState)
    actions = [few(-1, 41) for _ in range(few(0, 6))]
    state.__setstate__((few(0, 9), few(0, 9), few(0, 9), few(-1, 9), i.flag(), i.flag(),
                        [few(0, 21) for _ in range(few(0, 5))], actions))  # fmt: skip
    return state


def make_group_arrays(i: Any, count: int) -> dict[str, Any]:
    """Return the arrays of games in groups, whatever stands in them."""
    kinds = {
        "records": ((count, 10), "uint64"), "bits": ((count, 48), "uint32"),
        "drawn": ((count * 16 + 1,), "uint32"), "spare": ((count * 16, 9), "uint16"),
        "seeds": ((2,), "uint64"), "rewards": ((count,), "float32"),
        "allowed": ((count, i.chance.choice((20, 40))), "uint8"),
    }  # fmt: skip
    arrays = make_arrays(i, count)
    return arrays | {name: make_array(i, shape, kind) for name, (shape, kind) in kinds.items()}


def make_arrays(i: Any, lanes: int) -> dict[str, Any]:
    """Return the arrays of vector games, nearly always those that are wanted."""
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(("cells", "risk", "allowed"), (lanes, 20))
    names = ("is_over", "is_cut", "is_illegal", "is_guess", "could_be_proven", "outcomes",
             "rewards", "taken_risk", "game_seeds", "num_mines", "safe_left")  # fmt: skip
    shapes |= dict.fromkeys(names, (lanes,))
    kinds = {"risk": "float32", "rewards": "float64", "taken_risk": "float64",
             "game_seeds": "uint64", "num_mines": "int64", "safe_left": "int64",
             "outcomes": "int64"}  # fmt: skip
    if i.chance.random() < 0.5:
        shapes["allowed"] = (lanes, 40)
    return {
        name: make_array(i, shape, kinds.get(name, "uint8"))
        for name, shape in shapes.items()
        if i.chance.random() < 0.998
    }
