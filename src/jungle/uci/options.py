"""The options of the engine protocol, and how their values are parsed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jungle.engine.engine import CONTEMPT, EVALUATIONS, HASH_MB_LIMIT, THREADS_LIMIT
from jungle.engine.external import VARIANT
from jungle.engine.search import MULTIPV_LIMIT
from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.players import LEVEL_NAMES, LEVELS

NO_LEVEL = "none"


class InvalidOptionError(JungleError, ValueError):
    """An unknown option, or an invalid value."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its declaration to the other program, and the parser for its value."""

    name: str
    default: str
    kind: str
    read: Callable[[str], Any]

    def declaration(self) -> str:
        return f"option name {self.name} type {self.kind}"


def _spin(name: str, default: int, least: int, most: int) -> Option:
    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if not least <= value <= most:
            raise InvalidOptionError(f"{name}: expected a whole number from {least} to {most}, got {text!r}")
        return value

    return Option(name, str(default), f"spin default {default} min {least} max {most}", read)


def _combo(name: str, default: str, choices: tuple[str, ...]) -> Option:
    def read(text: str) -> str:
        if text.lower() not in choices:
            raise InvalidOptionError(f"{name}: expected {', '.join(choices)}, got {text!r}")
        return text.lower()

    return Option(name, default, f"combo default {default} " + " ".join(f"var {choice}" for choice in choices), read)


def _check(name: str, default: bool) -> Option:
    def read(text: str) -> bool:
        if text.lower() not in ("true", "false"):
            raise InvalidOptionError(f"{name}: expected true or false, got {text!r}")
        return text.lower() == "true"

    word = str(default).lower()
    return Option(name, word, f"check default {word}", read)


OPTIONS = {
    option.name.lower(): option
    for option in (
        _spin("Hash", 64, 1, HASH_MB_LIMIT),
        _spin("Threads", 1, 1, THREADS_LIMIT),
        _spin("MultiPV", 1, 1, MULTIPV_LIMIT),
        _spin("Contempt", CONTEMPT, -1000, 1000),
        _spin("Move Overhead", 20, 0, 5000),
        _check("Ponder", False),
        _check("UCI_ShowWDL", False),
        _combo("Evaluation", "full", EVALUATIONS),
        _combo("Level", NO_LEVEL, (NO_LEVEL, *LEVEL_NAMES, *LEVELS)),
        Option("TablePath", "<empty>", "string default <empty>", lambda text: "" if text == "<empty>" else text),
        _check("TableUse", True),
        Option("Rules", "standard", "string default standard", str),
        Option("Seed", "<empty>", "string default <empty>", lambda text: "" if text == "<empty>" else text),
        Option("Clear Hash", "", "button", lambda _: None),
    )
}
"""The options by lower-case name: names in the protocol are case-insensitive."""


def all_options(game: str) -> dict[str, Option]:
    """The options of a session that begins with this game; the games may be more than when this module was loaded."""
    return {**OPTIONS, VARIANT.lower(): _combo(VARIANT, game, tuple(GAMES))}


def find_option(options: Mapping[str, Option], name: str) -> Option:
    """The option of that name. Raises InvalidOptionError."""
    option = options.get(name.lower())
    if option is None:
        names = ", ".join(option.name for option in options.values())
        raise InvalidOptionError(f"unknown option {name!r}; expected one of {names}")
    return option
