"""Players: anything that can choose a move. Write your own by overriding `Player.choose`."""

import os
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, Protocol, Self

from jungle.board_game import BoardGame
from jungle.engine.errors import EngineError, IllegalAnswerError, refuse_when_over
from jungle.engine.limits import Limit
from jungle.engine.score import Score
from jungle.errors import JungleError
from jungle.moves import BoardMove
from jungle.task import Stoppable, Task

NODES_LIMIT = 2**63
SCORE_LIMIT = 1_000_000
"""The largest score in centi-cats; anything beyond is not a score."""
ANSWER_LIMIT = 80
"""The most characters of an illegal answer that are quoted."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player chose; a player that searched also gives its nodes and score."""

    move: BoardMove
    nodes: int | None = None
    score: Score | None = None
    solved: bool = False
    """Whether the score comes from endgame tables."""


class InvalidPlayerError(JungleError, ValueError):
    """An invalid player description, or a player that cannot be started."""


class UserPlayerError(EngineError):
    """A player that is not ours raised something; `detail` says what, without the player's name."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.detail = detail


class Chooser(Protocol):
    """An object that is good enough for a player: `choose(game)`, and perhaps `new_game(seed)` and `close()`."""

    @property
    def choose(self) -> Callable[..., object]: ...


class Player(Stoppable, ABC):
    """Base class of all players. Subclass it and override `choose`, or open one of ours with `level` or `player`.

    Programs that let players play call `new_game`, with a seed for the player's random numbers, and then `prepare`,
    which checks the answers of players that are not ours. Overriding `stop`, which is called from another thread if
    the answer is wanted now, is optional.

    >>> from jungle import Game
    >>> class Hasty(Player):
    ...     def choose(self, game, limit=None):
    ...         return game.legal_moves()[0]
    >>> Hasty().prepare(Game()).run().move.uci()
    'a1a2'
    """

    trusted = False
    """Whether it is one of our own players, which does not hang, crash or cheat."""
    name: str
    """The description it was opened from; by default, the name of its class."""
    game: str | None = None
    """The one game that it plays, by name in `GAMES`; None for all."""

    def __new__(cls, *_: object, **__: object) -> Self:
        self = super().__new__(cls)
        self.name = cls.__name__
        return self

    def __init__(self, name: str = "") -> None:
        # A subclass may override this without calling it.
        if name:
            self.name = name

    @abstractmethod
    def choose(self, game: BoardGame, limit: Limit | None = None) -> Choice | BoardMove | str:
        """Choose a legal move for the side to move: a `Choice`, a move or a move's text.

        `limit` is set if there is one, such as a clock. The game is the player's own copy, without the face-down
        pieces.
        """

    def prepare(self, game: BoardGame, limit: Limit | None = None) -> Task[Choice]:
        """`choose` as a task that has not started; run it, start it, or run it as part of another task.

        The task raises IllegalAnswerError if the answer is not a legal move, UserPlayerError if `choose` raises
        something. Raises GameError if the game is over.
        """
        refuse_when_over(game)
        task = Task[Choice](lambda _: ask(self.name, self.choose, game, limit))
        task.on_stop(self.stop)
        self._watch(task)
        return task

    def start(self, game: BoardGame, limit: Limit | None = None) -> Task[Choice]:
        """`choose` in a new thread: returns a task that can be stopped, waited for or awaited."""
        return self.prepare(game.public(), limit).start()

    def new_game(self, seed: int | str | None = None) -> None:
        """Prepare for a new game. The same seed gives the same choices."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}>"


class TaskPlayer(Player):
    """Base class of our players and of those in other processes: a choice is a task from the start."""

    trusted = True

    def choose(self, game: BoardGame, limit: Limit | None = None) -> Choice:
        """Choose a legal move within a limit, if given.

        Raises GameError if the game is over, EngineError if a player that is not ours fails.
        """
        return self.prepare(game, limit).run()

    def prepare(self, game: BoardGame, limit: Limit | None = None) -> Task[Choice]:
        refuse_when_over(game)
        task = Task[Choice](lambda task: self._choose(game, limit, task))
        self._watch(task)
        return task

    @abstractmethod
    def _choose(self, game: BoardGame, limit: Limit | None, task: Task[Choice]) -> Choice:
        """Choose as this task, which may be stopped."""


class WrappedPlayer(TaskPlayer):
    """Plays by an object with `choose(game)`, whose `new_game` and `close` are called if it has them."""

    trusted = False

    def __init__(self, chooser: Chooser, name: str = "") -> None:
        super().__init__(name or type(chooser).__name__)
        self._chooser: Any = chooser

    def new_game(self, seed: int | str | None = None) -> None:
        self._call("new_game", seed)

    def _choose(self, game: BoardGame, limit: Limit | None, task: Task[Choice]) -> Choice:
        stop = getattr(self._chooser, "stop", None)
        if callable(stop):
            task.on_stop(stop)
        return ask(self.name, self._chooser.choose, game, limit)

    def close(self) -> None:
        super().close()
        self._call("close")

    def _call(self, name: str, *arguments: object) -> None:
        if hasattr(self._chooser, name):
            with user_code(self.name):
                getattr(self._chooser, name)(*arguments)


def ask(name: str, choose: Callable[..., object], game: BoardGame, limit: Limit | None) -> Choice:
    """Call somebody's `choose(game)` or `choose(game, limit)` and check the answer.

    Raises UserPlayerError and IllegalAnswerError, which name the player.
    """
    with user_code(name):
        public = game.public()
        return _checked(name, game, choose(public, limit) if _takes_limit(choose) else choose(public))


def _takes_limit(choose: Callable[..., object]) -> bool:
    try:
        parameters = signature(choose).parameters.values()
    except (TypeError, ValueError):  # A function of an extension module, which has no signature.
        return False
    positional = [p for p in parameters if p.kind in (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)]
    return len(positional) > 1 or any(p.kind is Parameter.VAR_POSITIONAL for p in parameters)


@contextmanager
def user_code(name: str) -> Iterator[None]:
    """Run code of a player that is not ours. Raises UserPlayerError, which names it, for anything it raises."""
    try:
        yield
    except (IllegalAnswerError, UserPlayerError):
        raise
    except (Exception, SystemExit) as error:
        raise UserPlayerError(name, described(error)) from error


def described(error: BaseException) -> str:
    """An error in one line, with the place where it was raised."""
    if isinstance(error, UserPlayerError):
        return error.detail
    if isinstance(error, JungleError):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        return f"SyntaxError: {error.msg} ({os.path.basename(error.filename)}:{error.lineno})"  # noqa: PTH119
    text = " ".join("".join(traceback.format_exception_only(error)).split())
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{text} ({os.path.basename(place.filename)}:{place.lineno})"  # noqa: PTH119


def _checked(name: str, game: BoardGame, answer: Any) -> Choice:
    """A player's answer as one of the legal moves. Raises IllegalAnswerError."""
    nodes = score = None
    if not isinstance(answer, str) and hasattr(answer, "move"):
        nodes, score, answer = getattr(answer, "nodes", None), getattr(answer, "score", None), answer.move
    problem = f"expected a legal move in {game.fen()}"
    try:
        wanted = game.parse_move(answer) if isinstance(answer, str) else answer
    except JungleError as error:
        wanted, problem = None, str(error)
    # Return our own move, not the player's, which may be any object that claims to be equal.
    move = next((move for move in game.legal_moves() if move == wanted), None)
    if move is None:
        raise IllegalAnswerError(f"{name}: answered {answer!r:.{ANSWER_LIMIT}}: {problem:.{2 * ANSWER_LIMIT}}")
    return Choice(move, nodes if isinstance(nodes, int) and 0 <= nodes < NODES_LIMIT else None, _score(score))


def _score(score: Any) -> Score | None:
    if isinstance(score, Score):
        return score
    is_number = isinstance(score, int | float) and abs(score) <= SCORE_LIMIT  # False for NaN.
    return Score(round(score)) if is_number else None
