"""What the commands of the arena have in common: their options, and a run from beginning to end."""

import argparse
import sys
import textwrap
from collections.abc import Callable
from concurrent.futures import wait
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from jungle.arena.adjudication import Adjudication
from jungle.arena.errors import ArenaError
from jungle.arena.games import PLIES_LIMIT, Conditions, GameResult
from jungle.arena.interrupts import Interrupts
from jungle.arena.journal import Journal, state_folder
from jungle.arena.openings import default_openings
from jungle.arena.plan import Plan
from jungle.arena.pool import LocalPool, Pool, check_players
from jungle.arena.progress import Progress
from jungle.arena.runner import STEP_SECONDS, carry_out
from jungle.house_rules import parse_rules, rules_text
from jungle.options import add_rules_option, whole_number
from jungle.rules import STANDARD

PLAYERS_HELP = """\
players:
  random                    any legal move
  greedy                    enters the den, else takes the highest prey, else goes nearer to the den
  biggest-first, rat-first  lets its highest animals, or its rat, do the work
  easy, medium, hard, impossible
                            the four levels; all but easy take time=SECONDS or nodes=N, and threads=N
  engine:movetime=0.1       our engine with so many seconds a move
  engine:nodes=20000,eval=material,threads=1,hash=16,contempt=0
                            or nodes=, or depth=; eval is material, position or full
  uci:PROGRAM,movetime=0.1,option.Hash=16
                            any program that speaks the protocol of `jungle engine`
  python:package.module:Player,key=value
                            your own class: choose(game) returns a move
Every player takes timeout=SECONDS as well: a move that takes longer loses the game.
"""


def described(text: str) -> str:
    """A command's description, in lines that fit; the tables below it are to stay as they are."""
    return textwrap.fill(text, 100)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is played."""
    parser.epilog = PLAYERS_HELP
    add = parser.add_argument
    add("--seed", type=whole_number(least=0), default=1, metavar="N", help="for openings and luck (default: 1)")
    add_rules_option(parser)
    add("--flip", action="store_true", help="play the face-down 4×4 game instead")
    add(
        "--openings",
        metavar="WHAT",
        help="start, random:N for N random plies, or a file with a position or moves a line, or a .jgn file "
        "(default: random:4; start in the face-down game, where every pair has a shuffle of its own)",
    )
    add(
        "--max-plies",
        type=whole_number(least=1),
        default=400,
        metavar="N",
        help="stop a game after so many plies, as inconclusive (default: 400)",
    )
    add("--timeout", type=_seconds, default=60.0, metavar="SECONDS", help="a longer move loses (default: 60)")
    add(
        "--adjudicate",
        nargs="?",
        const="score=1000,moves=4",
        default="",
        metavar="score=N,moves=N,tables=yes",
        help="end a game that both players see won by so many centi-cats for so many moves each, and with tables=yes "
        "one with two pieces left as the tablebase knows it (default: off)",
    )


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how and where it is played."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("--jobs", type=whole_number(least=1), default=1, metavar="N", help="games at once (default: 1)")
    add("--cluster", metavar="ADDRESS", help="hand the games to the Dask scheduler there, such as tcp://host:8786")
    add("--out", type=Path, metavar="DIR", help="write games, CSV, JSON and an HTML report there")
    add("--restart", action="store_true", help="forget what an earlier run of the same kind has played")


def conditions_of(args: argparse.Namespace) -> Conditions:
    """The conditions that the options say. Raises ArenaError."""
    rules = parse_rules(args.rules) if isinstance(args.rules, str) else args.rules
    if args.max_plies > PLIES_LIMIT:
        raise ArenaError(f"--max-plies: expected at most {PLIES_LIMIT}, got {args.max_plies}")
    if args.flip and rules != STANDARD:
        raise ArenaError("--rules are those of the 7×9 game, and do not go with --flip")
    if args.adjudicate:
        Adjudication.parse(args.adjudicate)
    return Conditions(
        rules=rules_text(rules),
        flip=args.flip,
        max_plies=args.max_plies,
        timeout=args.timeout,
        adjudicate=args.adjudicate,
    )


def openings_of(args: argparse.Namespace) -> str:
    return args.openings or default_openings(flip=args.flip)


class Run:
    """A plan under way, with its journal. What is there when `play` returns is what was played and wanted.

    A context manager. Left in peace, a finished run that was given no folder leaves nothing behind; left by an error
    or an interrupt, it keeps its games for the next time.
    """

    def __init__(self, plan: Plan, args: argparse.Namespace) -> None:
        self.plan = plan
        self._args = args
        folder = args.out or state_folder(plan.digest())
        self._journal = Journal(folder, plan.identity(), restart=args.restart)
        self.was_interrupted = False

    def results(self) -> list[GameResult]:
        """What has been played so far, in the order of the plan."""
        wanted = (result for result in self._journal.results.values() if self.plan.is_wanted(result.key))
        return sorted(wanted, key=lambda result: (result.pair, result.pairing, result.leg))

    def new_results(self, known: int) -> list[GameResult]:
        """What came after the first `known` results, in the order in which it came."""
        return list(self._journal.results.values())[known:]

    def play(self, status: Callable[[], str], enough: Callable[[], bool], *, is_open_ended: bool = False) -> None:
        """Play until all is played or it is enough; Ctrl-C ends it as well, and is remembered."""
        plan, played = self.plan, len(self.results())
        if played:
            print(f"{played} of {plan.total} games were played before", file=sys.stderr)
        if played >= plan.total or enough():
            return
        with Interrupts() as interrupts, closing(self._pool()) as pool:
            checked = pool.executor.submit(check_players, list(plan.players), plan.conditions.to_json())
            while not interrupts.came and not wait([checked], timeout=STEP_SECONDS).done:
                pass
            if not interrupts.came:
                checked.result()
                with Progress(sys.stderr, total=plan.total, played=played, is_open_ended=is_open_ended) as progress:

                    def watch() -> bool:
                        is_enough = enough()
                        progress.show(len(self._journal.results), status())
                        return is_enough or interrupts.came

                    carry_out(plan, self._journal, pool, watch)
        if interrupts.came:
            self.was_interrupted = True
            print("interrupted: the same command goes on from here", file=sys.stderr)

    def _pool(self) -> Pool:
        if self._args.cluster:
            from jungle.arena.cluster import ClusterPool

            cluster = ClusterPool(self._args.cluster)
            if not cluster.has_workers():
                print("the scheduler has no workers yet: waiting for them", file=sys.stderr)
            return cluster
        return LocalPool(self._args.jobs)

    def __enter__(self) -> Self:
        for stream in (sys.stdout, sys.stderr):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")  # a table that cannot be shown in full is better than none
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        is_finished = kind is None and not self.was_interrupted
        if self._args.out is None and (is_finished or not self._journal.results):
            self._journal.remove()
        else:
            self._journal.close()


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0.001 <= seconds < 1e6:
        raise argparse.ArgumentTypeError(f"expected seconds from 0.001, got {text!r}")
    return seconds
