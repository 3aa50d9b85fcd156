"""`jungle play`: the game in the terminal."""

import argparse
import sys

from jungle.errors import JungleError
from jungle.language import Language, Speaker, language_of_locale
from jungle.options import add_rules_option, whole_number
from jungle.position import Position
from jungle.terminal.board import Canvas, Size
from jungle.terminal.commands import SIDES
from jungle.terminal.computers import Computers, check_level
from jungle.terminal.journal import Journal, SavedGame, state_folder
from jungle.terminal.loop import Screen, converse, standard_screen
from jungle.terminal.paint import COLOURLESS, YELLOW_AND_BLUE, has_colours
from jungle.terminal.session import JungleSession, Setup

WATCH_DELAY = 0.5
"""Seconds between the moves of two computers, for somebody to see them."""
WATCH_LEVEL = "medium"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle play`."""
    add = parser.add_argument
    players = parser.add_mutually_exclusive_group()
    players.add_argument("--vs", metavar="LEVEL", help="play against the computer: easy, medium, hard or impossible")
    players.add_argument(
        "--watch",
        nargs="*",
        metavar="LEVEL",
        help=f"watch two computers, the downside's and the upside's level (default: {WATCH_LEVEL})",
    )
    players.add_argument("--resume", action="store_true", help="go on with the last unfinished game")
    add_rules_option(parser)
    add("--fen", metavar="TEXT", help="start from this position")
    add("--side", choices=("up", "down"), help="your side, instead of being asked for it")
    add("--first", choices=("up", "down"), help="who moves first (default: the side chosen)")
    add("--seed", type=whole_number(least=0), metavar="N", help="let the computer play the same way every time")
    add("--delay", type=_seconds, metavar="S", help=f"seconds a move takes with --watch (default: {WATCH_DELAY})")
    add("--lang", choices=[language.value for language in Language], help="the language (default: the locale's)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--large", action="store_true", help="a large board, with the squares' names")
    size.add_argument("--small", action="store_true", help="a small board")
    add("--marks", action="store_true", help="mark the animals ^ and v, to tell the sides apart without colours")
    parser.epilog = "Exit codes: 0 at the end of the game or of input, 130 after Ctrl-C, 1 and 2 for errors."


def run(args: argparse.Namespace) -> int:
    """Play a game on the terminal or the pipes of this process."""
    say = Speaker(Language(args.lang) if args.lang else language_of_locale())
    paint = YELLOW_AND_BLUE if has_colours(sys.stdout) else COLOURLESS
    canvas = Canvas(_size(args), paint, args.marks)
    computers = Computers(args.seed)
    setup: Setup | SavedGame
    if args.resume:
        journal, setup = _resumed(args)
    else:
        journal, setup = Journal(state_folder()), _setup(args)
    screen = standard_screen()
    session = JungleSession(say, canvas, journal, computers, setup)
    try:
        return converse(session, screen, delay=_delay(args, screen))
    finally:
        computers.close()


def _setup(args: argparse.Namespace) -> Setup:
    """The game as the options want it. Raises JungleError."""
    watch = None if args.watch is None else (args.watch or [WATCH_LEVEL])
    if watch is not None and len(watch) > 2:
        raise JungleError(f"--watch takes at most two levels, got {' '.join(watch)!r}")
    for level in [*(watch or ()), *([args.vs] if args.vs is not None else ())]:
        check_level(level)
    position = None if args.fen is None else Position.from_fen(args.fen, rules=args.rules)
    first = SIDES.get(args.first)
    if first is not None:
        if position is not None:
            raise JungleError("--first and --fen: the position says who moves first")
        Position.initial(rules=args.rules, first=first)  # raises where the rules fix it
    if watch is not None and args.side:
        raise JungleError("--watch and --side: both sides are the computer's")
    return Setup(
        rules=args.rules,
        position=position,
        first=first,
        side=SIDES.get(args.side),
        versus=args.vs,
        watch=None if watch is None else (watch[0], watch[-1]),
    )


def _resumed(args: argparse.Namespace) -> tuple[Journal, SavedGame]:
    """The game to go on with. Raises JungleError."""
    for name in ("fen", "side", "first"):
        if getattr(args, name) is not None:
            raise JungleError(f"--resume and --{name}: the game goes on as it was")
    return Journal.last(state_folder())


def _size(args: argparse.Namespace) -> Size:
    return Size.LARGE if args.large else Size.SMALL if args.small else Size.NORMAL


def _delay(args: argparse.Namespace, screen: Screen) -> float:
    if args.delay is not None:
        return float(args.delay)
    return WATCH_DELAY if args.watch is not None and screen.is_terminal else 0.0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 3600, got {text!r}")
    return seconds
