"""Players by name: one grammar for every command and front end.

A description is a name, then `:` and what the player needs, options as `key=value` with commas between them:

    random   captures   greedy   biggest-first   rat-first
    easy   medium   hard   impossible   1 … 10   (time=0.1, nodes=20000, threads=1)
    engine:movetime=0.1   engine:nodes=20000,tables=yes   engine:depth=6,eval=material,threads=1,hash=16,contempt=0
    uci:/path/to/program,movetime=0.1,option.Hash=16
    python:package.module:Player,colour=7

Every player also takes `timeout=`, the seconds after which a move counts as a hang.
"""

import difflib
import shlex
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from jungle.board_game import BoardGame
from jungle.engine import CONTEMPT, EVALUATIONS, GameEngine, Limit, UciEngine, engine_for
from jungle.games import game_type
from jungle.players.levels import LEVEL_NAMES, LEVELS, is_level, level
from jungle.players.player import Choice, Chooser, InvalidPlayerError, Player, TaskPlayer, WrappedPlayer
from jungle.players.strategies import STRATEGIES, StrategyPlayer
from jungle.players.user_players import PythonPlayer
from jungle.task import Task

NAMES = (*LEVEL_NAMES, *LEVELS, *STRATEGIES)
"""The players that need only a name, the default opponent first. They play every game."""
LIMITS = ("movetime", "nodes", "depth")


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A parsed description of a player that has not been started.

    >>> spec = PlayerSpec.parse("engine:depth=6,eval=material")
    >>> spec.kind, spec.options["depth"], str(spec)
    ('engine', 6, 'engine:depth=6,eval=material')
    """

    text: str
    kind: str
    target: str
    """The program of `uci:`, the factory of `python:`."""
    options: Mapping[str, Any]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a description. Raises InvalidPlayerError, which quotes the offending part."""
        if not isinstance(text, str):
            raise InvalidPlayerError(f"expected a player's description, got {text!r}")
        kind, colon, rest = text.strip().partition(":")
        if kind not in KINDS:
            if kind.isdecimal():
                raise InvalidPlayerError(f"unknown level {text!r}: expected {LEVELS[0]} to {LEVELS[-1]}")
            close = difflib.get_close_matches(kind, KINDS, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            expected = hint or f": expected {', '.join(KINDS)}"
            raise InvalidPlayerError(f"unknown player {text!r}{expected}")
        words = rest.split(",") if colon else []
        target = ""
        if kind in ("uci", "python"):
            target = words.pop(0).strip() if words else ""
            _check_target(kind, target, text)
        options = _options(kind, words, text)
        if kind in ("engine", "uci"):
            _check_limits(options, text)
        if "time" in options and "nodes" in options:
            raise InvalidPlayerError(f"expected time= or nodes=, not both, in {text!r}")
        return cls(text.strip(), kind, target, options)

    def __str__(self) -> str:
        return self.text

    @property
    def timeout(self) -> float | None:
        """Its own limit, in seconds per move, if it has one."""
        timeout: float | None = self.options.get("timeout")
        return timeout

    def is_trusted(self) -> bool:
        """Whether it is one of our own players, which does not hang, crash or cheat."""
        return self.kind not in ("uci", "python")

    def open(self, game: str = "jungle", *, seed: int | str | None = None, threads: int | None = None) -> TaskPlayer:
        """Start the player for a game, by name in `GAMES`.

        Raises InvalidPlayerError if that is impossible, UserPlayerError if a `python:` player fails, EngineError if a
        `uci:` program does or does not play the game.
        """
        options = self.options
        if self.kind in STRATEGIES:
            return StrategyPlayer(self.text, STRATEGIES[self.kind], seed)
        threads = options.get("threads", threads)
        if is_level(self.kind):
            time, nodes = options.get("time"), options.get("nodes")
            opened: TaskPlayer = level(self.kind, game=game, seed=seed, time=time, nodes=nodes, threads=threads)
            opened.name = self.text
            return opened
        if self.kind == "python":
            given = {key: value for key, value in options.items() if key != "timeout"}
            opened = PythonPlayer(self.text, self.target, given)
        elif self.kind == "engine":
            opened = EnginePlayer(self, _own_engine(self, game, threads))
        else:
            opened = EnginePlayer(self, _other_engine(self, game_type(game)))
        if seed is not None:
            opened.new_game(seed)
        return opened


def player(text: str, *, game: str = "jungle", seed: int | str | None = None, threads: int | None = None) -> TaskPlayer:
    """Start a player by its description. Use it in a `with` statement, or close it.

    With a seed it plays the same way every time. `threads` is the default for levels and engines.
    Raises InvalidPlayerError.

    >>> from jungle import Game
    >>> with player("rat-first", seed=1) as rat_first:
    ...     rat_first.choose(Game()).move.uci()
    'g3g4'
    """
    return PlayerSpec.parse(text).open(game, seed=seed, threads=threads)


AnyPlayer = Player | Chooser | str
"""What everything that needs a player takes: the player, an object with `choose(game)`, or a description."""


def as_player(wanted: AnyPlayer, *, game: str = "jungle", seed: int | str | None = None) -> Player:
    """The player itself; an object with `choose(game)` as a player; a described player, opened.

    The caller closes what it passed as an object. Raises InvalidPlayerError for anything else, and for a player of
    another game.
    """
    if isinstance(wanted, str):
        return player(wanted, game=game, seed=seed)
    if isinstance(wanted, type):
        raise InvalidPlayerError(f"expected a player, got the class {wanted.__name__}: create one, {wanted.__name__}()")
    if not isinstance(wanted, Player):
        if not callable(getattr(wanted, "choose", None)):
            raise InvalidPlayerError(f"expected a player, its name or an object with choose(game), got {wanted!r:.80}")
        return WrappedPlayer(wanted)
    if wanted.game not in (None, game):
        raise InvalidPlayerError(f"expected a player of {game}: {wanted.name!r} was created for {wanted.game}")
    return wanted


class EnginePlayer(TaskPlayer):
    """An engine, ours or an external one, with a limit per move."""

    def __init__(self, spec: PlayerSpec, engine: GameEngine | UciEngine) -> None:
        super().__init__(spec.text)
        self.trusted = spec.is_trusted()
        options = spec.options
        self._limit = Limit(movetime=options.get("movetime"), nodes=options.get("nodes"), depth=options.get("depth"))
        self._engine = engine
        self.game = engine.game_type.kind

    def new_game(self, seed: int | str | None = None) -> None:
        self._engine.new_game()

    def _choose(self, game: BoardGame, limit: Limit | None, task: Task[Choice]) -> Choice:
        result = task.run_child(self._engine.prepare(game, limit or self._limit))
        return Choice(result.move, result.nodes, result.score, result.solved)

    def close(self) -> None:
        super().close()
        self._engine.close()


def _own_engine(spec: PlayerSpec, game: str, threads: int | None) -> GameEngine:
    options = spec.options
    return engine_for(
        game,
        threads=threads or 1,
        hash_mb=options.get("hash", 16),
        evaluation=options.get("eval", "full"),
        contempt=options.get("contempt", CONTEMPT),
        tables=options.get("tables", False),
    )


def _other_engine(spec: PlayerSpec, game: type[BoardGame]) -> UciEngine:
    options = {key.removeprefix("option."): value for key, value in spec.options.items() if key.startswith("option.")}
    return UciEngine(_command(spec.target), options=options, game=game)


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


def _check_target(kind: str, target: str, text: str) -> None:
    if kind == "uci" and not target:
        raise InvalidPlayerError(f"expected a program after 'uci:', got {text!r}")
    if kind == "python":
        module, colon, name = target.partition(":")
        parts = [*module.split("."), *name.split(".")]
        if not colon or not all(part.isidentifier() for part in parts):
            raise InvalidPlayerError(f"expected python:package.module:Player, got {target!r} in {text!r}")


def _options(kind: str, words: list[str], text: str) -> dict[str, object]:
    options: dict[str, object] = {}
    readers = KINDS[kind] | {"timeout": _seconds}
    for word in words:
        key, equals, value = word.partition("=")
        key, value = key.strip(), value.strip()
        reader = readers.get(key) or _free_reader(kind, key)
        if reader is None or not equals:
            raise InvalidPlayerError(f"expected {_choices(kind)}, got {word!r} in {text!r}")
        if key in options:
            raise InvalidPlayerError(f"{key} is given twice in {text!r}")
        try:
            options[key] = reader(value)
        except ValueError as error:
            raise InvalidPlayerError(f"{key}: {error}, got {value!r} in {text!r}") from None
    return options


def _free_reader(kind: str, key: str) -> Callable[[str], object] | None:
    """The parser for an option whose name only the player knows."""
    if kind == "uci" and key.startswith("option.") and len(key) > len("option."):
        return str
    return _plain_value if kind == "python" and key.isidentifier() else None


def _choices(kind: str) -> str:
    names = [*KINDS[kind], "timeout"]
    if kind == "uci":
        names.append("option.NAME")
    listed = "any name" if kind == "python" else ", ".join(names)
    return f"options of {kind!r} as key=value ({listed})"


def _check_limits(options: Mapping[str, object], text: str) -> None:
    if not any(name in options for name in LIMITS):
        raise InvalidPlayerError(f"expected movetime=, nodes= or depth=, or it would think forever, in {text!r}")


def _whole(least: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        if not (value.isascii() and value.removeprefix("-").isdigit() and int(value) >= least):
            raise ValueError(f"expected a whole number from {least}")
        return int(value)

    return read


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds < 1e6:
        raise ValueError("expected seconds from 0.001")
    return seconds


def _yes_or_no(value: str) -> bool:
    if value not in ("yes", "no"):
        raise ValueError("expected yes or no")
    return value == "yes"


def _evaluation(value: str) -> str:
    if value not in EVALUATIONS:
        raise ValueError(f"expected {', '.join(EVALUATIONS)}")
    return value


def _plain_value(value: str) -> int | float | str:
    """A number if it reads like one."""
    for number in (int, float):
        try:
            return number(value)
        except ValueError:
            pass
    return value


Readers = dict[str, Callable[[str], object]]
_LIMIT_READERS: Readers = {"movetime": _seconds, "nodes": _whole(1), "depth": _whole(1)}
_LEVEL_READERS: Readers = {"time": _seconds, "nodes": _whole(1), "threads": _whole(1)}
KINDS: dict[str, Readers] = (
    {name: {} for name in STRATEGIES}
    | dict.fromkeys((*LEVEL_NAMES, *LEVELS), _LEVEL_READERS)
    | {
        "engine": {
            **_LIMIT_READERS,
            "eval": _evaluation,
            "threads": _whole(1),
            "hash": _whole(1),
            "contempt": _whole(-1000),
            "tables": _yes_or_no,
        },
        "uci": {**_LIMIT_READERS},
        "python": {},
    }
)
"""The kinds of players, before the colon, and the options each takes."""
