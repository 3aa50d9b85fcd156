"""Learn Jungle by self-play: `python -m examples.alphazero.train RUN --minutes 120`.

Rounds of three steps: the best network plays itself, a copy of it learns from the games and from solved endgames, and
every few rounds the copy replaces the best network if it wins their match. Before the first round both learn from
random games who tends to win.
The run is saved every few minutes, so the same command resumes it after Ctrl-C or a crash.
"""

import argparse
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from examples.alphazero.network import ACTIONS, HEIGHT, WIDTH, Network
from examples.alphazero.search import DISCOUNT, NEVER, SMALLEST, Search
from jungle import rl

SQUARES = np.arange(HEIGHT * WIDTH).reshape(HEIGHT, WIDTH)
MIRRORED = (SQUARES[:, ::-1].reshape(-1, 1) * 4 + np.array([0, 1, 3, 2])).ravel()
"""The same action on the mirrored board."""
SAVE_SECONDS = 300
MATERIAL_LIMIT = 0.8
"""The most that a drawn game is worth: less than a win."""
ENOUGH = 4096
"""The number of positions to collect before learning starts."""
ENDGAMES = 256
"""Solved endgames are added in batches of this size."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run. The defaults are those of the documented run."""

    blocks: int = 5
    channels: int = 32
    games: int = 128
    """Games in progress at the same time."""
    simulations: int = 16
    opening: int = 12
    """A game starts with up to this many random plies, so that no two are alike."""
    wild: int = 300
    """Every second game starts with up to this many, which leaves fewer animals in arbitrary places."""
    longest: int = 160
    """The number of plies after the opening at which a game is cut off and counts as drawn."""
    material: float = 1.0
    """The value of a drawn game for a player who has all animals left against none."""
    warmup: int = 1000
    """The number of random games to learn from first, to give the search a starting point."""
    plies: int = 40
    """Plies of each game per round."""
    replay: int = 150_000
    """How many of the newest positions to learn from."""
    batch: int = 256
    reuse: float = 3.0
    """How often a position is learned from, on average."""
    endgames: float = 0.1
    """Solved endgames of three pieces to add to the replay, for each position of self-play."""
    rate: float = 2e-3
    """The initial learning rate; it falls to a tenth by the end of the run."""
    gate_every: int = 10
    """The number of rounds between matches of the copy against the best network."""
    gate_games: int = 64
    seed: int = 1


class Replay:
    """The newest positions with what the search and the result said about them."""

    def __init__(self, size: int, planes: int) -> None:
        self.observations = np.zeros((size, planes, HEIGHT, WIDTH), np.uint8)
        self.policies = np.zeros((size, ACTIONS), np.float16)
        self.values = np.zeros(size, np.float32)
        self.count = 0
        """The number of positions added so far."""

    def __len__(self) -> int:
        return min(self.count, len(self.values))

    def add(self, observations: Any, policies: Any, values: Any) -> None:
        slots = np.arange(self.count, self.count + len(values)) % len(self.values)
        self.observations[slots], self.policies[slots], self.values[slots] = observations, policies, values
        self.count += len(values)

    def sample(self, size: int, random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """A batch, half of it mirrored."""
        chosen = random.integers(len(self), size=size)
        observations, policies = self.observations[chosen], self.policies[chosen].astype(np.float32)
        half = size // 2
        observations[:half] = observations[:half, :, :, ::-1]
        policies[:half] = policies[:half][:, MIRRORED]
        return torch.from_numpy(observations), torch.from_numpy(policies), torch.from_numpy(self.values[chosen])


class SelfPlay:
    """Games of a network against itself that continue from round to round."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.search = Search(settings.games, settings.simulations, seed=seed)
        self.env = self.search.env
        self.random = np.random.default_rng(seed)
        self.records: list[list[tuple[Any, ...]]] = [[] for _ in range(settings.games)]
        self.all = np.arange(settings.games)
        for game in self.all:
            self.begin(game)

    def begin(self, game: int) -> None:
        opening = self.settings.wild if self.random.random() < 0.5 else self.settings.opening
        begin(self.search, game, opening, self.random)
        self.records[game] = []

    def play(self, network: Network, replay: Replay) -> dict[str, float]:
        """One round."""
        finished: list[tuple[float, int]] = []
        for _ in range(self.settings.plies):
            found = self.search.run(network.evaluate)
            self.record(found.policies, found.values)
            self.env.step(found.actions, where=self.all)
            for game in self.all:
                if self.env.ends[game] or len(self.records[game]) >= self.settings.longest:
                    finished.append((abs(self.env.rewards[game, 0]), len(self.records[game])))
                    replay.add(*self.lessons(game, self.settings.material))
                    self.begin(game)
        decided, plies = np.mean(finished, axis=0) if finished else (0.0, 0.0)
        return {"games": len(finished), "decided": float(decided), "plies": float(plies)}

    def warm_up(self, replay: Replay) -> None:
        """Play random games, and keep every eighth position of them."""
        count = 0
        while count < self.settings.warmup:
            masks = self.env.masks[self.all]
            self.record((masks / masks.sum(1, keepdims=True)).astype(np.float32))
            self.env.step(random_actions(masks, self.random), where=self.all)
            for game in np.flatnonzero(self.env.ends[self.all]):
                observations, policies, values = self.lessons(game, 0.0)
                replay.add(observations[::8], policies[::8], values[::8])
                begin(self.search, game, 0, self.random)
                self.records[game] = []
                count += 1
        for game in self.all:
            self.begin(game)

    def record(self, policies: NDArray[np.float32], values: NDArray[np.float32] | None = None) -> None:
        """Store the positions; without a search value, only the result counts."""
        for game in self.all:
            value = np.nan if values is None else values[game]
            seat = int(self.env.to_play[game])
            self.records[game].append((self.env.observations[game].copy(), policies[game], value, seat))

    def lessons(self, game: int, material: float) -> tuple[Any, Any, Any]:
        """The positions of a finished game, with policies and values: the mean of the result and the search's value."""
        observations, policies, values, seats = zip(*self.records[game], strict=True)
        results = self.env.rewards[game].copy()
        if not results.any():
            own, enemy = (observations[-1][:16] != 0).reshape(2, -1).sum(1)
            lead = np.clip(material * (int(own) - int(enemy)) / 8, -MATERIAL_LIMIT, MATERIAL_LIMIT)
            results[seats[-1]], results[1 - seats[-1]] = lead, -lead
        results = results[list(seats)] * DISCOUNT ** np.arange(len(seats), 0, -1)
        return observations, policies, np.nanmean([results, values], axis=0)


def endgame_lessons(batch: rl.EndgameBatch) -> tuple[Any, Any, Any]:
    """Solved positions, with a best move as the policy and the exact result as the value."""
    policies = np.where(batch.masks, np.float32(SMALLEST), np.float32(0))
    policies[np.arange(len(batch.actions)), batch.actions] = 1
    return batch.observations, policies, batch.wdl * DISCOUNT**batch.plies


def begin(search: Search, game: int, opening: int, random: np.random.Generator) -> None:
    """Restart a game with up to this many random plies."""
    where = np.array([game])
    while True:
        search.env.copy(np.array([search.fresh]), where)
        for _ in range(int(random.integers(opening + 1))):
            search.env.step(random_actions(search.env.masks[where], random), where=where)
            if search.env.ends[game]:
                break
        else:
            return


def random_actions(masks: NDArray[Any], random: np.random.Generator) -> NDArray[np.int64]:
    return (random.random(masks.shape) * masks).argmax(1)


def play_match(first: Network, second: Network, settings: Settings, seed: int) -> float:
    """The score of the first network, from 0 to 1: pairs of games from random openings with colours swapped."""
    pairs = settings.gate_games // 2
    search = Search(2 * pairs, settings.simulations // 2, seed=seed)
    env, random = search.env, np.random.default_rng(seed)
    for pair in range(pairs):
        begin(search, pair, settings.opening, random)
    env.copy(np.arange(pairs), np.arange(pairs, 2 * pairs))
    seats = np.repeat([0, 1], pairs)
    """The seat of the first network in each game."""
    results, left = np.zeros(2 * pairs), np.arange(2 * pairs)
    for _ in range(settings.longest):
        for network, is_first in ((first, True), (second, False)):
            movers = left[~env.ends[left] & ((env.to_play[left] == seats[left]) == is_first)]
            if len(movers):
                env.step(search.run(network.evaluate, noise=0.0, active=movers).actions, where=movers)
        results[left] = env.rewards[left, seats[left]]
        left = left[~env.ends[left]]
    return float((results.mean() + 1) / 2)


class Run:
    """A training run in a folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        folder.mkdir(parents=True, exist_ok=True)
        self.checkpoint = folder / "checkpoint.pt"
        torch.manual_seed(settings.seed)
        planes = Search(1, 1).env.observations.shape[1]
        self.replay = Replay(settings.replay, planes)
        self.round, self.seconds, self.processor, self.accepted = 0, 0.0, 0.0, 0
        self.best = Network(planes, blocks=settings.blocks, channels=settings.channels).to(
            memory_format=torch.channels_last
        )
        saved = torch.load(self.checkpoint, weights_only=True) if self.checkpoint.exists() else None
        if saved:
            if saved["settings"] != asdict(settings):
                raise SystemExit(f"{folder} contains a run with other settings: {saved['settings']}")
            self.best = Network.restore(saved["best"])
        self.copy = Network.restore(saved["copy"] if saved else self.best.snapshot())
        self.optimizer = torch.optim.AdamW(self.copy.parameters(), lr=settings.rate, weight_decay=1e-4)
        if saved:
            self.optimizer.load_state_dict(saved["optimizer"])
            self.round, self.seconds, self.processor = saved["round"], saved["seconds"], saved["processor"]
            self.accepted = saved["accepted"]
            replay = np.load(folder / "replay.npz")
            self.replay.add(replay["observations"], replay["policies"], replay["values"])
        self.random = np.random.default_rng((settings.seed, self.round))
        self.self_play = SelfPlay(settings, settings.seed + 1000 * self.round)
        self.endgames = rl.endgames(3, batch=ENDGAMES, seed=settings.seed + 1000 * self.round)

    def train(self, minutes: float, rounds: int | None = None) -> None:
        """Continue until the run has taken this much processor time or had this many rounds, earlier parts included."""
        wall, processor, saved_at = time.perf_counter(), time.process_time(), time.perf_counter()
        before = self.seconds, self.processor
        if not self.round:
            self.self_play.warm_up(self.replay)
            self.report(self.learn(self.replay.count))
            self.best.load_state_dict(self.copy.state_dict())
            self.replay.count = 0  # Random play is not an example to learn from.
        while self.processor < 60 * minutes and (rounds is None or self.round < rounds):
            for group in self.optimizer.param_groups:
                group["lr"] = self.settings.rate * (1 - 0.9 * self.processor / (60 * minutes))
            added = self.replay.count
            line: dict[str, Any] = self.self_play.play(self.best, self.replay)
            for _ in range(round(self.settings.endgames * (self.replay.count - added) / ENDGAMES)):
                self.replay.add(*endgame_lessons(next(self.endgames)))
            line |= self.learn(self.replay.count - added)
            self.round += 1
            if self.round % self.settings.gate_every == 0:
                line["gate"] = score = play_match(self.copy, self.best, self.settings, self.settings.seed + self.round)
                if score >= 0.5:
                    self.best.load_state_dict(self.copy.state_dict())
                    self.accepted += 1
            self.seconds = before[0] + time.perf_counter() - wall
            self.processor = before[1] + time.process_time() - processor
            self.report(line)
            if time.perf_counter() - saved_at > SAVE_SECONDS:
                self.save()
                saved_at = time.perf_counter()
        self.save()

    def learn(self, added: int) -> dict[str, float]:
        """Learn from as many positions as were added, times `reuse`."""
        steps = int(added * self.settings.reuse / self.settings.batch) if len(self.replay) >= ENOUGH else 0
        losses = np.zeros(2)
        for _ in range(steps):
            observations, policies, values = self.replay.sample(self.settings.batch, self.random)
            with torch.autocast("cpu", torch.bfloat16):
                logits, predicted = self.copy(observations)
            policy_loss = functional.cross_entropy(logits.float().masked_fill(policies == 0, NEVER), policies)
            value_loss = functional.mse_loss(predicted.float(), values)
            self.optimizer.zero_grad()
            (policy_loss + value_loss).backward()
            torch.nn.utils.clip_grad_norm_(self.copy.parameters(), 1.0)
            self.optimizer.step()
            losses += policy_loss.item(), value_loss.item()
        return {"policy": losses[0] / max(steps, 1), "value": losses[1] / max(steps, 1)}

    def report(self, line: dict[str, Any]) -> None:
        line = {
            "round": self.round,
            "minutes": self.seconds / 60,
            "processor": self.processor / 60,
            "positions": self.replay.count,
            **line,
        }
        line = {key: round(value, 3) if isinstance(value, float) else value for key, value in line.items()}
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line, default=float) + "\n")
        print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)

    def save(self) -> None:
        """Replace the checkpoint, and keep the best network so far for the learning curve."""
        size = len(self.replay)
        replace(
            self.folder / "replay.npz",
            lambda path: np.savez(
                path,
                observations=self.replay.observations[:size],
                policies=self.replay.policies[:size],
                values=self.replay.values[:size],
            ),
        )
        state = {
            "settings": asdict(self.settings),
            "best": self.best.snapshot(),
            "copy": self.copy.snapshot(),
            "optimizer": self.optimizer.state_dict(),
            "round": self.round,
            "seconds": self.seconds,
            "processor": self.processor,
            "accepted": self.accepted,
        }
        replace(self.checkpoint, lambda path: torch.save(state, path))
        kept = {"best": state["best"], "minutes": self.seconds / 60, "processor": self.processor / 60}
        replace(self.folder / f"network-{self.round:05}.pt", lambda path: torch.save(kept, path))


def replace(path: Path, write: Any) -> None:
    """Write a file atomically."""
    partial = path.with_name("partial-" + path.name)
    write(partial)
    os.replace(partial, path)  # noqa: PTH105


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network by self-play; the same command resumes a run.")
    parser.add_argument("run", type=Path, help="the folder of the run")
    parser.add_argument(
        "--minutes", type=float, default=120.0, help="minutes of processor time, earlier parts included (default: 120)"
    )
    parser.add_argument("--threads", type=int, default=2, help="threads for the network (default: 2)")
    defaults = Settings()
    for name, value in asdict(defaults).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value, help=f"default: {value}")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    run = Run(args.run, Settings(**{name: getattr(args, name) for name in asdict(defaults)}))
    try:
        run.train(args.minutes)
    except KeyboardInterrupt:
        print("stopped; the same command resumes from the last checkpoint")


if __name__ == "__main__":
    main()
