"""`jungle tournament`: many players, a crosstable and a rating list."""

import argparse
from pathlib import Path

from jungle.arena.files import replay, write_files
from jungle.arena.run import Run, RunningScore
from jungle.arena.tournament import Tournament, crosstable_page, crosstable_text
from jungle.commands.stats import add_work_options, describe, finish, play

FILE_HELP = """\
a file has settings and players:
  games = 100              # games per pairing (default: 10)
  kind = "round-robin"     # or "gauntlet": the first player against each of the others; or "neighbours": each
                           # against the next
  anchor = "greedy"        # whose Elo is fixed (default: the first player's)
  anchor_elo = 1000        # (default: 0)
  seed = 1                 # and game, rules, openings, max_plies, timeout, adjudicate, as in jungle stats

  [[players]]
  name = "greedy"          # (default: the description)
  player = "greedy"        # a description as in jungle stats --help

  [[players]]
  name = "one second"
  player = "engine:movetime=1"
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle tournament`."""
    describe(
        parser,
        "Play a tournament between any number of players, and print a crosstable with maximum-likelihood Elo "
        "ratings. The same command resumes a tournament that was stopped.",
        FILE_HELP,
    )
    parser.add_argument("file", type=Path, metavar="FILE", help="who plays and how, in TOML; see below")
    add_work_options(parser)


def run(args: argparse.Namespace) -> int:
    """Play, print the crosstable, and write the files."""
    tournament = Tournament.load(args.file)
    plan = tournament.plan
    with Run(plan, folder=args.out, restart=args.restart) as run:
        play(run, RunningScore(plan.name(0)), args)
        results = run.results()
        table = tournament.crosstable(results)
        print(crosstable_text(table))
        if args.out:
            games, heat = replay(plan, results)
            report = crosstable_page(plan, results, table, heat)
            write_files(args.out, plan, results, games=games, figures=table.to_json(), report=report)
    return finish(run, args)
