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
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from jungle.engine import EVALUATIONS, LEVELS, STRENGTHS, Player, engine_entry
from jungle.errors import JungleError
from jungle.games import game_type

STRATEGIES = ("biggest-first", "rat-first", "greedy", "captures", "random")
LIMITS = ("movetime", "nodes", "depth")


class InvalidPlayerError(JungleError, ValueError):
    """A player's description that could not be understood, or a player that cannot be started."""


def names_for(kind: str) -> tuple[str, ...]:
    """The players of a game that need no more than their name, the usual opponent first. Raises GameError.

    >>> names = names_for("flip")
    >>> names[:5], names[-3:]
    (('easy', 'medium', 'hard', 'impossible', '1'), ('greedy', 'captures', 'random'))
    """
    game_type(kind)
    return (*LEVELS, *STRENGTHS, *STRATEGIES)


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player's description, understood but not started.

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
        """Raises InvalidPlayerError, which names the word not understood."""
        if not isinstance(text, str):
            raise InvalidPlayerError(f"expected a player's description, got {text!r}")
        kind, colon, rest = text.strip().partition(":")
        if kind not in KINDS:
            close = difflib.get_close_matches(kind, KINDS, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise InvalidPlayerError(f"expected a player ({', '.join(KINDS)}), got {kind!r} in {text!r}{hint}")
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
        """Its own limit of seconds a move, if it has one."""
        timeout: float | None = self.options.get("timeout")
        return timeout

    @property
    def is_trusted(self) -> bool:
        """Is it a player of ours, which does not hang, crash or cheat?"""
        return self.kind not in ("uci", "python")

    def check_game(self, game: str) -> None:
        """Raise InvalidPlayerError for a player that does not know a game, by its name in `GAMES`."""
        if self.kind == "uci" and not engine_entry(game).has_uci:
            known = ", ".join(names_for(game))
            raise InvalidPlayerError(f"{self.kind!r} does not play the game {game!r}: expected {known} or python:…")

    def open(self, game: str = "jungle", *, seed: int | str | None = None, threads: int | None = None) -> Player:
        """Start the player. Raises InvalidPlayerError where there is none, GuestError where a `python:` one fails."""
        from jungle.players.opening import open_player

        self.check_game(game)
        return open_player(self, game, seed, threads)


def player(text: str, *, game: str = "jungle", seed: int | str | None = None, threads: int | None = None) -> Player:
    """Start a player by its description. Use it in a `with` statement, or close it.

    With a seed it plays the same way every time. `threads` are for levels and engines that do not say their own.
    Raises InvalidPlayerError.

    >>> from jungle import Game
    >>> with player("rat-first", seed=1) as rat_first:
    ...     rat_first.choose(Game()).move.uci()
    'g3g4'
    """
    return PlayerSpec.parse(text).open(game, seed=seed, threads=threads)


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
    """The reader of an option whose name only the player knows."""
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
    """A number where it reads like one."""
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
    | dict.fromkeys((*LEVELS, *STRENGTHS), _LEVEL_READERS)
    | {
        "engine": {
            **_LIMIT_READERS,
            "eval": _evaluation,
            "threads": _whole(1),
            "hash": _whole(1),
            "contempt": _whole(-1000),
            "tables": _yes_or_no,
            "compare": _yes_or_no,
        },
        "uci": {**_LIMIT_READERS},
        "python": {},
    }
)
"""What may stand before the colon, and the options each takes."""
