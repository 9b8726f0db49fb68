"""The native core of Sapper; use the typed layers above it."""

from collections.abc import Mapping, Sequence
import enum
from typing import Annotated

import numpy
import numpy.typing
from numpy.typing import NDArray


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

class Rules:
    """Grid, number of mines, first click, what a mine does."""

    def __init__(self, columns: int, rows: int, num_mines: int, first_click: FirstClick, kind: GameKind) -> None: ...

    def most_mines(self, first: int) -> int: ...

    def check_first(self, first: int) -> None: ...

class Random:
    """The generator of docs/determinism.md."""

    def __init__(self, seed: int) -> None: ...

    def __repr__(self) -> str: ...

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

def parse_position(text: str) -> tuple[int, int, int, bytes]:
    """Read the house notation: (columns, rows, num_mines, cells)."""

def format_position(columns: int, rows: int, num_mines: int, cells: bytes) -> str:
    """Write the house notation."""

def parse_mine_text(text: str) -> tuple[int, int, int, bytes]:
    """Read a .mine text: (columns, rows, num_mines, cells)."""

def format_mine_text(columns: int, rows: int, num_mines: int, cells: bytes) -> str:
    """Write a .mine text."""

def parse_mbf(data: bytes) -> tuple[int, int, list[int]]:
    """Read an MBF board: (columns, rows, mines)."""

def format_mbf(columns: int, rows: int, mines: Sequence[int]) -> bytes:
    """Write an MBF board."""

def find_problems(columns: int, rows: int, num_mines: int, cells: bytes) -> list[tuple[int, int, int, int]]:
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

OPENER_TURN: int = -1

GUESSER_TURN: int = -2

STUCK_TURN: int = -3

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
    def reasons(self) -> tuple[int, list[tuple[int, float, float, float, bool]]] | None: ...

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

    def advise(self, columns: int, rows: int, num_mines: int, cells: bytes, word: int) -> tuple[list[int], list[int], int]:
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

    def __init__(self, flags: bool, cascade: bool, mine_ends: bool, show_risk: bool, reward: RewardKind, oracle: Oracle, autoreset: Autoreset, penalty: float, most_mines: int, game_seeds: Sequence[int]) -> None: ...

class VectorGames:
    """Games stepped side by side, in given arrays."""

    def __init__(self, rules: Rules, options: VectorOptions, num_lanes: int, arrays: dict[str, NDArray[numpy.generic]]) -> None: ...

    def seed(self, lane: int, run_seed: int) -> None: ...

    def reset(self, lane: int) -> None: ...

    def reset_to(self, lane: int, game_seed: int) -> None: ...

    def reset_on(self, lane: int, mines: Sequence[int]) -> None: ...

    def lay(self, lane: int, mines: Sequence[int]) -> None: ...

    def is_untouched(self, lane: int) -> bool: ...

    def step(self, actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu', writable=False)], begin: int, end: int) -> None: ...

    def restart_ended(self) -> None: ...

    def sample(self, words: Annotated[NDArray[numpy.uint64], dict(order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int64], dict(order='C', device='cpu')]) -> None: ...

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

    def find_reasons(self, wanted: Sequence[int] | None, assumed_safe: Sequence[int]) -> list[tuple[int, bool, int, int, tuple[int, ...], bool, bool]]:
        """Why cells are proven, as the function of the same name."""

    def exact_census(self) -> tuple[list[tuple[list[list[int]], list[int], int, list[bytes]]], int, int]:
        """
        Components with their exact counts, sea cells, mines left after the decided ones.
        """

DEFAULT_MAX_STATES: int = 20000000

def analyse(columns: int, rows: int, num_mines: int, cells: bytes, trust_flags: bool, use_mine_count: bool, max_states: int) -> Findings:
    """Everything that follows from a position."""

def find_reasons(columns: int, rows: int, num_mines: int, cells: bytes, trust_flags: bool, use_mine_count: bool, max_states: int, wanted: Sequence[int] | None) -> list[tuple[int, bool, int, int, tuple[int, ...], bool, bool]]:
    """
    Why cells are proven: (cell, is_mine, technique, steps, clues, needs_mine_count, is_minimal) for the wanted cells, or all proven ones.
    """

def deduce_like_human(columns: int, rows: int, num_mines: int, cells: bytes, trust_flags: bool, max_steps: int | None) -> list[tuple[int, bool, int, tuple[int, ...]]]:
    """
    What comparing clues proves: (cell, is_mine, step, clues), in the order found.
    """

def position_value(columns: int, rows: int, num_mines: int, cells: bytes, trust_flags: bool, max_layouts: int, max_nodes: int, all: bool) -> tuple[bool, list[tuple[bool, int, int, int, float, list[tuple[int, int, int, bool]]]], int, int]:
    """
    Best play over all layouts: (is_done, independent parts, nodes, states); a part is (is_done, wins, most wins, layouts or 0, chance of its safest cell, candidates as (cell, safe, wins, is_exact)).
    """

def move_value(columns: int, rows: int, num_mines: int, cells: bytes, trust_flags: bool, max_layouts: int, max_nodes: int, revealed: Sequence[int]) -> tuple[bool, list[tuple[int, int, int]], int]:
    """
    What revealing cells at once is worth: (is_done, independent parts as (wins after it, wins of the best move, layouts), best cell or -1).
    """

def optimum(rules: Rules, max_layouts: int, max_nodes: int) -> tuple[bool, list[tuple[int, int, int]], int, int]:
    """
    Best play of a whole game: (is_done, best first cells as (cell, wins, layouts), states, nodes).
    """

def search_guess(columns: int, rows: int, num_mines: int, cells: bytes, options: Mapping[str, float]) -> tuple[int, int, list[tuple[int, float, float, float, bool]]]:
    """
    The guess by search: (cell, nodes, candidates as (cell, risk, progress, value, is_exact)).
    """

def guess_features(columns: int, rows: int, num_mines: int, cells: bytes, options: Mapping[str, float]) -> list[list[float]]:
    """
    What the estimates of a guess are made of, best first: (cell, risk, best, second, progress, zero, fresh).
    """

def paired_playouts(columns: int, rows: int, num_mines: int, cells: bytes, first: int, second: int, options: Mapping[str, float], count: int, seed: int) -> tuple[list[float], list[float]]:
    """
    The chance to win after each of two cells, estimated on the same drawn layouts.
    """

def list_solutions(columns: int, rows: int, num_mines: int, cells: bytes, method: str, prune: str, max_solutions: int, max_swaps: int, max_depth: int, seconds: float, seed: int, keep: bool, by_component: bool) -> list[tuple[numpy.typing.NDArray[numpy.int64], numpy.typing.NDArray[numpy.uint8], int, int, str, int]]:
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

    def __init__(self, kind: str, risks: PartSpec, score: str, alpha: float, offer_all: bool) -> None: ...

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

def deduce_position(deducer: object, columns: int, rows: int, num_mines: int, cells: bytes) -> list[tuple[int, bool, list[int]]]:
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
