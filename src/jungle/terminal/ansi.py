"""Text on a terminal: its width in columns, wrapping, and colours that are readable on the background."""

import os
import re
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TextIO

from jungle.pieces import Side

PLAIN = "\033[0m"
COLOUR = re.compile(r"\033\[[0-9;]*m")
NO_BREAK = "\u00a0"
_ATOMS = re.compile(
    rf"(?P<colour>{COLOUR.pattern})|(?P<space> +)|(?P<wide>[\u2e80-\u9fff\uff00-\uffef][。，、：；！？）」]*)"
    r"|(?P<word>[^ \033\u2e80-\u9fff\uff00-\uffef]+|.)"
)


def width(text: str) -> int:
    """The width of a text in columns: two for a Chinese character, none for a colour code.

    >>> width("LION"), width("-陷阱-")
    (4, 6)
    """
    return sum(_columns(character) for character in COLOUR.sub("", text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def margins(text: str, columns: int, fill: str = " ") -> tuple[str, str]:
    """The fill before and after a centred text; an odd column goes to the left."""
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
    """The text, left-aligned in this many columns."""
    return text + " " * (columns - width(text))


def wrapped(text: str, columns: int) -> str:
    """Wrap long lines between words. Continuation lines have the indent of the line.

    >>> wrapped("    Surrender to your opponent.", 20)
    '    Surrender to\\n    your opponent.'
    """
    return "\n".join(line if width(line) <= columns else _broken(line, columns) for line in text.split("\n"))


def _broken(line: str, columns: int) -> str:
    indent = line[: len(line) - len(line.lstrip(" "))]
    if len(indent) > columns // 3:
        indent = ""
    lines, current = [], indent
    for atom in _fitting_atoms(line.lstrip(" "), columns - len(indent)):
        if width(current) + width(atom.rstrip(" ")) > columns and current.strip():
            lines.append(current.rstrip(" "))
            current = indent
            atom = atom.lstrip(" ")
        current += atom
    return "\n".join([*lines, current.replace(NO_BREAK, " ")])


def _fitting_atoms(line: str, columns: int) -> list[str]:
    """The unbreakable parts of a line. A word longer than a line is broken after a slash, or anywhere."""
    atoms: list[str] = []
    ending = len(line) - len(line.rstrip(" "))  # The space of a prompt must not be lost.
    for match in _ATOMS.finditer(line.rstrip(" ") + NO_BREAK * ending):
        atom = match[0]
        if match["word"] is None or width(atom) <= columns:
            atoms.append(atom)
            continue
        for part in re.findall(r"[^/]+/?|/", atom):
            atoms += [part[start : start + columns] for start in range(0, len(part), columns)]
    return atoms


class Background(Enum):
    """The background of a terminal."""

    DARK = "dark"
    LIGHT = "light"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours texts for a side, or leaves them plain.

    >>> Paint()("LION", Side.RED), Paint(("34", "33"))("LION", None)
    ('LION', 'LION')
    """

    colours: tuple[str, str] | None = None
    """The terminal colour codes of Blue and Red; None for no colours."""
    water_colour: str = "36"

    def __call__(self, text: str, side: Side | None, *, is_reversed: bool = False) -> str:
        if side is None or self.colours is None:
            return text
        return f"\033[{'7;' * is_reversed}{self.colours[side]}m{text}{PLAIN}"

    def water(self, text: str) -> str:
        return f"\033[{self.water_colour}m{text}{PLAIN}" if self.colours and text else text

    def underlined(self, text: str) -> str:
        return f"\033[4m{text}{PLAIN}" if self.colours else text


COLOURLESS = Paint()

# Blue, yellow (the upside of the terminal game), red (of the games without edges) and water. Every pair of a colour and
# a background has a contrast of at least 3; if the background is unknown, on both black and white.
_PALETTES = {
    (Background.DARK, False): ("1;34", "1;33", "1;31", "36"),
    (Background.DARK, True): ("1;38;5;75", "1;33", "1;38;5;203", "38;5;37"),
    (Background.LIGHT, False): ("1;34", "30;43", "1;31", "36"),
    (Background.LIGHT, True): ("1;38;5;26", "1;38;5;94", "1;38;5;160", "38;5;31"),
    (Background.UNKNOWN, False): ("37;44", "30;43", "37;41", "36"),
    (Background.UNKNOWN, True): ("1;38;5;33", "1;38;5;136", "1;38;5;196", "38;5;31"),
}


def paint_for(background: Background, *, has_edges: bool, environment: Mapping[str, str] = os.environ) -> Paint:
    """Colours for a background. The upside is yellow if players have an edge of the board, otherwise red."""
    many = "256color" in environment.get("TERM", "") or bool(environment.get("COLORTERM"))
    blue, yellow, red, water = _PALETTES[background, many]
    return Paint((blue, yellow if has_edges else red), water)


def has_colours(stream: TextIO, environment: Mapping[str, str] = os.environ) -> bool:
    """Whether to use colours: by NO_COLOR and FORCE_COLOR, or else if the stream is a terminal that supports them."""
    if environment.get("NO_COLOR"):
        return False
    return bool(environment.get("FORCE_COLOR")) or (stream.isatty() and environment.get("TERM") != "dumb")


TIME_OUT = 0.2
"""Seconds to wait for the terminal's answer."""

# Ask for the background colour (OSC 11), then for the kind of terminal (DA1). Every terminal answers the second, so
# there is no need to wait if it has no answer to the first.
QUESTION = b"\033]11;?\033\\\033[c"
_COLOUR = re.compile(rb"\033\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\033\a]*(?:\a|\033\\)")
_KIND = re.compile(rb"\033\[\?[0-9;]*c")

DARK_COLOURS = frozenset(range(7)) | {8}
"""The dark ones of the sixteen colours in COLORFGBG."""


def find_background(source: TextIO, target: TextIO) -> tuple[Background, bytes]:
    """Find a terminal's background from the environment or by asking it. Also returns what was typed meanwhile."""
    number = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    if number.isdecimal() and int(number) < 16:
        return Background.DARK if int(number) in DARK_COLOURS else Background.LIGHT, b""
    try:
        return _ask_terminal(source.fileno(), target.fileno())
    except (ImportError, OSError, ValueError):
        return Background.UNKNOWN, b""


def _ask_terminal(source: int, target: int) -> tuple[Background, bytes]:
    """Query the terminal. Raises ImportError on systems without termios, OSError if this is not a terminal."""
    import select
    import termios

    if os.tcgetpgrp(source) != os.getpgrp():  # A background job must not use the terminal.
        return Background.UNKNOWN, b""
    before = termios.tcgetattr(source)
    quiet = list(before)
    quiet[3] &= ~(termios.ECHO | termios.ICANON)
    answer = b""
    deadline = time.monotonic() + TIME_OUT
    try:
        termios.tcsetattr(source, termios.TCSADRAIN, quiet)
        os.write(target, QUESTION)
        while not _KIND.search(answer) and (left := deadline - time.monotonic()) > 0:
            if select.select([source], [], [], left)[0]:
                part = os.read(source, 4096)
                if not part:
                    break
                answer += part
    finally:
        termios.tcsetattr(source, termios.TCSADRAIN, before)
    return _parsed(answer), _KIND.sub(b"", _COLOUR.sub(b"", answer))


def _parsed(answer: bytes) -> Background:
    match = _COLOUR.search(answer)
    if match is None:
        return Background.UNKNOWN
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
    return Background.LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else Background.DARK
