"""Runs many simulated worlds: `python -m tests.server.simulation --count 20000`. With `--trace`, shows what happens in
the first of them."""

import argparse
import multiprocessing
import os
import time

from tests.server.simulation.breakages import BREAKAGES
from tests.server.simulation.world import simulate


def failure_of(seed: int) -> str | None:
    """What goes wrong with this seed, if anything does."""
    failure = simulate(seed).failure
    return None if failure is None else f"seed {seed}: {type(failure).__name__}: {failure}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.simulation", description=__doc__)
    parser.add_argument("--first", type=int, default=0, help="the first seed (default: 0)")
    parser.add_argument("--count", type=int, default=1, help="how many seeds (default: 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    parser.add_argument("--stop", action="store_true", help="stop at the first failure")
    parser.add_argument("--trace", action="store_true", help="print all that happens with the first seed")
    parser.add_argument("--break", dest="breakage", choices=BREAKAGES, help="break the server on purpose")
    args = parser.parse_args()
    break_server = BREAKAGES[args.breakage] if args.breakage else None
    if args.trace:
        if break_server is not None:
            break_server()
        world = simulate(args.first, keep_trace=True)
        print(*world.lines or (), sep="\n")
        return int(world.failure is not None)
    started, failed = time.monotonic(), 0
    seeds = range(args.first, args.first + args.count)
    with multiprocessing.Pool(args.jobs, break_server) as pool:
        for done, failure in enumerate(pool.imap(failure_of, seeds, chunksize=1 if args.stop else 20), 1):
            if failure is not None:
                failed += 1
                print(failure, flush=True)
                if args.stop:
                    print(f"found after {done} seeds")
                    return 1
    print(f"{args.count} worlds, {failed} of them failed, {time.monotonic() - started:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
