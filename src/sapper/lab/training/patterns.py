"""
A learned valuation of 4x4 patterns, in the place of the counted one.

Part IV asks for a net as another heuristic, trained on positions without a safe move by whether
the move is safe. This one is shown a window as the database's key has it, 16 cells with 11
values each, and says of every cell how likely it is a mine. It learns from games on the boards
that are played; the database, from boards on which all numbers of mines come up alike. What it
says of the configurations of the sampled database is kept as a database like the others, so that
nothing of it is needed to play. Needs the extra ``learn``.

References:
    [1] Vaitzman, Efremov, Ennekavi, Shevach, Mordechai, section II.2.3.1 and part IV.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sapper.agents import Playthrough, load_agent
from sapper.agents.patterns import UNIT, Patterns, pattern_file, read_patterns
from sapper.agents.run.play import game_seeds
from sapper.game.codes import COVERED
from sapper.game.rules import Rules
from sapper.lab.training.data import Listener
from sapper.lab.training.nets import import_jax

SIDE: Final = 4
CELLS: Final = SIDE * SIDE
BASE: Final = 11
GAMES: Final = 6000  # on each grid
SEED: Final = 1_000_004  # far from the small seeds that people report with
_GRIDS: Final = ("8x8x10", "16x16x40", "30x16x99")  # [1, section III.1]
_PLAYER: Final = "vaitzman/sat-pdb"
_WINDOWS: Final = 30  # of a position at most: those of one position say much the same
_HIDDEN: Final = (128, 64)
_EPOCHS: Final = 8
_BATCH: Final = 512
_STEP: Final = UNIT // 500

Floats = NDArray[np.float32]
Codes = NDArray[np.uint8]


def learn_patterns(
    progress: Listener, *, games: int = GAMES, seed: int = SEED
) -> tuple[Patterns, float]:
    """Return the database, and the net's loss on the last fifth of the windows, unseen."""
    codes, mines = _windows(games, seed, progress)
    seen = len(codes) * 4 // 5
    net = _train(codes[:seen], mines[:seen], seed, progress)
    loss = _loss(_risks(net, codes[seen:]), codes[seen:], mines[seen:])
    known = read_patterns(pattern_file("sampled"))
    configurations = codes_of(known.keys)
    risks = np.where(configurations == COVERED, _risks(net, configurations), 2.0)
    moves = risks.argmin(axis=1)
    # In steps of 1/500, finer than the net is right, so that the file is small.
    values = (_STEP * np.rint(UNIT * (1 - risks.min(axis=1)) / _STEP)).astype(np.uint16)
    made = {"learned": True, "games": games, "seed": seed, "windows": seen}
    return Patterns(known.keys, moves.astype(np.uint8), values, values, made), loss


def codes_of(keys: NDArray[np.uint64]) -> Codes:
    """Return the cells of configurations by key."""
    powers = np.array([BASE ** (CELLS - 1 - i) for i in range(CELLS)], np.uint64)
    return (keys[:, None] // powers % np.uint64(BASE)).astype(np.uint8)


def _windows(games: int, seed: int, progress: Listener) -> tuple[Codes, NDArray[np.bool_]]:
    """Play, and return windows of the positions without a safe move, in random order."""
    random = np.random.default_rng(seed)
    codes, mines = [], []
    for number, grid in enumerate(_GRIDS):
        rules = Rules.parse(grid, first_click="any")
        for game, game_seed in enumerate(game_seeds(seed + number, 0, games).tolist()):
            if game % 100 == 0:
                progress("games", number * games + game, len(_GRIDS) * games, grid)
            for cells, layout in _positions(rules, game_seed):
                shown, hidden = (_cut(grid) for grid in (cells, layout))
                picked = random.permutation(np.flatnonzero((shown == COVERED).any(axis=1)))
                codes.append(shown[picked[:_WINDOWS]])
                mines.append(hidden[picked[:_WINDOWS]])
    order = random.permutation(sum(map(len, codes)))
    return np.concatenate(codes)[order], np.concatenate(mines)[order].astype(np.bool_)


def _positions(rules: Rules, seed: int) -> Iterator[tuple[Codes, Codes]]:
    """Yield what was seen before each guess of a game, and where the mines were."""
    game = Playthrough(load_agent(_PLAYER), rules, seed)
    before, found = game.position, []
    for turn in game:
        if turn.role == "guesser":
            found.append(np.frombuffer(before.cells, np.uint8))
        before = turn.position
    layout = np.zeros(rules.num_cells, np.uint8)
    if game.layout is not None:  # a game that was played has one
        layout[list(game.layout.mines)] = 1
    shape = rules.rows, rules.columns
    for cells in found:
        yield cells.reshape(shape), layout.reshape(shape)


def _cut(grid: Codes) -> Codes:
    """Return all windows of a grid, a row each."""
    return np.lib.stride_tricks.sliding_window_view(grid, (SIDE, SIDE)).reshape(-1, CELLS)


def _symmetries() -> NDArray[np.int64]:
    """Return the eight ways in which a window can lie."""
    places = np.arange(CELLS).reshape(SIDE, SIDE)
    turned = [np.rot90(one, k) for one in (places, places.T) for k in range(4)]
    return np.array([one.ravel() for one in turned])


def _inputs(codes: Codes) -> Floats:
    return np.eye(BASE, dtype=np.float32)[codes].reshape(len(codes), CELLS * BASE)


def _forward(net: list[Any], inputs: Any, numbers: Any) -> Any:
    for weights, biases in net[:-1]:
        inputs = numbers.maximum(inputs @ weights + biases, 0)
    weights, biases = net[-1]
    return inputs @ weights + biases


def _risks(net: list[Any], codes: Codes) -> Floats:
    """Return what the net says of every cell; the mean of the eight ways a window can lie."""
    total = np.zeros((len(codes), CELLS), np.float32)
    for places in _symmetries():
        for start in range(0, len(codes), 65_536):
            part = slice(start, start + 65_536)
            logits = _forward(net, _inputs(codes[part][:, places]), np)
            total[part, places] += 1 / (1 + np.exp(-logits))
    return (total / 8).astype(np.float32)


def _loss(risks: Floats, codes: Codes, mines: NDArray[np.bool_]) -> float:
    chances = np.where(mines, risks, 1 - risks)[codes == COVERED]
    return float(-np.log(np.maximum(chances, 1e-9)).mean())


def _train(codes: Codes, mines: NDArray[np.bool_], seed: int, progress: Listener) -> list[Any]:
    """Fit the chance of a mine in each covered cell by its cross-entropy."""
    jax, optax = import_jax()
    numbers = jax.numpy
    random = np.random.default_rng(seed)
    net: list[Any] = []
    sizes = (CELLS * BASE, *_HIDDEN, CELLS)
    for a, b in pairwise(sizes):
        weights = random.normal(0, np.sqrt(2 / a), (a, b)).astype(np.float32)
        net.append((weights, np.zeros(b, np.float32)))
    rule = optax.adam(1e-3)

    def cost(net: list[Any], x: Any, y: Any, counts: Any) -> Any:
        each = optax.sigmoid_binary_cross_entropy(_forward(net, x, numbers), y)
        return (each * counts).sum() / counts.sum()

    def step(net: list[Any], state: Any, x: Any, y: Any, counts: Any) -> Any:
        change, state = rule.update(jax.grad(cost)(net, x, y, counts), state)
        return optax.apply_updates(net, change), state

    fast, state, ways = jax.jit(step), rule.init(net), _symmetries()
    batches = len(codes) // _BATCH
    for epoch in range(_EPOCHS):
        order = random.permutation(len(codes))
        for number in range(batches):
            part = order[number * _BATCH : (number + 1) * _BATCH]
            places = ways[random.integers(len(ways))]
            shown = codes[part][:, places]
            x, y = _inputs(shown), mines[part][:, places].astype(np.float32)
            net, state = fast(net, state, x, y, (shown == COVERED).astype(np.float32))
        progress("net", epoch + 1, _EPOCHS)
    return [(np.asarray(weights), np.asarray(biases)) for weights, biases in net]
