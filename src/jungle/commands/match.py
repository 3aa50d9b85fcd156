"""`jungle match`: two players, and as many games as it takes to tell whether one is better."""

import argparse

from jungle.arena.command_line import add_game_options, add_work_options, described, run_match
from jungle.arena.sprt import Sprt
from jungle.options import whole_number

MOST_GAMES = 200_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle match`."""
    parser.description = described(
        "Play two players against each other until a sequential test (SPRT) has decided between two leads of the "
        "first player, given in normalised Elo: elo0, it is not worth it, and elo1, it is. alpha and beta are the "
        "chances to accept elo1 and elo0 wrongly. The same command resumes a match that was stopped."
    )
    parser.add_argument("first", metavar="A", help="the player under test, see below")
    parser.add_argument("second", metavar="B", help="the player it is compared with")
    parser.add_argument("--sprt", default="", metavar="TEST", help="default: elo0=0,elo1=5,alpha=0.05,beta=0.05")
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
    """Play until decided, print the result, and write the files."""
    return run_match(args, "match", Sprt.parse(args.sprt))
