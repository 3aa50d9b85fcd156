"""Shared by the commands: options, argument types and exit codes."""

import argparse
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from jungle.errors import InvalidRulesError, JungleError
from jungle.games import DEFAULT_GAME, GAMES
from jungle.rules_text import read_rules

if TYPE_CHECKING:
    from urllib.parse import SplitResult

    from jungle.language import Translator

OK, FAILED, BAD_USAGE, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
"""Exit codes."""

Value = TypeVar("Value")


class UsageError(JungleError, ValueError):
    """Arguments of a command that conflict or make no sense."""


def command_name(environment: Mapping[str, str] = os.environ) -> str:
    """The command that starts this program: `jungle`, or the name that `Jungle.py` reports."""
    return environment.get("JUNGLE_COMMAND") or "jungle"


def add_game_options(parser: argparse.ArgumentParser, *, default: str | None = DEFAULT_GAME) -> None:
    """Add `--game`, `--flip` and `--rules`. The game parses the text of `--rules`; the default is None."""
    add = parser.add_argument
    add(
        "--game",
        default=default,
        choices=GAMES,
        metavar="NAME",
        help=f"{' or '.join(GAMES)} (default: {DEFAULT_GAME})",
    )
    add("--flip", action="store_const", const="flip", dest="game", help="the face-down game: the same as --game flip")
    add(
        "--rules",
        type=_reporting(_rules_of_any_game),
        metavar="NAME",
        help=f"{', '.join(_rule_sets())}, or a variation such as standard:quiet_limit=none or "
        "flip:first_flip_decides=yes (default: the game's first rule set)",
    )


def add_language_option(parser: argparse.ArgumentParser) -> None:
    """Add `--lang`; see `speaker`."""
    from jungle.language import languages  # slow to import, and few commands need it

    parser.add_argument(
        "--lang",
        choices=[*languages()],
        help="the language (default: the locale's)",
    )


def speaker(lang: str | None) -> "Translator":
    """A speaker for the language of `--lang`, or of the locale."""
    from jungle.language import Translator, language_of_locale

    return Translator(lang or language_of_locale())


def _rules_of_any_game(text: str) -> str:
    """The text unchanged, after the game has parsed it. Raises InvalidRulesError."""
    name = text.partition(":")[0].strip()
    kinds = [game.rules_type for game in GAMES.values()]
    if (kind := next((kind for kind in kinds if name in kind.named), None)) is None:
        raise InvalidRulesError(f"expected a rule set ({', '.join(_rule_sets())}), got {name!r}")
    read_rules(text, kind)
    return text


def _rule_sets() -> list[str]:
    """The named rules of all games."""
    return [name for game in GAMES.values() for name in game.rules_type.named]


def whole_number(*, least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an argument that is a whole number from `least` to `most`, if given.

    >>> whole_number(least=1)("3")
    3
    """

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least:
            raise argparse.ArgumentTypeError(f"expected a whole number of at least {least}, got {text!r}")
        if most is not None and value > most:
            raise argparse.ArgumentTypeError(f"expected a whole number of at most {most}, got {text!r}")
        return value

    return parse


def seconds(*, least: float = 0.0, most: float) -> Callable[[str], float]:
    """The type of an argument that is a time in seconds.

    >>> seconds(most=60)("0.5")
    0.5
    """

    def parse(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:  # Written so that NaN, which compares false, is refused too.
            raise argparse.ArgumentTypeError(f"expected seconds from {least:g} to {most:g}, got {text!r}")
        return value

    return parse


def parse_server(text: str) -> "SplitResult":
    """Parse a server's address. The host is never empty. Raises UsageError.

    >>> parse_server("127.0.0.1:8000").scheme
    'http'
    """
    from urllib.parse import urlsplit

    with suppress(ValueError):  # a port out of range, or brackets without an address
        parts = urlsplit(text if "//" in text else f"//{text}", scheme="http")
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts
    raise UsageError(f"expected a server such as https://jungle.example.org, got {text!r}")


def _reporting(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """Wrap a parser to raise errors that argparse shows; it hides the message of any other exception."""

    def parse_argument(text: str) -> Value:
        try:
            return parse(text)
        except JungleError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_argument
