"""Games that never force a guess: the layout is chosen when the first cell is known."""

from __future__ import annotations

from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.rules import Rules


def find_layout(rules: Rules, game_seed: int, first: int) -> Layout:
    """Return the layout of a game seed that can be solved from this first cell by proof alone."""
    from sapper.boards import generate  # noqa: PLC0415 - only games without guesses need it

    normal = Rules(rules.columns, rules.rows, rules.num_mines, first_click=rules.first_click)
    return generate(normal, 1, game_seed, first, workers=1)[0].layout


def lay_without_guess(game: Game, first: int, *, cascade: bool) -> Game:
    """Return the game, not begun but for flags, on such a layout."""
    layout = find_layout(game.rules, game.seed, first)
    laid = Game(game.rules, game.seed, layout=layout, cascade=cascade)
    for move in game.history:
        laid.play(move)
    return laid
