"""
One game as a Gymnasium environment.

Plain Python on `sapper.Game`; `vector.py` is the fast form and plays the same
episodes. After ``reset(seed=s)`` the episodes are the games of run seed s, one after
another; ``options={"game_seed": n}`` plays the game of ``sapper play --seed n``, and
``options={"layout": ...}`` a given layout.
"""

from __future__ import annotations

from copy import copy, deepcopy
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sapper import _core
from sapper.agents.run.play import game_seeds
from sapper.arguments import explained
from sapper.env.boards import lay_without_guess
from sapper.env.render import RENDER_MODES, check_render_mode
from sapper.env.rewards import Step, named_reward
from sapper.env.settings import Settings, allowed_actions
from sapper.errors import BudgetExceededError, SapperError, check_whole
from sapper.game.codes import COVERED, FLAGGED, MINE_SHOWN
from sapper.game.game import OUTCOMES, Game
from sapper.game.layout import Layout
from sapper.game.pixels import draw_cells
from sapper.game.rules import Rules, native_rules
from sapper.game.seeds import check_seed
from sapper.logic import Analysis, analyse

# The stream that draws an episode's number of mines; the native form has the same.
MINES_STREAM = 0x6D696E6573
# What the oracle says where no cell is revealed: no risk, no guess, nothing asked.
_NOT_ASKED: Final = (float("nan"), False, False)


@explained
class SapperEnv(gymnasium.Env[Any, Any]):
    """
    Minesweeper with stated rules; keyword arguments are those of `Settings`.

    >>> env = SapperEnv(on="5x5x3", first_click="zero")
    >>> cells, info = env.reset(seed=7)
    >>> cells, reward, terminated, truncated, info = env.step(12)
    >>> int(cells[2, 2]), OUTCOMES[info["outcome"]], bool(info["action_mask"][12])
    (0, 'playing', False)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base class declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
    }

    def __init__(self, on: str = "beginner", *, render_mode: str | None = None, **options: Any):
        self.settings = Settings(on=on, **options)
        self.render_mode = check_render_mode(render_mode)
        self.action_space = self.settings.action_space()
        self.observation_space = self.settings.observation_space()
        self._run_seed: int | None = None
        self._episode = 0
        self._game = Game(self.settings.rules, cascade=self.settings.cascade)
        self._analysis: Analysis | None = None

    def __repr__(self) -> str:
        return f"<SapperEnv: {self.settings.rules.name}, {self.outcome}: {self._game.position}>"

    # Episodes

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin the next episode, or the game that ``options`` name."""
        if seed is not None:
            seed = check_seed(seed)
        super().reset(seed=seed)
        if seed is not None:
            self._run_seed, self._episode = seed, 0
        elif self._run_seed is None:
            self._run_seed = int(self.np_random.integers(2**63))
        wanted = dict(options or {})
        game_seed, layout = wanted.pop("game_seed", None), wanted.pop("layout", None)
        if wanted:
            raise SapperError(
                f"expected 'game_seed' or 'layout' among the options, got {sorted(wanted)}"
            )
        if layout is not None:
            self._game = self._on_layout(layout)
        else:
            number = self._next_seed() if game_seed is None else check_seed(game_seed)
            self._game = Game(self._draw_rules(number), number, cascade=self.settings.cascade)
        self._analysis = None
        return self._observe(), self._info()

    def _next_seed(self) -> int:
        number, self._episode = self._episode, self._episode + 1
        assert self._run_seed is not None  # noqa: S101 - reset has set it
        listed = self.settings.game_seeds
        if listed is None:
            return int(game_seeds(self._run_seed, number, 1)[0])
        return int(listed[(self._run_seed % len(listed) + number) % len(listed)])

    def _draw_rules(self, game_seed: int) -> Rules:
        rules = self.settings.rules
        spread = self.settings.most_mines - rules.num_mines
        if spread > 0:
            stream = _core.Random(_core.agent_stream(MINES_STREAM, game_seed))
            rules = Rules(
                rules.columns,
                rules.rows,
                rules.num_mines + stream.below(spread + 1),
                first_click=rules.first_click,
                game=rules.game,
            )
        return rules

    def _on_layout(self, layout: Layout | str) -> Game:
        given = Layout.parse(layout) if isinstance(layout, str) else layout
        rules = self.settings.rules
        rules = Rules(
            rules.columns, rules.rows, len(given.mines), first_click="any", game=rules.game
        )
        return Game(rules, layout=given, cascade=self.settings.cascade)

    # Steps

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Reveal a cell, or with ``flags`` put a flag or take it away."""
        number = check_whole(action, "an action")
        if self.is_over or not self._is_allowed(number):
            info = self._info() | {"illegal": True}
            return self._observe(), -self.settings.penalty, self.is_over, False, info
        stake = self._consult(number)
        if self.settings.no_guess and self._game.first_cell is None and number < self.num_cells:
            self._game = lay_without_guess(self._game, number, cascade=self.settings.cascade)
        before = self._game.position.array
        revealed, hit = self._game.cells_revealed, self._game.mines_hit
        self._play(number)
        self._analysis = None
        step = Step(
            before,
            self._game.position.array,
            number,
            self._game.cells_revealed - revealed,
            self._game.mines_hit - hit,
            self._game.rules.num_cells - self._game.rules.num_mines,
            self.outcome,
            stake[0],
        )
        reward = self.settings.reward
        value = reward(step) if callable(reward) else named_reward(reward, step)
        return self._observe(), float(value), self.is_over, False, self._info(stake)

    def _is_allowed(self, action: int) -> bool:
        return 0 <= action < self.settings.num_actions and bool(self.action_masks()[action])

    def _play(self, action: int) -> None:
        cell = action % self.num_cells
        if action < self.num_cells:
            self._game.reveal(cell)
        elif self._game.position.cells[cell] == FLAGGED:
            self._game.unflag(cell)
        else:
            self._game.flag(cell)

    def _consult(self, action: int) -> tuple[float, bool, bool]:
        """Return a reveal's risk, whether it is a guess, and whether a safe cell is provable."""
        settings = self.settings
        is_asked = settings.oracle is not None or settings.reward == "risk"
        if not is_asked or action >= self.num_cells:
            return _NOT_ASKED
        if self._is_first_free:
            return 0.0, False, True
        analysis = self._analyse()
        if analysis is None:
            return float("nan"), True, False
        stake = analysis.weigh(action)
        return float(stake.risk), bool(stake.is_guess), bool(stake.is_provable)

    @property
    def _is_first_free(self) -> bool:
        """Whether the next reveal is the first one, and the rule keeps its cell free."""
        game = self._game
        return game.first_cell is None and game.rules.first_click != "any"

    def _analyse(self) -> Analysis | None:
        """Analyse the position once; a player's flags may be wrong and are not trusted."""
        if self._analysis is None:
            try:
                self._analysis = analyse(self._game.position, trust_flags=False)
            except BudgetExceededError:
                return None
        return self._analysis

    # What is seen

    @property
    def num_cells(self) -> int:
        """How many cells the grid has."""
        return self._game.rules.num_cells

    @property
    def game(self) -> Game:
        """The game in play."""
        return self._game

    @property
    def safe_left(self) -> int:
        """How many safe cells are still covered."""
        rules = self._game.rules
        return rules.num_cells - rules.num_mines - self._game.cells_revealed

    @property
    def outcome(self) -> str:
        """``playing``, ``won``, ``lost`` or ``stuck``."""
        ended = self.settings.ends_when_opened and self._game.first_cell is not None
        if self._game.outcome == "playing" and ended and self.safe_left == 0:
            return "won" if self._game.mines_hit == 0 else "lost"
        return self._game.outcome

    @property
    def is_over(self) -> bool:
        """Whether the episode has ended."""
        return self.outcome != "playing"

    def action_masks(self) -> NDArray[np.bool_]:
        """
        Return which actions are allowed now, as sb3-contrib's MaskablePPO asks for it.

        Once the episode has ended none does anything, and all are allowed: a mask without
        an action cannot be drawn from.
        """
        if self.is_over:
            return np.ones(self.settings.num_actions, np.bool_)
        masks = allowed_actions(self._game.position.array, flags=self.settings.flags)
        rules = self._game.rules
        if self._game.first_cell is None and self._game.given_layout is None:
            # On a crowded grid a first cell may leave too little room for the mines.
            native = native_rules(rules)
            if rules.num_mines + 9 > rules.num_cells:
                room = [
                    native.most_mines(cell) >= rules.num_mines for cell in range(self.num_cells)
                ]
                masks[: self.num_cells] &= np.array(room)
        return masks

    def _observe(self) -> Any:
        num_mines = np.array(self._game.rules.num_mines, np.int64)
        cells = self._game.position.array
        return self.settings.observe(cells, self._risk(cells), num_mines, self.action_masks())

    def _risk(self, cells: NDArray[np.uint8]) -> NDArray[np.float32]:
        if "risk" not in self.settings.parts:
            return np.zeros(0, np.float32)
        analysis = self._analyse()
        risk = np.full(cells.shape, 0.5) if analysis is None else analysis.risk.copy()
        risk[cells < COVERED] = 0.0
        risk[cells == MINE_SHOWN] = 1.0
        if self._is_first_free:
            risk.ravel()[self.action_masks()[: self.num_cells]] = 0.0
        return risk.astype(np.float32)

    def _info(self, stake: tuple[float, bool, bool] = _NOT_ASKED) -> dict[str, Any]:
        found: dict[str, Any] = {
            "game_seed": self._game.seed,
            "num_mines": self._game.rules.num_mines,
            "safe_left": self.safe_left,
            "outcome": OUTCOMES.index(self.outcome),
            "illegal": False,
            "action_mask": self.action_masks(),
        }
        if self.settings.oracle is not None:
            found |= {"guess": stake[1], "provable": stake[2]}
        if self.settings.oracle == "risk":
            found["risk"] = stake[0]
        return found

    def render(self) -> Any:
        """Return the position as text (``ansi``) or as a picture (``rgb_array``)."""
        if self.render_mode == "ansi":
            return self._game.position.to_text()
        if self.render_mode == "rgb_array":
            return draw_cells(self._game.position.array)
        return None

    def clone(self) -> SapperEnv:
        """Return a copy in the same state; each then goes its own way."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._game = self._game.copy()
        other._np_random = deepcopy(self._np_random)
        other.action_space = copy(self.action_space)
        other.action_space._np_random = deepcopy(self.action_space._np_random)
        return other

    def __copy__(self) -> SapperEnv:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> SapperEnv:
        return self.clone()
