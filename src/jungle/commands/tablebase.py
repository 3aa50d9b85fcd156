"""`jungle tablebase`: build, verify, list and probe endgame tables."""

import argparse
import csv
import os
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from jungle.board_position import BoardPosition
from jungle.errors import JungleError
from jungle.language.plurals import counted
from jungle.options import FAILED, OK, add_game_options, whole_number
from jungle.progress import Progress, duration
from jungle.rules import BaseRules
from jungle.rules_text import read_rules
from jungle.tablebase import Entry, Tablebase
from jungle.tablebase.builder import GIGABYTE, Builder, Built
from jungle.tablebase.builder import Progress as Work
from jungle.tablebase.files import data_folder

SAMPLE = 100_000
"""The number of positions checked in a class that is sampled."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions of `jungle tablebase` and their options."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="build|verify|stats|probe|line")
    pieces = whole_number(least=2, most=max(kind.most_pieces for kind in Tablebase.types().values()))

    build = actions.add_parser("build", help="solve all endings with few pieces")
    build.add_argument(
        "--jobs",
        type=whole_number(least=1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="build this many classes at once (default: the number of cores)",
    )
    build.add_argument(
        "--memory",
        type=float,
        default=4.0,
        metavar="GB",
        help="memory for all jobs together or, on a cluster, for each worker (default: 4)",
    )
    build.add_argument("--cluster", metavar="ADDRESS", help="hand the classes to a Dask scheduler, such as tcp://…")
    build.add_argument(
        "--report", type=Path, metavar="FILE.csv", help="write the size of each class and how long it took"
    )

    check = actions.add_parser("verify", help="check every value against those of the positions that follow")
    check.add_argument(
        "--sample",
        type=whole_number(least=1),
        default=SAMPLE,
        metavar="N",
        help=f"check this many positions of each larger class (default: {SAMPLE:,})",
    )
    check.add_argument("--all", action="store_true", help="check all positions of every class")

    listing = actions.add_parser("stats", help="list wins, draws, losses and the longest win of every class")
    listing.add_argument("--csv", type=Path, metavar="FILE", help="write the list as comma-separated values")

    for action in (build, check, listing):
        action.add_argument(
            "--pieces", type=pieces, default=4, metavar="N", help="classes with at most this many pieces (default: 4)"
        )
        names = "such as DC-L, and those reached by captures" if action is build else "such as DC-L"
        action.add_argument("--classes", nargs="+", default=[], metavar="CLASS", help=f"only these classes, {names}")
    for name, text in (
        ("probe", "print the result of a position, and of each of its moves"),
        ("line", "print the best play to the end"),
    ):
        asked = actions.add_parser(name, help=text)
        asked.add_argument("fen", nargs="+", metavar="FEN", help="a position")
    for action in actions.choices.values():
        add_game_options(action)
        action.add_argument(
            "--folder", type=Path, metavar="FOLDER", help=f"the folder of the table files (default: {data_folder()})"
        )


def run(args: argparse.Namespace) -> int:
    """Run the chosen action."""
    return {"build": _build, "verify": _verify, "stats": _stats, "probe": _probe, "line": _line}[args.action](args)


def _rules(args: argparse.Namespace) -> BaseRules:
    rules_type = Tablebase.of_game(args.game).rules_type
    return read_rules(args.rules, rules_type) if args.rules else next(iter(rules_type.named.values()))


def _open(args: argparse.Namespace) -> Tablebase:
    return Tablebase.open(args.game, folder=args.folder)


def _build(args: argparse.Namespace) -> int:
    started = time.monotonic()
    with ExitStack() as stack:
        cluster, jobs = None, args.jobs
        if args.cluster:
            from jungle.arena.workers import ClusterPool

            cluster = ClusterPool(args.cluster)
            stack.callback(cluster.close)
            jobs = cluster.width()
        builder = Builder(
            _rules(args),
            args.folder,
            pieces=args.pieces,
            classes=args.classes,
            jobs=jobs,
            memory=int(args.memory * GIGABYTE),
            cluster=cluster,
        )
        line = stack.enter_context(Progress())

        def report(one: Built, work: Work) -> None:
            line.log(
                f"{one.name:<11} {one.positions:>13,} positions {one.seconds:>8.2f} s {one.size / 1e6:>8.2f} MB"
                f"   {100 * work.done / work.total:3.0f} %, {_left(work)}"
            )

        built = builder.run(report, lambda work: line.show(text=f"{', '.join(work.running)}; {_left(work)}"))
    if args.report:
        _write_csv(args.report, map(_measured, built))
    fresh = [one for one in built if one.seconds]
    print(
        f"{counted(len(built), 'class', 'classes')} ({len(fresh)} built now), "
        f"{counted(sum(one.positions for one in built), 'position')}, "
        f"{sum(one.size for one in built) / 1e6:,.1f} MB in {builder.folder}, {time.monotonic() - started:.1f} s"
    )
    return OK


def _left(work: Work) -> str:
    seconds = work.seconds_left()
    return "? left" if seconds is None else f"{duration(seconds)} left"


def _measured(one: Built) -> dict[str, Any]:
    speed = round(one.positions / one.seconds) if one.seconds else ""
    sizes = {"class": one.name, "pieces": one.pieces, "positions": one.positions, "bytes": one.size}
    return sizes | {"seconds": f"{one.seconds:.3f}", "positions_per_second": speed}


def _verify(args: argparse.Namespace) -> int:
    tables = _open(args)
    wrong = positions = 0
    sample = None if args.all else args.sample
    for name, checked in tables.verify(_rules(args), pieces=args.pieces, classes=args.classes, sample=sample):
        positions += checked.positions
        wrong += checked.wrong
        verdict = f"{checked.wrong:,} wrong, first {checked.first_wrong}" if checked.wrong else "right"
        print(f"{name:<11} {checked.positions:>13,} positions  {verdict}", flush=True)
    _tell_faults(tables)
    print(f"{positions:,} positions checked, {wrong:,} wrong")
    return FAILED if wrong or tables.faults else OK


def _stats(args: argparse.Namespace) -> int:
    listed = _open(args).statistics(_rules(args), pieces=args.pieces, classes=args.classes)
    if args.csv:
        _write_csv(args.csv, (one.row() for one in listed))
    counts = f"   {'wins':>11} {'draws':>11} {'losses':>11}"
    sides = max((len(one.results) for one in listed), default=1)
    if sides > 1:
        print(f"{'':<11}{'with Blue to move':>{len(counts)}}{'with Red to move':>{len(counts)}}")
    print(f"{'class':<11}{counts * sides}   {'longest':>7}  position with the longest win")
    for one in listed:
        results = "".join(f"   {wins:>11,} {draws:>11,} {losses:>11,}" for wins, draws, losses in one.results)
        print(f"{one.name:<11}{results}   {one.longest:>7}  {one.position}")
    return OK


def _write_csv(path: Path, rows: Iterable[dict[str, Any]]) -> None:
    written = list(rows)
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(written[0]) if written else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(written)


def _probe(args: argparse.Namespace) -> int:
    tables = _open(args)
    position, entry = _known(args, tables)
    print(f"{position.side}: {entry}")
    for move, after in tables.moves(position).items():
        print(f"  {position.notation(move):<6} {position.words(move):<22} {after}")
    return OK


def _line(args: argparse.Namespace) -> int:
    tables = _open(args)
    position, entry = _known(args, tables)
    print(f"{position.side}: {entry}")
    for ply, move in enumerate(tables.line(position), 1):
        after = position.branches(move)[0].fen() if not move.is_flip() else ""
        print(f"  {ply:>3}. {position.side!s:<5} {position.notation(move):<6} {after}")
        position = position.branches(move)[0]
    return OK


def _known(args: argparse.Namespace, tables: Tablebase) -> tuple[BoardPosition, Entry]:
    """The requested position and its table entry. Raises JungleError if it is in no table."""
    position = tables.position_type.from_fen(" ".join(args.fen), rules=_rules(args))
    entry = tables.probe(position)
    _tell_faults(tables)
    if entry is None:
        raise JungleError(_why_unknown(tables, position))
    return position, entry


def _why_unknown(tables: Tablebase, position: Any) -> str:
    fen, limit = position.fen(), position.rules.quiet_limit
    tables.check_rules(position.rules)
    if position.is_decided():
        return f"the game is over in {fen}"
    if fresh := tables.probe(replace(position, quiet=0)):
        return f"{fresh} with a fresh count, but after {position.quiet} quiet plies the table cannot tell, in {fen}"
    unlimited = replace(position, quiet=0, rules=replace(position.rules, quiet_limit=None))
    if entry := tables.probe(unlimited):
        return f"{entry}, but {limit} quiet plies are a draw and may come before: the table cannot tell, in {fen}"
    return f"no table has {fen} (jungle tablebase build makes more)"


def _tell_faults(tables: Tablebase) -> None:
    for fault in tables.faults:
        print(f"jungle: skipped {fault}", file=sys.stderr)
