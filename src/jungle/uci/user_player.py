"""A `python:` player as an engine in its own process: started by `SubprocessPlayer`, it speaks UCI.

What the player prints or reads does not interfere: its standard streams are the null device.
"""

import os
import sys
from importlib import import_module

from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.uci.session import UciSession


def main() -> int:
    """Play the game of the first argument, ``module:class``, as the player of the second until the input ends."""
    module, _, name = sys.argv[1].partition(":")
    kind = getattr(import_module(module), name)
    GAMES.setdefault(kind.kind, kind)
    source = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    output = os.fdopen(os.dup(1), "w", encoding="utf-8", errors="backslashreplace")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    try:
        UciSession(output, sys.argv[2], kind).run(source)
    except JungleError as error:
        print("info string", *str(error).split(), file=output, flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
