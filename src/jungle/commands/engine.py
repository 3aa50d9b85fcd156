"""`jungle engine`: the engine for other programs, over the UCI protocol."""

import argparse
import sys
from io import TextIOWrapper

from jungle.uci.session import Session


def configure(parser: argparse.ArgumentParser) -> None:
    """`jungle engine` takes no options: the protocol sets them."""
    parser.epilog = "Speaks UCI on standard input and output; docs/engine.md lists its commands and options."


def run(args: argparse.Namespace) -> int:
    """Talk until `quit` or the end of the input."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # Undecodable input must not crash the session.
    Session(sys.stdout).run(sys.stdin)
    return 0
