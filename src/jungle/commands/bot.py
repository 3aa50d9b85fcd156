"""`jungle bot`: a computer player on a server."""

import argparse
import logging
import os
import signal
import sys
import threading
from pathlib import Path

from jungle.errors import JungleError
from jungle.options import seconds, whole_number
from jungle.server.bots.client import Api, Bot


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle bot`."""
    parser.add_argument("--server", required=True, metavar="URL", help="the server, such as http://127.0.0.1:8000")
    parser.add_argument(
        "--token",
        required=True,
        type=Path,
        metavar="FILE",
        help="a file with a token for bot:play and challenge:write",
    )
    parser.add_argument("--player", default="hard", help="who plays: easy, medium, hard, impossible, engine:…, uci:…")
    parser.add_argument(
        "--games", type=whole_number(least=1), default=4, metavar="N", help="games at once (default: 4)"
    )
    parser.add_argument(
        "--pace",
        type=seconds(most=3600),
        default=0.0,
        metavar="SECONDS",
        help="take at least this long over a move (default: 0)",
    )
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")


def run(args: argparse.Namespace) -> int:
    """Play until interrupted."""
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s", stream=sys.stderr)
    try:
        token = args.token.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise JungleError(f"cannot read the token in {args.token}: {error}") from None
    bot = Bot(Api(args.server, token), args.player, args.games, pace=args.pace)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if args.until_eof:
        threading.Thread(target=_interrupt_at_end, daemon=True).start()
    try:
        bot.run()
    except KeyboardInterrupt:
        bot.stop()
    return 0


def _interrupt_at_end() -> None:
    """Interrupt the bot once the program that started it has ended."""
    sys.stdin.buffer.read()
    os.kill(os.getpid(), signal.SIGTERM)
