"""`jungle play`: the games in the terminal."""

import argparse
import sys
from contextlib import closing

from jungle.clock import Clock
from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, GAMES
from jungle.options import UsageError, add_game_options, add_language_option, seconds, speaker, whole_number
from jungle.pieces import Side
from jungle.play import LiveGame, Setup
from jungle.storage import folder
from jungle.terminal.board import BoardView, Size
from jungle.terminal.loop import NOTICE_AFTER, Screen, run_dialogue
from jungle.terminal.session import Session
from jungle.terminal.text_renderer import Notation, TextRenderer

WATCH_DELAY = 0.5
"""Seconds between the moves of two computers, so that they can be followed."""
WATCHED = "medium"
"""The default player to watch; in a game that it does not play, the first player that does."""
SIDES = {"up": Side.RED, "down": Side.BLUE, "red": Side.RED, "blue": Side.BLUE}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle play`."""
    add = parser.add_argument
    players = parser.add_mutually_exclusive_group()
    players.add_argument(
        "--vs",
        metavar="PLAYER",
        help="play against the computer: 1 (weakest) to 10, or easy (3), medium (5), hard (8), impossible (10); "
        "also biggest-first, rat-first, random",
    )
    players.add_argument(
        "--watch",
        nargs="*",
        metavar="PLAYER",
        help=f"watch two computer players, the lower side's first (default: {WATCHED})",
    )
    players.add_argument("--resume", action="store_true", help="resume the last unfinished game")
    add_game_options(parser, default=None)
    add("--fen", metavar="TEXT", help="start from this position")
    add("--side", choices=SIDES, help="your side; asks if not given. up is red, down is blue")
    add("--first", choices=SIDES, help="who moves first (default: the side chosen)")
    add(
        "--seed",
        type=whole_number(least=0),
        metavar="N",
        help="make shuffles and computer moves repeatable",
    )
    add("--delay", type=seconds(most=3600), metavar="S", help=f"seconds per move with --watch (default: {WATCH_DELAY})")
    add(
        "--notation",
        choices=[notation.value for notation in Notation],
        default=Notation.WORDS.value,
        help="how moves are written: as they are typed, by animal and square (ELEP a4), or by rank and square (8-a4)",
    )
    add_language_option(parser)
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--large", action="store_true", help="a large board, with the squares' names")
    size.add_argument("--small", action="store_true", help="a small board (default: the largest that fits the window)")
    add("--screen", action="store_true", help="play on the whole screen, with cursor keys and mouse")
    add(
        "--clock",
        type=_time_control,
        metavar="M[+S]",
        help="with --screen: minutes per player, and seconds added per move",
    )
    add(
        "--marks",
        action=argparse.BooleanOptionalAction,
        help="mark the animals, to tell the sides apart (default: if there are no colours)",
    )
    parser.epilog = (
        "Exit codes: 0 at the end of the game or of input, 130 after Ctrl-C, 2 for wrong arguments, 1 for failures."
    )


def run(args: argparse.Namespace) -> int:
    """Play a game on the terminal or the pipes of this process."""
    _refuse_contradictions(args)
    if args.screen:
        _check_screen()
    clock = None if args.clock is None else Clock.of(args.clock)
    start = LiveGame.resume(folder("games"), clock=clock, seed=args.seed) if args.resume else _setup(args)
    words = TextRenderer(speaker(args.lang), notation=Notation(args.notation))
    return _play_full_screen(args, start, words) if args.screen else _play_lines(args, start, words)


def _play_lines(args: argparse.Namespace, start: Setup | LiveGame, words: TextRenderer) -> int:
    screen = Screen(sys.stdin, sys.stdout)
    words.paint = screen.paint(has_edges=(start.sample if isinstance(start, Setup) else start.game).uses_directions)
    size = Size.LARGE if args.large else Size.SMALL if args.small else None
    view = BoardView(words, screen.window, size=size, marks=args.marks)
    pace = _pace(args, start, is_seen=screen.on_terminal)
    with closing(Session(view, folder("games"), start, pace=pace, seed=args.seed)) as session:
        return run_dialogue(session, screen, notice_after=max(NOTICE_AFTER, pace))


def _check_screen() -> None:
    """Raise JungleError if the full screen is not available."""
    try:
        from jungle.terminal.full_screen import check_terminal
    except ModuleNotFoundError as error:
        from jungle.extras import explain_missing

        raise JungleError(explain_missing("--screen", error.name, "screen")) from error
    check_terminal()


def _play_full_screen(args: argparse.Namespace, start: Setup | LiveGame, words: TextRenderer) -> int:
    from jungle.terminal.full_screen import run_full_screen
    from jungle.terminal.full_screen_game import FullScreenGame

    pace = _pace(args, start, is_seen=True)
    table = FullScreenGame(words, folder("games"), start, clock=Clock.of(args.clock or ""), pace=pace, seed=args.seed)
    try:
        return run_full_screen(table)
    finally:
        print(table.close(), end="")


def _pace(args: argparse.Namespace, start: Setup | LiveGame, *, is_seen: bool) -> float:
    """The minimum number of seconds between two moves of computers."""
    is_watched = start.watch is not None if isinstance(start, Setup) else not start.persons
    pace = float(args.delay) if args.delay is not None else WATCH_DELAY if is_watched and is_seen else 0.0
    if isinstance(start, LiveGame):
        start.pace = pace
    return pace


def _setup(args: argparse.Namespace) -> Setup:
    """The game described by the options. Raises JungleError."""
    kind = args.game or DEFAULT_GAME
    if (args.side or args.first) and GAMES[kind].new(args.rules, fen=args.fen).side is None:
        raise UsageError(f"--{'side' if args.side else 'first'}: under these rules, the first piece turned up decides")
    watch = None
    if args.watch is not None:
        watched = args.watch or [WATCHED]
        watch = watched[0], watched[-1]
    for name in [*(watch or ()), *([] if args.vs is None else [args.vs])]:
        from jungle.players import PlayerSpec  # A game between people starts without an engine.

        PlayerSpec.parse(name)
    return Setup(
        kind=kind,
        rules=args.rules,
        fen=args.fen,
        seed=args.seed,
        first=SIDES.get(args.first),
        side=SIDES.get(args.side),
        versus=args.vs,
        watch=watch,
    )


def _refuse_contradictions(args: argparse.Namespace) -> None:
    """Raise UsageError for conflicting options."""
    given = {name for name in vars(args) if getattr(args, name) not in (None, False, [])}
    if args.watch is not None:
        given.add("watch")
        if len(args.watch) > 2:
            raise UsageError(f"--watch takes at most two players, got {' '.join(args.watch)!r}")
    for option, why, others in (
        (
            "resume",
            "a resumed game keeps its settings",
            ("rules", "fen", "side", "first", "game"),
        ),
        ("watch", "both sides are the computer's", ("side",)),
        ("fen", "the position says who moves first", ("first",)),
    ):
        if option in given and (other := next((name for name in others if name in given), None)):
            raise UsageError(f"--{option} and --{other}: {why}")
    if "clock" in given and not args.screen:
        raise UsageError("--clock needs --screen")


def _time_control(text: str) -> str:
    control = text if "+" in text else f"{text}+0"
    clock = Clock.of(control)
    if clock is None or not clock.left[0]:
        raise argparse.ArgumentTypeError(f"expected minutes and perhaps seconds per move, like 5 or 5+3, got {text!r}")
    return control
