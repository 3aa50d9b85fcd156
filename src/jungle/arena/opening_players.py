"""Starting players from their descriptions."""

import importlib
import shlex
import shutil
from pathlib import Path
from typing import Any

from jungle.arena import strategies
from jungle.arena.errors import InvalidPlayerError
from jungle.arena.players import LEVELS, Player, PlayerSpec
from jungle.engine import CONTEMPT, Engine, Level, Limit, SearchResult, level
from jungle.engine.levels import Choice
from jungle.game import Game

_STRATEGIES: dict[str, type[Player]] = {
    "random": strategies.RandomPlayer,
    "greedy": strategies.GreedyPlayer,
    "biggest-first": strategies.BiggestFirstPlayer,
    "rat-first": strategies.RatFirstPlayer,
}


def open_player(spec: PlayerSpec, *, flip: bool) -> Player:
    """Start a player. Raises InvalidPlayerError where that cannot be, and whatever a `python:` one raises."""
    if spec.kind == "python":
        return _python_player(spec)
    if flip:
        spec.check_flip()
        greedy = spec.kind == "greedy"
        return strategies.FlipGreedyPlayer() if greedy else strategies.FlipStrategyPlayer(spec.kind)
    if spec.kind in _STRATEGIES:
        return _STRATEGIES[spec.kind]()
    if spec.kind in LEVELS:
        return LevelPlayer(spec)
    return EnginePlayer(spec) if spec.kind == "engine" else UciPlayer(spec)


def _limit(spec: PlayerSpec) -> Limit:
    options = spec.options
    return Limit(movetime=options.get("movetime"), nodes=options.get("nodes"), depth=options.get("depth"))


class LevelPlayer:
    """One of the four levels. Its seed makes it think in nodes, so that it repeats, unless it is given a time."""

    def __init__(self, spec: PlayerSpec) -> None:
        self._name = spec.kind
        self._options = {name: spec.options[name] for name in ("time", "threads") if name in spec.options}
        self._limit = Limit(nodes=spec.options["nodes"]) if "nodes" in spec.options else None
        """In place of the level's own."""
        self._level: Level | None = None

    def new_game(self, seed: str) -> None:
        self.close()
        self._level = level(self._name, seed=seed, **self._options)

    def choose(self, game: Game) -> Choice:
        assert self._level is not None
        return self._level.consider(game, self._limit)

    def close(self) -> None:
        if self._level is not None:
            self._level.close()
            self._level = None


class EnginePlayer:
    """Our engine, with a limit a move."""

    def __init__(self, spec: PlayerSpec) -> None:
        options = spec.options
        self._limit = _limit(spec)
        self._engine = Engine(
            threads=options.get("threads", 1),
            hash_mb=options.get("hash", 16),
            evaluation=options.get("eval", "full"),
            contempt=options.get("contempt", CONTEMPT),
        )

    def new_game(self, seed: str) -> None:
        self._engine.new_game()

    def choose(self, game: Game) -> SearchResult:
        return self._engine.search(game, self._limit)

    def close(self) -> None:
        self._engine.close()


class UciPlayer:
    """A program that speaks the engine protocol."""

    def __init__(self, spec: PlayerSpec) -> None:
        from jungle.engine.external import UciEngine

        self._limit = _limit(spec)
        names = {key.removeprefix("option."): value for key, value in spec.options.items() if key.startswith("option.")}
        self._engine = UciEngine(_command(spec.target), options=names)

    def new_game(self, seed: str) -> None:
        self._engine.new_game()

    def choose(self, game: Game) -> SearchResult:
        return self._engine.search(game, self._limit)

    def close(self) -> None:
        self._engine.close()


def _command(target: str) -> list[str]:
    """The words of a command line; a path with spaces that is a file stays whole."""
    if Path(target).is_file():
        return [target]
    try:
        words = shlex.split(target)
    except ValueError as error:
        raise InvalidPlayerError(f"uci: {error} in {target!r}") from None
    if shutil.which(words[0]) is None:
        raise InvalidPlayerError(f"uci: there is no program {words[0]!r}")
    return words


def _python_player(spec: PlayerSpec) -> Player:
    module_name, _, path = spec.target.partition(":")
    try:
        thing: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        raise InvalidPlayerError(f"python: there is no module {error.name!r}, in {spec.text!r}") from None
    for name in path.split("."):
        if not hasattr(thing, name):
            raise InvalidPlayerError(f"python: {module_name} has no {path!r}, in {spec.text!r}")
        thing = getattr(thing, name)
    if not callable(thing):
        raise InvalidPlayerError(f"python: {spec.target} cannot be called to make a player")
    player = thing(**{key: value for key, value in spec.options.items() if key != "timeout"})
    if not callable(getattr(player, "choose", None)):
        raise InvalidPlayerError(f"python: what {spec.target} makes has no choose(game)")
    return player  # type: ignore[no-any-return]
