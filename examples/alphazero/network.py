"""The policy and value network: a small residual tower over the planes of `jungle.rl`."""

from pathlib import Path
from typing import Any, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

HEIGHT, WIDTH, DIRECTIONS = 9, 7, 4
ACTIONS = HEIGHT * WIDTH * DIRECTIONS
PIECES = 16
REPETITIONS, QUIET = 2, 100
"""The last two planes are counts; the network sees them divided by these."""


class Block(nn.Module):
    """Two convolutions with a skip connection. Starts as the identity, so it needs no normalisation."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.second.weight)

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu_(x + self.second(torch.relu_(self.first(x))))


class Network(nn.Module):
    """Observations in; a logit for each action, the expected result of the player to move from -1 to 1, and a logit for
    the survival of each piece out."""

    def __init__(self, planes: int, *, blocks: int, channels: int) -> None:
        super().__init__()
        self.shape = {"planes": planes, "blocks": blocks, "channels": channels}
        self.body = nn.Sequential(
            nn.Conv2d(planes, channels, 3, padding=1), nn.ReLU(inplace=True), *(Block(channels) for _ in range(blocks))
        )
        # One plane of logits for each direction: square times four plus direction, as the actions are numbered.
        self.policy = nn.Conv2d(channels, DIRECTIONS, 1)
        # Which of the pieces, own first, will be left at the end: teaches more about a game than its result.
        self.survivors = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, PIECES))
        self.value = nn.Sequential(
            nn.Conv2d(channels, 8, 1),
            nn.ReLU(),
            nn.Flatten(),
            nn.Linear(8 * HEIGHT * WIDTH, 64),
            nn.ReLU(),
            nn.Linear(64, 1),
        )
        self.register_buffer(
            "scale", torch.tensor([1.0] * (planes - 2) + [1 / REPETITIONS, 1 / QUIET]).view(1, -1, 1, 1)
        )
        for last in (self.policy, self.value[-1]):
            nn.init.zeros_(last.weight)

    def forward(self, observations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = self.body((observations * self.scale).contiguous(memory_format=torch.channels_last))
        return self.policy(x).permute(0, 2, 3, 1).flatten(1), torch.tanh(self.value(x)).squeeze(1), self.survivors(x)

    @torch.inference_mode()
    def evaluate(self, observations: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Logits and values of a batch."""
        with torch.autocast("cpu", torch.bfloat16):
            logits, values, _ = self(torch.from_numpy(observations))
        return logits.float().numpy(), values.float().numpy()

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The network of a checkpoint."""
        return cls.restore(torch.load(path, weights_only=True)["network"])

    def snapshot(self) -> dict[str, Any]:
        """Everything that `restore` needs."""
        return {"shape": self.shape, "weights": {name: value.clone() for name, value in self.state_dict().items()}}

    @classmethod
    def restore(cls, snapshot: dict[str, Any]) -> Self:
        network = cls(**snapshot["shape"]).to(memory_format=torch.channels_last)
        network.load_state_dict(snapshot["weights"])
        return network
