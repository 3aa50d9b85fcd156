"""Learn Jungle by self-play: `python -m examples.alphazero.train RUN --minutes 120`.

Rounds of two steps: a network plays itself, and learns from the games and from solved endgames. The one that plays is
a moving average of the one that learns. Before the first round it learns from random games who tends to win.
The run is saved every few minutes, so the same command resumes it after Ctrl-C or a crash.
"""

import argparse
import json
import os
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from examples.alphazero.network import ACTIONS, HEIGHT, PIECES, WIDTH, Network
from examples.alphazero.search import DISCOUNT, NEVER, SMALLEST, Search
from jungle import rl

SQUARES = np.arange(HEIGHT * WIDTH).reshape(HEIGHT, WIDTH)
MIRRORED = (SQUARES[:, ::-1].reshape(-1, 1) * 4 + np.array([0, 1, 3, 2])).ravel()
"""The same action on the mirrored board."""
SAVE_SECONDS = 120
"""Processor time between checkpoints."""
MATERIAL_LIMIT = 0.8
"""The most that a drawn game is worth: less than a win."""
ENOUGH = 4096
"""The number of positions to collect before learning starts."""
ENDGAMES = 256
"""Solved endgames are added in batches of this size."""
UNKNOWN = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run. The defaults are those of the documented run."""

    blocks: int = 5
    channels: int = 32
    games: int = 256
    """Games in progress at the same time."""
    simulations: int = 32
    """Simulations for the moves to learn from."""
    quick: int = 8
    """Simulations for the other moves, which only bring the game to its end."""
    thorough: float = 0.25
    """The share of moves to learn from."""
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
    plies: int = 20
    """Plies of each game per round."""
    replay: int = 150_000
    """How many of the newest positions to learn from."""
    batch: int = 256
    reuse: float = 6.0
    """How often a position is learned from, on average."""
    endgames: float = 0.1
    """Solved endgames of three pieces to add to the replay, for each position of self-play."""
    survivors: float = 0.5
    """The weight of the loss for the pieces that are left at the end."""
    rate: float = 2e-3
    """The initial learning rate; it falls to a tenth by the end of the run."""
    average: float = 0.99
    """The network that plays is a moving average of the one that learns: this is the old average's share in a step."""
    seed: int = 1


class Lessons(NamedTuple):
    """Positions to learn from."""

    observations: NDArray[np.uint8]
    policies: NDArray[np.float32]
    values: NDArray[np.float32]
    survivors: NDArray[np.uint8]
    """1 for a piece that was left at the end, 0 for one that was not, UNKNOWN for a position without a game."""


class Replay:
    """The newest positions with what the search and the result said about them."""

    def __init__(self, size: int, planes: int) -> None:
        self.observations = np.zeros((size, planes, HEIGHT, WIDTH), np.uint8)
        self.policies = np.zeros((size, ACTIONS), np.float16)
        self.values = np.zeros(size, np.float32)
        self.survivors = np.zeros((size, PIECES), np.uint8)
        self.count = 0
        """The number of positions added so far."""

    def __len__(self) -> int:
        return min(self.count, len(self.values))

    def add(self, lessons: Lessons) -> None:
        slots = np.arange(self.count, self.count + len(lessons.values)) % len(self.values)
        for name, array in lessons._asdict().items():
            getattr(self, name)[slots] = array
        self.count += len(lessons.values)

    def sample(self, size: int, random: np.random.Generator) -> list[torch.Tensor]:
        """A batch, half of it mirrored."""
        chosen = random.integers(len(self), size=size)
        observations, policies = self.observations[chosen], self.policies[chosen].astype(np.float32)
        half = size // 2
        observations[:half] = observations[:half, :, :, ::-1]
        policies[:half] = policies[:half][:, MIRRORED]
        return [
            torch.from_numpy(array) for array in (observations, policies, self.values[chosen], self.survivors[chosen])
        ]


class SelfPlay:
    """Games of a network against itself that continue from round to round."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self.settings = settings
        self.search = Search(settings.games, settings.simulations, seed=seed)
        self.env = self.search.env
        self.random = np.random.default_rng(seed)
        self.records: list[list[tuple[Any, ...]]] = [[] for _ in range(settings.games)]
        self.began = np.zeros(settings.games, np.int64)
        """The number of random plies at the start of each game."""
        self.all = np.arange(settings.games)
        for game in self.all:
            self.begin(game)

    def begin(self, game: int) -> None:
        opening = self.settings.wild if self.random.random() < 0.5 else self.settings.opening
        begin(self.search, game, opening, self.random)
        self.began[game] = self.env.plies[game]
        self.records[game] = []

    def play(self, network: Network, replay: Replay) -> dict[str, float]:
        """One round."""
        finished: list[tuple[float, int]] = []
        for _ in range(self.settings.plies):
            if self.random.random() < self.settings.thorough:
                found = self.search.run(network.evaluate)
                self.record(found.policies, found.values)
            else:
                found = self.search.run(network.evaluate, simulations=self.settings.quick)
            self.env.step(found.actions, where=self.all)
            plies = self.env.plies[self.all] - self.began
            for game in np.flatnonzero(self.env.ends[self.all] | (plies >= self.settings.longest)):
                finished.append((abs(self.env.rewards[game, 0]), plies[game]))
                if self.records[game]:
                    replay.add(self.lessons(game, self.settings.material))
                self.begin(game)
        decided, length = np.mean(finished, axis=0) if finished else (0.0, 0.0)
        return {"games": len(finished), "decided": float(decided), "plies": float(length)}

    def warm_up(self, replay: Replay) -> None:
        """Play random games, and keep every eighth position of them."""
        count = 0
        while count < self.settings.warmup:
            masks = self.env.masks[self.all]
            self.record((masks / masks.sum(1, keepdims=True)).astype(np.float32))
            self.env.step(random_actions(masks, self.random), where=self.all)
            for game in np.flatnonzero(self.env.ends[self.all]):
                self.records[game] = self.records[game][::8]
                replay.add(self.lessons(game, 0.0))
                begin(self.search, game, 0, self.random)
                self.records[game] = []
                count += 1
        for game in self.all:
            self.begin(game)

    def record(self, policies: NDArray[np.float32], values: NDArray[np.float32] | None = None) -> None:
        """Store the positions; without a search value, only the result counts."""
        env = self.env
        for game in self.all:
            value = np.nan if values is None else values[game]
            observation = env.observations[game].copy()
            self.records[game].append((observation, policies[game], value, int(env.to_play[game]), env.plies[game]))

    def lessons(self, game: int, material: float) -> Lessons:
        """The stored positions of a finished game, with the mean of the result and the search's value."""
        observations, policies, values, seats, plies = map(np.array, zip(*self.records[game], strict=True))
        mover = int(self.env.to_play[game])
        left = np.zeros((2, PIECES // 2), np.uint8)
        """The animals left at the end, by seat."""
        left[[mover, 1 - mover]] = self.env.observations[game, :PIECES].any((1, 2)).reshape(2, -1)
        results = self.env.rewards[game].copy()
        if not results.any():
            lead = material * (int(left[0].sum()) - int(left[1].sum())) / 8
            results[:] = np.clip([lead, -lead], -MATERIAL_LIMIT, MATERIAL_LIMIT)
        results = results[seats] * DISCOUNT ** (self.env.plies[game] - plies)
        survivors = np.hstack([left[seats], left[1 - seats]])
        return Lessons(observations, policies, np.nanmean([results, values], axis=0), survivors)


def endgame_lessons(batch: rl.EndgameBatch) -> Lessons:
    """Solved positions, with a best move as the policy and the exact result as the value."""
    policies = np.where(batch.masks, np.float32(SMALLEST), np.float32(0))
    policies[np.arange(len(batch.actions)), batch.actions] = 1
    unknown = np.full((len(batch.actions), PIECES), UNKNOWN, np.uint8)
    return Lessons(batch.observations, policies, batch.wdl * DISCOUNT**batch.plies, unknown)


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


class Run:
    """A training run in a folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder, self.settings = folder, settings
        folder.mkdir(parents=True, exist_ok=True)
        self.checkpoint = folder / "checkpoint.pt"
        torch.manual_seed(settings.seed)
        planes = Search(1, 1).env.observations.shape[1]
        self.replay = Replay(settings.replay, planes)
        self.round, self.seconds, self.processor = 0, 0.0, 0.0
        self.learner = Network(planes, blocks=settings.blocks, channels=settings.channels)
        saved = torch.load(self.checkpoint, weights_only=True) if self.checkpoint.exists() else None
        if saved and saved["settings"] != asdict(settings):
            raise SystemExit(f"{folder} contains a run with other settings: {saved['settings']}")
        self.learner = Network.restore(saved["learner"] if saved else self.learner.snapshot())
        self.player = Network.restore(saved["network"] if saved else self.learner.snapshot())
        self.optimizer = torch.optim.AdamW(self.learner.parameters(), lr=settings.rate, weight_decay=1e-4)
        if saved:
            self.optimizer.load_state_dict(saved["optimizer"])
            self.round, self.seconds, self.processor = saved["round"], saved["seconds"], saved["processor"]
            replay = np.load(folder / "replay.npz")
            self.replay.add(Lessons(**replay))
        self.random = np.random.default_rng((settings.seed, self.round))
        self.self_play = SelfPlay(settings, settings.seed + 1000 * self.round)
        self.endgames = rl.endgames(3, batch=ENDGAMES, seed=settings.seed + 1000 * self.round)

    def train(self, minutes: float, rounds: int | None = None) -> None:
        """Continue until the run has taken this much processor time or had this many rounds, earlier parts included."""
        wall, processor, saved_at = time.perf_counter(), time.process_time(), self.processor
        before = self.seconds, self.processor
        if not self.round:
            self.self_play.warm_up(self.replay)
            self.report(self.learn(self.replay.count))
            self.player.load_state_dict(self.learner.state_dict())
            self.replay.count = 0  # Random play is not an example to learn from.
        while self.processor < 60 * minutes and (rounds is None or self.round < rounds):
            for group in self.optimizer.param_groups:
                group["lr"] = self.settings.rate * (1 - 0.9 * self.processor / (60 * minutes))
            added = self.replay.count
            line: dict[str, Any] = self.self_play.play(self.player, self.replay)
            for _ in range(round(self.settings.endgames * (self.replay.count - added) / ENDGAMES)):
                self.replay.add(endgame_lessons(next(self.endgames)))
            line |= self.learn(self.replay.count - added)
            self.round += 1
            self.seconds = before[0] + time.perf_counter() - wall
            self.processor = before[1] + time.process_time() - processor
            self.report(line)
            if self.processor - saved_at > SAVE_SECONDS:
                self.save()
                saved_at = self.processor
        self.save()

    def learn(self, added: int) -> dict[str, float]:
        """Learn from as many positions as were added, times `reuse`."""
        steps = int(added * self.settings.reuse / self.settings.batch) if len(self.replay) >= ENOUGH else 0
        losses = np.zeros(3)
        for _ in range(steps):
            observations, policies, values, survivors = self.replay.sample(self.settings.batch, self.random)
            with torch.autocast("cpu", torch.bfloat16):
                logits, predicted, left = self.learner(observations)
            policy_loss = functional.cross_entropy(logits.float().masked_fill(policies == 0, NEVER), policies)
            value_loss = functional.mse_loss(predicted.float(), values)
            known = survivors != UNKNOWN
            survivors_loss = functional.binary_cross_entropy_with_logits(left.float()[known], survivors[known].float())
            self.optimizer.zero_grad()
            (policy_loss + value_loss + self.settings.survivors * survivors_loss).backward()
            torch.nn.utils.clip_grad_norm_(self.learner.parameters(), 1.0)
            self.optimizer.step()
            for own, learned in zip(self.player.parameters(), self.learner.parameters(), strict=True):
                own.data.lerp_(learned.data, 1 - self.settings.average)
            losses += policy_loss.item(), value_loss.item(), survivors_loss.item()
        return dict(zip(("policy", "value", "survivors"), losses / max(steps, 1), strict=True))

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
            lambda path: np.savez(path, **{name: getattr(self.replay, name)[:size] for name in Lessons._fields}),
        )
        state = {
            "settings": asdict(self.settings),
            "network": self.player.snapshot(),
            "learner": self.learner.snapshot(),
            "optimizer": self.optimizer.state_dict(),
            "round": self.round,
            "seconds": self.seconds,
            "processor": self.processor,
        }
        replace(self.checkpoint, lambda path: torch.save(state, path))
        kept = {"network": state["network"], "minutes": self.seconds / 60, "processor": self.processor / 60}
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
