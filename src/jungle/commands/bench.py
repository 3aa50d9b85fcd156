"""`jungle bench`: the engine's node count over fixed positions, and its speed."""

import argparse
import sys

from jungle.engine import slow_notice
from jungle.engine.bench import POSITIONS, bench, bench_engine, speed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle bench`."""
    parser.add_argument("--depth", type=int, metavar="N", help="search so many plies deep instead of the usual depth")


def run(args: argparse.Namespace) -> int:
    """Search, and print the nodes and the nodes a second."""
    if notice := slow_notice():
        print(f"jungle: {notice}", file=sys.stderr)
    results = []
    with bench_engine() as engine:
        for result in bench(engine, args.depth):
            results.append(result)
            if sys.stderr.isatty():
                print(f"\r\x1b[K{len(results)}/{len(POSITIONS)} positions", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    nodes, nps = speed(results)
    print(f"{nodes} nodes")
    print(f"{nps} nodes/s")
    return 0
