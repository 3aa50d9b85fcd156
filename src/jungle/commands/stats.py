"""`jungle stats`: two players, so many games, and what they say."""

import argparse

from jungle.arena.command_line import add_game_options, add_work_options, described, run_match
from jungle.options import whole_number


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle stats`."""
    parser.description = described(
        "Let two players play against each other and see who is better, by how much, and how sure that is. Each "
        "opening is played twice with colours swapped. The same command resumes a run that was stopped, however that "
        "happened."
    )
    parser.add_argument("first", metavar="A", help="a player, see below")
    parser.add_argument("second", metavar="B", help="the other player")
    parser.add_argument("--games", type=whole_number(least=1), default=10, metavar="N", help="default: 10")
    add_game_options(parser)
    add_work_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, print the result, and write the files."""
    return run_match(args, "stats")
