"""
Generate boards that never force a guess.

The layouts of consecutive game seeds are played by the ladder of techniques, and those
that are solved are kept: uniform over all such boards, the same for the same seed on
any number of workers, and the first boards of a longer list are those of a shorter one.
Perturbation, which moves mines where the play is stuck, is not uniform and says so.
Workers are threads: the work is done in the native core, which lets go of Python.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from sapper import _core
from sapper.advice.ladder import Technique
from sapper.arguments import default_workers, explained
from sapper.boards.board import NOT_UNIFORM, UNIFORM, Board
from sapper.boards.grade import Grade
from sapper.errors import (
    MOST_WORKERS,
    RulesError,
    SapperError,
    UnknownNameError,
    check_whole,
    wrong_type,
)
from sapper.game.cells import parse_cell
from sapper.game.layout import Layout
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed

# Layouts of expert size that a worker plays before it reports, about ten milliseconds.
_CELLS_A_TASK: Final = 100_000
# The first task is small, and each has twice the layouts of the one before: who wants a single
# board does not wait for thousands of layouts.
_FIRST_ATTEMPTS: Final = 8
# Layouts in a row without a wanted board, from which on there seem to be none.
MAX_ATTEMPTS: Final = 200_000

SYMMETRIES: Final = ("none", "turn", "left-right", "up-down", "both")
METHODS: Final = ("reject", "perturb")

Found = list[tuple[int, int, tuple[int, ...], tuple[int, int, int], tuple[int, ...], bytes]]
OnProgress = Callable[[int, int], None]


@explained
@dataclass(frozen=True)
class Need:
    """
    What a board must be like.

    ``hardest`` is the hardest technique that its solution may use, ``at_least`` one
    that it must use, or a harder one. ``three_bv`` and ``openings`` are ranges, both
    ends included. ``guesses`` is 0, or 1 for boards that need exactly one guess (a
    cell of least risk, which is safe); its risk is then in ``guess_risk``, and
    ``(0.5, 0.5)`` asks for a true 50/50. ``symmetry`` is ``none``, ``turn`` (half a
    turn), ``left-right``, ``up-down`` or ``both`` mirrors.
    """

    hardest: str = Technique.MINE_COUNT
    at_least: str = Technique.SINGLE_CLUE
    three_bv: tuple[int | None, int | None] = (None, None)
    openings: tuple[int | None, int | None] = (None, None)
    guesses: int = 0
    guess_risk: tuple[float, float] = (0.0, 1.0)
    symmetry: str = "none"

    def __post_init__(self) -> None:
        hardest, at_least = Technique.parse(self.hardest), Technique.parse(self.at_least)
        if at_least > hardest:
            raise RulesError(
                f"no board needs at least {at_least.value!r} and at most {hardest.value!r}"
            )
        for name in ("three_bv", "openings", "guess_risk"):
            low, high = getattr(self, name)
            if low is not None and high is not None and low > high:
                raise RulesError(f"expected {name} from low to high, got {low} to {high}")
        if self.symmetry not in SYMMETRIES:
            raise UnknownNameError.of("symmetry", self.symmetry, SYMMETRIES)
        if self.guesses not in (0, 1):
            raise RulesError(f"expected boards that need 0 guesses or 1, got {self.guesses}")


class Boards(list[Board]):
    """Boards, and how many layouts were played to find them."""

    attempts: int = 0

    @property
    def acceptance(self) -> float | None:
        """The share of layouts that were kept."""
        return len(self) / self.attempts if self.attempts else None


@explained
def generate(
    rules: Rules | str,
    count: int,
    seed: int = 0,
    first: int | str | None = None,
    need: Need | str = Technique.MINE_COUNT,
    *,
    method: str = "reject",
    workers: int | None = None,
    progress: OnProgress | None = None,
) -> Boards:
    """
    Generate boards that can be solved without a guess.

    ``need`` is the hardest technique allowed, or a `Need`. The first cell is that of
    the middle unless given. By ``method="reject"`` boards are uniform over all that are
    wanted; ``"perturb"`` moves mines where the play is stuck, which is possible at
    densities where rejection finds nothing, and **not uniform**.
    ``progress(found, attempts)`` is called as work goes on.

    >>> boards = generate("beginner", count=3, seed=7, need="subset")
    >>> len(boards), boards[0].grade.hardest <= Technique.SUBSET
    (3, True)
    >>> Layout.from_seed(boards[0].rules, boards[0].seed, boards[0].first) == boards[0].layout
    True
    """
    boards = Boards()

    def note(found: int, attempts: int) -> None:
        boards.attempts = attempts
        if progress is not None:
            progress(found, attempts)

    boards.extend(
        iter_boards(rules, count, seed, first, need, method=method, workers=workers, progress=note)
    )
    return boards


@explained
def iter_boards(
    rules: Rules | str,
    count: int,
    seed: int = 0,
    first: int | str | None = None,
    need: Need | str = Technique.MINE_COUNT,
    *,
    method: str = "reject",
    workers: int | None = None,
    progress: OnProgress | None = None,
) -> Iterator[Board]:
    """Yield the boards of `generate` as they are found."""
    if isinstance(rules, str):
        rules = Rules.parse(rules, first_click="zero")
    if isinstance(need, str):
        need = Need(hardest=need)
    if check_whole(count, "a number of boards") < 0:
        raise RulesError(f"expected a number of boards from 0, got {count}")
    check_whole(workers or 0, "a number of workers", 0, MOST_WORKERS)
    if progress is not None and not callable(progress):
        raise wrong_type(progress, "progress as a function of (found, attempts)")
    cell = first_cell(rules, first)
    search = _Search(rules, cell, need, method, _options(rules, cell, need, method))
    return _search(search, count, check_seed(seed), workers, progress)


@explained
def grade(layout: Layout, first: int | str) -> Grade | None:
    """
    Grade a layout from a first cell; None where it cannot be solved without a guess.

    >>> str(grade(Layout.parse("-----/-----/----*"), "r1c1"))
    'needs only single clues (no step)'
    >>> grade(Layout.parse("-*/--"), "r2c1") is None
    True
    """
    rules = Rules(layout.columns, layout.rows, len(layout.mines), first_click="any")
    cell = first_cell(rules, first)
    solved, steps, _ = _core.grade_layout(native_rules(rules), layout.mines, cell)
    return Grade(steps) if solved else None


def first_cell(rules: Rules, first: int | str | None) -> int:
    """Return the number of the first cell: the one given, or the middle of the grid."""
    if first is None:
        return (rules.rows - 1) // 2 * rules.columns + (rules.columns - 1) // 2
    cell = parse_cell(first, rules.columns, rules.rows) if isinstance(first, str) else first
    rules.most_mines(cell)  # an error off the grid
    return cell


@dataclass(frozen=True)
class _Search:
    rules: Rules
    first: int
    need: Need
    method: str
    options: _core.BoardOptions

    @property
    def attempts_a_task(self) -> int:
        return max(1, _CELLS_A_TASK // self.rules.num_cells)

    def make_board(self, found: Any) -> Board:
        _, seed, mines, (three_bv, openings, islands), steps, certificate = found
        return Board(
            layout=Layout(self.rules.columns, self.rules.rows, mines),
            first=self.first,
            first_click=self.rules.first_click,
            seed=seed,
            grade=Grade(steps),
            three_bv=three_bv,
            openings=openings,
            islands=islands,
            guesses=self.need.guesses,
            method=NOT_UNIFORM if self.method == "perturb" else UNIFORM,
            symmetry=self.need.symmetry,
            certificate_json=certificate,
        )


def _search(
    search: _Search, count: int, seed: int, workers: int | None, progress: OnProgress | None
) -> Iterator[Board]:
    """Hand out attempts in order and take them back in order, so that workers change nothing."""
    if count == 0:
        return
    size = min(_FIRST_ATTEMPTS, search.attempts_a_task)
    num_workers = workers or default_workers()
    tasks: deque[tuple[int, Future[Found]]] = deque()
    handed_out = found = last = 0
    with ThreadPoolExecutor(num_workers) as pool:
        try:
            while True:
                while len(tasks) < 3 * num_workers:
                    task = pool.submit(_core.find_boards, search.options, seed, handed_out, size)
                    handed_out += size
                    tasks.append((handed_out, task))
                    size = min(2 * size, search.attempts_a_task)
                end, task = tasks.popleft()
                for item in task.result():
                    found, last = found + 1, item[0]
                    if found == count and progress is not None:
                        progress(found, last + 1)
                    yield search.make_board(item)
                    if found == count:
                        return
                _give_up_if_none(search, found, end - last)
                if progress is not None:
                    progress(found, end)
        finally:
            for _, task in tasks:
                task.cancel()


def _give_up_if_none(search: _Search, found: int, since: int) -> None:
    if since <= max(MAX_ATTEMPTS, search.attempts_a_task):
        return
    what = f"{found} found before" if found else "none found"
    raise SapperError(
        f"no wanted board in {since:,} layouts of {search.rules.size} in a row ({what}); "
        "ask for less, take fewer mines, or method perturb, which is not uniform"
    )


def _options(rules: Rules, first: int, need: Need, method: str) -> _core.BoardOptions:
    if method not in METHODS:
        raise UnknownNameError.of("method", method, METHODS)
    if method == "perturb" and (need.guesses or need.symmetry != "none"):
        raise RulesError("expected boards without a guess or a symmetry with method 'perturb'")
    options = _core.BoardOptions()
    options.perturb = method == "perturb"
    options.symmetry = SYMMETRIES.index(need.symmetry)
    options.rules = native_rules(rules)
    options.first = first
    options.hardest = Technique.parse(need.hardest).rank
    options.at_least = Technique.parse(need.at_least).rank
    for name in ("three_bv", "openings"):
        low, high = getattr(need, name)
        if low is not None:
            setattr(options, f"least_{name}", low)
        if high is not None:
            setattr(options, f"most_{name}", high)
    options.guesses = need.guesses
    options.least_risk, options.most_risk = need.guess_risk
    if rules.num_mines > rules.most_mines(first):
        raise RulesError(
            f"a first click {rules.first_click!r} there leaves room for "
            f"{rules.most_mines(first)} mines, got {rules.num_mines}"
        )
    return options
