"""Players written by users: `python:` players, in this process or their own."""

import importlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from jungle.board_game import BoardGame
from jungle.engine import EngineError, IllegalAnswerError, Limit, Score, UciEngine
from jungle.errors import JungleError
from jungle.players.player import Choice, Player
from jungle.players.spec import InvalidPlayerError, PlayerSpec
from jungle.task import Task

START_TIMEOUT = 30.0
"""Seconds that a player may take to start or to prepare for a game."""
NODES_LIMIT = 2**63
SCORE_LIMIT = 1_000_000
"""The largest score in centi-cats; anything beyond is not a score."""


class UserPlayerError(EngineError):
    """A `python:` player raised something; `detail` says what, without the player's name."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.detail = detail


@contextmanager
def user_code(name: str) -> Iterator[None]:
    """Run a guest's code. Raises UserPlayerError for anything it raises, except our own errors."""
    try:
        yield
    except JungleError:
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


class PythonPlayer(Player):
    """A player written by a user: `choose(game)`, optionally `new_game(seed)` and `close()`.

    It gets its own copy of the game, without the face-down pieces, and answers with a move, a move's
    text, or anything with a `move` (and perhaps `nodes` and `score`). Without `new_game`, each
    game gets a new object.
    """

    trusted = False

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec.text)
        self._factory = _factory(spec)
        self._options = {key: value for key, value in spec.options.items() if key != "timeout"}
        self._guest = self._make()
        self._is_fresh = True

    def _make(self) -> Any:
        with user_code(self.name):
            guest = self._factory(**self._options)
        if not callable(getattr(guest, "choose", None)):
            raise InvalidPlayerError(f"python: what {self.name!r} makes has no choose(game)")
        return guest

    def new_game(self, seed: int | str | None = None) -> None:
        if hasattr(self._guest, "new_game"):
            with user_code(self.name):
                self._guest.new_game(seed)
        elif not self._is_fresh:
            self.close()
            self._guest = self._make()
        self._is_fresh = False

    def _choose(self, game: BoardGame, limit: Limit | None, handle: Task[object]) -> Choice:
        with user_code(self.name):
            return _choice(game, self._guest.choose(game.public()))

    def close(self) -> None:
        super().close()
        if hasattr(self._guest, "close"):
            with user_code(self.name):
                self._guest.close()


def _factory(spec: PlayerSpec) -> Callable[..., Any]:
    module_name, _, path = spec.target.partition(":")
    try:
        with user_code(spec.text):
            thing: Any = importlib.import_module(module_name)
    except UserPlayerError as failure:
        if not isinstance(error := failure.__cause__, ModuleNotFoundError):
            raise
        raise InvalidPlayerError(f"python: there is no module {error.name!r}, in {spec.text!r}") from None
    for name in path.split("."):
        if not hasattr(thing, name):
            raise InvalidPlayerError(f"python: {module_name} has no {path!r}, in {spec.text!r}")
        thing = getattr(thing, name)
    if not callable(thing):
        raise InvalidPlayerError(f"python: {spec.target} cannot be called to make a player")
    return thing  # type: ignore[no-any-return]


def _choice(game: BoardGame, answer: Any) -> Choice:
    """A guest's answer as one of the legal moves. Raises IllegalAnswerError."""
    nodes = score = None
    if not isinstance(answer, str) and hasattr(answer, "move"):
        nodes, score, answer = getattr(answer, "nodes", None), getattr(answer, "score", None), answer.move
    try:
        wanted = game.parse_move(answer) if isinstance(answer, str) else answer
    except JungleError as error:
        raise IllegalAnswerError(str(error)) from None
    # Return our own move, not the guest's, which may be any object that claims to be equal.
    move = next((move for move in game.legal_moves() if move == wanted), None)
    if move is None:
        raise IllegalAnswerError(f"expected a legal move in {game.fen()}, got {answer!r}")
    return Choice(move, nodes if isinstance(nodes, int) and 0 <= nodes < NODES_LIMIT else None, _score(score))


def _score(score: Any) -> Score | None:
    if isinstance(score, Score):
        return score
    is_number = isinstance(score, int | float) and abs(score) <= SCORE_LIMIT  # False for NaN.
    return Score(round(score)) if is_number else None


class SubprocessPlayer(Player):
    """A `python:` player in its own process, which speaks UCI, so that it cannot harm the caller."""

    trusted = False

    def __init__(self, spec: PlayerSpec, game: type[BoardGame], timeout: float) -> None:
        """Start the player. It has `timeout` seconds per move. Raises EngineError if it does not start."""
        super().__init__(spec.text)
        command = [
            sys.executable,
            "-P",
            "-m",
            "jungle.uci.user_player",
            f"{game.__module__}:{game.__name__}",
            spec.text,
        ]
        self._engine = UciEngine(command, timeout=START_TIMEOUT, game=game, env=python_environment(), name=spec.text)
        self._limit = Limit(movetime=timeout)

    def new_game(self, seed: int | str | None = None) -> None:
        self._engine.set_option("Seed", "<empty>" if seed is None else seed)
        self._engine.new_game()

    def _choose(self, game: BoardGame, limit: Limit | None, handle: Task[object]) -> Choice:
        result = handle.run_child(self._engine.prepare(game, limit or self._limit))
        return Choice(result.move, result.nodes or None, result.score)

    def close(self) -> None:
        super().close()
        self._engine.close()


def python_environment() -> dict[str, str]:
    """The environment for a Python process with the same module path as this one."""
    # The current folder comes last, so that files there cannot shadow modules.
    paths = [*filter(None, sys.path), os.getcwd()]  # noqa: PTH109 -- text, as the others are
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
