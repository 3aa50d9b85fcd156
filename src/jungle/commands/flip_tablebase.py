"""`jungle tablebase --game flip`: the same actions for the face-down game."""

import argparse
import csv
import sys
import time
from dataclasses import fields
from pathlib import Path

from jungle.errors import JungleError
from jungle.flip import FLIP, FlipPosition, FlipRules
from jungle.options import UsageError
from jungle.rules import STANDARD
from jungle.tablebase.flip import (
    MOST_PIECES,
    FlipBuilder,
    FlipBuilt,
    FlipTables,
    build,
    built_folder,
    open_tables,
    worth_text,
)

OK, FAILED = 0, 1
CHECKED_WHOLE = 5
"""Classes to so many pieces are checked position by position."""


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    if getattr(args, "cluster", None) or getattr(args, "classes", None):
        raise UsageError("--cluster and --classes are for the tables of the 7×9 game")
    return {"build": _build, "verify": _verify, "stats": _stats, "probe": _probe, "line": _line}[args.action](args)


def _rules(args: argparse.Namespace) -> FlipRules:
    """Those of the face-down game; `--rules` names those of the 7×9 game."""
    if args.rules != STANDARD:
        raise UsageError("--rules are those of the 7×9 game, and do not go with --game flip")
    return FLIP


def _build(args: argparse.Namespace) -> int:
    folder = args.folder or built_folder()
    started = time.monotonic()
    built = build(_rules(args), folder, pieces=args.pieces, jobs=args.jobs, report=_report)
    if args.report:
        _write(args.report, built)
    fresh = [one for one in built if one.seconds]
    print(
        f"{len(built)} classes ({len(fresh)} built now), {sum(one.positions for one in built):,} positions, "
        f"{sum(one.size for one in built) / 1e6:,.1f} MB in {folder}, {time.monotonic() - started:.1f} s"
    )
    return OK


def _report(one: FlipBuilt) -> None:
    print(
        f"{one.name:<11} {one.positions:>12,} positions {one.seconds:>8.2f} s {one.size / 1e6:>8.2f} MB",
        file=sys.stderr,
    )


def _write(path: Path, built: list[FlipBuilt]) -> None:
    names = [field.name for field in fields(FlipBuilt)]
    with path.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(names)
        rows.writerows([getattr(one, name) for name in names] for one in built)


def _verify(args: argparse.Namespace) -> int:
    tables = _tables(args)
    wrong = positions = 0
    for of in tables.native.classes:
        if of.pieces > args.pieces or not tables.native.has(of.number):
            continue
        stride = 1 if args.all or of.pieces <= CHECKED_WHOLE else max(1, of.slots // args.sample)
        error = tables.native.find_error(of.number, stride)
        positions += of.slots // stride
        wrong += error is not None
        print(f"{of.name:<11} {of.slots // stride:>12,} values  {'right' if error is None else f'{error} is wrong'}")
    print(f"{positions:,} values checked, {wrong:,} classes wrong")
    return FAILED if wrong or tables.faults else OK


def _stats(args: argparse.Namespace) -> int:
    """What the files say of themselves; classes without a file are built first."""
    builder = FlipBuilder(_rules(args), args.folder, pieces=min(args.pieces, MOST_PIECES))
    built = list(builder.run())
    if args.csv:
        _write(args.csv, built)
    print(f"{'class':<11} {'wins':>12} {'draws':>12} {'losses':>12}   {'longest':>7}  position with the longest win")
    for one in built:
        counts = f"{one.wins:>12,} {one.draws:>12,} {one.losses:>12,}"
        print(f"{one.name:<11} {counts}   {one.longest:>7}  {one.position}")
    return OK


def _tables(args: argparse.Namespace) -> FlipTables:
    tables = open_tables(_rules(args), args.folder)
    if tables is None:
        raise JungleError("the tables of the face-down game need the native core, which is not built here")
    for fault in tables.faults:
        print(f"jungle: left aside {fault}", file=sys.stderr)
    return tables


def _probe(args: argparse.Namespace) -> int:
    tables = _tables(args)
    position = FlipPosition.from_fen(" ".join(args.fen), rules=tables.rules)
    entry = tables.probe(position)
    if entry is None:
        raise JungleError(f"no table has {position.fen()} (jungle tablebase build --game flip makes more)")
    print(f"{position.side}: {entry}")
    for move, worth in tables.moves(position):
        print(f"  {move.notation():<6} {worth_text(worth)}")
    return OK


def _line(args: argparse.Namespace) -> int:
    raise UsageError("a line of best play is for the 7×9 game: here a flip may turn up anything")
