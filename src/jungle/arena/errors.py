"""Errors of the arena."""

import math
from typing import TypeVar

from jungle.errors import JungleError

NumberT = TypeVar("NumberT", int, float)


class ArenaError(JungleError):
    """A run that cannot begin or continue: a folder of another run, an unreadable file, a cluster that is gone."""


class InvalidSettingError(ArenaError, ValueError):
    """An invalid setting of a run."""


def check_range(name: str, value: NumberT, least: float, most: float = math.inf) -> NumberT:
    """The value of a setting, a whole number if the least is one. Raises InvalidSettingError."""
    kinds = int if isinstance(least, int) else (int, float)
    is_number = isinstance(value, kinds) and not isinstance(value, bool)
    if not is_number or not least <= value <= most or math.isinf(value):
        bounds = f"at least {least:g}" if math.isinf(most) else f"{least:g} to {most:g}"
        raise InvalidSettingError(f"{name}: expected {bounds}, got {value!r}")
    return value
