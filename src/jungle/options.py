"""Kinds of command-line arguments that several commands take."""

import argparse
import math
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeVar
from urllib.parse import SplitResult, urlsplit

from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.house_rules import parse_rules
from jungle.rules import RULES

__all__ = ["UsageError", "add_rules_option", "command_name", "parse_server", "seconds", "whole_number"]

Value = TypeVar("Value")


class UsageError(JungleError, ValueError):
    """Arguments of a command that do not go together, or that make no sense."""


def command_name(environment: Mapping[str, str] = os.environ) -> str:
    """What a person types to start this program: `jungle`, or what `Jungle.py` says it was started as."""
    return environment.get("JUNGLE_COMMAND") or "jungle"


def add_rules_option(parser: argparse.ArgumentParser, *, any_game: bool = False) -> None:
    """Add `--rules`, which takes a named rule set, also with differences, and gives Rules.

    With `any_game` it takes the rules of any game and gives their text, or None.
    """
    names = ", ".join(RULES)
    parser.add_argument(
        "--rules",
        type=_reporting(_rules_of_any_game if any_game else parse_rules),
        default=None if any_game else "standard",
        metavar="NAME",
        help=f"{names}, or one with differences such as standard:quiet_limit=none (default: standard)",
    )


def _rules_of_any_game(text: str) -> str:
    """The text itself, once a game understands it. Raises InvalidRulesError."""
    for game in GAMES.values():
        with suppress(JungleError):
            parse_rules(text, game.rules_type)
            return text
    parse_rules(text)  # says what is wrong with it
    return text


def whole_number(*, least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an argument that is a whole number of at least so much, and at most so much if that is given.

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
        if not least <= value <= most:  # Also refuses what is not a number, which compares false.
            raise argparse.ArgumentTypeError(f"expected seconds from {least:g} to {most:g}, got {text!r}")
        return value

    return parse


def parse_server(text: str) -> SplitResult:
    """The parts of a server's address, of which the host is never empty. Raises UsageError.

    >>> parse_server("127.0.0.1:8000").scheme
    'http'
    """
    with suppress(ValueError):  # a port out of range, or brackets without an address
        parts = urlsplit(text if "//" in text else f"//{text}", scheme="http")
        if parts.scheme in ("http", "https") and parts.hostname and parts.port != 0:
            return parts
    raise UsageError(f"expected a server such as https://jungle.example.org, got {text!r}")


def _reporting(parse: Callable[[str], Value]) -> Callable[[str], Value]:
    """The same parser with its errors as argparse wants them; argparse hides the message of any other."""

    def parse_argument(text: str) -> Value:
        try:
            return parse(text)
        except JungleError as error:
            raise argparse.ArgumentTypeError(str(error)) from error

    return parse_argument
