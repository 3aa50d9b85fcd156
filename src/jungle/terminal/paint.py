"""Text on a terminal: its width in columns, and colours where the terminal has them."""

import os
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from jungle.pieces import Side

BOLD_YELLOW, BOLD_BLUE, BOLD_RED, PLAIN = "\033[1;33m", "\033[1;34m", "\033[1;31m", "\033[0m"


def width(text: str) -> int:
    """The columns a text takes: two for a Chinese character.

    >>> width("LION"), width("-陷阱-")
    (4, 6)
    """
    return sum(_columns(character) for character in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def margins(text: str, columns: int, fill: str = " ") -> tuple[str, str]:
    """What stands before and after a text in the middle of so many columns; an odd one goes to the left."""
    spare = columns - width(text)
    return fill * (spare - spare // 2), fill * (spare // 2)


def centred(text: str, columns: int, fill: str = " ") -> str:
    """The text between its margins.

    >>> centred("[15]", 9, "/")
    '///[15]//'
    """
    before, after = margins(text, columns, fill)
    return before + text + after


def padded(text: str, columns: int) -> str:
    """The text at the left of so many columns."""
    return text + " " * (columns - width(text))


@dataclass(frozen=True, slots=True)
class Paint:
    """Gives a side's colour to a text, or leaves it as it is.

    >>> Paint()("LION", Side.RED), Paint(("<y>", "<b>"))("LION", None)
    ('LION', 'LION')
    """

    colours: tuple[str, str] | None = None
    """Of Blue and Red; None for no colours."""

    def __call__(self, text: str, side: Side | None) -> str:
        return text if side is None or self.colours is None else f"{self.colours[side]}{text}{PLAIN}"


COLOURLESS = Paint()
YELLOW_AND_BLUE = Paint((BOLD_BLUE, BOLD_YELLOW))
"""The terminal game's: upside yellow, downside blue."""
RED_AND_BLUE = Paint((BOLD_BLUE, BOLD_RED))
"""The face-down game's."""


def has_colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Does the stream lead to a terminal that shows colours, and does its owner want them (NO_COLOR)?"""
    return stream.isatty() and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
