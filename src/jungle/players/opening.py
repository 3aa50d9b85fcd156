"""Starting players from their descriptions."""

import shlex
import shutil
from pathlib import Path

from jungle.boardgame import BoardGame
from jungle.engine import (
    CONTEMPT,
    Choice,
    GameEngine,
    Handle,
    Limit,
    Player,
    UciEngine,
    engine_entry,
    is_level,
    level,
)
from jungle.engine.hints import lines_to_compare
from jungle.players.guests import PythonPlayer
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

    def __init__(self, spec: PlayerSpec, engine: GameEngine | UciEngine) -> None:
        super().__init__(spec.text)
        self.is_trusted = spec.is_trusted
        options = spec.options
        self._limit = Limit(movetime=options.get("movetime"), nodes=options.get("nodes"), depth=options.get("depth"))
        self._engine = engine
        self._compares = options.get("compare", False)

    def new_game(self, seed: int | str | None = None) -> None:
        self._engine.new_game()

    def _choose(self, game: BoardGame, limit: Limit | None, handle: Handle[object]) -> Choice:
        lines = lines_to_compare(game) if self._compares else 1
        result = handle.run_inner(self._engine.prepare(game, limit or self._limit, multipv=lines))
        return Choice(result.move, result.nodes, result.score, result.is_solved, result.lines if self._compares else ())

    def close(self) -> None:
        super().close()
        self._engine.close()


def _own_engine(spec: PlayerSpec, game: str, threads: int | None) -> GameEngine:
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
