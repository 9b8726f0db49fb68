"""
What a language model answered: moves, clues, and what could not be understood.

Three ways are read, the first that is there: tags (``<move>r3c4</move>``, what is in
``<because>…</because>`` are clues), JSON, and the last move named in plain text. What
stands before ``</think>`` is no answer. Reading is tolerant but never guesses: two numbers
of which either may be the row, or a choice left open, are problems, each a sentence that
says what would have been understood. Every cell of an answer is on the grid; whether the
position allows the move is for `scoring.py`.

Words inside a tag hold for the cells after them ("flag r1c1 r1c2"), signs for their own
(``!r1c1`` flags, ``+`` chords, ``~`` takes a flag away), and a cell alone is revealed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from sapper.arguments import explained
from sapper.errors import check_type
from sapper.game.cells import format_cell
from sapper.game.moves import Move, MoveKind
from sapper.game.position import Position
from sapper.llm.reading_json import find_json, iter_words

_LONGEST: Final = 20_000  # of an answer, from its end
_MOST_PROBLEMS: Final = 5
_MOST_SHOWN: Final = 40  # letters of what was not understood

# Without ASCII, Unicode's long s would be an s that no table of words has.
_FLAGS: Final = re.ASCII | re.IGNORECASE
_CELL: Final = (
    r"(?:r(?:ow)?[ \t]?0{0,3}([0-9]{1,4})[ \t]?[,;]?[ \t]?(?:and[ \t])?"
    r"c(?:ol(?:umn)?)?[ \t]?0{0,3}([0-9]{1,4}))(?![0-9A-Za-z_])"
)
_VERBS: Final[dict[str, MoveKind]] = {
    "reveal": "reveal", "open": "reveal", "uncover": "reveal", "click": "reveal",
    "dig": "reveal", "safe": "reveal",
    "flag": "flag", "flags": "flag", "mark": "flag", "mine": "flag", "mines": "flag",
    "unflag": "unflag", "unmark": "unflag", "chord": "chord",
}  # fmt: skip
_SIGNS: Final[dict[str, MoveKind]] = {"!": "flag", "~": "unflag", "+": "chord", "": "reveal"}
_UNPROVEN: Final = (
    r"(?:cannot|can't|can[ ]not)[ ]be[ ]pro(?:ven|ved)|unprov(?:en|able)|not[ ]provable"
    r"|nothing[ ](?:can[ ]be|is)[ ]prov(?:en|ed|able)"
)
_TAG: Final = re.compile(r"<(moves?|answer|because|clues)>([^<]*)", _FLAGS)
_PLAIN_TAG: Final = re.compile(r"<move>r([1-9][0-9]{0,3})c([1-9][0-9]{0,3})</move>\s*\Z")
# What stands in a tag, piece by piece.
_PIECE: Final = re.compile(
    rf"(?P<sign>[!~+]?)(?<![A-Za-z0-9_]){_CELL}|(?P<unproven>{_UNPROVEN})"
    r"|(?P<count>mine[ _-]?count|number[ ]of[ ]mines)"
    rf"|(?P<verb>\b(?:{'|'.join(_VERBS)})\b)|(?P<gap>[\s\u00a0\u2009\u202f,;:.`'\"*\[\]()]+|\b(?:and|then|cells?)\b)"
    r"|(?P<other>[^\s,;`'\"*\[\]]+)",
    _FLAGS,
)
_IN_TEXT: Final = re.compile(rf"(?P<sign>[!~+]?)(?<![A-Za-z0-9_]){_CELL}", _FLAGS)
_UNPROVEN_TEXT: Final = re.compile(_UNPROVEN, _FLAGS)
_BEFORE: Final = re.compile(rf"\b({'|'.join(_VERBS)})(?:ing|ed)?\b", _FLAGS)
_AFTER: Final = re.compile(
    r"[`*\"')\s]*(?:is|are|must be|has to be|as)\s+(?:a\s+|certainly\s+|definitely\s+)*"
    r"(mines?|bombs?|safe)\b",
    _FLAGS,
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|avoid|don't|doesn't|isn't|instead of|rather than|except|unless|if)\b",
    _FLAGS,
)
_CHOICE: Final = re.compile(r"\bor\b", _FLAGS)
_THINKING: Final = re.compile(r"<(/?)think(?:ing)?>", _FLAGS)
_EXAMPLE: Final = "<move>r3c4</move>"


@dataclass(frozen=True, slots=True)
class Answer:
    """
    What was understood of an answer.

    ``moves`` are in the order given, each once, on cells of the grid. ``problems`` are
    sentences about what was not understood. ``is_unproven`` says that the model claims that
    nothing can be proven; ``clues`` are the cells named as reasons, and
    ``uses_mine_count`` says whether the number of mines is one.
    """

    moves: tuple[Move, ...] = ()
    problems: tuple[str, ...] = ()
    is_unproven: bool = False
    clues: tuple[int, ...] = ()
    uses_mine_count: bool = False


@explained
def read_answer(text: str, position: Position) -> Answer:
    """
    Read an answer to a position; never an error, whatever the text.

    >>> position = Position.parse("..1./..2./11../.... 3")
    >>> answer = read_answer("The 1 has its mine. <move>r3c3, !r2c2</move>", position)
    >>> [move.format(4) for move in answer.moves]
    ['r3c3', '!r2c2']
    >>> read_answer('{"reveal": ["r3c3"], "because": ["r3c2"]}', position).clues
    (9,)
    >>> [move.format(4) for move in read_answer("So I flag r2c2.", position).moves]
    ['!r2c2']
    >>> print(*read_answer("I choose (3, 4).", position).problems)
    no move found: name a cell as row and column, as in <move>r3c4</move>
    """
    check_type(text, str, "an answer as text")
    # By far the most common answer, and nothing else in its tag.
    if text.count("<") == 2 and (found := _PLAIN_TAG.search(text)) is not None:
        row, column = int(found[1]), int(found[2])
        if row <= position.rows and column <= position.columns:
            moves = _table(position.columns, position.rows, "reveal")
            return Answer((moves[(row - 1) * position.columns + column - 1],))
    return _Reader(position).read(text)


@lru_cache(maxsize=256)
def _table(columns: int, rows: int, kind: MoveKind) -> tuple[Move, ...]:
    return tuple(Move(kind, cell) for cell in range(columns * rows))


@dataclass(slots=True)
class _Reader:
    """Collects what is understood of one answer."""

    position: Position
    moves: dict[tuple[str, int], Move] = field(default_factory=dict)
    clues: dict[int, None] = field(default_factory=dict)
    problems: dict[str, None] = field(default_factory=dict)
    is_unproven: bool = False
    uses_mine_count: bool = False

    def read(self, text: str) -> Answer:
        answer, is_open = _after_thinking(text[-_LONGEST:])
        if is_open:
            self.problems["the answer ends while thinking: put the move after </think>"] = None
        else:
            self._read_some_way(answer)
        if not (self.moves or self.problems or self.is_unproven):
            self.problems[f"no move found: name a cell as row and column, as in {_EXAMPLE}"] = None
        problems = tuple(self.problems)
        if len(problems) > _MOST_PROBLEMS:
            more = f"and {len(problems) - _MOST_PROBLEMS} more of this kind"
            problems = (*problems[:_MOST_PROBLEMS], more)
        return Answer(
            tuple(self.moves.values()),
            problems,
            self.is_unproven,
            tuple(self.clues),
            self.uses_mine_count,
        )

    def _read_some_way(self, text: str) -> None:
        tags = [(one[1].lower(), one[2]) for one in _TAG.finditer(text)]
        if not any(name in ("move", "moves", "answer") for name, _ in tags):
            data = find_json(text)
            if data is not None:
                self._read_words(data)
            elif tags:
                self._read_plain(_TAG.sub("", text))
            else:
                self._read_plain(text)
        for name, inside in tags:
            if name in ("because", "clues"):
                self.read_pieces(inside, "clues")
            elif (data := find_json(inside)) is not None:
                self._read_words(data)
            else:
                self.read_pieces(inside, "reveal")

    def _read_words(self, data: object) -> None:
        """Read what JSON says: pieces of text, and what each is for."""
        for kind, words in iter_words(data):
            if kind == "problem":
                self.problems[words] = None
            elif kind == "unproven":
                self.is_unproven = True
            elif kind == "mine count":
                self.uses_mine_count = True
            else:
                self.read_pieces(words, kind)

    def read_pieces(self, text: str, kind: str) -> None:
        """Read a list of moves, or of clues."""
        for piece in _PIECE.finditer(text):
            if piece["gap"]:
                continue
            if piece[2] is not None:
                own = _SIGNS[piece["sign"]] if piece["sign"] else kind
                self._add(own, int(piece[2]), int(piece[3]), piece[0])
            elif piece["unproven"]:
                self.is_unproven = True
            elif piece["count"]:
                self.uses_mine_count = True
            elif piece["verb"]:
                kind = kind if kind == "clues" else _VERBS[piece["verb"].lower()]
            else:
                self._refuse(piece[0])

    def _add(self, kind: str, row: int, column: int, named: str) -> None:
        columns, rows = self.position.columns, self.position.rows
        if not (1 <= row <= rows and 1 <= column <= columns):
            self.problems[
                f"there is no cell {_shown(named)}: the cells are r1c1 to r{rows}c{columns}"
            ] = None
            return
        cell = (row - 1) * columns + column - 1
        if kind == "clues":
            if self.position.cells[cell] > 8:
                name = format_cell(cell, columns)
                self.problems[f"{name} shows no number, so it is no reason"] = None
            else:
                self.clues[cell] = None
            return
        for known in _SIGNS.values():
            if kind == known:
                self.moves[kind, cell] = _table(columns, rows, known)[cell]

    def _refuse(self, words: str) -> None:
        self.problems[
            f"{_shown(words)} was not understood: write moves as r3c4 to reveal, !r3c4 to flag"
        ] = None

    def _read_plain(self, text: str) -> None:
        """Read the last move named in plain text."""
        cells = list(_IN_TEXT.finditer(text))
        last = cells[-1] if cells else None
        denials = [one.start() for one in _UNPROVEN_TEXT.finditer(text)]
        if denials and (last is None or text.rfind("\n", 0, denials[-1]) > last.end()):
            self.is_unproven = True
            return
        if last is None:
            return
        clause = re.split(r"[\n.;:!?](?=\s)", text[: last.start()])[-1]
        between = text[cells[-2].end() : last.start()] if len(cells) > 1 else ""
        if between and len(between) < 12 and _CHOICE.search(between):
            self.problems[
                f"{_shown(cells[-2][0])} or {_shown(last[0])}: choose one, as in {_EXAMPLE}"
            ] = None
        elif _DENIED.search(clause):
            self.problems[
                f"it is not clear whether {_shown(last[0])} is the move: end with {_EXAMPLE}"
            ] = None
        else:
            verbs, after = _BEFORE.findall(clause), _AFTER.match(text, last.end())
            kind: str = _VERBS[verbs[-1].lower()] if verbs else "reveal"
            if after is not None:
                kind = "reveal" if after[1].lower() == "safe" else "flag"
            kind = _SIGNS[last["sign"]] if last["sign"] else kind
            self._add(kind, int(last[2]), int(last[3]), last[0])


def _after_thinking(text: str) -> tuple[str, bool]:
    """Return what follows the last thought, and whether a thought was left open."""
    marks = list(_THINKING.finditer(text))
    is_open = bool(marks) and not marks[-1][1]
    ended = [one.end() for one in marks if one[1]]
    return text[ended[-1] :] if ended else text, is_open


def _shown(words: str) -> str:
    words = " ".join(words.split())
    return repr(words if len(words) <= _MOST_SHOWN else f"{words[:_MOST_SHOWN]}…")


@explained
def format_answer(moves: Iterable[Move], columns: int) -> str:
    """
    Write moves as an answer that `read_answer` reads back.

    >>> format_answer((Move("reveal", 5), Move("flag", 0)), columns=4)
    '<move>r2c2 !r1c1</move>'
    """
    return f"<move>{' '.join(move.format(columns) for move in moves)}</move>"
