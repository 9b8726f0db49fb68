"""
Do the rewards teach? A small transformer, from nothing to play, judged by the benchmark.

The model reads a position as one line of text (`sapper.llm.show`, form ``line``), a token a
letter, points at one of the covered cells, and its answer is text again: ``<move>r3c4</move>``.
It first imitates proofs (positions of `sapper data positions`: any proven cell is right), then
plays games and follows the reward ``risk`` of `sapper.llm` in every turn. Both stages and
the agents beside it are measured by the track ``small games`` of sapper-bench on games of fresh
seeds, and in the end on the public set.

Needs PyTorch and the extra ``parquet``: ``build/clients/bin/python research/llm_teach.py``
(`make clients`). ``--imitation`` and ``--reward`` count steps, so that the same seed on the same
machine gives the same model. ``--resume`` goes on after the imitation that lies in ``--to``.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib
import numpy as np
import pyarrow.parquet as pq
import torch
from matplotlib.figure import Figure
from torch import nn
from torch.nn import functional

from sapper import Rules
from sapper.agents.run.intervals import wilson_interval
from sapper.agents.run.play import game_seeds
from sapper.llm import Episode, show
from sapper.llm.bench import Item, Talk, get_player, load_set, measure, play_item
from sapper.logic import find_optimum

GRIDS: Final = (
    "3x3x2", "4x3x3", "4x4x2", "4x4x3", "4x4x4", "4x4x5", "5x4x4", "5x5x3", "5x5x4", "5x5x5",
)  # fmt: skip
AGENTS: Final = ("exact", "random")  # whose games the positions are from
LETTERS: Final = ". 0123456789/"
COVERED: Final = LETTERS.index(".")
SIDE: Final = 8  # of the tables of rows and columns; the number of mines stands in row 7
BESIDE: Final = ("random", "kvietinskas/single-point", "exact")
DATA_SEED, PLAY_SEED, CURVE_SEED, TEST_SEED = 11, 12, 13, 14


def read_text(text: str) -> tuple[list[int], list[int], list[int]]:
    """Turn a line of text into letters, and the row and column of each."""
    letters, rows, columns = [], [], []
    row = column = 0
    for letter in text:
        letters.append(LETTERS.index(letter))
        rows.append(row)
        columns.append(min(column, SIDE - 1))
        if letter == "/":
            row, column = row + 1, 0
        elif letter == " ":
            row, column = SIDE - 1, 0
        else:
            column += 1
    return letters, rows, columns


class Block(nn.Module):  # type: ignore[misc]  # torch has no types where it is missing
    """A layer; how much a letter looks at another depends on how far apart they stand, too."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.between = nn.LayerNorm(width), nn.LayerNorm(width)
        self.ask, self.told = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.apart = nn.Parameter(torch.zeros(heads, 2 * SIDE - 1, 2 * SIDE - 1))
        self.think = nn.Sequential(
            nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width)
        )

    def forward(self, seen: Any, rows: Any, columns: Any) -> Any:
        """Pass letters on; ``rows`` and ``columns`` are how far apart each two stand."""
        size, length, width = seen.shape
        parts = self.ask(self.before(seen)).view(size, length, 3, self.heads, -1)
        asked, offered, said = parts.permute(2, 0, 3, 1, 4)
        bias = self.apart[:, rows, columns]
        heard = functional.scaled_dot_product_attention(asked, offered, said, attn_mask=bias)
        seen = seen + self.told(heard.transpose(1, 2).reshape(size, length, width))
        return seen + self.think(self.between(seen))


class Reader(nn.Module):  # type: ignore[misc]  # as above
    """A transformer over the letters; it points at a covered cell, and values the position."""

    def __init__(self, width: int, layers: int, heads: int = 4) -> None:
        super().__init__()
        self.letter = nn.Embedding(len(LETTERS), width)
        self.row = nn.Embedding(SIDE, width)
        self.column = nn.Embedding(SIDE, width)
        self.layers = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.norm = nn.LayerNorm(width)
        self.point = nn.Linear(width, 1)
        self.value = nn.Linear(width, 1)

    def forward(self, tokens: Any) -> tuple[Any, Any]:
        """Return the logarithm of each letter's chance to be pointed at, and the value."""
        letters, rows, columns = tokens.unbind(1)
        seen = self.letter(letters) + self.row(rows) + self.column(columns)
        # All positions of a batch are of one grid, so that letters stand alike in all.
        apart = [one[0][:, None] - one[0][None] + SIDE - 1 for one in (rows, columns)]
        for layer in self.layers:
            seen = layer(seen, *apart)
        seen = self.norm(seen)
        scores = self.point(seen)[..., 0].masked_fill(letters != COVERED, -1e9)
        return functional.log_softmax(scores, -1), self.value(seen.mean(1))[..., 0]


def tokens_of(texts: Sequence[str]) -> Any:
    """Return the tokens of positions of one grid."""
    return torch.tensor([read_text(text) for text in texts])


def place_to_move(text: str, place: int) -> str:
    """Write the answer of a letter that was pointed at."""
    row, before = text.count("/", 0, place), text.rfind("/", 0, place)
    return f"<move>r{row + 1}c{place - before}</move>"


# -- imitation


def make_data(folder: Path, games: int) -> None:
    """Write the positions of every grid, where they are not there yet."""
    folder.mkdir(parents=True, exist_ok=True)
    for grid in GRIDS:
        for agent in AGENTS:
            path = folder / f"{grid}-{agent}.parquet"
            if not path.exists():
                command = ["data", "positions", "--on", grid, "--first-click", "safe", "--agent",
                           agent, "--games", str(games), "--seed", str(DATA_SEED)]  # fmt: skip
                subprocess.run(
                    [sys.executable, "-m", "sapper", *command, "--to", str(path)],
                    check=True, stdout=subprocess.DEVNULL,
                )  # fmt: skip


def read_data(folder: Path, grid: str) -> tuple[Any, Any]:
    """Return the cells of a grid's positions in which something is proven, and what is."""
    columns, rows, _ = map(int, grid.split("x"))
    cells, safe = [], []
    for agent in AGENTS:
        table = pq.read_table(folder / f"{grid}-{agent}.parquet", columns=["cells", "safe", "turn"])
        for one in table.to_pylist():
            if one["safe"] and one["turn"] > 1:
                cells.append(one["cells"])
                marks = np.zeros(rows * columns, bool)
                marks[one["safe"]] = True
                safe.append(marks)
    shape = (-1, rows, columns)
    return np.array(cells, np.uint8).reshape(shape), np.array(safe).reshape(shape)


def batches(folder: Path, size: int, seed: int) -> Iterator[tuple[Any, Any]]:
    """Yield batches for ever, each of one grid and turned or mirrored at random."""
    draws = np.random.default_rng(seed)
    data = {grid: read_data(folder, grid) for grid in GRIDS}
    sizes = np.array([len(data[grid][0]) for grid in GRIDS])
    while True:
        grid = GRIDS[int(draws.choice(len(GRIDS), p=sizes / sizes.sum()))]
        cells, safe = data[grid]
        drawn = draws.integers(len(cells), size=size)
        columns, rows, mines = map(int, grid.split("x"))
        both = [cells[drawn], safe[drawn]]
        for axis in (1, 2):
            if draws.integers(2):
                both = [np.flip(one, axis) for one in both]
        if rows == columns and draws.integers(2):
            both = [one.transpose(0, 2, 1) for one in both]
        # A flag is an agent's: the model sees a covered cell there.
        shown = np.where(both[0] > 8, 9, both[0])
        texts = [
            "/".join("".join("012345678."[code] for code in row) for row in one) + f" {mines}"
            for one in shown
        ]
        marks = np.zeros((size, len(texts[0])), np.float32)
        marks[:, : rows * (columns + 1)].reshape(size, rows, columns + 1)[:, :, :columns] = both[1]
        yield tokens_of(texts), torch.from_numpy(marks)


def imitate(model: Reader, batch: tuple[Any, Any]) -> Any:
    """Return the loss: every proven cell should be pointed at alike."""
    tokens, marks = batch
    chances, _ = model(tokens)
    return -(chances.clamp(min=-30) * marks / marks.sum(1, keepdim=True)).sum(1).mean()


# -- rewards


def play_batch(model: Reader, grid: str, seeds: Sequence[int]) -> tuple[Any, Any, Any]:
    """Play games with moves drawn by the model; return tokens, moves, and what each earned."""
    rules = Rules.parse(grid, first_click="safe")
    games = [Episode(rules, int(seed), form="line", rewards={}) for seed in seeds]
    seen: list[tuple[Any, Any]] = []
    earned: list[float] = []
    while alive := [game for game in games if not game.is_over]:
        texts = [game.shown() for game in alive]
        tokens = tokens_of(texts)
        with torch.inference_mode():
            places = torch.multinomial(model(tokens)[0].exp(), 1)[:, 0]
        for game, text, place in zip(alive, texts, places.tolist(), strict=True):
            score = game.play(place_to_move(text, place)).score
            # As a task of one turn: what was decided, not how lucky it was.
            score.as_single()
            earned.append(score.reward("risk"))
        seen.append((tokens, places))
    tokens, places = (torch.cat([one[which] for one in seen]) for which in (0, 1))
    return tokens, places, torch.tensor(earned)


def follow_rewards(model: Reader, played: tuple[Any, Any, Any]) -> Any:
    """Return the loss: moves that earned more than was expected should be drawn more often."""
    tokens, places, earned = played
    chances, value = model(tokens)
    gained = earned - value.detach()
    gained = (gained - gained.mean()) / (gained.std() + 1e-6)
    chosen = chances.gather(1, places[:, None])[:, 0]
    spread = -(chances.exp() * chances.clamp(min=-30)).sum(1).mean()
    return -(gained * chosen).mean() + 0.5 * (earned - value).pow(2).mean() - 0.01 * spread


# -- the benchmark


def make_games(seed: int, each: int) -> list[Item]:
    """Make items of the track of small games, from seeds that are in no shipped set."""
    items: list[Item] = []
    for place, grid in enumerate(GRIDS):
        best = find_optimum(Rules.parse(grid)).value
        for game in game_seeds(seed * 100 + place, 0, each).tolist():
            data = {"on": grid, "first_click": "safe", "seed": game >> 1,
                    "optimum": f"{best.numerator}/{best.denominator}"}  # fmt: skip
            items.append(Item(f"small-{len(items)}", "small games", grid, data))
    return items


def ask_model(model: Reader, items: Sequence[Item]) -> list[dict[str, Any]]:
    """Let the model answer items, its best move each time, the talks of one grid together."""
    talks = [Talk(item, "line") for item in items]
    while alive := [talk for talk in talks if not talk.is_over]:
        by_shape: dict[tuple[int, int], list[Talk]] = {}
        for talk in alive:
            by_shape.setdefault((talk.position.columns, talk.position.rows), []).append(talk)
        for group in by_shape.values():
            texts = [str(show(talk.position, "line")) for talk in group]
            with torch.inference_mode():
                places = model(tokens_of(texts))[0].argmax(1).tolist()
            for talk, text, place in zip(group, texts, places, strict=True):
                talk.answer(place_to_move(text, place))
    return [talk.record() for talk in talks]


def win_rate(model: Reader, items: Sequence[Item]) -> list[float]:
    """Return games won over the optimum and its interval, as the track has it, and how many."""
    wins, best = 0, 0.0
    for grid in GRIDS:
        mine = [item for item in items if item.group == grid]
        games = [Episode(Rules.parse(grid), item.data["seed"], form="line", rewards={})
                 for item in mine]  # fmt: skip
        while alive := [game for game in games if not game.is_over]:
            texts = [game.shown() for game in alive]
            with torch.inference_mode():
                places = model(tokens_of(texts))[0].argmax(1).tolist()
            for game, text, place in zip(alive, texts, places, strict=True):
                game.play(place_to_move(text, place))
        wins += sum(game.outcome == "won" for game in games)
        best += sum(float(item.optimum) for item in mine)
    low, high = wilson_interval(wins, len(items))
    scale = len(items) / best
    return [wins / best, low * scale, high * scale, len(items)]


def numbers(records: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return every measure over all items of each track."""
    return {
        f"{one.track}: {one.measure}": [one.value, one.low, one.high, one.items]
        for one in measure(records)
        if one.group == "all"
    }


def test_items(each: int) -> dict[str, list[Item]]:
    """Return what is asked in the end: the public set's part, and games of fresh seeds."""
    public = load_set().items
    return {
        "public": [one for one in public if one.track == "small games"],
        "public guesses": [one for one in public if one.group == "few layouts"],
        "fresh": make_games(TEST_SEED, each),
    }


# -- the whole


class Course:
    """The training, its curve, and where both are written."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self.chosen = chosen
        self.model = Reader(chosen.width, chosen.layers)
        self.curve: list[dict[str, Any]] = []
        self.items = make_games(CURVE_SEED, chosen.curve_games)
        self.seen = 0

    def resume(self) -> bool:
        """Take up what the first stage left; return whether it is there."""
        path = self.chosen.to / "imitation.pt"
        if not path.exists():
            return False
        self.model.load_state_dict(torch.load(path))
        kept = json.loads((self.chosen.to / "curve.json").read_text())
        self.curve = [one for one in kept if one["stage"] == "imitation"]
        self.seen = self.curve[-1]["seen"]
        return True

    def train(self, stage: str, steps: int, losses: Iterator[Any], rate: float) -> None:
        """Take steps on losses; measure at the beginning, between, and at the end."""
        chosen, model = self.chosen, self.model
        descent = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
        for step in range(1, steps + 1):
            for group in descent.param_groups:
                group["lr"] = rate * min(1.0, step / 50, 0.1 + 0.9 * (1 - step / steps) * 1.5)
            loss = next(losses)
            descent.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            descent.step()
            if step % max(1, steps // chosen.points) == 0:
                self.note(stage, step, float(loss.detach()))

    def note(self, stage: str, step: int, loss: float) -> None:
        """Measure the model as it is and keep the point."""
        found = win_rate(self.model, self.items)
        point = {"stage": stage, "step": step, "seen": self.seen, "loss": loss,
                 "cpu_seconds": round(time.process_time(), 1), "won": found}  # fmt: skip
        self.curve.append(point)
        print(f"{stage} {step}: loss {loss:.3f}, win rate over optimum {found[0]:.3f}, "
              f"cpu {point['cpu_seconds']:.0f} s", flush=True)  # fmt: skip
        (self.chosen.to / "curve.json").write_text(json.dumps(self.curve))

    def imitation(self) -> Iterator[Any]:
        """Yield the losses of the first stage."""
        for batch in batches(self.chosen.to / "data", self.chosen.batch, self.chosen.seed):
            self.seen += len(batch[0])
            yield imitate(self.model, batch)

    def rewards(self) -> Iterator[Any]:
        """Yield the losses of the second stage: new games, and proofs so that none is forgotten."""
        size = self.chosen.games_a_step
        proofs = batches(self.chosen.to / "data", self.chosen.batch, self.chosen.seed + 1)
        for step in range(10**9):
            grid = GRIDS[step % len(GRIDS)]
            seeds = game_seeds(PLAY_SEED, step * size, size) >> 1
            played = play_batch(self.model, grid, seeds.tolist())
            batch = next(proofs)
            self.seen += len(played[0]) + len(batch[0])
            yield follow_rewards(self.model, played) + imitate(self.model, batch)


def draw(curve: Sequence[dict[str, Any]], beside: dict[str, Any], path: Path) -> None:
    """Draw the curve of both stages, with the agents beside it."""
    matplotlib.rcParams["svg.hashsalt"] = "sapper"
    key = "small games: win rate over optimum"
    figure = Figure(figsize=(7.5, 4.2), layout="constrained")
    axes = figure.subplots()
    for stage, colour in (("imitation", "#31688e"), ("rewards", "#d1495b")):
        points = [one for one in curve if one["stage"] == stage]
        if stage == "rewards":
            points = [one for one in curve if one["stage"] == "imitation"][-1:] + points
        x = [one["seen"] / 1_000 for one in points]
        value, low, high, _ = zip(*(one["won"] for one in points), strict=True)
        axes.plot(x, value, color=colour, marker=".", label=f"transformer, {stage}")
        axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
    for (name, found), style in zip(beside.items(), (":", "--", "-."), strict=False):
        axes.axhline(found[key][0], color="0.35", linestyle=style, linewidth=1)
        axes.annotate(name, (1, found[key][0]), xycoords=("axes fraction", "data"), ha="right",
                      va="bottom", fontsize=8, color="0.25")  # fmt: skip
    axes.set_xlabel("positions seen, in thousands")
    axes.set_ylabel("games won, over the optimum")
    axes.set_ylim(0, 1.02)
    axes.legend(loc="upper left", frameon=False, bbox_to_anchor=(0, 0.9))
    figure.savefig(path, metadata={"Date": None})


def main() -> None:
    """Train, measure, write ``result.json`` and ``curve.svg``."""
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--to", type=Path, default=Path("build/teach"))
    for name, value in {
        "imitation": 3000, "reward": 150, "batch": 128, "games-a-step": 64, "data-games": 2000,
        "width": 32, "layers": 2, "points": 6, "curve-games": 20, "test-games": 30,
        "long-games": 300, "seed": 1,
    }.items():  # fmt: skip
        reading.add_argument(f"--{name}", type=int, default=value)
    reading.add_argument("--resume", action="store_true")
    chosen = reading.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(chosen.seed)
    make_data(chosen.to / "data", chosen.data_games)
    course = Course(chosen)
    tests = test_items(chosen.test_games)
    rows = {name: {part: numbers([play_item(item, get_player(name)) for item in items])
                   for part, items in tests.items()} for name in BESIDE}  # fmt: skip
    long = {}
    begun = course.resume() if chosen.resume else False
    if not begun:
        course.note("imitation", 0, float("nan"))
    for number, (stage, steps, losses, rate) in enumerate((
        ("imitation", chosen.imitation, course.imitation(), 2e-3),
        ("rewards", chosen.reward, course.rewards(), 5e-4),
    )):  # fmt: skip
        torch.manual_seed(chosen.seed + number)
        if not (begun and stage == "imitation"):
            course.train(stage, steps, losses, rate)
            torch.save(course.model.state_dict(), chosen.to / f"{stage}.pt")
        rows[f"transformer after {stage}"] = {
            part: numbers(ask_model(course.model, items)) for part, items in tests.items()
        }
        long[stage] = win_rate(course.model, make_games(TEST_SEED, chosen.long_games))
    size = sum(one.numel() for one in course.model.parameters())
    told = {"parameters": size, "torch": torch.__version__, "settings": vars(chosen) | {"to": ""},
            "rows": rows, "long": long, "curve": course.curve}  # fmt: skip
    (chosen.to / "result.json").write_text(json.dumps(told, indent=1))
    draw(course.curve, {name: rows[name]["fresh"] for name in BESIDE}, chosen.to / "curve.svg")


if __name__ == "__main__":
    main()
