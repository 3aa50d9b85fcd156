"""Which endings occur in our games, what they cost to solve, and docs/measurements/tablebases.md.

python -m tools.tablebase_report frequent --games 2000   the classes of five pieces, by how many games reach them
python -m tools.tablebase_report measure --count 20      builds the most frequent ones, and prints the cost of each
python -m tools.tablebase_report endings --count 100     balanced positions with five to seven pieces, to play from
python -m tools.tablebase_report docs                    rewrites the results in docs/ from the built files
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from jungle import STANDARD, Game, Position
from jungle.engine import Engine, Limit, Score
from jungle.tablebase import Tablebase
from jungle.tablebase.builder import GIGABYTE, Builder
from jungle.tablebase.classes import material_of
from jungle.tablebase.files import data_folder
from jungle.tablebase.jungle import material_classes
from jungle.tablebase.tablebase import ClassStatistics
from tools.program import run

OPENING_PLIES = 8
"""The number of random plies, so that no two games are the same."""
BALANCED = 150
"""How far ahead a side may be in a balanced ending, in centi-cats."""
DOCS = Path(__file__).parent.parent / "docs" / "measurements"
BEGIN, END = "<!-- summary -->", "<!-- end of summary -->"


def played_games(games: int, nodes: int, seed: int) -> Iterator[list[tuple[Position, Score]]]:
    """The positions of games of the engine against itself, with their scores."""
    with Engine(hash_mb=4) as engine:
        for number in range(games):
            random, game = Random(seed + number), Game()
            seen = []
            while game.outcome() is None:
                if len(game) < OPENING_PLIES:
                    game.push(random.choice(game.legal_moves()))
                    continue
                result = engine.search(game, Limit(nodes=nodes))
                seen.append((game.position, result.score))
                game.push(result.move)
            yield seen


def frequent(pieces: int, games: int, nodes: int, seed: int) -> Counter[str]:
    """The classes with this many pieces, by the number of games that reached them."""
    classes = material_classes(STANDARD, pieces)
    counts: Counter[str] = Counter()
    for game in played_games(games, nodes, seed):
        materials = {material_of(position.board) for position, _ in game}
        names = (classes.class_of(material) for material in materials if material.bit_count() == pieces)
        counts.update({name for name in names if name})
    return counts


def endings(count: int, nodes: int, seed: int) -> Iterator[str]:
    """Positions with five to seven pieces in which neither side is much better, one per game."""
    for game in played_games(1_000_000, nodes, seed):
        for position, score in game:
            is_even = not score.is_decided() and abs(score.value(0)) <= BALANCED
            if is_even and 5 <= sum(map(bool, position.board)) <= 7:
                yield " ".join(position.fen().split()[:2])
                count -= 1
                break
        if not count:
            return


def measure(names: list[str], folder: Path, jobs: int, memory: float) -> None:
    """Build classes, even those that exist already, and print the cost of each as CSV."""
    builder = Builder(STANDARD, folder, classes=names, jobs=jobs, memory=int(memory * GIGABYTE))
    for name in names:
        for path in builder.paths(name):
            path.unlink(missing_ok=True)
    print("class,positions,bytes,seconds,positions_per_second")
    for built in builder.run():
        if built.name in names:
            speed = round(built.positions / built.seconds)
            print(f"{built.name},{built.positions},{built.size},{built.seconds:.2f},{speed}", flush=True)


def write_docs(folder: Path | None) -> None:
    """The summary in docs/measurements/tablebases.md, and tablebases.csv next to it, from the files on this machine."""
    listed = Tablebase.open(folder=folder).statistics(STANDARD, pieces=5)
    rows = [",".join(listed[0].row()), *(",".join(map(str, one.row().values())) for one in listed)]
    (DOCS / "tablebases.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    page = DOCS / "tablebases.md"
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    page.write_text(before + BEGIN + "\n" + "\n".join(_summary(listed)) + "\n" + END + after, encoding="utf-8")


def _how_many(count: int, pieces: int) -> str:
    there_are = sum(of.pieces == pieces for of in material_classes(STANDARD, pieces).classes)
    return str(count) if count == there_are else f"{count} of {there_are}"


def _summary(listed: list[ClassStatistics]) -> list[str]:
    """One row for each number of pieces."""
    lines = [
        "| pieces | classes | materials | positions | bytes | longest win in plies | from |",
        "|--:|--:|--:|--:|--:|--:|---|",
    ]
    for pieces in sorted({one.pieces for one in listed}):
        group = [one for one in listed if one.pieces == pieces]
        materials = sum(one.materials for one in group)
        positions = sum(sum(map(sum, one.results)) * one.materials for one in group)
        longest, size = max(group, key=lambda one: one.longest), sum(one.size for one in group)
        numbers = f"{_how_many(len(group), pieces)} | {materials:,} | {positions:,} | {size:,} | {longest.longest}"
        lines.append(f"| {pieces} | {numbers} | `{longest.position}` |")
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["frequent", "measure", "endings", "docs"])
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
    if args.action == "endings":
        for fen in endings(args.count, args.nodes, args.seed):
            print(fen, flush=True)
        return 0
    counts = frequent(args.pieces, args.games, args.nodes, args.seed).most_common(args.count)
    if args.action == "frequent":
        for name, games in counts:
            print(f"{name:<9} {games:>6} of {args.games} games")
    else:
        measure([name for name, _ in counts], args.folder or data_folder(), args.jobs, args.memory)
    return 0


if __name__ == "__main__":
    run(main)
