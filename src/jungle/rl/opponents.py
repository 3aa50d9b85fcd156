"""Opponents of an agent: one player, a mixture, or a curriculum from weak to strong."""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from jungle.errors import InvalidArgumentError
from jungle.players import PlayerSpec


@dataclass(frozen=True, slots=True)
class Curriculum:
    """Opponents from weak to strong. The agent advances to the next one by scoring well enough in its last games.

    A win counts 1, a draw ½. Raises InvalidArgumentError.

    >>> Curriculum(["random", "captures", "1", "2"], score=0.7, games=50).opponents
    ('random', 'captures', '1', '2')
    """

    opponents: tuple[str, ...]
    score: float = 0.65
    """The mean score needed to advance."""
    games: int = 100
    """The number of games over which the mean is taken."""

    def __init__(self, opponents: Iterable[str], *, score: float = 0.65, games: int = 100) -> None:
        names = () if isinstance(opponents, str) else tuple(opponents)
        if not names:
            raise InvalidArgumentError(f"expected the opponents of a curriculum, weakest first, got {opponents!r}")
        if not 0 <= score <= 1 or games < 1:
            raise InvalidArgumentError(f"expected a score from 0 to 1 and games from 1, got {score!r} and {games!r}")
        object.__setattr__(self, "opponents", names)
        object.__setattr__(self, "score", score)
        object.__setattr__(self, "games", games)


Opponents = str | Iterable[str] | Mapping[str, float] | Curriculum
"""A player's description; several, drawn for each game, optionally with weights; or a curriculum."""


class OpponentPool:
    """Draws an opponent for each game and advances a curriculum."""

    def __init__(self, opponents: Opponents) -> None:
        """Raises InvalidArgumentError, InvalidPlayerError."""
        self._curriculum = opponents if isinstance(opponents, Curriculum) else None
        weights: list[float] = []
        if isinstance(opponents, str):
            self.names: tuple[str, ...] = (opponents,)
        elif isinstance(opponents, Curriculum):
            self.names = opponents.opponents
        elif isinstance(opponents, Mapping):
            self.names, weights = tuple(opponents), [float(weight) for weight in opponents.values()]
        else:
            self.names = tuple(opponents)
        if not self.names or (weights and (min(weights) < 0 or not sum(weights) > 0)):
            raise InvalidArgumentError(f"expected opponents, with weights from 0 if any, got {opponents!r}")
        self._shares = np.array(weights or [1.0] * len(self.names)) / sum(weights or [1.0] * len(self.names))
        for name in self.names:
            PlayerSpec.parse(name)
        self.reset()

    def reset(self) -> None:
        """Restart a curriculum."""
        self.stage = 0
        """The index of the current opponent of a curriculum."""
        self._scores: deque[float] = deque(maxlen=self._curriculum.games if self._curriculum else 1)

    def draw(self, random: np.random.Generator) -> str:
        """Draw the opponent for a new game."""
        if self._curriculum:
            return self.names[self.stage]
        return self.names[int(random.choice(len(self.names), p=self._shares))]

    def record(self, opponent: str, reward: float) -> None:
        """Record the result of a finished game."""
        if self._curriculum is None or opponent != self.names[self.stage]:
            return
        self._scores.append((reward + 1) / 2)
        enough = len(self._scores) == self._curriculum.games
        if enough and np.mean(self._scores) >= self._curriculum.score and self.stage + 1 < len(self.names):
            self.stage += 1
            self._scores.clear()
