"""Batches of games in the C++ core, for training loops that need millions of positions."""

import copy
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, NamedTuple, Self

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.engine import CONTEMPT, EVALUATIONS
from jungle.engine.score import LEAD
from jungle.errors import InvalidArgumentError, JungleError
from jungle.flip import FlipPosition
from jungle.flip.native import native_position, native_rules
from jungle.games import DEFAULT_GAME
from jungle.native import core, native_available, native_cache
from jungle.native_rules import table
from jungle.outcome import Reason
from jungle.pieces import PIECES
from jungle.players import LEVELS
from jungle.players.levels import OPENING_LINES, OPENING_PLIES, strength
from jungle.rl.encoding import View, encoding
from jungle.rules_text import as_rules

ILLEGAL_ACTION, MAX_PLIES = "illegal action", "max_plies"
REASONS = (
    "",
    *(reason.value for reason in (Reason.DEN, Reason.CAPTURE, Reason.NO_MOVES, Reason.REPETITION, Reason.QUIET)),
    ILLEGAL_ACTION,
    MAX_PLIES,
)
"""Why a game ended, by the numbers in `Batch.reasons`; the first is for games in progress."""
NO_WINNER = -1
"""In `Batch.winners`."""
_THREADS_LIMIT = 256
_PLIES_LIMIT = (1 << 31) - 1
_SEEDS = 1 << 64


class Batch(NamedTuple):
    """The arrays of a batch, one row per game. Every step overwrites them."""

    observations: NDArray[np.uint8]
    """The planes, as the player to move sees them."""
    masks: NDArray[np.bool_]
    """The legal actions; none once a game is over."""
    rewards: NDArray[np.float32]
    """The rewards of the last step, by seat."""
    ends: NDArray[np.bool_]
    """Whether the last step ended the game by the rules."""
    to_play: NDArray[np.int8]
    """The seat to move."""
    plies: NDArray[np.int32]
    """The plies played."""
    truncations: NDArray[np.bool_]
    """Whether the last step cut the game off at `max_plies`."""
    winners: NDArray[np.int8]
    """The seat that won by the last step, or -1."""
    reasons: NDArray[np.uint8]
    """Why the last step ended the game, as an index into `REASONS`."""


class BatchEnv:
    """A batch of games that are stepped together.

    The arrays are allocated once, or given as `out`, and every step writes into them:

    - `observations` (n, planes, rows, columns), uint8: what the player to move sees, see `PLANES`
    - `masks` (n, actions), bool: the legal actions; none once a game is over
    - `rewards` (n, 2), float32: by seat, for the last step; seat 0 moves first
    - `ends` (n,), bool: whether the last step ended the game by the rules
    - `to_play` (n,), int8: the seat to move
    - `plies` (n,), int32: the plies played
    - `truncations` (n,), bool: whether the last step cut the game off at `max_plies`
    - `winners` (n,), int8: the seat that won by the last step, or -1
    - `reasons` (n,), uint8: why the last step ended the game, as an index into `REASONS`

    An illegal action ends its game: -1 for the player, 1 for the other. A finished game restarts within the
    same step (Gymnasium's `AutoresetMode.SAME_STEP`), or with `autoreset=False` stays finished until it is reset or
    overwritten by a copy. Results depend on the seed alone, not on the number of threads.

    >>> env = BatchEnv(3, seed=1)
    >>> env.masks[[0, 1, 2], env.sample()].all()
    np.True_
    >>> batch = env.step(env.masks.argmax(axis=1))
    >>> batch.to_play.tolist(), batch.ends.any(), env.game(0).moves[0].uci()
    ([1, 1, 1], np.False_, 'a1a2')
    """

    def __init__(
        self,
        n: int,
        *,
        game: str = DEFAULT_GAME,
        rules: Any = None,
        seed: int | None = None,
        threads: int = 1,
        history: int = 0,
        autoreset: bool = True,
        start: BoardPosition | str | Sequence[BoardPosition | str] | None = None,
        capture_reward: float = 0.0,
        max_plies: int | None = None,
        out: Mapping[str, Any] | None = None,
    ) -> None:
        """Create a batch. `start` is a position or its text, or several, of which each game draws one at random.

        `capture_reward` is added for each capture that the captor survives, and taken from the other player. A game
        that reaches `max_plies` is cut off without a winner, and reported in `truncations`.
        `out` has arrays to write into, by the names of `Batch`: NumPy's, or others that support DLPack, such as torch
        tensors. Raises InvalidArgumentError, GameError, InvalidRulesError, InvalidPositionError, and JungleError
        if the C++ core is not built.
        """
        if not native_available():
            raise JungleError("BatchEnv needs the C++ core, which is not built here")
        check_whole("the number of games", n, 1, 1 << 31)
        check_whole("the number of threads", threads, 1, _THREADS_LIMIT)
        check_rewards(capture_reward, max_plies)
        self.encoding = encoding(game)
        if game not in _CORES:
            raise InvalidArgumentError(f"the C++ core plays {', '.join(_CORES)} in batches, not {game!r}")
        shape = self.encoding.shape(history)
        self.starts = _starts(self.encoding.game, rules, start)
        self.rules = self.starts[0].rules
        self.num_envs, self.history, self.autoreset = n, history, bool(autoreset)
        self.scale = View(self.encoding, self.rules, history).scale
        """The factors of the planes: `observations * scale` is `float32` from 0 to 1."""
        mode = AutoresetMode.SAME_STEP if autoreset else AutoresetMode.DISABLED
        self.metadata = {"name": f"{game}_v0", "autoreset_mode": mode}
        self.capture_reward, self.max_plies = float(capture_reward), max_plies
        each = [(n,)] * (len(Batch._fields) - 3)
        shapes = Batch((n, *shape), (n, self.encoding.actions), (n, 2), *each)  # type: ignore[arg-type]
        self._use(_arrays(shapes, out or {}))
        terrain = len(self.encoding.planes) - 2 - len(self.encoding.terrain)
        self.batch.observations[:, terrain : terrain + len(self.encoding.terrain)] = self.encoding.terrain
        self._all = np.arange(n)
        self._core: core.JungleBatch | core.FlipBatch = _CORES[game](self, _seed(seed), threads)

    def _use(self, batch: Batch) -> None:
        self.batch = batch
        self.observations, self.masks, self.rewards, self.ends, self.to_play, self.plies = batch[:6]
        self.truncations, self.winners, self.reasons = batch[6:]

    def __len__(self) -> int:
        return self.num_envs

    def __copy__(self) -> Self:
        """The same games in a batch of their own. Both continue alike from here."""
        twin = type(self).__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._use(Batch._make(array.copy() for array in self.batch))
        twin._core = self._core.copied(twin.batch)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return copy.copy(self)

    def reset(self, seed: int | None = None, *, where: ArrayLike | None = None) -> Batch:
        """Start all games, or those listed, and return the arrays.

        With a seed the games are those of a new batch; without one they continue the current random sequence.
        Raises InvalidArgumentError.
        """
        if seed is not None:
            if where is not None:
                raise InvalidArgumentError("expected a seed, which restarts all games, or some games; got both")
            self._core.restart(_seed(seed))
            return self.batch
        with _refusals():
            self._core.reset(self._games(where))
        return self.batch

    def step(self, actions: ArrayLike, where: ArrayLike | None = None) -> Batch:
        """Play an action in each game, or in those listed, and return the arrays; other games are unchanged.

        Raises InvalidArgumentError.
        """
        numbers = self._numbers("actions", actions)
        with _refusals():
            self._core.step(numbers, self._games(where))
        return self.batch

    def sample(self, where: ArrayLike | None = None) -> NDArray[np.int64]:
        """A random legal action for each game, or for those listed; -1 for games that are over.

        All legal actions are equally likely; the seed determines the choice. Raises InvalidArgumentError.
        """
        numbers = self._games(where)
        actions = np.empty(len(numbers), np.int64)
        with _refusals():
            self._core.sample(numbers, actions)
        return actions

    def choose(self, level: str, seeds: ArrayLike, *, where: ArrayLike | None = None) -> NDArray[np.int64]:
        """The action of a level for each game, or for those listed; -1 for games that are over.

        The levels are those of `core_levels`. `seeds` has a seed from 0 to 2⁶⁴ - 1 for each game listed: the choice is
        that of `level(name, seed=seed)` in the same game. Raises InvalidArgumentError.
        """
        if level not in self.core_levels():
            names = ", ".join(self.core_levels()) or "none"
            raise InvalidArgumentError(f"expected a level that the core plays ({names}), got {level!r}")
        numbers, given = self._games(where), np.asarray(seeds)
        if given.ndim != 1 or not (np.issubdtype(given.dtype, np.integer) or not given.size) or (given < 0).any():
            raise InvalidArgumentError(f"expected a row of seeds from 0, got {given.dtype} {given.shape}")
        actions = np.empty(len(numbers), np.int64)
        with _refusals():
            self._core.choose(
                core_level(level, self.encoding.game.kind), numbers, np.ascontiguousarray(given, np.uint64), actions
            )
        return actions

    def core_levels(self) -> tuple[str, ...]:
        """The levels that `choose` plays: those that need neither a book nor tables."""
        strengths = {name: strength(name, self.encoding.game.kind) for name in LEVELS}
        return tuple(name for name, one in strengths.items() if not one.book and not one.uses_full_budget)

    def copy(self, source: ArrayLike, target: ArrayLike) -> None:
        """Copy games with their history, their rows and, in the face-down game, their deal: `source[i]` to `target[i]`.

        This is how a tree search stores its nodes. A game cannot be both source and target.
        Raises InvalidArgumentError.
        """
        sources = self._numbers("games", source)
        with _refusals():
            self._core.copy(sources, self._numbers("games", target))

    def game(self, i: int) -> BoardGame:
        """One of the games as a `Game` or `FlipGame`: its start, its moves and, in the face-down game, its deal."""
        check_whole("a game's number", i, 0, self.num_envs - 1)
        start, deal = self.starts[self._core.start(i)], self._core.deal(i)
        squares = start.face_down() if isinstance(start, FlipPosition) else ()
        dealt = {square: PIECES[deal[square] + 1] for square in squares} if deal else None
        game = self.encoding.game(position=start, deal=dealt)
        for action in self._core.played(i):
            game.play(self.encoding.action_to_move(game, action))
        return game

    def _games(self, where: ArrayLike | None) -> NDArray[np.int64]:
        return self._all if where is None else self._numbers("games", where)

    def _numbers(self, what: str, numbers: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(numbers)
        if array.ndim != 1 or not (np.issubdtype(array.dtype, np.integer) or not array.size):
            raise InvalidArgumentError(f"expected {what} as a row of whole numbers, got {array.dtype} {array.shape}")
        return np.ascontiguousarray(array, np.int64)


@native_cache(None)
def core_level(name: str, game: str) -> "core.Level":
    """A level as the core plays it."""
    row = strength(name, game)
    return core.Level(
        skill=core.Skill(**asdict(row.skill)),
        nodes=row.nodes,
        lines=row.lines,
        opening_plies=OPENING_PLIES,
        opening_lines=OPENING_LINES,
        contempt=CONTEMPT,
        hash_mb=row.hash_mb,
        evaluation=EVALUATIONS.index(row.evaluation),
        likely_win=LEAD.likely_win,
        spread=LEAD.spread,
    )


class _refusals:  # noqa: N801 - a context, like contextlib's
    """Convert errors of the core into errors of this library."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> None:
        if isinstance(error, ValueError) and not isinstance(error, JungleError):
            raise InvalidArgumentError(str(error)) from None


def check_whole(what: str, value: Any, least: int, most: int) -> None:
    """Raise InvalidArgumentError unless the value is a whole number in the range."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= most:
        raise InvalidArgumentError(f"{what}: expected a whole number from {least} to {most}, got {value!r}")


def check_rewards(capture_reward: Any, max_plies: Any) -> None:
    """Check the two options that every environment has. Raises InvalidArgumentError."""
    if isinstance(capture_reward, bool) or not (
        isinstance(capture_reward, int | float | np.number) and np.isfinite(capture_reward)
    ):
        raise InvalidArgumentError(f"capture_reward: expected a number, got {capture_reward!r}")
    if max_plies is not None:
        check_whole("max_plies", max_plies, 1, _PLIES_LIMIT)


def _seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbits(64)
    check_whole("the seed", seed, 0, _SEEDS - 1)
    return int(seed)


def _starts(kind: type[BoardGame], rules: Any, start: Any) -> list[Any]:
    """The starting positions, none of which is already over."""
    texts = [start] if start is None or isinstance(start, (str, BoardPosition)) else list(start)
    if not texts:
        raise InvalidArgumentError("expected at least one starting position")
    games = [kind(position=text) if isinstance(text, BoardPosition) else kind(rules, fen=text) for text in texts]
    for game in games:
        if game.rules != games[0].rules:
            raise InvalidArgumentError("expected starting positions with the same rules")
        if game.outcome():
            raise InvalidArgumentError(f"the game is already over in {game.fen()}")
    if rules is not None and as_rules(rules, kind.rules_type) != games[0].rules:
        raise InvalidArgumentError(f"the starting position has rules other than {rules!r}")
    return [game.start for game in games]


def _arrays(shapes: Any, given: Mapping[str, Any]) -> Batch:
    kinds = (np.uint8, np.bool_, np.float32, np.bool_, np.int8, np.int32, np.bool_, np.int8, np.uint8)
    if unknown := sorted(set(given) - set(Batch._fields)):
        raise InvalidArgumentError(f"out: expected arrays named {', '.join(Batch._fields)}; got {', '.join(unknown)}")
    arrays: list[Any] = []
    for name, shape, kind in zip(Batch._fields, shapes, kinds, strict=True):
        if name not in given:
            arrays.append(np.zeros(shape, kind))
            continue
        array = given[name]
        array = array if isinstance(array, np.ndarray) else np.from_dlpack(array)
        if array.shape != shape or array.dtype != kind or not (array.flags.c_contiguous and array.flags.writeable):
            raise InvalidArgumentError(
                f"out: expected {name} as a contiguous, writable array of {np.dtype(kind)} {shape}, "
                f"got {array.dtype} {array.shape}"
            )
        arrays.append(array)
    return Batch(*arrays)


def _jungle(env: BatchEnv, seed: int, threads: int) -> "core.JungleBatch":
    starts = [(start.board, int(start.side), min(start.quiet, 1 << 30)) for start in env.starts]
    return core.JungleBatch(table(env.rules), starts, env.batch, seed, threads, *_settings(env))


def _flip(env: BatchEnv, seed: int, threads: int) -> "core.FlipBatch":
    starts = [native_position(start) for start in env.starts]
    return core.FlipBatch(native_rules(env.rules), starts, env.batch, seed, threads, *_settings(env))


def _settings(env: BatchEnv) -> tuple[int, bool, float, int]:
    return env.history, env.autoreset, env.capture_reward, env.max_plies or 0


_CORES: dict[str, Callable[[BatchEnv, int, int], Any]] = {"jungle": _jungle, "flip": _flip}
