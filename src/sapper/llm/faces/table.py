"""
A table to play at by tools: what a client of `sapper mcp` calls, and games of verifiers.

No protocol in it: every tool is a method that takes words and returns words.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, Final, Literal

from sapper.boards import generate
from sapper.boards.review import review, review_sentences
from sapper.errors import SapperError
from sapper.game.position import Position
from sapper.game.replay import Replay
from sapper.game.rules import Rules
from sapper.game.seeds import check_seed
from sapper.llm.episodes import Episode
from sapper.llm.reading import read_answer
from sapper.llm.showing import TextForm, show
from sapper.logic import Analysis, analyse

_ENDLESS: Final = 10**9  # turns: whoever plays by tools may take their time
_MOST_CELLS: Final = 30 * 30


class Table:
    """What a client has before it: one game, or none yet."""

    def __init__(self, episode: Episode | None = None) -> None:
        self._episode = episode

    @property
    def episode(self) -> Episode:
        """The game; an error before there is one."""
        if self._episode is None:
            raise SapperError("expected a game in play; new_game begins one")
        return self._episode

    # -- playing

    def new_game(
        self,
        on: str = "beginner",
        first_click: Literal["safe", "zero", "any"] = "zero",
        seed: int = 0,
        no_guess: bool = False,
    ) -> str:
        """Begin a game. on: beginner, intermediate, expert, or columns x rows x mines as 9x9x10.

        first_click says what the first reveal may meet: never a mine (safe), no mine around
        it either (zero), or anything (any). The same seed is the same game. no_guess: a
        board that can be solved by proof alone; its first cell is open.
        """
        rules = Rules.parse(on, first_click="zero" if no_guess else first_click)
        if rules.num_cells > _MOST_CELLS:
            raise SapperError(f"expected a grid of at most {_MOST_CELLS} cells, got {on!r}")
        options: dict[str, Any] = {"max_turns": _ENDLESS, "max_idle": _ENDLESS}
        if no_guess:
            (board,) = generate(rules, 1, check_seed(seed), workers=1)
            self._episode = Episode.on_board(board, **options)
        else:
            self._episode = Episode(rules, check_seed(seed), **options)
        return f"A new game: {on}, first click {rules.first_click}.\n{self._episode.shown()}"

    def show(self, form: TextForm = "grid") -> str:
        """Show the position: as a grid, a line, a list of constraints, or JSON."""
        return show(self.episode.position, form)

    def reveal(self, cells: str) -> str:
        """Reveal cells, such as r2c3 or several: r2c3 r2c4.

        +r2c3 on a number with as many flags around it as it shows reveals the other cells
        around it. Several cells at once are judged by what is shown now.
        """
        return self._play(cells, "")

    def flag(self, cells: str) -> str:
        """Flag cells, such as !r2c3 or r2c3; ~r2c3 takes a flag away."""
        return self._play(cells, "flag ")

    # -- helping

    def analyse(self, position: str = "") -> str:
        """List what is proven, and the risk of every other covered cell.

        Of the game, or of any position as one line: ..1./..2./11../.... 3
        """
        found = self._analysis(position)
        name = found.position.format_cells
        risks = {
            found.position.format_cell(cell): round(float(found.weigh(cell).risk), 6)
            for cell in found.position.covered
            if cell not in found.safe and cell not in found.mines
        }
        return json.dumps(
            {"safe": name(found.safe).split(), "mines": name(found.mines).split(), "risk": risks}
        )

    def hint(self, position: str = "") -> str:
        """Name the cell to reveal next, and why; of the game, or of any position."""
        found = self._analysis(position).hint()
        return "Nothing is left to reveal." if found is None else f"{found.sentence}."

    def explain(self, cell: str, position: str = "") -> str:
        """Explain why a covered cell is proven safe or a mine, or else give its risk."""
        found = self._analysis(position)
        number = found.position.cell(cell)
        if number in found.safe or number in found.mines:
            return f"{found.reason(number).sentence}."
        risk = found.weigh(number).risk
        return f"{cell} is not proven: its risk is {risk:.2%}."

    # -- afterwards

    def review(self) -> str:
        """Review the game when it is over: luck, needless guesses, what was missed."""
        episode = self.episode
        if not episode.is_over:
            raise SapperError("expected a game that is over; a game in play is not reviewed")
        found = review(Replay.of_game(episode.game))
        kept = ("outcome", "guesses", "needless_guesses", "forced_guesses", "luck", "missed")
        numbers = found.summary()
        lines = [f"{key.replace('_', ' ')}: {numbers[key]}" for key in kept]
        return "\n".join([*lines, *review_sentences(found)])

    # -- within

    def _play(self, cells: str, verb: str) -> str:
        episode = self.episode
        answer = read_answer(f"<move>{verb}{cells.replace('<', ' ')}</move>", episode.position)
        if verb:  # a flag has no sign of its own here, and reveals nothing
            moves = tuple(one for one in answer.moves if one.kind in ("flag", "unflag"))
            answer = replace(answer, moves=moves)
        return episode.play(answer).text

    def _analysis(self, position: str) -> Analysis:
        if position:
            return analyse(Position.parse(position), trust_flags=False)
        return analyse(self.episode.position, trust_flags=False)
