"""`jungle play`: the games in the terminal."""

import argparse
import sys
from contextlib import closing
from pathlib import Path

from jungle.clock import Clock
from jungle.errors import JungleError
from jungle.games import GAMES, parse_rules
from jungle.house_rules import rules_text
from jungle.language import Language, Speaker, language_of_locale
from jungle.options import UsageError, add_rules_option, seconds, whole_number
from jungle.pieces import Side
from jungle.rules import MOST_QUIET
from jungle.storage import GameJournal, SavedGame, folder, resume
from jungle.terminal.board import Size
from jungle.terminal.computers import Computers, check_player, names
from jungle.terminal.loop import Screen, run_dialogue
from jungle.terminal.opening import Setup
from jungle.terminal.session import Session
from jungle.terminal.view import BoardView

WATCH_DELAY = 0.5
"""Seconds between the moves of two computers, for somebody to see them."""
WATCHED = "medium"
"""The player to watch unless others are named; in a game that it does not know, the first that does."""
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
        help=f"watch two computers, the downside's and the upside's (default: {WATCHED})",
    )
    players.add_argument("--resume", action="store_true", help="resume the last unfinished game")
    add("--game", choices=GAMES, help="the game (default: jungle, on 7×9 squares)")
    add(
        "--flip",
        action="store_const",
        const="flip",
        dest="game",
        help="the face-down game on 4×4 squares (--game flip)",
    )
    add_rules_option(parser, any_game=True)
    add("--fen", metavar="TEXT", help="start from this position")
    add("--side", choices=SIDES, help="your side, instead of being asked for it: up is red, down is blue")
    add("--first", choices=SIDES, help="who moves first (default: the side chosen)")
    add(
        "--seed",
        type=whole_number(least=0),
        metavar="N",
        help="shuffle and let the computer play the same way every time",
    )
    add("--delay", type=seconds(most=3600), metavar="S", help=f"seconds per move with --watch (default: {WATCH_DELAY})")
    add("--open-colours", action="store_true", help="with --flip: the first piece turned up decides the colours")
    add(
        "--loop-limit",
        type=whole_number(least=1, most=MOST_QUIET),
        metavar="N",
        help="with --flip: the moves without a flip or capture that end the game (default: 40)",
    )
    add("--lang", choices=[language.value for language in Language], help="the language (default: the locale's)")
    size = parser.add_mutually_exclusive_group()
    size.add_argument("--large", action="store_true", help="a large board, with the squares' names")
    size.add_argument("--small", action="store_true", help="a small board (default: what the window has room for)")
    add("--screen", action="store_true", help="play on the whole screen, with cursor keys and mouse")
    add(
        "--clock",
        type=_time_control,
        metavar="M[+S]",
        help="with --screen: minutes for the game, and seconds added with each move",
    )
    add(
        "--marks",
        action=argparse.BooleanOptionalAction,
        help="mark the animals, to tell the sides apart (default: where there are no colours)",
    )
    parser.epilog = (
        "Exit codes: 0 at the end of the game or of input, 130 after Ctrl-C, 2 for wrong arguments, 1 for failures."
    )


def run(args: argparse.Namespace) -> int:
    """Play a game on the terminal or the pipes of this process."""
    _refuse_contradictions(args)
    if args.screen:
        _check_screen()
    games = folder("games")
    start = resume(games, check=_check_players) if args.resume else _setup(args)
    if args.screen:
        return _play_full_screen(args, start, games)
    screen, computers = Screen(sys.stdin, sys.stdout), Computers(args.seed)
    try:
        session = _session(args, start, screen, computers, games)
        return run_dialogue(session, screen, delay=_delay(args, screen, start))
    finally:
        computers.close()


def _check_screen() -> None:
    """Raise JungleError where the full screen cannot be had."""
    try:
        from jungle.terminal.fullscreen.application import check_terminal
    except ModuleNotFoundError as error:
        from jungle.extras import explain_missing

        raise JungleError(explain_missing("--screen", error.name, "screen")) from error
    check_terminal()


def _play_full_screen(args: argparse.Namespace, start: Setup | tuple[GameJournal, SavedGame], games: Path) -> int:
    from jungle.terminal.fullscreen.application import run_full_screen
    from jungle.terminal.fullscreen.table import Table

    with closing(Computers(args.seed)) as computers:
        table = Table(_speaker(args), computers, games, start, control=args.clock or "")
        try:
            return run_full_screen(table)
        finally:
            print(table.close(), end="")


def _speaker(args: argparse.Namespace) -> Speaker:
    return Speaker(Language(args.lang) if args.lang else language_of_locale())


def _session(
    args: argparse.Namespace,
    start: Setup | tuple[GameJournal, SavedGame],
    screen: Screen,
    computers: Computers,
    games: Path,
) -> Session:
    say = _speaker(args)
    size = Size.LARGE if args.large else Size.SMALL if args.small else None
    has_edges = (start.sample if isinstance(start, Setup) else start[1].game).has_direction
    view = BoardView(say, screen.window, size=size, paint=screen.paint(has_edges=has_edges), marks=args.marks)
    return Session(say, view, computers, games, start)


def _check_players(saved: SavedGame) -> None:
    """Raise InvalidPlayerError for a game whose player is not available."""
    for name in filter(None, saved.players):
        check_player(name, saved.game.kind)


def _setup(args: argparse.Namespace) -> Setup:
    """The game as the options want it. Raises JungleError."""
    kind = args.game or "jungle"
    watch = None
    if args.watch is not None:
        known = names(kind)
        watched = args.watch or [WATCHED if WATCHED in known else known[0]]
        watch = watched[0], watched[-1]
    for name in [*(watch or ()), *([] if args.vs is None else [args.vs])]:
        check_player(name, kind)
    return Setup(
        kind=kind,
        rules=_rules(args, kind),
        fen=args.fen,
        seed=args.seed,
        first=SIDES.get(args.first),
        side=SIDES.get(args.side),
        versus=args.vs,
        watch=watch,
    )


def _rules(args: argparse.Namespace, kind: str) -> str | None:
    """The text of the rules, with what the options of the face-down game change."""
    changes = ["first_flip_decides=yes"] if args.open_colours else []
    if args.loop_limit is not None:
        changes.append(f"quiet_limit={args.loop_limit}")
    given: str | None = args.rules
    if not changes:
        return given
    base = given or rules_text(GAMES[kind].new().rules)
    text = f"{base}{',' if ':' in base else ':'}{','.join(changes)}"
    return rules_text(parse_rules(text, kind))


def _refuse_contradictions(args: argparse.Namespace) -> None:
    """Raise UsageError for options that do not go together."""
    given = {name for name in vars(args) if getattr(args, name) not in (None, False, [])}
    if args.watch is not None:
        given.add("watch")
        if len(args.watch) > 2:
            raise UsageError(f"--watch takes at most two players, got {' '.join(args.watch)!r}")
    for option, why, others in (
        (
            "resume",
            "the game goes on as it was",
            ("rules", "fen", "side", "first", "game", "open_colours", "loop_limit"),
        ),
        ("watch", "both sides are the computer's", ("side",)),
        ("fen", "the position says who moves first", ("first",)),
        ("open_colours", "the first piece turned up decides", ("side", "first")),
    ):
        if option in given and (other := next((name for name in others if name in given), None)):
            raise UsageError(f"--{_spelt(option)} and --{_spelt(other)}: {why}")
    if "clock" in given and not args.screen:
        raise UsageError("--clock is for the full screen: add --screen")
    for option in ("open_colours", "loop_limit"):
        if option in given and args.game != "flip":
            raise UsageError(f"--{_spelt(option)} is for the face-down game: add --flip")


def _spelt(name: str) -> str:
    return name.replace("_", "-")


def _delay(args: argparse.Namespace, screen: Screen, start: Setup | tuple[GameJournal, SavedGame]) -> float:
    if args.delay is not None:
        return float(args.delay)
    is_watched = start.watch is not None if isinstance(start, Setup) else all(start[1].players)
    return WATCH_DELAY if is_watched and screen.is_terminal else 0.0


def _time_control(text: str) -> str:
    control = text if "+" in text else f"{text}+0"
    clock = Clock.of(control)
    if clock is None or not clock.left[0]:
        raise argparse.ArgumentTypeError(f"expected minutes and perhaps seconds a move, like 5 or 5+3, got {text!r}")
    return control
