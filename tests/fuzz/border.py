"""
Fuzz the bound functions themselves: every size that crosses the border, extremes included.

`python tests/fuzz/border.py --seconds 60` calls the functions of `sapper._core` with
random arguments: sensible ones, and now and then numbers around 0, 2^31, 2^32, 2^61 and
2^64, floats, booleans and lists that do not fit. A call may return or raise an ordinary
error; it may not end the process, hang, or raise what the house does not raise. The
calls are made in a child process; when it ends, the parent reports the last call and goes
on. `--core FILE` takes another build of the module, one with sanitizers for example.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib.util
import mmap
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from fuzz.objects import make_object_calls

# A call that takes more processor time than this has no bound; one that waits, hangs.
MOST_SECONDS = 20
MOST_WAITING = 600
MOST_BYTES = 6 << 30
_SHOWN = 2000
EXTREMES: list[Any] = [
    0, 1, -1, 2, 7, 8, 9, 10, 255, 256, 65535, 65536, 99_999_999, 100_000_000, 2**31 - 1, 2**31,
    -(2**31), 2**32 - 1, 2**32, 2**40, 2**61, 2**62, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**64,
    10**30, 1.7, float("nan"), float("inf"), True, None, "x", [], b"",
]  # fmt: skip


def load_core(path: str | None) -> Any:
    """Load the native module, or another build of it."""
    if path is not None:
        spec = importlib.util.spec_from_file_location("sapper._core", path)
        if spec is None or spec.loader is None:
            raise SystemExit(f"cannot load {path}")
        module = importlib.util.module_from_spec(spec)
        sys.modules["sapper._core"] = module
        spec.loader.exec_module(module)
    from sapper import _core

    return _core


class Inputs:
    """Random arguments, mostly sensible."""

    def __init__(self, core: Any, chance: random.Random) -> None:
        self.core, self.chance = core, chance

    def number(self, low: int, high: int, *, wild: float = 0.12) -> Any:
        if self.chance.random() < wild:
            return self.chance.choice(EXTREMES)
        return self.chance.randint(low, high)

    def flag(self) -> Any:
        return self.chance.random() < 0.5 if self.chance.random() < 0.98 else self.number(0, 1)

    def grid(self) -> tuple[Any, Any, int]:
        columns, rows = self.chance.randint(1, 9), self.chance.randint(1, 7)
        cells = columns * rows
        if self.chance.random() < 0.01:
            return self.number(1, 9, wild=0.5), self.number(1, 9, wild=0.5), cells
        return columns, rows, cells

    def position(self) -> tuple[Any, Any, Any, Any]:
        columns, rows, cells = self.grid()
        kind = self.chance.random()
        if kind < 0.5:
            codes = self._played(columns, rows)
        elif kind < 0.8:
            codes = bytes(
                self.chance.choices(range(12), [3, 3, 2, 1, 1, 1, 1, 1, 1, 12, 2, 1], k=cells)
            )
        else:
            codes = bytes(self.chance.choices(range(256), k=self.number(0, 40, wild=0) or cells))
        return columns, rows, self.number(0, cells), codes

    def _played(self, columns: Any, rows: Any) -> bytes:
        """Return what is seen after some reveals of a real game."""
        try:
            rules = self.rules(columns, rows)
            game = self.core.Game(rules)
            game.start(self.chance.randrange(2**60))
            for _ in range(self.chance.randint(0, 4)):
                game.reveal(self.chance.randrange(max(columns * rows, 1)))
            return bytes(game.cells())
        except Exception:
            return bytes([9] * 4)

    def rules(self, columns: Any = None, rows: Any = None) -> Any:
        if columns is None:
            columns, rows, _ = self.grid()
        core = self.core
        most = max(1, int(columns) * int(rows) // 4) if _is_small(columns, rows) else 10
        return core.Rules(
            columns,
            rows,
            self.number(0, most, wild=0.05),
            self.chance.choice([core.FirstClick.any, core.FirstClick.safe, core.FirstClick.zero]),
            self.chance.choice([core.GameKind.normal, core.GameKind.score]),
        )

    def seed(self) -> Any:
        return self.number(0, 2**63 - 1)

    def seeds(self) -> Any:
        import numpy as np

        if self.chance.random() < 0.1:
            return self.chance.choice([[1, 2], np.zeros((2, 2), np.uint64), np.zeros(3), None])
        count = self.chance.choice([0, 1, 2, 5])
        return np.array([self.chance.randrange(2**63) for _ in range(count)], np.uint64)

    def cells(self) -> Any:
        if self.chance.random() < 0.05:
            return self.chance.choice(EXTREMES)
        return [self.number(0, 40) for _ in range(self.chance.randint(0, 6))]

    def options(self) -> dict[str, Any]:
        """Return options that parts have, right or wrong."""
        values: dict[str, list[Any]] = {
            "column": [0, 1, 3], "row": [0, 1, 3], "mine_count": [0, 1], "steps": [-1, 0, 1, 5],
            "last_mine_only": [0, 1], "partition": ["component", "connected", "pairs"],
            "method": ["backtracking", "dsscsp"], "per": ["component", "all"],
            "max_nodes": [0, 1, 1000], "radius": [0, 1, 2], "weights": ["equal", "mines"],
            "crap_shoots_first": [0, 1], "ties": ["random", "first"], "slack": [0.0, 0.1],
            "by_distance": [0, 1], "alpha": [0.5], "score": ["plain"],
        }  # fmt: skip
        return {
            name: self.chance.choice(known) if self.chance.random() < 0.9 else self.number(0, 9)
            for name, known in values.items()
            if self.chance.random() < 0.97
        }

    def part(self, names: list[str]) -> Any:
        name = self.chance.choice(names) if self.chance.random() < 0.97 else "nothing"
        return self.core.PartSpec(name, self.options())

    def spec(self) -> Any:
        names = ["single_point", "double_set", "exact", "subset_reduction", "human_like",
                 "linear_algebra", "cellular_automaton", "coupled_search", "naive_single_point",
                 "queued_single_point", "solution_proofs", "zone_search"]  # fmt: skip
        deducers = [self.part(names) for _ in range(self.chance.randint(0, 2))]
        called = [f"d{n}" for n in range(len(deducers) + (self.chance.random() < 0.05))]
        opener = self.part(["fixed", "random", "corner", "edge", "interior"])
        guesser = self.part(
            [
                "random",
                "least_risk",
                "corner_edge_interior",
                "placement_share",
                "zone_share",
                "least_score",
                "solution_share",
            ]
        )
        return self.core.AgentSpec(
            opener if self.chance.random() < 0.7 else None,
            deducers,
            called,
            guesser if self.chance.random() < 0.8 else None,
            self.flag(),
            self.flag(),
        )


def _is_small(columns: Any, rows: Any) -> bool:
    return type(columns) is int and type(rows) is int and 0 < columns < 100 and 0 < rows < 100


def make_calls(i: Inputs) -> dict[str, Callable[[], tuple[Callable[..., Any], tuple[Any, ...]]]]:
    """Return, by name, what makes a function and its arguments."""
    core, few = i.core, i.number

    def states() -> Any:
        return few(1, 20_000)

    def trusted() -> tuple[Any, ...]:
        return (*i.position(), i.flag(), i.flag(), states())

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
        "most_mines": lambda: (i.rules().most_mines, (few(0, 40),)),
        "check_first": lambda: (i.rules().check_first, (few(0, 40),)),
        "Random": lambda: (lambda s, n: core.Random(s).below(n), (i.seed(), few(1, 99))),
        "game_seed": lambda: (core.game_seed, (i.seed(), few(0, 99))),
        "game_seeds": lambda: (core.game_seeds, (i.seed(), few(0, 99), few(0, 99))),
        "agent_stream": lambda: (core.agent_stream, (i.seed(), i.seed())),
        "layout_mines": lambda: (core.layout_mines, (i.rules(), i.seed(), few(0, 40))),
        "lay_many": lambda: (core.lay_many, (i.rules(), i.seeds(), few(0, 40))),
        "Game": game,
        "parse_position": lambda: (core.parse_position, (_text(i),)),
        "parse_mine_text": lambda: (core.parse_mine_text, (_text(i),)),
        "format_position": lambda: (core.format_position, i.position()),
        "format_mine_text": lambda: (core.format_mine_text, i.position()),
        "parse_mbf": lambda: (core.parse_mbf, (i.chance.randbytes(i.chance.randint(0, 12)),)),
        "format_mbf": lambda: (core.format_mbf, (few(0, 9), few(0, 9), i.cells())),
        "find_problems": lambda: (core.find_problems, i.position()),
        "PartSpec": lambda: (core.PartSpec, ("x", i.options())),
        "play": lambda: (core.play, (i.rules(), i.spec(), i.seeds(), i.seed(), i.flag(),
                                     few(1, 9), i.chance.choice([None, _guess, 7]))),
        "play_turns": lambda: (core.play_turns, (i.rules(), i.spec(), i.seeds(), i.seed(), i.flag(),
                                                 few(1, 9), i.chance.choice([None, _guess]))),
        "Driver": driver,
        "Batch": batch,
        "analyse": lambda: (core.analyse, trusted()),
        "clue_chances": lambda: (lambda cell, *about: core.analyse(*about).clue_chances(cell),
                                 (few(0, 40), *trusted())),
        "exact_census": lambda: (lambda *about: core.analyse(*about).exact_census(), trusted()),
        "sample": lambda: (lambda n, seed, *about: core.analyse(*about).sample(n, seed),
                           (few(0, 3), i.seed(), *trusted())),
        "find_reasons": lambda: (core.find_reasons, (*trusted(),
                                                     i.chance.choice([None, i.cells()]))),
        "deduce_like_human": lambda: (core.deduce_like_human, (*i.position(), i.flag(),
                                                               i.chance.choice([None, few(0, 5)]))),
        "list_solutions": lambda: (core.list_solutions, (
            *i.position(), i.chance.choice(["backtracking", "dsscsp", "x"]),
            i.chance.choice(["complete", "none", "x"]), few(1, 500),
            few(0, 9), few(0, 9), i.chance.choice([0.0, 0.01, -1.0, float("nan"), 1e300]),
            i.seed(), i.flag(), i.flag())),
        "deduce_position": lambda: (core.deduce_position, (
            i.part(["single_point", "exact", "subset_reduction", "human_like"]), *i.position())),
        "find_boards": lambda: (find_boards, (core, i.rules(), [few(0, 9) for _ in range(10)],
                                              i.seed(), few(0, 99), min_attempts(i))),
    }  # fmt: skip
    return calls | make_object_calls(i, check_error)


MOVES = [
    "start",
    "reveal",
    "flag",
    "unflag",
    "chord",
    "undo",
    "give_up",
    "start_on",
    "copy",
    "cells",
]
STEPS = ["start", "start_on", "turn", "turn", "turn", "answer", "question", "proofs", "moves",
         "columns", "name_clues", "look"]  # fmt: skip


def play_game(core: Any, rules: Any, moves: list[tuple[str, Any]]) -> None:
    """Make moves on one game, whatever they raise."""
    game = core.Game(rules)
    for name, value in moves:
        try:
            if name in ("undo", "give_up", "copy", "cells"):
                getattr(game, name)()
            elif name == "start_on":
                game.start_on([value, 1])
            else:
                getattr(game, name)(value)
            game.mines()
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


def _text(i: Inputs) -> str:
    letters = ".0123456789F*/ \n?#x-\x00é"
    if i.chance.random() < 0.3:
        return "./" * i.chance.randint(1, 5) + " " + str(i.number(0, 9, wild=0.5))
    return "".join(i.chance.choices(letters, k=i.chance.randint(0, 30)))


def _guess(games: Any, cells: Any, allowed: Any, words: Any) -> list[tuple[int, bool]]:
    del games, cells, words
    return [(int(one.reshape(-1).argmax()), False) for one in allowed]


def check_error(error: Exception) -> None:
    """Raise again what the house does not raise."""
    from sapper.errors import SapperError

    expected = (SapperError, TypeError, ValueError, OverflowError, MemoryError, AttributeError)
    if isinstance(error, IndexError) and str(error).startswith("expected"):
        return
    if not isinstance(error, expected) or isinstance(error, UnicodeError):
        raise error


def work(core_path: str | None, seed: int, calls: int, note: mmap.mmap) -> None:
    """Make calls; the note always holds the last one."""
    faulthandler.enable()
    core = load_core(core_path)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if core_path is None:  # sanitizers reserve more than any machine has
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    for one in (signal.SIGALRM, signal.SIGPROF):
        signal.signal(one, signal.SIG_DFL)
    chance = random.Random(seed)
    inputs = Inputs(core, chance)
    makers = make_calls(inputs)
    names = sorted(makers)
    for number in range(calls):
        name = chance.choice(names)
        try:
            function, args = makers[name]()
        except AttributeError:
            raise  # a function that is not there is never fuzzed
        except Exception as error:
            check_error(error)
            continue
        text = f"{number} {name}{args!r}"[:_SHOWN].encode()
        note[: len(text) + 1] = text + b"\n"
        signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
        signal.alarm(MOST_WAITING)
        try:
            function(*args)
        except Exception as error:
            check_error(error)
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.alarm(0)
    note[: len(b"done\n")] = b"done\n"


def run_child(core_path: str | None, seed: int, calls: int) -> tuple[int, str]:
    """Make calls in a child; gives how it ended and its last call."""
    with tempfile.TemporaryFile() as file:
        file.truncate(_SHOWN + 2)
        with mmap.mmap(file.fileno(), _SHOWN + 2) as note:
            child = os.fork()
            if child == 0:
                code = 3
                try:
                    work(core_path, seed, calls, note)
                    code = 0
                except BaseException:
                    import traceback

                    traceback.print_exc()
                finally:
                    os._exit(code)
            _, status = os.waitpid(child, 0)
            return status, bytes(note[:]).split(b"\n")[0].decode("utf-8", "replace")


def main() -> None:
    """Fuzz for some seconds; exit code 1 if a call did what it must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--calls", type=int, default=20_000, help="calls a child process makes")
    parser.add_argument("--core", help="another build of the native module")
    options = parser.parse_args()
    faults: list[str] = []
    end, made, seed = time.monotonic() + options.seconds, 0, options.seed
    while time.monotonic() < end and len(faults) < 20:
        status, last = run_child(options.core, seed, options.calls)
        if status == 0:
            made += options.calls
        else:
            made += int(last.split(" ")[0]) if last[:1].isdigit() else 0
            how = f"signal {status & 0x7F}" if status & 0x7F else f"exit {status >> 8}"
            faults.append(f"seed {seed}: {how} in {last}")
            print(faults[-1], flush=True)
        seed += 1
    print(f"{made} calls of {len(make_calls(Inputs(load_core(options.core), random.Random(0))))} "
          f"functions and classes, {len(faults)} faults")  # fmt: skip
    raise SystemExit(1 if faults else 0)


if __name__ == "__main__":
    main()
