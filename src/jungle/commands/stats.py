"""`jungle stats`: two players, so many games, and what they say."""

import argparse
import sys

from jungle.arena.command_line import Run, add_game_options, add_work_options, conditions_of, described, openings_of
from jungle.arena.files import write_files
from jungle.arena.plan import Plan
from jungle.arena.running_score import RunningScore
from jungle.arena.summary import summarise
from jungle.arena.table import match_table
from jungle.options import whole_number


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle stats`."""
    parser.description = described(
        "Let two players play against each other and see who is better, by how much, and how sure that is. Each "
        "opening is played twice with colours swapped. A run that was stopped, by whatever, goes on with the same "
        "command."
    )
    parser.add_argument("first", metavar="A", help="a player, see below")
    parser.add_argument("second", metavar="B", help="the other player")
    parser.add_argument("--games", type=whole_number(least=1), default=10, metavar="N", help="default: 10")
    add_game_options(parser)
    add_work_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, print the table, and write the files."""
    plan = Plan(
        command="stats",
        players=(args.first, args.second),
        games=args.games,
        seed=args.seed,
        openings=openings_of(args),
        conditions=conditions_of(args),
    )
    with Run(plan, args) as held:
        score = RunningScore(held)
        held.play(score.status, lambda: False)
        results = held.results()
        summary = summarise(results, 0, 1, (plan.name(0), plan.name(1)))
        print(match_table(summary))
        if args.out:
            write_files(args.out, plan, results, [summary])
            print(f"\nreport: {args.out / 'report.html'}", file=sys.stderr)
    return 130 if held.was_interrupted else 0
