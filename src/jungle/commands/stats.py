"""`jungle stats` and `jungle match`: two players, a number of games or a test that decides when to stop."""

import argparse
import signal
import sys
import textwrap
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

from jungle.arena.files import REPORT_FILE, write_match
from jungle.arena.games import MOVE_TIME_LIMIT, PLIES_LIMIT
from jungle.arena.plan import PLAN_SETTINGS, Plan
from jungle.arena.run import Run, RunningScore, RunningTest
from jungle.arena.sprt import Sprt
from jungle.arena.summary import match_text, summarise
from jungle.arena.workers import ClusterPool, LocalPool, Pool
from jungle.language.plurals import counted
from jungle.options import INTERRUPTED, OK, add_game_options, seconds, whole_number
from jungle.progress import Progress

PLAYERS_HELP = """\
a player is one of:
  random, captures, greedy, biggest-first, rat-first
  1 … 10, easy, medium, hard, impossible
                            also hard:time=0.1,threads=1 or hard:nodes=5000
  engine:movetime=0.1       the engine; engine:nodes=20000,eval=material,threads=1,hash=16,contempt=0
                            or depth=; eval is material, position or full
  uci:PROGRAM,movetime=0.1,option.Hash=16
                            any program that speaks the protocol of `jungle engine`
  python:package.module:Player,key=value
                            your own class: choose(game) returns a move
Every player also takes timeout=SECONDS: a move that takes longer loses the game.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle stats`."""
    add_match_options(
        parser,
        "Let two players play against each other and see who is better, by how much, and how sure that is. Each "
        "opening is played twice with seats swapped. The same command resumes a run that was stopped.",
        games=10,
    )


def add_match_options(parser: argparse.ArgumentParser, text: str, *, games: int, sprt: str | None = None) -> None:
    """Add the options of a match, with the defaults of one of the two commands."""
    describe(parser, text, PLAYERS_HELP)
    add = parser.add_argument
    add("first", metavar="A", help="a player, see below")
    add("second", metavar="B", help="the other player")
    add("--games", type=whole_number(least=1), default=games, metavar="N", help=f"games to play (default: {games})")
    add(
        "--sprt",
        nargs="?",
        const="",
        default=sprt,
        metavar="TEST",
        help="stop when a sequential test has decided between two hypotheses on A's lead in normalised Elo, elo0 (no "
        "gain) and elo1 (a gain); alpha and beta are the error rates "
        f"(--sprt alone: elo0=0,elo1=5,alpha=0.05,beta=0.05; default: {'off' if sprt is None else 'on'})",
    )
    add(
        "--seed",
        type=whole_number(least=0),
        default=1,
        metavar="N",
        help="seed for openings and random choices (default: 1)",
    )
    add_game_options(parser)
    add(
        "--openings",
        default="",
        metavar="WHAT",
        help="start, random:N for N random plies, book:N for N plies of the opening book, or a file with a position "
        "or moves per line, or a .jgn file "
        "(default: random:4; start for games with a shuffled start, where each pair gets its own shuffle)",
    )
    add(
        "--max-plies",
        type=whole_number(least=1, most=PLIES_LIMIT),
        default=400,
        metavar="N",
        help="stop a game after this many plies, as inconclusive (default: 400)",
    )
    time = seconds(least=0.001, most=MOVE_TIME_LIMIT)
    add(
        "--timeout",
        type=time,
        default=60.0,
        metavar="SECONDS",
        help="time limit per move; a player who exceeds it loses the game (default: 60)",
    )
    add(
        "--adjudicate",
        nargs="?",
        const="score=1000,moves=4",
        default="",
        metavar="score=N,moves=N,tables=yes",
        help="end a game once both players score it as won by this many centi-cats for this many moves each; "
        "with tables=yes also once the tablebase has the result (default: off)",
    )
    add_work_options(parser)


def describe(parser: argparse.ArgumentParser, text: str, listing: str) -> None:
    """Set a command's description, wrapped, and a list below its options that keeps its lines."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.description, parser.epilog = textwrap.fill(text, 100), listing


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how and where it is played."""
    add = parser.add_argument
    add("--jobs", type=whole_number(least=1), default=1, metavar="N", help="games at once (default: 1)")
    add("--cluster", metavar="ADDRESS", help="run the games on this Dask scheduler, such as tcp://host:8786")
    add("--out", type=Path, metavar="DIR", help="write games, CSV, JSON and an HTML report there")
    add("--restart", action="store_true", help="discard the results of an earlier run")


def run(args: argparse.Namespace) -> int:
    """Let two players play, print the result, and write the files."""
    sprt = None if args.sprt is None else Sprt.parse(args.sprt)
    plan = Plan(
        command="stats" if sprt is None else "match",
        players=(args.first, args.second),
        extra="" if sprt is None else str(sprt),
        **{name: getattr(args, name) for name in PLAN_SETTINGS},
    )
    with Run(plan, folder=args.out, restart=args.restart) as run:
        score = RunningScore() if sprt is None else RunningTest(sprt)
        play(run, score, args, is_open_ended=sprt is not None)
        results = score.counted(run.results())
        summary = summarise(results, 0, 1, (plan.name(0), plan.name(1)))
        print(match_text(summary, sprt))
        if args.out:
            write_match(args.out, plan, results, summary, sprt)
    return finish(run, args)


def play(run: Run, score: RunningScore, args: argparse.Namespace, *, is_open_ended: bool = False) -> None:
    """Play a run to its end, showing its progress. Ctrl-C ends it early."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")  # A table that cannot be shown in full is better than none.
    if run.unwritable is not None:
        print(f"jungle: {run.unwritable}: this run cannot be resumed", file=sys.stderr)
    if played := len(run.results()):
        print(f"{played} of {counted(run.plan.total, 'game')} already played", file=sys.stderr)
    progress = Progress("games", None if is_open_ended else run.plan.total, done=played)
    with defer_sigint() as interrupted, progress, closing(run.play(score, lambda: _pool(args))) as steps:
        for played in steps:
            progress.show(played, score.status())
            if interrupted.is_set():
                run.interrupted = True
                break
    if run.interrupted:
        print("interrupted" + ": the same command resumes the run" * (run.unwritable is None), file=sys.stderr)


def _pool(args: argparse.Namespace) -> Pool:
    if args.cluster is None:
        return LocalPool(args.jobs)
    pool = ClusterPool(args.cluster)
    if not pool.has_workers():
        print("the scheduler has no workers yet: waiting for them", file=sys.stderr)
    return pool


@contextmanager
def defer_sigint() -> Iterator[threading.Event]:
    """An event that the first Ctrl-C sets, so that it cannot fall into the middle of anything; a second one raises
    KeyboardInterrupt. Outside the main thread, where no signals arrive, nothing is set."""
    came = threading.Event()

    def note(number: int, frame: FrameType | None) -> None:
        if came.is_set():
            raise KeyboardInterrupt
        came.set()

    if threading.current_thread() is not threading.main_thread():
        yield came
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield came
    finally:
        signal.signal(signal.SIGINT, before)


def finish(run: Run, args: argparse.Namespace) -> int:
    """Print where the report is and return the exit code."""
    if args.out:
        print(f"\nreport: {args.out / REPORT_FILE}", file=sys.stderr)
    return INTERRUPTED if run.interrupted else OK
