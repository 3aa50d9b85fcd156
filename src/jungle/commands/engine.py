"""`jungle engine`: the engine for other programs, over the UCI protocol."""

import argparse
import sys
from io import TextIOWrapper

from jungle.uci.session import UciSession


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle engine`; the protocol sets the engine's own."""
    parser.add_argument(
        "--player",
        metavar="WHO",
        help="play as another player, named as in `jungle stats`: a level, greedy, python:package.module:Player",
    )
    parser.epilog = "Speaks UCI on standard input and output; docs/engine/uci.md lists its commands and options."


def run(args: argparse.Namespace) -> int:
    """Talk until `quit` or the end of the input."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # Undecodable input must not crash the session.
    UciSession(sys.stdout, args.player).run(sys.stdin)
    return 0
