"""The native core of Sapper; use the typed layers above it."""

from collections.abc import Mapping, Sequence
import enum
import fractions
from typing import Annotated, Any, Literal, overload

import numpy
import numpy.typing
from numpy.typing import NDArray

import sapper.advice.ladder
import sapper.game.position


class FirstClick(enum.Enum):
    """What the first click may meet."""

    any = 0

    safe = 1

    zero = 2

class GameKind(enum.Enum):
    """What a mine does."""

    normal = 0

    score = 1

class Outcome(enum.Enum):
    """How a game stands."""

    playing = 0

    won = 1

    lost = 2

    stuck = 3

class Guessing(enum.Enum):
    """How a game answers guesses."""

    uniform = 0

    fair = 1

    kind = 2

class Rules:
    """Grid, number of mines, first click, what a mine does."""

    def __init__(self, columns: int, rows: int, num_mines: int, first_click: FirstClick, kind: GameKind) -> None: ...

    def most_mines(self, first: int) -> int: ...

    def check_first(self, first: int) -> None: ...

class Random:
    """The generator of docs/determinism.md."""

    def __init__(self, seed: int) -> None: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> list[int]: ...

    def __setstate__(self, arg: Sequence[int], /) -> None: ...

    def next(self) -> int:
        """The next 64 random bits."""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, each with the same chance."""

def game_seed(run_seed: int, index: int) -> int:
    """The seed of game number index (from 0) of a run."""

def game_seeds(run_seed: int, first: int, count: int) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """The seeds of count games of a run, from number first."""

def agent_stream(agent_seed: int, game_seed: int) -> int:
    """The seed of an agent's own Random in one game."""

def layout_mines(rules: Rules, seed: int, first: int) -> list[int]:
    """The mines of one game, ascending."""

def lay_many(rules: Rules, seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', writable=False)], first: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None))]:
    """
    The fully revealed grids of many games: an array of games x rows x columns.
    """

class Game:
    """A running game; `sapper.Game` is the typed layer above it."""

    def __init__(self, rules: Rules) -> None: ...

    def set_cascade(self, cascades: bool) -> None: ...

    def copy(self) -> Game: ...

    def start(self, seed: int) -> None: ...

    def start_on(self, mines: Sequence[int]) -> None: ...

    def reveal(self, cell: int) -> None: ...

    def flag(self, cell: int) -> None: ...

    def unflag(self, cell: int) -> None: ...

    def chord(self, cell: int) -> None: ...

    def answer_guess(self, guessing: Guessing, is_chord: bool, cell: int) -> None: ...

    def undo(self) -> None: ...

    def give_up(self) -> None: ...

    def cells(self) -> bytes: ...

    def mines(self) -> list[int]: ...

    @property
    def outcome(self) -> Outcome: ...

    @property
    def has_layout(self) -> bool: ...

    @property
    def num_moves(self) -> int: ...

    @property
    def num_flags(self) -> int: ...

    @property
    def cells_revealed(self) -> int: ...

    @property
    def mines_hit(self) -> int: ...

    @property
    def mines_flagged(self) -> int: ...

    @property
    def first_cell(self) -> int: ...

class Position:
    """What a player sees; `sapper.Position` extends it."""

    def __init__(self, columns: int, rows: int, num_mines: int, cells: bytes) -> None: ...

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def num_mines(self) -> int: ...

    @property
    def cells(self) -> bytes: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __repr__(self) -> str: ...

    def __hash__(self) -> int: ...

    def __reduce__(self) -> tuple[type[Position], tuple[int, int, int, bytes]]: ...

def parse_rmv(data: bytes) -> tuple[int, int, list[int], list[tuple[Literal['reveal', 'flag', 'unflag', 'chord'], int, int]]]:
    """
    Read an RMV recording: (columns, rows, mines, moves), each move (kind, cell, time).
    """

def play_mouse(columns: int, rows: int, mines: Sequence[int], stated: int, events: Sequence[tuple[int, int, int | None, int]]) -> tuple[int, int, list[int], list[tuple[Literal['reveal', 'flag', 'unflag', 'chord'], int, int]]]:
    """
    What a recorded mouse did to a board, as `parse_rmv`; an event is (0 press, 1 release or 2 flag set before; 0 left, 1 right, 2 middle; cell; milliseconds).
    """

def parse_position(text: str) -> tuple[int, int, int, bytes]:
    """Read the house notation: (columns, rows, num_mines, cells)."""

def format_position(position: Position) -> str:
    """Write the house notation."""

def read_pixels(rgba: bytes, width: int, height: int) -> tuple[int, int, bytes, bytes, str, int | None, tuple[float, float, float, float]]:
    """
    Read the board in a picture: (columns, rows, cells, which are doubtful, look, usual number of mines, (left, top, width, height) of its first cell).
    """

def parse_mine_text(text: str) -> tuple[int, int, int, bytes]:
    """Read a .mine text: (columns, rows, num_mines, cells)."""

def format_mine_text(position: Position) -> str:
    """Write a .mine text."""

def parse_mbf(data: bytes) -> tuple[int, int, list[int]]:
    """Read an MBF board: (columns, rows, mines)."""

def format_mbf(columns: int, rows: int, mines: Sequence[int]) -> bytes:
    """Write an MBF board."""

def find_problems(position: Position) -> list[tuple[int, int, int, int]]:
    """All cheap problems of a position: (kind, cell, shown, limit)."""

class PatternTable:
    """The pattern database, to be looked up by key."""

    def __init__(self, keys: NDArray[numpy.uint64], moves: NDArray[numpy.uint8], shares: NDArray[numpy.uint16], safes: NDArray[numpy.uint16]) -> None: ...

    def __len__(self) -> int: ...

    def find(self, key: int) -> tuple[int, float, float] | None:
        """The stored move of a configuration with its two values, or None."""

class PatternGames:
    """The games on 4x4 that the pattern database is made from."""

    def __init__(self, group_size: int) -> None: ...

    def play(self, first_layout: int, num_layouts: int, games: int, seed: int) -> None:
        """
        Play games on layouts first_layout and so on; a layout is the number of its mines' bits.
        """

    def follow(self, first_layout: int, num_layouts: int) -> None:
        """Follow every line of play on the layouts."""

    def records(self, least: int) -> tuple[NDArray[numpy.uint64], NDArray[numpy.uint32], NDArray[numpy.float64], NDArray[numpy.uint32], NDArray[numpy.uint32]]:
        """
        Configurations seen so often, by key: keys, appeared, chances, made, kept.
        """

    def proof(self, key: int) -> tuple[int, int]:
        """
        What one look at a configuration proves: safe cells and mines, as bits.
        """

    @property
    def num_records(self) -> int: ...

    @property
    def num_configurations(self) -> int: ...

FORFEITS: int = -1000000000000

class PartSpec:
    """A native part by name, with its options."""

    def __init__(self, name: str, options: Mapping[str, int | float | str | PatternTable]) -> None: ...

    @property
    def name(self) -> str:
        """What the core calls the part."""

    @property
    def options(self) -> dict[str, int | float | str]:
        """Its options by name."""

class AgentSpec:
    """How to build an agent's parts."""

    def __init__(self, opener: object, deducers: list[object], deducer_names: list[str], guesser: PartSpec | None, asks_for_guesses: bool, flags: bool, seconds: float = 0.0) -> None: ...

def native_parts() -> dict[str, list[tuple[str, bool | float | str, str]]]:
    """
    The options of every native part by name: (name, default, meaning). Words to choose from are joined by |, the default first.
    """

OPENER_TURN: int = -1

GUESSER_TURN: int = -2

STUCK_TURN: int = -3

def game_columns() -> list[tuple[str, str, str]]: ...

def play(rules: Rules, spec: AgentSpec, game_seeds: NDArray[numpy.uint64], agent_seed: int, check_deductions: bool, width: int, guess: object) -> dict[str, NDArray[numpy.generic]]:
    """
    Play games; columns with a row per game. With a guess callback the games are
    played width at a time and the callback is asked for all waiting guesses at once.
    """

def play_turns(rules: Rules, spec: AgentSpec, game_seeds: NDArray[numpy.uint64], agent_seed: int, check_deductions: bool, width: int, guess: object) -> tuple[dict[str, NDArray[numpy.generic]], NDArray[numpy.int64]]:
    """Play games; their columns, and a row of nine numbers per turn."""

class Need(enum.Enum):
    """What a driver waits for after a turn."""

    nothing = 0

    guess = 1

    over = 2

class Driver:
    """Plays one agent's game turn by turn."""

    def __init__(self, rules: Rules, spec: AgentSpec, check_deductions: bool = True) -> None: ...

    def start(self, game_seed: int, agent_seed: int) -> None: ...

    def start_on(self, mines: Sequence[int], game_seed: int, agent_seed: int) -> None: ...

    def name_clues(self) -> None: ...

    def turn(self) -> Need: ...

    def answer(self, cell: int, is_mine: bool, nanoseconds: int) -> None: ...

    def question(self) -> tuple[object, object, object, object]: ...

    def proofs(self) -> list[tuple[int, bool, list[int]]]: ...

    def moves(self, since: int) -> list[tuple[int, bool]]:
        """The moves from this number on: (cell, is_flag)."""

    def columns(self, spec: AgentSpec) -> dict[str, NDArray[numpy.generic]]: ...

    @property
    def game(self) -> Game: ...

    @property
    def last_window(self) -> tuple[int, int, int, int] | None: ...

    @property
    def last_assumed(self) -> int: ...

    @property
    def reasons(self) -> tuple[int, list[Candidate]] | None: ...

    @property
    def chances(self) -> list[tuple[int, float, int]]: ...

    @property
    def num_windows(self) -> int: ...

    @property
    def last_part(self) -> int: ...

    @property
    def last_cell(self) -> int: ...

class Batch:
    """Games in play that ask for their guesses together."""

    def __init__(self, rules: Rules, spec: AgentSpec, game_seeds: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', writable=False)], agent_seed: int, check_deductions: bool, width: int) -> None: ...

    def questions(self) -> tuple[object, object, object, object] | None:
        """
        Games, cells, allowed and random words of those that wait; None at the end.
        """

    def answer(self, cells: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', writable=False)], is_mine: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', writable=False)], nanoseconds: int) -> None: ...

    def columns(self) -> dict[str, NDArray[numpy.generic]]: ...

    @property
    def num_over(self) -> int: ...

class Advisor:
    """An agent asked about any position."""

    def __init__(self, rules: Rules, spec: AgentSpec) -> None: ...

    def advise(self, position: Position, word: int) -> tuple[list[int], list[int], int]:
        """
        Cells proven safe, cells proven mines, and the guess where nothing is safe, or -1.
        """

class RewardKind(enum.Enum):
    """What a step is worth."""

    win = 0

    progress = 1

    jumanji = 2

    risk = 3

    none = 4

class Oracle(enum.Enum):
    """What is found out about each reveal."""

    off = 0

    safe = 1

    risk = 2

class Autoreset(enum.Enum):
    """When an ended game is begun anew."""

    next_step = 0

    same_step = 1

    disabled = 2

class VectorOptions:
    """How games are stepped side by side."""

    def __init__(self, flags: bool, cascade: bool, mine_ends: bool, show_risk: bool, reward: RewardKind, oracle: Oracle, autoreset: Autoreset, penalty: float, most_mines: int, most_steps: int, game_seeds: Sequence[int]) -> None: ...

class LaneState:
    """One of many games as it stands; pickles."""

    def __getstate__(self) -> tuple[int, int, int, int, bool, bool, list[int], list[int]]: ...

    def __setstate__(self, arg: tuple[int, int, int, int, bool, bool, Sequence[int], Sequence[int]], /) -> None: ...

    def __eq__(self, other: object, /) -> bool: ...

class VectorGames:
    """Games stepped side by side, in given arrays."""

    def __init__(self, rules: Rules, options: VectorOptions, num_lanes: int, arrays: dict[str, NDArray[numpy.generic]]) -> None: ...

    def seed(self, lane: int, run_seed: int) -> None: ...

    def reset(self, lane: int) -> None: ...

    def reset_to(self, lane: int, game_seed: int) -> None: ...

    def reset_on(self, lane: int, mines: Sequence[int]) -> None: ...

    def lay(self, lane: int, mines: Sequence[int]) -> None: ...

    def state(self, lane: int) -> LaneState: ...

    def set_state(self, lane: int, state: LaneState) -> None: ...

    def is_untouched(self, lane: int) -> bool: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)], begin: int, end: int) -> None: ...

    def restart_ended(self) -> None: ...

    def sample(self, words: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu')]) -> None: ...

def group_source() -> str:
    """The text of the games in groups, for the compiler of an accelerator."""

GROUP_RECORD_SIZE: int = 80

GROUP_RECORD_ENDED: int = 64

GROUP_RECORD_WON: int = 68

MOST_SPARE: int = 9

class GroupsOnProcessor:
    """The games of an accelerator, on the processor."""

    def __init__(self, rules: Rules, options: VectorOptions, num_games: int, arrays: dict[str, NDArray[numpy.generic]]) -> None: ...

    def seed(self, seeds: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def reset(self, chosen: Annotated[NDArray[numpy.uint8], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)]) -> None: ...

    def sample(self, words: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)] | None, seed: int, step: int, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu')]) -> None: ...

    def play(self, num_steps: int, values: Annotated[NDArray[numpy.float32], dict(order='C', device='cpu', writable=False)] | None, seed: int, first_step: int) -> None: ...

class Findings:
    """What one call of analyse() found."""

    @property
    def risk(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]:
        """Risk by row and column; nan where revealed."""

    @property
    def safe(self) -> tuple[int, ...]:
        """Cells proven safe."""

    @property
    def mines(self) -> tuple[int, ...]:
        """Cells proven mines."""

    @property
    def log_placements(self) -> float:
        """Logarithm of the placements left."""

    @property
    def key(self) -> int:
        """A number that follows from what is known, however it came to be known."""

    @property
    def living(self) -> tuple[int, ...]:
        """Cells that can show more than one clue."""

    def assume(self, cell: int, what: int, code: int) -> Findings | None:
        """
        The findings if a cell shows a clue, is safe (9) or a mine (10); None if it cannot.
        """

    def clue_chances(self, cell: int) -> list[float]:
        """
        Chance of each clue at a covered cell; what is missing to 1 is its risk.
        """

    def clue_table(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None, None))]:
        """Chance of each clue at every cell."""

    def list_layouts(self, most: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None))] | None:
        """All layouts that fit, 1 where a mine is; None where there are more."""

    def sample(self, count: int, seed: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None))]:
        """Layouts drawn uniformly from those that fit; 1 where a mine is."""

    def find_reasons(self, position: Position, wanted: Sequence[int] | None, assumed_safe: Sequence[int]) -> tuple[Reason, ...]:
        """Why cells are proven: the wanted ones, or all."""

    def find_hint(self, position: Position, near: int | None, assumed_safe: Sequence[int]) -> Hint | None:
        """What to open next; None where no cell is covered."""

    def weigh(self, cell: int) -> Stake:
        """What revealing a cell risks."""

    def exact_census(self) -> tuple[list[tuple[list[list[int]], list[int], int, list[bytes]]], int, int]:
        """
        Components with their exact counts, sea cells, mines left after the decided ones.
        """

DEFAULT_MAX_STATES: int = 20000000

def analyse(position: Position, trust_flags: bool, use_mine_count: bool, max_states: int) -> Findings:
    """Everything that follows from a position."""

class ConstraintFindings:
    """What follows from constraints."""

    @property
    def risk(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """Risk of every cell."""

    @property
    def safe(self) -> tuple[int, ...]:
        """Cells proven safe."""

    @property
    def mines(self) -> tuple[int, ...]:
        """Cells proven mines."""

    @property
    def system(self) -> ConstraintSystem:
        """A copy of the constraints."""

    @property
    def log_placements(self) -> float:
        """Logarithm of the number of placements."""

    def exact_census(self) -> tuple[list[tuple[list[list[int]], list[int], int, list[bytes]]], int, int]:
        """
        Components with their exact counts, cells in no constraint, mines left.
        """

    def sample(self, count: int, seed: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None, None))]:
        """Placements drawn uniformly from those that fit; 1 where a mine is."""

    def reasons(self, cells: Sequence[int]) -> list[tuple[int, bool, tuple[int, ...], bool, bool]]:
        """
        Of each cell: itself, whether a mine, the constraints that prove it, whether the number of mines is needed, whether no smaller set does.
        """

class ConstraintSystem:
    """Cells and constraints over them."""

    @overload
    def __init__(self, num_cells: int, num_mines: int | None) -> None: ...

    @overload
    def __init__(self, other: ConstraintSystem) -> None: ...

    @property
    def num_cells(self) -> int:
        """How many cells."""

    def add(self, cells: Sequence[int], low: int, high: int) -> None:
        """Between low and high mines are among the cells."""

    def solve(self, max_states: int) -> ConstraintFindings:
        """Everything that follows."""

def ladder() -> tuple[tuple[str, str, str], ...]:
    """
    The techniques, easiest first: name, title of a board that needs it, meaning.
    """

class ReasonStep:
    """One step of a proof: clues that settle cells."""

    @property
    def text(self) -> str:
        """The step in words."""

    @property
    def clues(self) -> tuple[int, ...]:
        """The clues used."""

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells settled."""

    @property
    def are_mines(self) -> bool:
        """Whether these are mines, or safe."""

    def __repr__(self) -> str: ...

class Reason:
    """
    Why a cell is safe or a mine.

    ``clues`` are the cells that show them; together, and with the number of mines if
    ``needs_mine_count``, they prove the cell, and none can be left out (``is_minimal`` is
    false only where checking that hit its limit). ``technique`` is the simplest of the
    ladder that gets from the clues to the cell. ``steps`` counts the rounds of comparing
    clues, None where that does not get there. ``flags`` are those that the proof trusts.
    ``chain`` walks through the proof.
    """

    @property
    def position(self) -> sapper.game.position.Position:
        """What it is about."""

    @property
    def cell(self) -> int:
        """The cell that is proven."""

    @property
    def is_mine(self) -> bool:
        """Whether it is a mine, or safe."""

    @property
    def technique(self) -> sapper.advice.ladder.Technique:
        """The simplest technique that does."""

    @property
    def steps(self) -> int | None:
        """Rounds of comparing clues; None where that does not get there."""

    @property
    def clues(self) -> tuple[int, ...]:
        """The clues of the proof."""

    @property
    def needs_mine_count(self) -> bool:
        """Whether the number of mines is needed too."""

    @property
    def flags(self) -> tuple[int, ...]:
        """The flags that it trusts."""

    @property
    def is_minimal(self) -> bool:
        """Whether it is sure that no clue can be left out."""

    @property
    def sentence(self) -> str:
        """The reason in words."""

    @property
    def chain(self) -> tuple[ReasonStep, ...]:
        """The proof, step by step."""

    def to_dict(self) -> dict[str, Any]:
        """Return the reason as JSON-ready data, cells as text."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[object, bool, int, bool, int, int, list[int], bool, bool]: ...

    def __setstate__(self, arg: tuple[object, bool, int, bool, int, int, Sequence[int], bool, bool], /) -> None: ...

def deduce_like_human(position: Position, trust_flags: bool, max_steps: int | None) -> list[tuple[int, bool, int, tuple[int, ...]]]:
    """
    What comparing clues proves: (cell, is_mine, step, clues), in the order found.
    """

class Candidate:
    """
    A cell that might be guessed: risk, chance of progress, what it is worth.
    """

    def __init__(self, cell: int, risk: float, progress: float | None, value: float, is_exact: bool) -> None: ...

    @property
    def cell(self) -> int:
        """The cell."""

    @property
    def risk(self) -> float:
        """The probability that it is a mine."""

    @property
    def progress(self) -> float | None:
        """
        The chance that a safe cell follows; None where all that may follow was searched.
        """

    @property
    def value(self) -> float:
        """The chance to win: exact, or what the search thinks."""

    @property
    def is_exact(self) -> bool:
        """Whether the value is exact."""

    def describe(self, position: Position) -> str:
        """Put the candidate into words."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[int, float, float | None, float, bool]: ...

    def __setstate__(self, arg: tuple[int, float, float | None, float, bool], /) -> None: ...

class Hint:
    """
    What to open next, and why.

    ``kind`` is ``safe``, ``wrong flag`` (proven safe, but a flag is on it), ``guess`` or
    ``mines`` (every covered cell is one, and nothing is to be opened). A proven cell has its
    ``reason`` and ``technique``, a guess its ``candidates``, best first, and the ``nodes``
    that they took.
    """

    @property
    def position(self) -> sapper.game.position.Position:
        """What it is about."""

    @property
    def cell(self) -> int:
        """The cell to open; of kind mines the first covered cell, which is one."""

    @property
    def kind(self) -> str:
        """safe, wrong flag, guess or mines."""

    @property
    def risk(self) -> float:
        """The probability that the cell is a mine."""

    @property
    def technique(self) -> sapper.advice.ladder.Technique | None:
        """The technique that proves the cell; None for a guess."""

    @property
    def sentence(self) -> str:
        """The hint in words."""

    @property
    def reason(self) -> Reason | None:
        """Why the cell is safe; None for a guess."""

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The cells that a guess was chosen from, best first."""

    @property
    def nodes(self) -> int:
        """Nodes of the search for a guess."""

    def to_dict(self) -> dict[str, Any]:
        """Return the hint as JSON-ready data, cells as text."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[object, bool, int, int, float, str, tuple[object, bool, int, bool, int, int, list[int], bool, bool] | None, list[tuple[int, float, float | None, float, bool]], int]: ...

    def __setstate__(self, arg: tuple[object, bool, int, int, float, str, tuple[object, bool, int, bool, int, int, Sequence[int], bool, bool] | None, Sequence[tuple[int, float, float | None, float, bool]], int], /) -> None: ...

def find_hint(position: Position, near: int | None, trust_flags: bool, use_mine_count: bool, max_states: int) -> Hint | None:
    """What to open next; None where no cell is covered."""

JUDGE_LAYOUTS: int = 2000

class Stake:
    """What a reveal risks, and what was on offer."""

    @property
    def risk(self) -> float:
        """The probability that it meets a mine."""

    @property
    def least(self) -> float:
        """The least risk on offer."""

    @property
    def is_provable(self) -> bool:
        """Whether some cell was proven safe."""

    @property
    def is_guess(self) -> bool:
        """Whether it risks anything."""

class Judgement:
    """
    What a move risked, and what else there was.

    ``kind`` is ``first``, ``safe``, ``forced guess``, ``needless guess``, ``mark`` or
    ``unknown`` (too large to look at). ``risk`` is the probability that the move meets a
    mine, ``best_risk`` the least on offer. Of a guess, ``hint`` is what was better,
    ``missed`` the technique that proves it where the guess was needless, ``value`` the
    exact chance to win after the guess and ``best_value`` that of best play, which begins
    at ``best_move``; None where that is out of reach. ``lost`` is the chance to win given
    away, or the risk taken beyond the least, as ``lost_by`` says.
    """

    @property
    def kind(self) -> str:
        """first, safe, forced guess, needless guess, mark or unknown."""

    @property
    def is_guess(self) -> bool:
        """True for a reveal or chord with risk."""

    @property
    def risk(self) -> float | None:
        """The risk taken."""

    @property
    def best_risk(self) -> float | None:
        """The least risk on offer."""

    @property
    def is_provable(self) -> bool:
        """Whether some cell was proven safe."""

    @property
    def hint(self) -> Hint | None:
        """What was better than a guess."""

    @property
    def missed(self) -> sapper.advice.ladder.Technique | None:
        """The easiest technique that proved a safe cell, of a needless guess."""

    @property
    def value(self) -> fractions.Fraction | None:
        """The exact chance to win after a guess."""

    @property
    def best_value(self) -> fractions.Fraction | None:
        """The exact chance to win under best play."""

    @property
    def best_move(self) -> int | None:
        """The cell that best play begins with, where it was searched."""

    @property
    def lost(self) -> float:
        """What was given away."""

    @property
    def lost_by(self) -> str | None:
        """What `lost` is measured in: value, risk, or None unjudged."""

    @property
    def survived(self) -> bool:
        """Whether the move met no mine."""

    @survived.setter
    def survived(self, arg: bool, /) -> None: ...

    def to_dict(self) -> dict[str, Any]:
        """Return the judgement as JSON-ready data, cells as text."""

    def __repr__(self) -> str: ...

    def __getstate__(self) -> tuple[object, str, int, bool, bool, int | None, bool]: ...

    def __setstate__(self, arg: tuple[object, str, int, bool, bool, int | None, bool], /) -> None: ...

def judge(position: Position, move: str, cell: int, is_first: bool, is_score: bool, near: int | None) -> Judgement:
    """What a move risks, before it is made."""

def sum_up(judged: Sequence[Judgement]) -> dict[str, Any]:
    """The guesses of a game together."""

def position_value(position: Position, trust_flags: bool, max_layouts: int, max_nodes: int, all: bool) -> tuple[bool, list[tuple[bool, int, int, int, float, list[tuple[int, int, int, bool]]]], int, int]:
    """
    Best play over all layouts: (is_done, independent parts, nodes, states); a part is (is_done, wins, most wins, layouts or 0, chance of its safest cell, candidates as (cell, safe, wins, is_exact)).
    """

def move_value(position: Position, trust_flags: bool, max_layouts: int, max_nodes: int, revealed: Sequence[int]) -> tuple[bool, list[tuple[int, int, int]], int]:
    """
    What revealing cells at once is worth: (is_done, independent parts as (wins after it, wins of the best move, layouts), best cell or -1).
    """

def optimum(rules: Rules, max_layouts: int, max_nodes: int) -> tuple[bool, list[tuple[int, int, int]], int, int]:
    """
    Best play of a whole game: (is_done, best first cells as (cell, wins, layouts), states, nodes).
    """

def search_guess(position: Position, options: Mapping[str, float]) -> Hint:
    """
    The guess by search; the least risk where a position is too large for it.
    """

def paired_playouts(position: Position, first: int, second: int, options: Mapping[str, float], count: int, seed: int) -> tuple[list[float], list[float]]:
    """
    The chance to win after each of two cells, estimated on the same drawn layouts.
    """

def list_solutions(position: Position, method: str, prune: str, max_solutions: int, max_swaps: int, max_depth: int, seconds: float, seed: int, keep: bool, by_component: bool) -> list[tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint8], int, int, str, int]]:
    """
    The solutions of a position's clue equations, of all together or by component: the
    cells, a row of 0 and 1 each, their number, the edges walked, how the search ended,
    and its nanoseconds.
    """

class Model:
    """A trained model: a number for each row."""

    def predict(self, rows: numpy.typing.NDArray[numpy.float32]) -> numpy.typing.NDArray[numpy.float32]: ...

class TreeModel(Model):
    """Boosted trees; a leaf has no left child."""

    def __init__(self, splits: numpy.typing.NDArray[numpy.float32], lefts: numpy.typing.NDArray[numpy.uint32], features: numpy.typing.NDArray[numpy.uint32], roots: numpy.typing.NDArray[numpy.uint32], base: float, row_size: int) -> None: ...

class NetModel(Model):
    """Dense layers on scaled inputs."""

    def __init__(self, layers: list[tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], str]], means: numpy.typing.NDArray[numpy.float32], scales: numpy.typing.NDArray[numpy.float32]) -> None: ...

class RowOptions:
    """What a model is shown of a position."""

    def __init__(self, kind: str, risks: PartSpec, score: str, alpha: float, offer_all: bool, proofs_first: bool) -> None: ...

def sinha_rows(options: RowOptions, num_mines: int, cells: numpy.typing.NDArray[numpy.uint8], allowed: numpy.typing.NDArray[numpy.uint8], words: numpy.typing.NDArray[numpy.uint64]) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.int64]]:
    """
    The rows of all offered cells, their cells, and where each position's rows end.
    """

def sinha_guesses(model: Model, options: RowOptions, num_mines: int, cells: numpy.typing.NDArray[numpy.uint8], allowed: numpy.typing.NDArray[numpy.uint8], words: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.int64]:
    """For each position the offered cell that the model values most."""

def sinha_harvest(rules: Rules, game_seeds: numpy.typing.NDArray[numpy.uint64], agent_seed: int, rows: RowOptions, player: PartSpec, model: Model | None) -> tuple[numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.float32], numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint8], numpy.typing.NDArray[numpy.int64]]:
    """
    Play games for training: rows, targets, the game of each row; won and cells
    revealed of each game.
    """

def deduce_position(deducer: object, position: Position) -> list[tuple[int, bool, list[int]]]:
    """All that a deducer proves of a position: (cell, is_mine, clues) each."""

class BoardOptions:
    """What boards are wanted."""

    def __init__(self) -> None: ...

    @property
    def rules(self) -> Rules: ...

    @rules.setter
    def rules(self, arg: Rules, /) -> None: ...

    @property
    def first(self) -> int: ...

    @first.setter
    def first(self, arg: int, /) -> None: ...

    @property
    def hardest(self) -> int: ...

    @hardest.setter
    def hardest(self, arg: int, /) -> None: ...

    @property
    def at_least(self) -> int: ...

    @at_least.setter
    def at_least(self, arg: int, /) -> None: ...

    @property
    def least_three_bv(self) -> int: ...

    @least_three_bv.setter
    def least_three_bv(self, arg: int, /) -> None: ...

    @property
    def most_three_bv(self) -> int: ...

    @most_three_bv.setter
    def most_three_bv(self, arg: int, /) -> None: ...

    @property
    def least_openings(self) -> int: ...

    @least_openings.setter
    def least_openings(self, arg: int, /) -> None: ...

    @property
    def most_openings(self) -> int: ...

    @most_openings.setter
    def most_openings(self, arg: int, /) -> None: ...

    @property
    def guesses(self) -> int: ...

    @guesses.setter
    def guesses(self, arg: int, /) -> None: ...

    @property
    def least_risk(self) -> float: ...

    @least_risk.setter
    def least_risk(self, arg: float, /) -> None: ...

    @property
    def most_risk(self) -> float: ...

    @most_risk.setter
    def most_risk(self, arg: float, /) -> None: ...

    @property
    def symmetry(self) -> int: ...

    @symmetry.setter
    def symmetry(self, arg: int, /) -> None: ...

    @property
    def perturb(self) -> bool: ...

    @perturb.setter
    def perturb(self, arg: bool, /) -> None: ...

def grade_layout(rules: Rules, mines: Sequence[int], first: int) -> tuple[bool, tuple[int, ...], bytes]:
    """
    Play a layout by the ladder: (solved, steps by technique, certificate as JSON).
    """

def measure_boards(grids: NDArray[numpy.uint8], with_zini: bool) -> NDArray[numpy.int32]:
    """
    3BV, openings, islands and, if wanted, greedy and human ZiNi of fully revealed grids (games x rows x columns of codes).
    """

def find_boards(options: BoardOptions, run_seed: int, first: int, attempts: int) -> list[tuple[int, int, tuple[int, ...], tuple[int, int, int], tuple[int, ...], bytes]]:
    """
    The wanted boards among consecutive attempts: (attempt, game seed, mines, (3BV, openings, islands), steps by technique, certificate as JSON).
    """

def analyse_texts(positions: Sequence[str], with_risk: bool, with_cells: bool, trust_flags: bool, use_mine_count: bool, max_states: int) -> list[str]:
    """
    Risks, safe cells and mines of positions as JSON; nothing where one cannot be.
    """

def stop_threads(stop: bool) -> None:
    """
    End what the core computes in other threads than the main one, as the process ends; or let them compute again.
    """

def check_certificate(layout: str, first: object, steps: list[object], names: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, int, int], int, int, str | None]:
    """
    Check a certificate: (steps of each technique and guesses, (3BV, openings, islands), the first cell's clue, the step and the problem where it does not hold).
    """

def seed_gives(layout: str, first: object, first_click: int, seed: int) -> bool:
    """
    Whether a game seed gives a layout; the first click is 0 any, 1 safe, 2 zero.
    """
