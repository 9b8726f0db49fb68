"""Games with every kind of move, to be written and read back."""

from __future__ import annotations

from sapper.boards import generate
from sapper.errors import NotationError
from sapper.game.game import Game


def finished_game(size: str = "beginner", seed: int = 3) -> Game:
    """Play a board of that seed to the end, by its certificate, with flags and a chord."""
    board = generate(size, 1, seed)[0]
    game = board.game()
    for step in board.certificate:
        for cell in step["cells"]:
            if game.is_over:
                break
            if step["are"] == "mines":
                game.flag(cell)
            elif game.position.cells[game.cell(cell)] == 9:
                _reveal(game, game.cell(cell))
    return game


def _reveal(game: Game, cell: int) -> None:
    """Chord where a clue beside has all its flags, so that chords are recorded too."""
    position = game.position
    for clue in position.neighbours(cell):
        flags = sum(position.cells[n] == 10 for n in position.neighbours(clue))
        if 0 < position.cells[clue] < 9 and flags == position.cells[clue]:
            game.chord(clue)
            return
    game.reveal(cell)


def with_error(read: object) -> None:
    try:
        read()  # type: ignore[operator]
    except NotationError as error:
        assert str(error)
