"""`jungle play`: the game in the terminal, and the face-down game with `--flip`."""

import argparse
import sys

from jungle.errors import JungleError
from jungle.flip import QUIET_LIMIT, STRATEGIES, strategy
from jungle.language import Language, Speaker, language_of_locale
from jungle.options import add_rules_option, whole_number
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import MOST_QUIET
from jungle.terminal import flip_session, session
from jungle.terminal.board import Canvas, Size
from jungle.terminal.computers import Computers, check_level
from jungle.terminal.conversation import Conversation
from jungle.terminal.flip_session import FlipSession, FlipSetup, saved_flip_game
from jungle.terminal.journal import Journal, SavedGame, state_folder
from jungle.terminal.loop import Screen, converse, standard_screen
from jungle.terminal.paint import COLOURLESS, RED_AND_BLUE, YELLOW_AND_BLUE, has_colours
from jungle.terminal.session import JungleSession, Setup, saved_game

WATCH_DELAY = 0.5
"""Seconds between the moves of two computers, for somebody to see them."""
WATCH_LEVEL = "medium"
WATCH_STRATEGY = "biggest-first"
SIDES = {"up": Side.RED, "down": Side.BLUE, "red": Side.RED, "blue": Side.BLUE}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle play`."""
    add = parser.add_argument
    strategies = ", ".join(STRATEGIES)
    players = parser.add_mutually_exclusive_group()
    players.add_argument(
        "--vs",
        metavar="LEVEL",
        help=f"play against the computer: easy, medium, hard or impossible; with --flip: {strategies}",
    )
    players.add_argument(
        "--watch",
        nargs="*",
        metavar="LEVEL",
        help=f"watch two computers, the downside's and the upside's level (default: {WATCH_LEVEL})",
    )
    players.add_argument("--resume", action="store_true", help="go on with the last unfinished game")
    add_rules_option(parser)
    add("--fen", metavar="TEXT", help="start from this position")
    add("--side", choices=SIDES, help="your side, instead of being asked for it: up is red, down is blue")
    add("--first", choices=SIDES, help="who moves first (default: the side chosen)")
    add("--seed", type=whole_number(least=0), metavar="N", help="let the computer play the same way every time")
    add("--delay", type=_seconds, metavar="S", help=f"seconds a move takes with --watch (default: {WATCH_DELAY})")
    add("--flip", action="store_true", help="play the face-down game on 4×4 squares, shuffled by --seed if given")
    add("--open-colours", action="store_true", help="with --flip: the first piece turned up decides the colours")
    add(
        "--loop-limit",
        type=whole_number(least=1, most=MOST_QUIET),
        metavar="N",
        help=f"with --flip: the moves without a flip or capture that end the game (default: {QUIET_LIMIT})",
    )
    add("--lang", choices=[language.value for language in Language], help="the language (default: the locale's)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--large", action="store_true", help="a large board, with the squares' names")
    size.add_argument("--small", action="store_true", help="a small board")
    add("--marks", action="store_true", help="mark the animals, to tell the sides apart without colours")
    parser.epilog = "Exit codes: 0 at the end of the game or of input, 130 after Ctrl-C, 1 and 2 for errors."


def run(args: argparse.Namespace) -> int:
    """Play a game on the terminal or the pipes of this process."""
    _refuse_contradictions(args)
    journal, saved = Journal.last(state_folder(), _check_saved) if args.resume else (Journal(state_folder()), None)
    screen, computers = standard_screen(), Computers(args.seed)
    try:
        return converse(_conversation(args, computers, journal, saved), screen, delay=_delay(args, screen, saved))
    finally:
        computers.close()


def _conversation(
    args: argparse.Namespace, computers: Computers, journal: Journal, saved: SavedGame | None
) -> Conversation:
    """The game as the options want it, or the one saved. Raises JungleError."""
    say = Speaker(Language(args.lang) if args.lang else language_of_locale())
    size = Size.LARGE if args.large else Size.SMALL if args.small else Size.NORMAL
    coloured = has_colours(sys.stdout)
    if saved.setting["kind"] == flip_session.KIND if saved else args.flip:
        # The small board of that game has no room for colours in words.
        canvas = Canvas(size, RED_AND_BLUE if coloured else COLOURLESS, args.marks or size is Size.SMALL)
        return FlipSession(say, canvas, journal, saved or _flip_setup(args))
    canvas = Canvas(size, YELLOW_AND_BLUE if coloured else COLOURLESS, args.marks)
    return JungleSession(say, canvas, journal, computers, saved or _setup(args))


def _check_saved(saved: SavedGame) -> None:
    """Raise JungleError or KeyError for a game that cannot be gone on with."""
    kind, levels = saved.setting["kind"], filter(None, saved.setting["levels"])
    if kind == flip_session.KIND:
        saved_flip_game(saved)
        for name in (*levels, *filter(None, [saved.setting["versus"]])):
            strategy(name)
    elif kind == session.KIND:
        saved_game(saved)
        for name in levels:
            check_level(name)
    else:
        raise JungleError(f"expected a game of {session.KIND} or {flip_session.KIND}, got {kind!r}")


def _setup(args: argparse.Namespace) -> Setup:
    watch = _watched(args, WATCH_LEVEL)
    for level in _named(args, watch):
        check_level(level)
    position = None if args.fen is None else Position.from_fen(args.fen, rules=args.rules)
    first = SIDES.get(args.first)
    if first is not None:
        Position.initial(rules=args.rules, first=first)  # raises where the rules fix it
    side = SIDES.get(args.side)
    return Setup(rules=args.rules, position=position, first=first, side=side, versus=args.vs, watch=watch)


def _flip_setup(args: argparse.Namespace) -> FlipSetup:
    watch = _watched(args, WATCH_STRATEGY)
    for name in _named(args, watch):
        strategy(name)  # raises for one that is none
    return FlipSetup(
        seed=args.seed,
        versus=args.vs,
        watch=watch,
        side=SIDES.get(args.side),
        first_flip_decides=args.open_colours,
        quiet_limit=args.loop_limit or QUIET_LIMIT,
    )


def _watched(args: argparse.Namespace, default: str) -> tuple[str, str] | None:
    """The two computers to watch, the downside's first."""
    if args.watch is None:
        return None
    levels = args.watch or [default]
    return levels[0], levels[-1]


def _named(args: argparse.Namespace, watch: tuple[str, str] | None) -> list[str]:
    return [*(watch or ()), *([] if args.vs is None else [args.vs])]


def _refuse_contradictions(args: argparse.Namespace) -> None:
    """Raise JungleError for options that do not go together."""
    given = {name for name in vars(args) if getattr(args, name) not in (None, False, [])}
    if args.watch is not None:
        given.add("watch")
        if len(args.watch) > 2:
            raise JungleError(f"--watch takes at most two levels, got {' '.join(args.watch)!r}")
    if args.rules.name == "standard" and args.rules == Position.initial().rules:
        given.discard("rules")
    for option, why, others in (
        (
            "resume",
            "the game goes on as it was",
            ("rules", "fen", "side", "first", "flip", "open_colours", "loop_limit"),
        ),
        ("flip", "that is for the 7×9 game", ("rules", "fen", "first")),
        ("watch", "both sides are the computer's", ("side", "open_colours")),
        ("fen", "the position says who moves first", ("first",)),
        ("open_colours", "the first piece turned up decides", ("side",)),
    ):
        if option in given and (other := next((name for name in others if name in given), None)):
            raise JungleError(f"--{_spelt(option)} and --{_spelt(other)}: {why}")
    for option in ("open_colours", "loop_limit"):
        if option in given and not args.flip:
            raise JungleError(f"--{_spelt(option)} is for the face-down game: add --flip")


def _spelt(name: str) -> str:
    return name.replace("_", "-")


def _delay(args: argparse.Namespace, screen: Screen, saved: SavedGame | None) -> float:
    if args.delay is not None:
        return float(args.delay)
    is_watched = args.watch is not None if saved is None else all(saved.setting["levels"])
    return WATCH_DELAY if is_watched and screen.is_terminal else 0.0


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 3600:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 3600, got {text!r}")
    return seconds
