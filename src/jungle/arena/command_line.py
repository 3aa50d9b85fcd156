"""What the commands of the arena have in common: their options, and the match of two players."""

import argparse
import sys
import textwrap
from pathlib import Path

from jungle.arena.files import REPORT_FILE, write_files
from jungle.arena.games import LONGEST_MOVE, PLIES_LIMIT, Conditions
from jungle.arena.plan import Plan
from jungle.arena.run import Run, RunningScore, RunningTest
from jungle.arena.sprt import Sprt
from jungle.arena.summary import match_text, summarise
from jungle.games import GAMES
from jungle.options import seconds, whole_number

PLAYERS_HELP = """\
players:
  random                    any legal move
  captures                  enters the den, else takes something, else makes any move
  greedy                    enters the den, else takes the highest prey, else goes nearer to the den
  biggest-first, rat-first  lets its highest animals, or its rat, do the work
  1 … 10                    the levels, of which easy, medium, hard and impossible are four; each takes time=SECONDS or
                            nodes=N, and threads=N
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
    """A command's description, wrapped; the lists below it keep their lines."""
    return textwrap.fill(text, 100)


def add_game_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say what is played."""
    parser.epilog = PLAYERS_HELP
    add = parser.add_argument
    add("--seed", type=whole_number(least=0), default=1, metavar="N", help="for openings and luck (default: 1)")
    add("--game", default="jungle", choices=GAMES, metavar="NAME", help=f"{' or '.join(GAMES)} (default: jungle)")
    add("--flip", action="store_const", const="flip", dest="game", help="the same as --game flip, the face-down game")
    add("--rules", metavar="NAME", help="a rule set of the game, also with differences: standard:quiet_limit=none")
    add(
        "--openings",
        metavar="WHAT",
        help="start, random:N for N random plies, book:N for N plies of the opening book, or a file with a "
        "position or moves a line, or a .jgn file "
        "(default: random:4; start in a game whose pieces are dealt, where every pair has a deal of its own)",
    )
    add(
        "--max-plies",
        type=whole_number(least=1, most=PLIES_LIMIT),
        default=400,
        metavar="N",
        help="stop a game after so many plies, as inconclusive (default: 400)",
    )
    time = seconds(least=0.001, most=LONGEST_MOVE)
    add("--timeout", type=time, default=60.0, metavar="SECONDS", help="a longer move loses (default: 60)")
    add(
        "--adjudicate",
        nargs="?",
        const="score=1000,moves=4",
        default="",
        metavar="score=N,moves=N,tables=yes",
        help="end a game that both players see won by so many centi-cats for so many moves each, and with tables=yes "
        "one whose result the tablebase knows (default: off)",
    )


def add_work_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that say how and where it is played."""
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    add = parser.add_argument
    add("--jobs", type=whole_number(least=1), default=1, metavar="N", help="games at once (default: 1)")
    add("--cluster", metavar="ADDRESS", help="hand the games to the Dask scheduler there, such as tcp://host:8786")
    add("--out", type=Path, metavar="DIR", help="write games, CSV, JSON and an HTML report there")
    add("--restart", action="store_true", help="forget what an earlier run of the same kind has played")


def run_match(args: argparse.Namespace, command: str, sprt: Sprt | None = None) -> int:
    """Let two players play, print the result, and write the files. Returns the exit code."""
    conditions = Conditions.of(
        game=args.game, rules=args.rules, max_plies=args.max_plies, timeout=args.timeout, adjudicate=args.adjudicate
    )
    plan = Plan.match(
        args.first,
        args.second,
        command=command,
        games=args.games,
        seed=args.seed,
        openings=args.openings,
        conditions=conditions,
        extra="" if sprt is None else str(sprt),
    )
    with Run(plan, folder=args.out, restart=args.restart) as run:
        score = RunningScore() if sprt is None else RunningTest(sprt)
        run.play(score, jobs=args.jobs, cluster=args.cluster, is_open_ended=sprt is not None)
        results = score.counted(run.results())
        summary = summarise(results, 0, 1, (plan.name(0), plan.name(1)))
        print(match_text(summary, sprt))
        if args.out:
            write_files(args.out, plan, results, summary, sprt=sprt)
    return finish(run, args)


def finish(run: Run, args: argparse.Namespace) -> int:
    """Say where the report is, and return the exit code."""
    if args.out:
        print(f"\nreport: {args.out / REPORT_FILE}", file=sys.stderr)
    return 130 if run.was_interrupted else 0
