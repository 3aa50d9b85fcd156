"""Opponents of an agent: one, a mixture, or a curriculum from weak to strong; and how each of them chooses."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard, cast

import numpy as np
from numpy.typing import NDArray

from jungle.board_game import BoardGame
from jungle.errors import InvalidArgumentError
from jungle.players import Chooser, Player, PlayerSpec, as_player, canonical_level, is_level
from jungle.players.levels import LevelPlayer
from jungle.rl.batch import BatchEnv
from jungle.rl.encoding import View

Ints = NDArray[np.int64]
Observation = dict[str, NDArray[Any]]
"""Planes as `observation` and legal actions as `action_mask`, of one game or of several."""
Policy = Callable[[Observation], Any]
"""Chooses an action for each row of the observations of several games."""
Opponent = str | Player | Chooser | Policy
"""What a match takes as a player, or a policy such as a frozen network."""

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Curriculum:
    """Opponents from weak to strong. The agent advances to the next one by scoring well enough in its last games.

    A win counts 1, a draw ½. Raises InvalidArgumentError.

    >>> Curriculum(["random", "captures", "1", "2"], score=0.7, games=50).opponents
    ('random', 'captures', '1', '2')
    """

    opponents: tuple[Opponent, ...]
    score: float = 0.65
    """The mean score needed to advance."""
    games: int = 100
    """The number of games over which the mean is taken."""

    def __init__(self, opponents: Iterable[Opponent], *, score: float = 0.65, games: int = 100) -> None:
        listed = () if isinstance(opponents, str) else tuple(opponents)
        if not listed:
            raise InvalidArgumentError(f"expected the opponents of a curriculum, weakest first, got {opponents!r}")
        if not 0 <= score <= 1 or games < 1:
            raise InvalidArgumentError(f"expected a score from 0 to 1 and games from 1, got {score!r} and {games!r}")
        object.__setattr__(self, "opponents", listed)
        object.__setattr__(self, "score", score)
        object.__setattr__(self, "games", games)


Opponents = Opponent | Iterable[Opponent] | Mapping[Opponent, float] | Curriculum
"""One opponent; several, drawn for each game, optionally with weights; or a curriculum."""


class OpponentPool:
    """Draws an opponent for each game and advances a curriculum. Opponents are numbered in the order given."""

    def __init__(self, opponents: Opponents) -> None:
        """Raises InvalidArgumentError, InvalidPlayerError."""
        self._curriculum = opponents if isinstance(opponents, Curriculum) else None
        weights: list[float] = []
        if _is_one(opponents):
            self.opponents: tuple[Opponent, ...] = (opponents,)
        elif isinstance(opponents, Curriculum):
            self.opponents = opponents.opponents
        elif isinstance(opponents, Mapping):
            self.opponents, weights = tuple(opponents), [float(weight) for weight in opponents.values()]
        else:
            self.opponents = tuple(opponents) if isinstance(opponents, Iterable) else ()
        if not self.opponents or (weights and (min(weights) < 0 or not sum(weights) > 0)):
            raise InvalidArgumentError(f"expected opponents, with weights from 0 if any, got {opponents!r}")
        self._shares = np.array(weights or [1.0] * len(self.opponents)) / sum(weights or [1.0] * len(self.opponents))
        self.names = tuple(_name(opponent) for opponent in self.opponents)
        """What infos call the opponents."""
        self.reset()

    def reset(self) -> None:
        """Restart a curriculum."""
        self.stage = 0
        """The number of the current opponent of a curriculum."""
        self._scores: deque[float] = deque(maxlen=self._curriculum.games if self._curriculum else 1)

    def draw(self, random: np.random.Generator) -> int:
        """Draw the number of the opponent for a new game."""
        return self.stage if self._curriculum else int(random.choice(len(self.opponents), p=self._shares))

    def record(self, opponent: int, result: float) -> None:
        """Record the result of a finished game for the agent: 1, 0 or -1."""
        if self._curriculum is None or opponent != self.stage:
            return
        self._scores.append((result + 1) / 2)
        is_full = len(self._scores) == self._curriculum.games
        if is_full and np.mean(self._scores) >= self._curriculum.score and self.stage + 1 < len(self.opponents):
            self.stage += 1
            self._scores.clear()


def _is_one(opponents: Opponents) -> TypeGuard[Opponent]:
    return isinstance(opponents, str) or callable(opponents) or _is_player(opponents)


def _is_player(opponent: object) -> TypeGuard[Player | Chooser]:
    return callable(getattr(opponent, "choose", None))


def _name(opponent: Opponent) -> str:
    if isinstance(opponent, str):
        return PlayerSpec.parse(opponent).text
    if _is_player(opponent):
        return as_player(opponent).name if not isinstance(opponent, Player) else opponent.name
    if not callable(opponent):
        raise InvalidArgumentError(f"expected a player, its description or a policy, got {opponent!r}")
    return str(getattr(opponent, "__name__", type(opponent).__name__))


class BatchOpponent(ABC):
    """Chooses an opponent's moves in the games of a batch."""

    needs_games = False
    """Whether `choose` looks at the games as objects."""

    def begin(self, number: int, seed: int) -> None:  # noqa: B027 - most have nothing to prepare
        """Prepare for a new game in this row."""

    @abstractmethod
    def choose(self, where: Ints, seeds: NDArray[np.uint64], games: list[BoardGame | None]) -> Ints:
        """An action for each of these rows. Each game has its seed, whatever the others are doing."""

    def close(self) -> None:  # noqa: B027
        """Close the players."""


def batch_opponent(opponent: Opponent, batch: BatchEnv, view: View) -> BatchOpponent:
    """An opponent of `OpponentPool`, to play in a batch."""
    if _is_player(opponent):
        return _PlayerOpponent(as_player(opponent, game=batch.encoding.game.kind), batch)
    if not isinstance(opponent, str):
        return _PolicyOpponent(cast("Policy", opponent), batch, view)
    if opponent == RANDOM:
        return _RandomOpponent(batch)
    spec = PlayerSpec.parse(opponent)
    number = canonical_level(spec.kind)
    if number in batch.core_levels() and not spec.options:
        return _CoreLevel(number, batch)
    if is_level(spec.kind):
        level = spec.open(batch.encoding.game.kind, seed=0, threads=1)
        return _PlayerOpponent(level, batch, is_own=True)
    return _DescribedOpponent(spec, batch)


class _RandomOpponent(BatchOpponent):
    def __init__(self, batch: BatchEnv) -> None:
        self._batch = batch

    def choose(self, where: Ints, seeds: NDArray[np.uint64], games: list[BoardGame | None]) -> Ints:
        return self._batch.sample(where)


class _CoreLevel(BatchOpponent):
    def __init__(self, level: str, batch: BatchEnv) -> None:
        self._level, self._batch = level, batch

    def choose(self, where: Ints, seeds: NDArray[np.uint64], games: list[BoardGame | None]) -> Ints:
        return self._batch.choose(self._level, seeds, where=where)


class _PolicyOpponent(BatchOpponent):
    """A policy chooses for all games at once."""

    def __init__(self, policy: Policy, batch: BatchEnv, view: View) -> None:
        self._policy, self._batch, self._view = policy, batch, view

    def choose(self, where: Ints, seeds: NDArray[np.uint64], games: list[BoardGame | None]) -> Ints:
        masks = self._batch.masks[where]
        observations = {"observation": self._view.of(self._batch.observations[where])}
        actions = np.asarray(self._policy({**observations, "action_mask": masks.astype(np.int8)}))
        if actions.shape != where.shape or not np.issubdtype(actions.dtype, np.integer):
            raise InvalidArgumentError(
                f"{_name(self._policy)}: expected {len(where)} actions, got {actions.dtype} {actions.shape}"
            )
        legal = (actions >= 0) & (actions < masks.shape[1])
        legal[legal] = masks[np.flatnonzero(legal), actions[legal]]
        if not legal.all():
            row = int(np.flatnonzero(~legal)[0])
            raise InvalidArgumentError(f"{_name(self._policy)}: expected a legal action, got {actions[row]}")
        return actions.astype(np.int64)


class _PlayerOpponent(BatchOpponent):
    """A player plays all games. A level repeats with its seed, so it can do so without mixing them up."""

    needs_games = True

    def __init__(self, player: Player, batch: BatchEnv, *, is_own: bool = False) -> None:
        self._player, self._batch, self._is_own = player, batch, is_own

    def begin(self, number: int, seed: int) -> None:
        if not isinstance(self._player, LevelPlayer):
            self._player.new_game(seed)

    def choose(self, where: Ints, seeds: NDArray[np.uint64], games: list[BoardGame | None]) -> Ints:
        actions = np.empty(len(where), np.int64)
        for i, (number, seed) in enumerate(zip(where, seeds, strict=True)):
            if isinstance(self._player, LevelPlayer):
                self._player.new_game(int(seed))
            actions[i] = _action(self._player, games[number], self._batch)
        return actions

    def close(self) -> None:
        if self._is_own:
            self._player.close()


class _DescribedOpponent(BatchOpponent):
    """A player that may remember its game: each row has its own, opened for its first game."""

    needs_games = True

    def __init__(self, spec: PlayerSpec, batch: BatchEnv) -> None:
        self._spec, self._batch = spec, batch
        self._players: dict[int, Player] = {}

    def begin(self, number: int, seed: int) -> None:
        if number in self._players:
            self._players[number].new_game(seed)
        else:
            self._players[number] = self._spec.open(self._batch.encoding.game.kind, seed=seed, threads=1)

    def choose(self, where: Ints, seeds: NDArray[np.uint64], games: list[BoardGame | None]) -> Ints:
        players = self._players
        return np.array([_action(players[number], games[number], self._batch) for number in where], np.int64)

    def close(self) -> None:
        for player in self._players.values():
            player.close()
        self._players.clear()


def _action(player: Player, game: BoardGame | None, batch: BatchEnv) -> int:
    assert game is not None
    return batch.encoding.move_to_action(game, player.prepare(game.public()).run().move)
