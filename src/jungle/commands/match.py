"""`jungle match`: two players, and as many games as it takes to tell whether one is better."""

import argparse
import sys

from jungle.arena.command_line import Run, add_game_options, add_work_options, conditions_of, described, openings_of
from jungle.arena.files import write_files
from jungle.arena.plan import Plan
from jungle.arena.running_score import RunningTest
from jungle.arena.sprt import Sprt
from jungle.arena.summary import summarise
from jungle.arena.table import match_table
from jungle.options import whole_number

MOST_GAMES = 200_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle match`."""
    parser.description = described(
        "Play two players against each other until a sequential test (SPRT) has decided between two leads of the "
        "first player, given in normalised Elo: elo0, it is not worth it, and elo1, it is. alpha and beta are the "
        "chances to accept elo1 and elo0 wrongly. A match that was stopped goes on with the same command."
    )
    parser.add_argument("first", metavar="A", help="the player under test, see below")
    parser.add_argument("second", metavar="B", help="the player it is compared with")
    parser.add_argument(
        "--sprt",
        default="",
        metavar="TEST",
        help="default: elo0=0,elo1=5,alpha=0.05,beta=0.05",
    )
    parser.add_argument(
        "--games",
        type=whole_number(least=2),
        default=MOST_GAMES,
        metavar="N",
        help=f"stop undecided after so many games (default: {MOST_GAMES})",
    )
    add_game_options(parser)
    add_work_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play until decided, print the table, and write the files."""
    sprt = Sprt.parse(args.sprt)
    plan = Plan(
        command="match",
        players=(args.first, args.second),
        games=args.games,
        seed=args.seed,
        openings=openings_of(args),
        conditions=conditions_of(args),
        extra=str(sprt),
    )
    with Run(plan, args) as held:
        test = RunningTest(held, sprt)
        held.play(test.status, test.is_decided, is_open_ended=True)
        results = test.counted(held.results())
        summary = summarise(results, 0, 1, (plan.name(0), plan.name(1)))
        print(match_table(summary, sprt))
        if args.out:
            write_files(args.out, plan, results, [summary], sprt=sprt)
            print(f"\nreport: {args.out / 'report.html'}", file=sys.stderr)
    return 130 if held.was_interrupted else 0
