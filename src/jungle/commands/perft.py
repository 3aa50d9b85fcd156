"""`jungle perft`: count the move sequences of a given length, the standard test of a move generator.

In the face-down game a flip counts once for each piece that it may turn up.
"""

import argparse
import time

import jungle
from jungle.games import game_type
from jungle.options import OK, add_game_options, whole_number
from jungle.perft import DEPTH_LIMIT, THREADS_LIMIT


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle perft`."""
    add_game_options(parser)
    add = parser.add_argument
    depth, threads = whole_number(least=0, most=DEPTH_LIMIT), whole_number(least=1, most=THREADS_LIMIT)
    deep = parser.add_mutually_exclusive_group()
    deep.add_argument("plies", nargs="?", type=depth, metavar="DEPTH", help="depth in plies (default: 5)")
    deep.add_argument("--depth", type=depth, metavar="N", help="the same")
    add("--fen", metavar="TEXT", help="start from this position")
    add("--divide", action="store_true", help="show the count of each first move as soon as it is known")
    add("--threads", type=threads, default=1, metavar="N", help="threads to count with, in the 7×9 game (default: 1)")


def run(args: argparse.Namespace) -> int:
    """Count, and print the leaves, the time and the speed."""
    depth = next((given for given in (args.plies, args.depth) if given is not None), 5)
    position = game_type(args.game).new(args.rules, fen=args.fen).position
    started = time.perf_counter()
    if args.divide and depth >= 1:
        leaves = 0
        for move in position.legal_moves():
            count = sum(jungle.perft(after, depth - 1, args.threads) for after in position.branches(move))
            leaves += count
            print(f"{move.uci()}  {count:,}", flush=True)
    else:
        leaves = jungle.perft(position, depth, args.threads)
    seconds = time.perf_counter() - started
    speed = leaves / max(seconds, 1e-9)
    noun = "leaf" if leaves == 1 else "leaves"
    print(f"{leaves:,} {noun} at depth {depth} in {seconds:.3f} s ({speed:,.0f} leaves/s)")
    return OK
