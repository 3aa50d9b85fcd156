"""Starting players from their descriptions."""

import importlib
import math
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from jungle.boardgame import BoardGame
from jungle.engine import (
    CONTEMPT,
    Choice,
    Handle,
    IllegalAnswerError,
    Limit,
    Player,
    Score,
    UciEngine,
    engine_entry,
    is_level,
    level,
)
from jungle.engine.hints import lines_to_compare
from jungle.engine.own_engine import OwnEngine
from jungle.errors import JungleError
from jungle.players.errors import GuestError, guest_code
from jungle.players.spec import InvalidPlayerError, PlayerSpec
from jungle.players.strategies import STRATEGIES, StrategyPlayer


def open_player(spec: PlayerSpec, game: str, seed: int | str | None, threads: int | None) -> Player:
    """Start a player. Raises InvalidPlayerError where there is none, GuestError where a `python:` one fails."""
    if spec.kind in STRATEGIES:
        return StrategyPlayer(spec.text, STRATEGIES[spec.kind], seed)
    if is_level(spec.kind):
        options = {name: spec.options.get(name) for name in ("time", "nodes")}
        opened: Player = level(spec.kind, game=game, seed=seed, **options, threads=spec.options.get("threads", threads))
        opened.name = spec.text
        return opened
    if spec.kind == "python":
        opened = PythonPlayer(spec)
    else:
        opened = EnginePlayer(spec, _own_engine(spec, game, threads) if spec.kind == "engine" else _other_engine(spec))
    if seed is not None:
        opened.new_game(seed)
    return opened


class EnginePlayer(Player):
    """An engine, ours or another program, with a limit per move."""

    def __init__(self, spec: PlayerSpec, engine: OwnEngine | UciEngine) -> None:
        super().__init__(spec.text)
        self.is_trusted = spec.is_trusted
        options = spec.options
        self._limit = Limit(movetime=options.get("movetime"), nodes=options.get("nodes"), depth=options.get("depth"))
        self._engine = engine
        self._compares = options.get("compare", False)

    def new_game(self, seed: int | str | None = None) -> None:
        self._engine.new_game()

    def _choose(self, game: BoardGame, limit: Limit | None, handle: Handle[Choice]) -> Choice:
        lines = lines_to_compare(game) if self._compares else 1
        result = handle.run_inner(self._engine.prepare(game, limit or self._limit, multipv=lines))
        return Choice(result.move, result.nodes, result.score, result.is_solved, result.lines if self._compares else ())

    def close(self) -> None:
        super().close()
        self._engine.close()


def _own_engine(spec: PlayerSpec, game: str, threads: int | None) -> OwnEngine:
    options = spec.options
    return engine_entry(game).open_engine(
        threads=options.get("threads", threads or 1),
        hash_mb=options.get("hash", 16),
        evaluation=options.get("eval", "full"),
        contempt=options.get("contempt", CONTEMPT),
        tables=options.get("tables", False),
    )


def _other_engine(spec: PlayerSpec) -> UciEngine:
    options = {key.removeprefix("option."): value for key, value in spec.options.items() if key.startswith("option.")}
    return UciEngine(_command(spec.target), options=options)


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


class PythonPlayer(Player):
    """A player written by a user: `choose(game)`, optionally `new_game(seed)` and `close()`.

    It gets a copy of the game without what lies face down, to do with as it likes, and answers with a move, a move's
    text, or anything with a `move` (and perhaps `nodes` and `score`). Without a `new_game` it is made anew for each.
    """

    is_trusted = False

    def __init__(self, spec: PlayerSpec) -> None:
        super().__init__(spec.text)
        self._factory = _factory(spec)
        self._options = {key: value for key, value in spec.options.items() if key != "timeout"}
        self._guest = self._make()
        self._is_fresh = True

    def _make(self) -> Any:
        with guest_code(self.name):
            guest = self._factory(**self._options)
        if not callable(getattr(guest, "choose", None)):
            raise InvalidPlayerError(f"python: what {self.name!r} makes has no choose(game)")
        return guest

    def new_game(self, seed: int | str | None = None) -> None:
        if hasattr(self._guest, "new_game"):
            with guest_code(self.name):
                self._guest.new_game(seed)
        elif not self._is_fresh:
            self.close()
            self._guest = self._make()
        self._is_fresh = False

    def _choose(self, game: BoardGame, limit: Limit | None, handle: Handle[Choice]) -> Choice:
        with guest_code(self.name):
            return _choice(game, self._guest.choose(game.public()))

    def close(self) -> None:
        super().close()
        if hasattr(self._guest, "close"):
            with guest_code(self.name):
                self._guest.close()


def _factory(spec: PlayerSpec) -> Callable[..., Any]:
    module_name, _, path = spec.target.partition(":")
    try:
        with guest_code(spec.text):
            thing: Any = importlib.import_module(module_name)
    except GuestError as failure:
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
    """What a guest answered, as one of the legal moves. Raises IllegalAnswerError."""
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
    return Choice(move, nodes if isinstance(nodes, int) and nodes >= 0 else None, _score(score))


def _score(score: Any) -> Score | None:
    if isinstance(score, Score):
        return score
    return Score(round(score)) if isinstance(score, int | float) and math.isfinite(score) else None
