"""`jungle bench`: the engine's node count over fixed positions, and its speed."""

import argparse
import sys

from jungle.engine import slow_notice
from jungle.engine.thinking import bench


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the options of `jungle bench`."""
    parser.add_argument("--depth", type=int, metavar="N", help="search so many plies deep instead of the usual depth")


def run(args: argparse.Namespace) -> int:
    """Search, and print the nodes and the nodes a second."""
    if notice := slow_notice():
        print(f"jungle: {notice}", file=sys.stderr)
    nodes, milliseconds = bench(args.depth)
    print(f"{nodes} nodes")
    print(f"{round(nodes * 1000 / max(milliseconds, 1))} nodes/s")
    return 0
