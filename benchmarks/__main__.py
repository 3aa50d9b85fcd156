"""Run the benchmarks: progress on stderr, one JSON object of figures on stdout."""

import argparse
import importlib
import json
import pkgutil
import sys
import time

import benchmarks


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "only", nargs="*", help="run only benchmarks whose name contains one of these words, such as perft"
    )
    only: list[str] = parser.parse_args().only

    for area in pkgutil.iter_modules(benchmarks.__path__):
        if not area.name.startswith("_"):
            importlib.import_module(f"benchmarks.{area.name}")
    chosen = {
        name: function
        for name, function in benchmarks.REGISTRY.items()
        if not only or any(word in name for word in only)
    }
    if only and not chosen:
        known = ", ".join(benchmarks.REGISTRY) or "none yet"
        parser.error(f"no benchmark matches {' '.join(only)!r}; there are: {known}")

    figures: dict[str, float] = {}
    for name, function in chosen.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        started = time.perf_counter()
        new = function()
        if twice := figures.keys() & new.keys():
            raise ValueError(f"{name} returns figures that another benchmark has: {sorted(twice)}")
        figures.update(new)
        listing = ", ".join(f"{figure} = {value:,.6g}" for figure, value in new.items())
        print(f"{name}: {listing} ({time.perf_counter() - started:.1f} s)", file=sys.stderr, flush=True)
    print(json.dumps(figures, indent=2))
    return 0


sys.exit(main())
