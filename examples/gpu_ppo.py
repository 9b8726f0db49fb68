"""
Learn to play wholly on an accelerator: PPO in PyTorch over `sapper.env.gpu`.

    python examples/gpu_ppo.py train beginner --minutes 3 --out beginner.npz
    python examples/gpu_ppo.py evaluate beginner --weights beginner.npz --games 100000

Games, network and learning stay on the card; nothing crosses but a line of numbers now and
then. The network sees the cells and says three things: how good each cell is to open (the
policy), how likely the game is lost (the value), and where the mines are. The last is an
auxiliary task, taught by the layouts; ``--auxiliary 0`` leaves it out. A mine costs 1, and nothing
else counts.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional as nnf

from sapper import _core
from sapper.agents.run.intervals import wilson_interval
from sapper.env.gpu import GpuGames
from sapper.game.rules import Rules

COVERED, NUM_CODES = 9, 10  # flags and mines are never seen by one who goes on
GAMMA, LAMBDA, CLIP = (0.7, 0.98), 0.8, 0.2


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions and what the whole grid says, added to what comes in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        self.whole = nn.Linear(channels, channels)
        nn.init.zeros_(self.second.weight)
        nn.init.zeros_(self.second.bias)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return what comes in with what was found added."""
        inner = nnf.relu(self.first(x))
        inner = inner + self.whole(inner.mean((2, 3)))[:, :, None, None]
        return x + self.second(nnf.relu(inner))


class Network(nn.Module):  # type: ignore[misc]
    """Cells in; for each cell a preference and the log-odds of a mine, and the game's value."""

    def __init__(self, channels: int = 64, blocks: int = 6) -> None:
        super().__init__()
        self.shape = {"channels": channels, "blocks": blocks}
        self.stem = nn.Conv2d(NUM_CODES + 1, channels, 3, padding=1)
        self.blocks = nn.Sequential(*(Block(channels) for _ in range(blocks)))
        self.cells = nn.Conv2d(channels, 2, 1)
        self.trust = nn.Parameter(torch.tensor(2.0))  # in the log-odds, as a preference
        self.value = nn.Sequential(nn.Linear(channels, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, cells: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return preferences and log-odds, a row a game, and values."""
        codes = torch.arange(NUM_CODES, device=cells.device, dtype=torch.uint8)
        planes = cells[:, None] == codes[:, None, None]
        inside = torch.ones_like(planes[:, :1])
        x = torch.cat([planes, inside], 1).float().contiguous(memory_format=torch.channels_last)
        x = nnf.relu(self.blocks(nnf.relu(self.stem(x))))
        liking, odds = self.cells(x).flatten(2).float().unbind(1)
        value = self.value(x.mean((2, 3))).float().squeeze(1)
        return liking - self.trust * odds.detach(), odds, value


def place(net: Network, device: str) -> Network:
    """Put a network where it works."""
    placed: Network = net.to(device).to(memory_format=torch.channels_last)
    return placed


def masked(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Preferences with none for what is not allowed."""
    return logits.masked_fill(~masks, -1e9)


def autocast(cells: torch.Tensor) -> Any:
    """Matrix work in sixteen bits, on a card."""
    return torch.autocast(cells.device.type, torch.bfloat16, enabled=cells.is_cuda)


class Learner:
    """PPO over games on the card."""

    def __init__(self, args: argparse.Namespace) -> None:
        torch.manual_seed(args.seed)
        self.args = args
        self.net = place(Network(args.channels, args.blocks), args.device)
        if args.compile:
            self.net.compile()
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=args.rate, weight_decay=1e-5)
        self.games = GpuGames(
            args.rules,
            args.envs,
            args.seed << 32,
            device=args.device,
            first_click=args.first_click,
            autoreset_mode="SameStep",
        )
        self.seen = [torch.from_dlpack(a) for a in self.games.now]

    @torch.no_grad()  # type: ignore[untyped-decorator]
    def play(self, gamma: float) -> dict[str, torch.Tensor]:
        """Play some steps in all games; return them with their advantages."""
        rows: list[dict[str, torch.Tensor]] = []
        cells, _, over, _, masks = self.seen
        for _ in range(self.args.steps):
            with autocast(cells):
                logits, _, value = self.net(cells)
            chances = torch.log_softmax(masked(logits, masks), 1)
            noise = -torch.log(-torch.log(torch.rand_like(chances).clamp_(1e-9, 1 - 1e-7)))
            actions = (chances + noise).argmax(1)  # a draw by those chances
            row = {
                "cells": cells.clone(),
                "masks": masks.clone(),
                "mines": torch.from_dlpack(self.games.mines),
                "actions": actions,
                "chance": chances.gather(1, actions[:, None]).squeeze(1),
                "value": value,
            }
            before = torch.from_dlpack(self.games.wins)
            self.games.step(actions)
            won = torch.from_dlpack(self.games.wins) != before
            row["over"] = over.float()
            row["reward"] = -(over & ~won).float()
            rows.append(row)
        with autocast(cells):
            later = self.net(cells)[2]
        gain = torch.zeros_like(later)
        for row in reversed(rows):
            goes_on = 1 - row["over"]
            surprise = row["reward"] + gamma * later * goes_on - row["value"]
            gain = surprise + gamma * LAMBDA * goes_on * gain
            row["gain"], later = gain, row["value"]
        return {name: torch.cat([row[name] for row in rows]) for name in rows[0]}

    def learn(self, data: dict[str, torch.Tensor]) -> dict[str, float]:
        """Take steps down the loss on what was played."""
        target = data["gain"] + data["value"]
        gain = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-6)
        size = len(gain)
        for part in torch.randperm(size, device=self.args.device).split(self.args.batch):
            with autocast(data["cells"]):
                logits, odds, value = self.net(data["cells"][part])
            chances = torch.log_softmax(masked(logits, data["masks"][part]), 1)
            taken = chances.gather(1, data["actions"][part][:, None]).squeeze(1)
            ratio = (taken - data["chance"][part]).exp()
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP)
            policy = -torch.min(ratio * gain[part], clipped * gain[part]).mean()
            entropy = -(chances.exp() * chances).sum(1).mean()
            worth = nnf.mse_loss(value, target[part])
            mines = data["mines"][part].flatten(1)
            asked = data["masks"][part] & mines.any(1, keepdim=True)
            layout = nnf.binary_cross_entropy_with_logits(odds[asked], mines[asked].float())
            loss = policy + 0.5 * worth - self.args.entropy * entropy
            loss = loss + self.args.auxiliary * layout
            self.optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
            self.optimizer.step()
        return {"entropy": entropy.item(), "layout": layout.item()}

    def train(self) -> None:
        """Learn for as many minutes as were given, and say how it goes."""
        began, number, last = time.perf_counter(), 0, 0.0
        ended = won = 0
        while (share := (time.perf_counter() - began) / 60 / self.args.minutes) < 1:
            for group in self.optimizer.param_groups:
                warm = min(1.0, (number + 1) / 4)
                group["lr"] = self.args.rate * warm * (0.02 + 0.98 * math.cos(share * math.pi / 2))
            gamma = GAMMA[0] + (GAMMA[1] - GAMMA[0]) * share
            told = self.learn(self.play(gamma))
            number += 1
            if time.perf_counter() - last > 15:
                last = time.perf_counter()
                now = int(self.games.episodes.sum()), int(self.games.wins.sum())
                rate = (now[1] - won) / max(1, now[0] - ended)
                ended, won = now
                steps = number * self.args.steps * self.args.envs
                print(
                    f"{last - began:5.0f} s  {steps / 1e6:7.1f} million steps  {ended:9,} games  "
                    f"won lately {100 * rate:5.2f} %  layout {told['layout']:.4f}  "
                    f"entropy {told['entropy']:.2f}  trust {self.net.trust.item():.2f}",
                    flush=True,
                )


@torch.no_grad()  # type: ignore[untyped-decorator]
def evaluate(net: Network, args: argparse.Namespace) -> tuple[int, int]:
    """Return games and wins of the best liked cells, on the lab's first boards of a run."""
    envs = GpuGames(
        args.rules,
        args.games,
        np.arange(args.games),
        device=args.device,
        first_click=args.first_click,
        autoreset_mode="Disabled",
        game_seeds=_core.game_seeds(args.run_seed, 0, args.games),
    )
    cells, _, over, _, masks = (torch.from_dlpack(a) for a in envs.now)
    actions = torch.zeros(args.games, dtype=torch.int64, device=cells.device)
    while not bool(over.all()):
        for part in torch.nonzero(~over).squeeze(1).split(32_768):
            with autocast(cells):
                logits = net(cells[part])[0]
            actions[part] = masked(logits, masks[part]).argmax(1)
        envs.step(actions)
    return args.games, int(envs.wins.sum())


def save(net: Network, path: Path, told: dict[str, Any]) -> None:
    """Write the weights in sixteen bits, with how they came about."""
    arrays = {name: array.half().cpu().numpy() for name, array in net.state_dict().items()}
    np.savez_compressed(path, made=json.dumps({**net.shape, **told}), **arrays)


def load(path: Path) -> Network:
    """Read weights that were saved."""
    with np.load(path) as found:
        made = json.loads(str(found["made"]))
        net = Network(made["channels"], made["blocks"])
        net.load_state_dict({n: torch.from_numpy(found[n]).float() for n in found if n != "made"})
    return net


def main() -> None:
    """Train or evaluate, as asked."""
    parser = argparse.ArgumentParser(description="PPO on an accelerator")
    parser.add_argument("what", choices=("train", "evaluate"))
    parser.add_argument("rules", help="a grid's name or columns x rows x mines")
    parser.add_argument("--first-click", default="zero")
    parser.add_argument("--device", default="cuda", help="or cpu, for trying it out")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--envs", type=int, default=4096)
    parser.add_argument("--steps", type=int, default=32, help="steps played between lessons")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--entropy", type=float, default=0.002)
    parser.add_argument("--auxiliary", type=float, default=1.0)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compile", action="store_true", help="with PyTorch's compiler")
    parser.add_argument("--out", type=Path, default=Path("gpu_ppo.npz"))
    parser.add_argument("--weights", type=Path, help="what to evaluate")
    parser.add_argument("--games", type=int, default=100_000, help="to evaluate with")
    parser.add_argument("--run-seed", type=int, default=20261120)
    args = parser.parse_args()
    if args.what == "train":
        learner = Learner(args)
        learner.train()
        told = {k: str(v) for k, v in vars(args).items() if k not in ("channels", "blocks")}
        save(learner.net, args.out, told)
        args.weights = args.out
    net = place(load(args.weights), args.device)
    games, won = evaluate(net, args)
    low, high = wilson_interval(won, games)
    name = Rules.parse(args.rules, first_click=args.first_click).name
    print(
        f"{name}, first click {args.first_click}, run seed {args.run_seed}: {games:,} games, "
        f"won {100 * won / games:.2f} % ({100 * low:.2f}-{100 * high:.2f})"
    )


if __name__ == "__main__":
    main()
