"""Is the terminal dark or light? Asked of the environment, and then of the terminal itself."""

import os
import re
import time
from collections.abc import Mapping
from typing import TextIO

from jungle.terminal.paint import Background

TIME_OUT = 0.2
"""Seconds to wait for the terminal's answer."""

# Ask for the background colour (OSC 11), then for the kind of terminal (DA1). Every terminal answers the second, so
# there is no need to wait where it has no answer to the first.
QUESTION = b"\033]11;?\033\\\033[c"
_COLOUR = re.compile(rb"\033\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\033\a]*(?:\a|\033\\)")
_KIND = re.compile(rb"\033\[\?[0-9;]*c")

DARK_COLOURS = frozenset(range(7)) | {8}
"""Of the sixteen that COLORFGBG numbers."""


def background(source: TextIO, target: TextIO, environment: Mapping[str, str] = os.environ) -> tuple[Background, bytes]:
    """The background of a terminal, and what was typed while it was asked."""
    told = environment.get("COLORFGBG", "").rpartition(";")[2]
    if told.isdecimal() and int(told) < 16:
        return Background.DARK if int(told) in DARK_COLOURS else Background.LIGHT, b""
    try:
        return _asked(source.fileno(), target.fileno())
    except (ImportError, OSError, ValueError):
        return Background.UNKNOWN, b""


def _asked(source: int, target: int) -> tuple[Background, bytes]:
    """Ask the terminal. Raises ImportError where the system has no such terminals, OSError where it is none."""
    import select
    import termios

    if os.tcgetpgrp(source) != os.getpgrp():  # In the background nobody may speak to the terminal.
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
    return _told(answer), _KIND.sub(b"", _COLOUR.sub(b"", answer))


def _told(answer: bytes) -> Background:
    match = _COLOUR.search(answer)
    if match is None:
        return Background.UNKNOWN
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in match.groups())
    return Background.LIGHT if 0.299 * red + 0.587 * green + 0.114 * blue > 0.5 else Background.DARK
