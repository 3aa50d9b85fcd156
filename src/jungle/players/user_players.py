"""Players written by users: `python:` players, in this process or their own."""

import importlib
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any

from jungle.board_game import BoardGame
from jungle.engine import IllegalAnswerError, Limit, UciEngine
from jungle.players.player import (
    Choice,
    InvalidPlayerError,
    Player,
    TaskPlayer,
    UserPlayerError,
    WrappedPlayer,
    user_code,
)
from jungle.task import Task

START_TIMEOUT = 30.0
"""Seconds that a player may take to start or to prepare for a game."""


class PythonPlayer(WrappedPlayer):
    """A player made by calling `module:name` with options: a `Player`, or any object with `choose(game)`.

    If it has no `new_game` of its own, each game gets a new object.
    """

    def __init__(self, text: str, target: str, options: Mapping[str, Any]) -> None:
        """`text` is the player's whole description, for error messages."""
        self._factory = _factory(text, target)
        self._options = options
        super().__init__(self._make(text), text)
        self._is_fresh = True

    def _make(self, name: str) -> Any:
        with user_code(name):
            made = self._factory(**self._options)
        if not callable(getattr(made, "choose", None)):
            raise InvalidPlayerError(f"python: {name!r} returned an object without choose(game)")
        return made

    def new_game(self, seed: int | str | None = None) -> None:
        if getattr(type(self._chooser), "new_game", Player.new_game) is not Player.new_game:
            super().new_game(seed)
        elif not self._is_fresh:
            self.close()
            self._chooser = self._make(self.name)
        self._is_fresh = False


def _factory(text: str, target: str) -> Callable[..., Any]:
    module_name, _, path = target.partition(":")
    try:
        with user_code(text):
            thing: Any = importlib.import_module(module_name)
    except UserPlayerError as failure:
        if not isinstance(error := failure.__cause__, ModuleNotFoundError):
            raise
        raise InvalidPlayerError(f"python: there is no module {error.name!r}, in {text!r}") from None
    for name in path.split("."):
        if not hasattr(thing, name):
            raise InvalidPlayerError(f"python: {module_name} has no {path!r}, in {text!r}")
        thing = getattr(thing, name)
    if not callable(thing):
        raise InvalidPlayerError(f"python: expected a class or function, got {target}")
    return thing  # type: ignore[no-any-return]


class SubprocessPlayer(TaskPlayer):
    """A `python:` player in its own process, which speaks UCI, so that it cannot harm the caller."""

    trusted = False

    def __init__(self, text: str, game: type[BoardGame], timeout: float) -> None:
        """Start the player with this description. It has `timeout` seconds per move.

        Raises EngineError if it does not start.
        """
        super().__init__(text)
        command = [
            sys.executable,
            "-P",
            "-m",
            "jungle.uci.user_player",
            f"{game.__module__}:{game.__name__}",
            text,
        ]
        self._engine = UciEngine(command, timeout=START_TIMEOUT, game=game, env=python_environment(), name=text)
        self._limit = Limit(movetime=timeout)

    def new_game(self, seed: int | str | None = None) -> None:
        self._engine.set_option("Seed", "<empty>" if seed is None else seed)
        self._engine.new_game()

    def _choose(self, game: BoardGame, limit: Limit | None, task: Task[Choice]) -> Choice:
        try:
            result = task.run_child(self._engine.prepare(game, limit or self._limit))
        except IllegalAnswerError as error:
            # The process explained it in an `info string`; UCI has no word for such an answer.
            words = self._engine.last_words.removeprefix(f"{self.name}: ")
            raise IllegalAnswerError(f"{self.name}: {words}" if words else str(error)) from None
        return Choice(result.move, result.nodes or None, result.score)

    def close(self) -> None:
        super().close()
        self._engine.close()


def python_environment() -> dict[str, str]:
    """The environment for a Python process with the same module path as this one."""
    # The current folder comes last, so that files there cannot shadow modules.
    paths = [*filter(None, sys.path), os.getcwd()]  # noqa: PTH109 -- text, as the others are
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
