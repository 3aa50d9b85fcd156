"""`jungle match`: `jungle stats` with a test that decides when to stop."""

import argparse

from jungle.commands.stats import add_match_options, run

__all__ = ["configure", "run"]

GAMES_LIMIT = 200_000


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle match`."""
    add_match_options(
        parser,
        "Play two players against each other until a sequential test (SPRT) has decided whether the first is better. "
        "The same command resumes a match that was stopped.",
        games=GAMES_LIMIT,
        sprt="",
    )
