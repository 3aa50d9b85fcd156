"""Which endings our own games come to, what they cost to solve, and the lists of docs/tablebases.md.

python -m tools.tablebase_report frequent --games 2000          the classes of five pieces, most frequent first
python -m tools.tablebase_report measure --count 20             builds those that come most, and writes a report
python -m tools.tablebase_report docs                           writes the lists in docs/ anew from the built files
"""

import argparse
import sys
from collections import Counter
from pathlib import Path

from jungle import STANDARD, Position
from jungle.native import core
from jungle.tablebase import Tablebase
from jungle.tablebase.builder import GIGABYTE, Builder
from jungle.tablebase.files import data_folder
from jungle.tablebase.statistics import COLUMNS, ClassStatistics, statistics
from jungle.tablebase.tablebase import material_classes
from jungle.tables import table

RECORD = 24
"""Bytes of a position of self-play: the squares of 16 pieces first."""
GONE = 63
DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- list -->", "<!-- end of list -->"
LISTED = 4
"""Classes of up to so many pieces stand on the page, all of them in the file."""


def frequent(pieces: int, games: int, nodes: int, seed: int) -> Counter[str]:
    """The classes of so many pieces by the games that came to them."""
    classes = material_classes(STANDARD, pieces)
    start = Position.initial()
    counts: Counter[str] = Counter()
    for number in range(games):
        records = core.self_play(table(STANDARD), start.board, start.side, seed=seed + number, games=1, nodes=nodes)
        seen = set()
        for begin in range(0, len(records), RECORD):
            squares = records[begin : begin + 16]
            material = sum(1 << piece for piece, square in enumerate(squares) if square != GONE)
            if material.bit_count() == pieces and (name := classes.class_of(material)):
                seen.add(name)
        counts.update(seen)
    return counts


def measure(names: list[str], folder: Path, jobs: int, memory: float) -> None:
    """Build classes, those that are there already too, and print what each took as CSV."""
    builder = Builder(STANDARD, folder, classes=names, jobs=jobs, memory=int(memory * GIGABYTE))
    for name in names:
        builder.path(name).unlink(missing_ok=True)
    print("class,positions,bytes,seconds,positions_per_second")
    for built in builder.run():
        if built.name in names:
            speed = round(built.positions / built.seconds)
            print(f"{built.name},{built.positions},{built.size},{built.seconds:.2f},{speed}", flush=True)


def write_docs(folder: Path | None) -> None:
    """The lists of docs/tablebases.md, and docs/tablebases.csv, from the files that are there."""
    listed = statistics(Tablebase.open(folder), STANDARD, pieces=5)
    rows = [",".join(COLUMNS), *(",".join(map(str, one.row())) for one in listed)]
    (DOCS / "tablebases.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    page = DOCS / "tablebases.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(before + BEGIN + "\n" + "\n".join(_lists(listed)) + "\n" + END + after, encoding="utf-8")


def _lists(listed: list[ClassStatistics]) -> list[str]:
    lines = []
    for pieces in sorted({one.pieces for one in listed}):
        group = [one for one in listed if one.pieces == pieces]
        positions = sum(sum(one.wins + one.draws + one.losses) * one.materials for one in group)
        longest, size = max(group, key=lambda one: one.longest), sum(one.size for one in group)
        lines += [
            "",
            f"### {pieces} pieces: {len(group)} classes",
            "",
            f"{sum(one.materials for one in group):,} materials, {positions:,} positions, {size:,} bytes.",
            f"The longest win takes {longest.longest} plies: `{longest.position}`.",
        ]
        if pieces > LISTED:
            continue
        lines += [
            "",
            "| class | materials | Blue moves: won | drawn | lost | Red moves: won | drawn | lost | longest | from |",
            "|---|--:|--:|--:|--:|--:|--:|--:|--:|---|",
        ]
        for one in group:
            name, _, materials, *counts, plies, position, _ = one.row()
            numbers = " | ".join(f"{count:,}" for count in counts)
            lines.append(f"| {name} | {materials} | {numbers} | {plies} | `{position}` |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["frequent", "measure", "docs"])
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--pieces", type=int, default=5)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--memory", type=float, default=4.0)
    args = parser.parse_args()
    if args.action == "docs":
        write_docs(args.folder)
        return 0
    counts = frequent(args.pieces, args.games, args.nodes, args.seed).most_common(args.count)
    if args.action == "frequent":
        for name, games in counts:
            print(f"{name:<9} {games:>6} of {args.games} games")
    else:
        measure([name for name, _ in counts], args.folder or data_folder(), args.jobs, args.memory)
    return 0


if __name__ == "__main__":
    sys.exit(main())
