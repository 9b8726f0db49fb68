"""Games that are kept between requests: what `new_game`, moves and `review` are answered with."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any, Final

from sapper.engine.answers import Answer
from sapper.errors import SapperError
from sapper.game.game import Game
from sapper.game.layout import Layout
from sapper.game.rules import Rules

MOST_GAMES: Final = 10_000


class Games:
    """The games in play, by number."""

    def __init__(self) -> None:
        self._games: dict[int, Game] = {}
        self._numbers = count(1)

    def new_game(self, fields: Mapping[str, Any]) -> Answer:
        """Begin a game."""
        if len(self._games) >= MOST_GAMES:
            raise SapperError(f"expected at most {MOST_GAMES:,} games; `end_game` forgets one")
        kind = fields.get("rules", "normal")
        if "layout" in fields:
            game = Game.on_layout(Layout.parse(fields["layout"]), game=kind)
        else:
            first_click = fields.get("first_click", "safe")
            rules = Rules.parse(fields["on"], first_click=first_click, game=kind)
            game = Game(rules, fields.get("seed", 0))
        number = next(self._numbers)
        self._games[number] = game
        return _describe(number, game)

    def reveal(self, fields: Mapping[str, Any]) -> Answer:
        """Reveal a cell."""
        game = self._find(fields)
        game.reveal(fields["cell"])
        return _describe(fields["game"], game)

    def flag(self, fields: Mapping[str, Any]) -> Answer:
        """Flag a cell, or take its flag away."""
        game = self._find(fields)
        cell = game.position.cell(fields["cell"])
        game.unflag(cell) if cell in game.position.flagged else game.flag(cell)
        return _describe(fields["game"], game)

    def chord(self, fields: Mapping[str, Any]) -> Answer:
        """Reveal around a clue."""
        game = self._find(fields)
        game.chord(fields["cell"])
        return _describe(fields["game"], game)

    def end_game(self, fields: Mapping[str, Any]) -> Answer:
        """Forget a game."""
        self._find(fields)
        del self._games[fields["game"]]
        return {"game": fields["game"]}

    def review(self, fields: Mapping[str, Any]) -> Answer:
        """Review a game of ours, or a replay."""
        from sapper.boards.review import review  # noqa: PLC0415 - seldom needed
        from sapper.game.io.replays import parse_replay  # noqa: PLC0415 - seldom needed
        from sapper.game.replay import Replay  # noqa: PLC0415 - seldom needed

        if "game" in fields:
            replay = Replay.of_game(self._find(fields))
        elif isinstance(fields["replay"], str):
            replay = parse_replay(fields["replay"].encode(errors="replace"))
        else:
            replay = Replay.from_dict(fields["replay"])
        return review(replay).to_dict()

    def _find(self, fields: Mapping[str, Any]) -> Game:
        game = self._games.get(fields["game"])
        if game is None:
            raise SapperError(f"no game {fields['game']}; `new_game` begins one")
        return game


def _describe(number: int, game: Game) -> Answer:
    """Return what the player sees; the layout once the game is over."""
    is_over = game.outcome != "playing"
    return {
        "game": number,
        "position": str(game.position),
        "outcome": game.outcome,
        "mines_left": game.position.mines_left,
        "moves": len(game.history),
        "layout": str(game.layout) if is_over else None,
    }
