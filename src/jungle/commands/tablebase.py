"""`jungle tablebase`: build, check, list and ask endgame tables."""

import argparse
import csv
import os
import sys
import time
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from jungle.errors import JungleError
from jungle.games import GAMES
from jungle.options import add_rules_option, whole_number
from jungle.position import Position
from jungle.tablebase import Entry, Tablebase, flip
from jungle.tablebase.builder import GIGABYTE, Builder, Built, Progress
from jungle.tablebase.classes import MOST_PIECES, check_rules
from jungle.tablebase.files import data_folder
from jungle.tablebase.statistics import COLUMNS, ClassStatistics, statistics
from jungle.tablebase.verify import FULLY_CHECKED, verify

OK, FAILED = 0, 1
SAMPLE = 100_000
"""Positions of a class that are checked where not all are."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the actions of `jungle tablebase` and their options."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="build|verify|stats|probe|line")
    pieces = whole_number(least=2, most=max(MOST_PIECES, flip.MOST_PIECES))

    build = actions.add_parser("build", help="solve all endings with few pieces")
    build.add_argument("--jobs", type=whole_number(least=1), default=os.cpu_count() or 1, metavar="N")
    build.add_argument(
        "--memory",
        type=float,
        default=4.0,
        metavar="GB",
        help="for all jobs together, on a cluster for each worker (default: 4)",
    )
    build.add_argument("--cluster", metavar="ADDRESS", help="hand the classes to a Dask scheduler, such as tcp://…")
    build.add_argument("--report", type=Path, metavar="FILE.csv", help="write size and time of each class")

    check = actions.add_parser("verify", help="check every value against those of the next positions")
    check.add_argument(
        "--sample",
        type=whole_number(least=1),
        default=SAMPLE,
        metavar="N",
        help=f"positions of a class with more than {FULLY_CHECKED} pieces (default: {SAMPLE:,})",
    )
    check.add_argument("--all", action="store_true", help="all positions of every class")

    listing = actions.add_parser("stats", help="wins, draws, losses and the longest win of every class")
    listing.add_argument("--csv", type=Path, metavar="FILE", help="write the same as a file of values with commas")

    for action in (build, check, listing):
        action.add_argument("--pieces", type=pieces, default=4, metavar="N", help="up to so many (default: 4)")
        names = "such as DC-L; what captures lead to is built too" if action is build else "such as DC-L"
        action.add_argument("--classes", nargs="+", default=[], metavar="CLASS", help=f"only these, {names}")
    for name, text in (
        ("probe", "the result of a position, and of each of its moves"),
        ("line", "best play to the end"),
    ):
        asked = actions.add_parser(name, help=text)
        asked.add_argument("fen", nargs="+", metavar="FEN")
    for action in actions.choices.values():
        add_rules_option(action)
        action.add_argument("--game", choices=tuple(GAMES), default="jungle", help="whose endings (default: jungle)")
        action.add_argument("--folder", type=Path, metavar="FOLDER", help=f"of the files (default: {data_folder()})")


def run(args: argparse.Namespace) -> int:
    """Do what is asked."""
    if args.game == "flip":
        from jungle.commands import flip_tablebase

        return flip_tablebase.run(args)
    return {"build": _build, "verify": _verify, "stats": _stats, "probe": _probe, "line": _line}[args.action](args)


def _build(args: argparse.Namespace) -> int:
    folder = args.folder or data_folder()
    started = time.monotonic()
    with ExitStack() as stack:
        cluster, jobs = None, args.jobs
        if args.cluster:
            from jungle.arena.workers import ClusterPool

            cluster = ClusterPool(args.cluster)
            stack.callback(cluster.close)
            jobs = cluster.width()
        builder = Builder(
            args.rules,
            folder,
            pieces=args.pieces,
            classes=args.classes,
            jobs=jobs,
            memory=int(args.memory * GIGABYTE),
            cluster=cluster,
        )
        screen = _BuildLog(jobs)
        stack.callback(screen.clear)
        built = builder.run(screen.report, screen.tick)
    if args.report:
        _write_report(args.report, built)
    fresh = [one for one in built if one.seconds]
    print(
        f"{len(built)} classes ({len(fresh)} built now), {sum(one.positions for one in built):,} positions, "
        f"{sum(one.size for one in built) / 1e6:,.1f} MB in {folder}, {time.monotonic() - started:.1f} s"
    )
    return OK


def _write_report(path: Path, built: list[Built]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(["class", "pieces", "positions", "bytes", "seconds", "positions_per_second"])
        for one in built:
            speed = round(one.positions / one.seconds) if one.seconds else ""
            rows.writerow([one.name, one.pieces, one.positions, one.size, f"{one.seconds:.3f}", speed])


class _BuildLog:
    """One line for each class that is done, and on a terminal one that changes for those under way."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._is_terminal = sys.stderr.isatty()

    def report(self, built: Built, progress: Progress) -> None:
        self.clear()
        left = _duration(progress.seconds_left(self._jobs))
        print(
            f"{built.name:<9} {built.positions:>13,} positions {built.seconds:>8.2f} s {built.size / 1e6:>8.2f} MB"
            f"   {100 * progress.done / progress.total:3.0f} %, {left} left",
            file=sys.stderr,
        )

    def tick(self, progress: Progress) -> None:
        if not self._is_terminal:
            return
        classes = ", ".join(f"{name} {_duration(left)}" for name, left in progress.class_seconds_left().items())
        print(f"\r\x1b[K{classes}; {_duration(progress.seconds_left(self._jobs))} in all", end="", file=sys.stderr)
        sys.stderr.flush()

    def clear(self) -> None:
        if self._is_terminal:
            print("\r\x1b[K", end="", file=sys.stderr)


def _duration(seconds: float) -> str:
    """
    >>> _duration(75)
    '1:15'
    """
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _verify(args: argparse.Namespace) -> int:
    tables = Tablebase.open(args.folder)
    wrong = positions = 0
    for name, checked in verify(
        tables, args.rules, pieces=args.pieces, classes=args.classes, sample=None if args.all else args.sample
    ):
        positions += checked.positions
        wrong += checked.wrong
        verdict = f"{checked.wrong:,} wrong, first {checked.first_wrong}" if checked.wrong else "right"
        print(f"{name:<9} {checked.positions:>13,} positions  {verdict}", flush=True)
    _tell_faults(tables)
    print(f"{positions:,} positions checked, {wrong:,} wrong")
    return FAILED if wrong or tables.faults else OK


def _stats(args: argparse.Namespace) -> int:
    listed = statistics(Tablebase.open(args.folder), args.rules, pieces=args.pieces, classes=args.classes)
    if args.csv:
        with args.csv.open("w", encoding="utf-8", newline="") as stream:
            rows = csv.writer(stream, lineterminator="\n")
            rows.writerow(COLUMNS)
            rows.writerows(one.row() for one in listed)
    print(_HEADING)
    for one in listed:
        print(_statistics_line(one))
    return OK


_COUNTS = f"{'wins':>11} {'draws':>11} {'losses':>11}"
_HEADING = (
    f"{'':<9} {'with Blue to move':>{len(_COUNTS)}}   {'with Red to move':>{len(_COUNTS)}}\n"
    f"{'class':<9} {_COUNTS}   {_COUNTS}   {'longest':>7}  position with the longest win"
)


def _statistics_line(one: ClassStatistics) -> str:
    first, second = (
        f"{wins:>11,} {draws:>11,} {losses:>11,}"
        for wins, draws, losses in zip(one.wins, one.draws, one.losses, strict=True)
    )
    return f"{one.name:<9} {first}   {second}   {one.longest:>7}  {one.position}"


def _position(args: argparse.Namespace) -> Position:
    return Position.from_fen(" ".join(args.fen), rules=args.rules)


def _probe(args: argparse.Namespace) -> int:
    position, tables = _position(args), Tablebase.open(args.folder)
    entry = _entry(tables, position)
    print(f"{position.side}: {entry}")
    for move, after in tables.moves(position).items():
        print(f"  {position.notation(move):<6} {position.words(move):<22} {after}")
    return OK


def _line(args: argparse.Namespace) -> int:
    position, tables = _position(args), Tablebase.open(args.folder)
    print(f"{position.side}: {_entry(tables, position)}")
    for ply, move in enumerate(tables.line(position), 1):
        after = position.after(move)
        print(f"  {ply:>3}. {position.side!s:<5} {position.notation(move):<6} {after.fen()}")
        position = after
    return OK


def _entry(tables: Tablebase, position: Position) -> Entry:
    entry = tables.probe(position)
    _tell_faults(tables)
    if entry is None:
        raise JungleError(_why_unknown(tables, position))
    return entry


def _why_unknown(tables: Tablebase, position: Position) -> str:
    fen, rules = position.fen(), position.rules
    check_rules(rules)
    if position.is_decided():
        return f"the game is over in {fen}"
    board_and_side = " ".join(fen.split()[:2])
    if fresh := tables.probe(Position.from_fen(board_and_side, rules=rules)):
        return f"{fresh} with a fresh count, but after {position.quiet} quiet plies the table cannot tell, in {fen}"
    if unlimited := tables.probe(Position.from_fen(board_and_side, rules=replace(rules, quiet_limit=None))):
        limit = rules.quiet_limit
        return f"{unlimited}, but {limit} quiet plies are a draw and may come before: the table cannot tell, in {fen}"
    return f"no table has {fen} (jungle tablebase build makes more)"


def _tell_faults(tables: Tablebase) -> None:
    for fault in tables.faults:
        print(f"jungle: left aside {fault}", file=sys.stderr)
