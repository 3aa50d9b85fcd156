"""`jungle bench`: the engine's node count over fixed positions, and its speed; or the break-ins it sees."""

import argparse
import sys
import time

from jungle.engine import slow_notice
from jungle.engine.bench import POSITIONS, SUITE_NODES, bench, bench_engine, prove, solve, speed, suite
from jungle.options import UsageError, whole_number
from jungle.progress import Progress

SHARES = (0.01, 0.04, 0.1, 0.2, 0.4, 1)
"""Fractions of the node limit at which solved positions are counted."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle bench`."""
    parser.add_argument(
        "--depth", type=whole_number(least=1), metavar="N", help="search to this depth instead of the usual one"
    )
    parser.add_argument("--suite", action="store_true", help="count the forced wins found in a suite of positions")
    parser.add_argument(
        "--nodes",
        type=whole_number(least=1),
        metavar="N",
        help=f"with --suite: nodes per search (default: {SUITE_NODES})",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--prove", action="store_true", help="with --suite: prove the wins instead of searching for them")
    how.add_argument(
        "--warm",
        type=whole_number(least=0),
        default=0,
        metavar="PLIES",
        help="with --suite: first fill the hash table with a made-up game of this many plies (default: 0)",
    )


def run(args: argparse.Namespace) -> int:
    """Search and print the nodes and the nodes per second."""
    if args.suite and args.depth is not None:
        raise UsageError("--depth cannot be combined with --suite, which is limited by --nodes")
    for option in ("nodes", "prove", "warm"):
        if getattr(args, option) and not args.suite:
            raise UsageError(f"--{option} needs --suite")
    if notice := slow_notice():
        print(f"jungle: {notice}", file=sys.stderr)
    if args.suite:
        return _run_suite(args)
    results = []
    with bench_engine() as engine, Progress("positions", len(POSITIONS)) as progress:
        for result in bench(engine, args.depth):
            results.append(result)
            progress.show(len(results))
    nodes, nps = speed(results)
    print(f"{nodes} nodes")
    print(f"{nps} nodes/s")
    return 0


def _run_suite(args: argparse.Namespace) -> int:
    needed: list[int | None] = []
    count, nodes = len(suite()), args.nodes or SUITE_NODES
    started = time.perf_counter()
    with bench_engine() as engine, Progress("positions", count) as progress:
        for used in prove(nodes) if args.prove else solve(engine, nodes, args.warm):
            needed.append(used)
            solved = sum(used is not None for used in needed)
            progress.show(len(needed), f"{solved} solved")
    for limit in (round(share * nodes) for share in SHARES):
        solved = sum(used is not None and used <= limit for used in needed)
        print(f"{solved:4} of {count} ({solved / count:6.1%}) within {limit} nodes")
    print(f"{time.perf_counter() - started:.1f} s in all")
    return 0
