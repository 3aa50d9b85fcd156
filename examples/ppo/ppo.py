"""Masked PPO in one file: `python -m examples.ppo.ppo RUN --minutes 15`.

One network plays both sides of many games in a `BatchEnv`. There is no search: each move is sampled from the policy.
Since the players take turns, the value of the next position counts against the player who moved.

With `--measure 100` instead, it measures how strong the network of a run is. The network is also a player:
`jungle stats python:examples.ppo.ppo:Agent,network=RUN/network.pt captures`.
"""

import argparse
import json
import time
from dataclasses import asdict, dataclass
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.distributions import Categorical

from examples.yardstick import OPPONENTS, measure
from jungle import Game, rl

ILLEGAL = -1e9


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a run. The defaults are those of the documented run."""

    games: int = 256
    steps: int = 64
    """Plies of each game between updates."""
    starts: int = 2000
    """How many starting positions to make by random moves: otherwise dens are hardly ever reached at first."""
    channels: int = 32
    layers: int = 5
    discount: float = 0.99
    smoothing: float = 0.95
    """The lambda of generalised advantage estimation."""
    capture: float = 0.1
    """The reward for taking an animal. A win is worth 1."""
    clip: float = 0.2
    epochs: int = 2
    batch: int = 2048
    rate: float = 1e-3
    entropy: float = 0.01
    seed: int = 1


class Network(nn.Module):
    """Convolutions with a plane of logits for each direction, and a value from -1 to 1."""

    def __init__(self, channels: int, layers: int) -> None:
        super().__init__()
        planes, height, width = rl.encoding("jungle").shape()
        sizes = [planes, *[channels] * layers]
        parts = [(nn.Conv2d(a, b, 3, padding=1), nn.ReLU()) for a, b in pairwise(sizes)]
        self.body = nn.Sequential(*(part for pair in parts for part in pair))
        self.policy = nn.Conv2d(channels, rl.ACTIONS["jungle"] // (height * width), 1)
        self.value = nn.Sequential(
            nn.Conv2d(channels, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * height * width, 1), nn.Tanh()
        )
        # The last two planes are counts: repetitions and quiet plies.
        self.register_buffer("scale", torch.tensor([1.0] * (planes - 2) + [0.5, 0.01]).view(1, -1, 1, 1))
        nn.init.zeros_(self.policy.weight)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log probabilities without normalisation, and values."""
        x = (observations * self.scale).contiguous(memory_format=torch.channels_last)
        with torch.autocast("cpu", torch.bfloat16):
            x = self.body(x)
            logits, values = self.policy(x).permute(0, 2, 3, 1).flatten(1), self.value(x).squeeze(1)
        return logits.float().masked_fill(~masks, ILLEGAL), values.float()

    @classmethod
    def load(cls, path: str | Path) -> "Network":
        saved = torch.load(path, weights_only=True)
        network = cls(saved["settings"]["channels"], saved["settings"]["layers"])
        network.load_state_dict(saved["weights"])
        return network


def random_positions(count: int, seed: int) -> list[Any]:
    """Unfinished positions after up to 300 random plies, including the initial one."""
    random = np.random.default_rng(seed)
    env = rl.BatchEnv(count, seed=seed)
    for left in range(300, 0, -1):
        where = np.flatnonzero(np.arange(count) * 300 // count >= left)
        if len(where):
            env.step((random.random(env.masks[where].shape) * env.masks[where]).argmax(1), where=where)
    return [env.game(number).position for number in range(count)]


class Trainer:
    """The run in a folder."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.settings, self.folder = settings, folder
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(settings.seed)
        start = random_positions(settings.starts, settings.seed)
        self.env = rl.BatchEnv(settings.games, start=start, seed=settings.seed)
        self.network = Network(settings.channels, settings.layers).to(memory_format=torch.channels_last)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.rate)

    def train(self, minutes: float, updates: int | None = None) -> None:
        """Collect and learn in turn for a given time or number of updates. Saves the network every minute."""
        wall, processor, saved, steps = time.perf_counter(), time.process_time(), 0.0, 0
        for update in count():
            elapsed = time.perf_counter() - wall
            if elapsed >= 60 * minutes or update == updates:
                break
            for group in self.optimizer.param_groups:
                group["lr"] = self.settings.rate * (1 - 0.9 * elapsed / (60 * minutes))
            batch, line = self.collect()
            line |= self.learn(*batch)
            steps += self.settings.games * self.settings.steps
            used = (time.process_time() - processor) / 60
            line = {"minutes": elapsed / 60, "processor": used, "steps": steps, **line}
            line = {key: round(float(value), 3) for key, value in line.items()}
            with (self.folder / "log.jsonl").open("a") as log:
                log.write(json.dumps(line) + "\n")
            print("  ".join(f"{key} {value}" for key, value in line.items()), flush=True)
            if elapsed - saved > 60:
                saved = elapsed
                self.save()
        self.save()

    def save(self) -> None:
        partial = self.folder / "partial.pt"
        torch.save({"settings": asdict(self.settings), "weights": self.network.state_dict()}, partial)
        partial.replace(self.folder / "network.pt")

    @torch.no_grad()
    def collect(self) -> tuple[tuple[Tensor, ...], dict[str, float]]:
        """Play some plies of every game, and return each with its action, probability, advantage and return."""
        settings, env = self.settings, self.env
        rows: dict[str, list[Tensor]] = {name: [] for name in ("seen", "masks", "actions", "chances", "values")}
        rewards, ends = (np.zeros((settings.steps, settings.games), np.float32) for _ in range(2))
        wins = 0
        for step in range(settings.steps):
            seen, masks = torch.from_numpy(env.observations.copy()), torch.from_numpy(env.masks.copy())
            logits, values = self.network(seen, masks)
            policy = Categorical(logits=logits)
            actions = policy.sample()
            for name, row in zip(rows, (seen, masks, actions, policy.log_prob(actions), values), strict=True):
                rows[name].append(row)
            movers, enemies = env.to_play.astype(np.int64), env.observations[:, 8:16].sum((1, 2, 3))
            env.step(actions.numpy())
            ends[step] = env.ends
            # The enemy's animals are the next player's own.
            taken = np.where(env.ends, 0, enemies.astype(np.int64) - env.observations[:, :8].sum((1, 2, 3)))
            rewards[step] = env.rewards[np.arange(settings.games), movers] + settings.capture * taken
            wins += int(env.rewards.any(1).sum())
        _, following = self.network(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
        advantages = torch.zeros(settings.steps, settings.games)
        advantage = torch.zeros(settings.games)
        for step in reversed(range(settings.steps)):
            goes_on = torch.from_numpy(1 - ends[step])
            change = torch.from_numpy(rewards[step]) - settings.discount * following * goes_on - rows["values"][step]
            advantage = change - settings.discount * settings.smoothing * goes_on * advantage
            advantages[step], following = advantage, rows["values"][step]
        flat = [torch.cat(rows[name]) for name in ("seen", "masks", "actions", "chances")]
        targets = (advantages + torch.stack(rows["values"])).flatten().clamp(-1, 1)
        return (*flat, advantages.flatten(), targets), {"games": ends.sum(), "decided": wins / max(ends.sum(), 1)}

    def learn(
        self, seen: Tensor, masks: Tensor, actions: Tensor, chances: Tensor, advantages: Tensor, targets: Tensor
    ) -> dict[str, float]:
        """PPO's clipped update, in shuffled batches."""
        settings, losses = self.settings, []
        for _ in range(settings.epochs):
            for chosen in torch.randperm(len(actions)).split(settings.batch):
                logits, values = self.network(seen[chosen], masks[chosen])
                policy = Categorical(logits=logits)
                ratio = (policy.log_prob(actions[chosen]) - chances[chosen]).exp()
                gain = advantages[chosen]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                policy_loss = -torch.minimum(ratio * gain, clipped * gain).mean()
                value_loss = (values - targets[chosen]).square().mean()
                entropy = policy.entropy().mean()
                self.optimizer.zero_grad()
                (policy_loss + value_loss - settings.entropy * entropy).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()
                losses.append((value_loss.item(), entropy.item()))
        value, spread = np.mean(losses, axis=0)
        return {"value": value, "entropy": spread}


class BatchAgent:
    """Plays many games at once, for `examples.yardstick`."""

    def __init__(self, network: Network, games: int, *, temperature: float = 0.3, seed: int = 1) -> None:
        self.env = rl.BatchEnv(games, autoreset=False)
        self._network, self._temperature = network, temperature
        self._random = np.random.default_rng(seed)

    @torch.inference_mode()
    def choose(self, where: NDArray[np.int64]) -> NDArray[np.int64]:
        logits, _ = self._network(
            torch.from_numpy(self.env.observations[where]), torch.from_numpy(self.env.masks[where])
        )
        return draw(logits.numpy(), self._temperature, self._random)


class Agent:
    """Plays one game: a `python:` player for the arena and the engine protocol."""

    def __init__(self, network: str, temperature: float | str = 0.3) -> None:
        torch.set_num_threads(1)
        self._network, self._temperature = Network.load(network), float(temperature)
        self._random = np.random.default_rng()

    def new_game(self, seed: str | None) -> None:
        self._random = np.random.default_rng(None if seed is None else list(str(seed).encode()))

    @torch.inference_mode()
    def choose(self, game: Game) -> Any:
        seen, mask = rl.observe(game)[None], rl.action_mask(game)[None].astype(bool)
        logits, _ = self._network(torch.from_numpy(seen), torch.from_numpy(mask))
        return rl.action_to_move(game, int(draw(logits.numpy(), self._temperature, self._random)[0]))


def draw(logits: NDArray[np.float32], temperature: float, random: np.random.Generator) -> NDArray[np.int64]:
    """Sample an action for each row; a low temperature favours the likelier ones."""
    return np.asarray((logits / temperature + random.gumbel(size=logits.shape)).argmax(1))


def main() -> None:
    parser = argparse.ArgumentParser(description="Train a network with masked PPO in self-play.")
    parser.add_argument("run", type=Path, help="the folder of the run")
    parser.add_argument("--minutes", type=float, default=15.0, help="minutes of wall-clock time (default: 15)")
    parser.add_argument("--threads", type=int, default=2, help="threads for the network (default: 2)")
    for name, value in asdict(Settings()).items():
        parser.add_argument(f"--{name}", type=type(value), default=value, help=f"default: {value}")
    parser.add_argument(
        "--measure",
        type=int,
        metavar="GAMES",
        help="instead of training, play this many games against each known opponent",
    )
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    if args.measure:
        for opponent in OPPONENTS:
            agent = BatchAgent(Network.load(args.run / "network.pt"), args.measure)
            score = measure(agent, opponent, games=args.measure).interval()
            print(f"against {opponent:9}{score.estimate:6.1%}  ({score.low:.1%} to {score.high:.1%})", flush=True)
        return
    trainer = Trainer(args.run, Settings(**{name: getattr(args, name) for name in asdict(Settings())}))
    try:
        trainer.train(args.minutes)
    except KeyboardInterrupt:
        trainer.save()


if __name__ == "__main__":
    main()
