"""Makes the opening book: good moves found by long searches, line by line from the start.

    python -m tools.make_book --work book.jsonl --positions 2000 --into src/jungle/engine/book.txt

The next position to search is always the one that both sides reach at the lowest cost, so that good lines go deep and
doubtful ones end soon. Each move that is kept is then checked by a search of the position it leads to, and the values
at the ends of all lines are propagated back to their beginnings. `--work` stores every search, so the same command
resumes an interrupted run.
"""

import argparse
import heapq
import itertools
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from jungle.engine.book import Book, book_key
from jungle.engine.engine import Engine
from jungle.engine.limits import Limit
from jungle.errors import JungleError
from jungle.options import whole_number
from jungle.position import Position
from jungle.progress import Progress
from jungle.storage import write_atomically
from tools.program import output_file, run

LINES = 4
"""The number of moves compared."""
WINDOW = 30
"""How much worse than the best a move may be, in centi-cats, to be followed."""
KEPT_WINDOW = 40
"""The same for a move to stay in the book once its lines have been searched."""
PLY_COST = 6
"""The cost of a ply in centi-cats: the higher, the broader the book and the shorter its lines."""
ENDS_SHARE = 2
"""A single line needs only this share of the nodes to reach the same depth as a comparison of several."""
SWEEPS = 60
"""How often values are propagated; lines that repeat would never end."""
HASH_MB = 256
TOO_GREAT = 2000
"""Scores are kept below this, proved wins too."""

Searched = dict[str, dict[str, int]]
"""By position: the moves that were compared, with their values for the side to move."""


class Work:
    """Searches of positions, each saved as soon as it is done."""

    def __init__(self, path: Path, engine: Engine, nodes: int) -> None:
        self.path, self.engine, self.nodes = path, engine, nodes
        self.known: dict[tuple[str, int], dict[str, int]] = {}
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
            whole = text[: text.rfind("\n") + 1]
            for key, lines, scores in map(json.loads, whole.splitlines()):
                self.known[key, lines] = scores
        except (ValueError, TypeError) as error:
            raise JungleError(f"{path}: expected searches of an earlier run, got something else: {error}") from None
        write_atomically(path, whole)  # without a truncated line

    def search(self, position: Position, lines: int) -> dict[str, int]:
        key = book_key(position), lines
        if key not in self.known:
            nodes = self.nodes if lines > 1 else self.nodes // ENDS_SHARE
            result = self.engine.search(position, Limit(nodes=nodes), multipv=lines)
            scores = {
                str(line.move): max(-TOO_GREAT, min(line.score.value(TOO_GREAT), TOO_GREAT)) for line in result.lines
            }
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps([*key, scores]) + "\n")
            self.known[key] = scores
        return self.known[key]


def worth_playing(scores: dict[str, int], window: int = WINDOW) -> dict[str, int]:
    """The moves near the best, best first."""
    best = max(scores.values())
    near = {move: score for move, score in scores.items() if score >= best - window}
    return dict(sorted(near.items(), key=lambda item: (-item[1], item[0])))


def expand(work: Work, count: int) -> Searched:
    """The positions of the book, in the order in which they were searched."""
    number = itertools.count()
    waiting = [(0, next(number), Position.initial())]
    found: Searched = {}
    with Progress("positions", count) as progress:
        while waiting and len(found) < count:
            cost, _, position = heapq.heappop(waiting)
            key = book_key(position)
            if key in found:
                continue
            found[key] = scores = worth_playing(work.search(position, LINES))
            best = max(scores.values())
            for move, score in scores.items():
                after = position.after(position.parse_move(move))
                if not after.is_decided():
                    heapq.heappush(waiting, (cost + PLY_COST + best - score, next(number), after))
            progress.show(len(found))
    return found


def ends(found: Searched) -> Iterator[tuple[str, str, Position]]:
    """The moves that lead out of the book: from where, which, and to what position."""
    for key, scores in found.items():
        position = Position.from_fen(key)
        for move in scores:
            after = position.after(position.parse_move(move))
            if not after.is_decided() and book_key(after) not in found:
                yield key, move, after


def check_ends(work: Work, found: Searched) -> None:
    """Replace the compared score by that of a separate search, for moves that lead out of the book."""
    leaving = list(ends(found))
    with Progress("ends checked", len(leaving)) as progress:
        for number, (key, move, after) in enumerate(leaving, 1):
            found[key][move] = -max(work.search(after, 1).values())
            progress.show(number)


def carry_back(found: Searched) -> None:
    """Propagate the values of lines back to the moves that begin them.

    A move inside the book gets the mean of that and of its own score: the best of many searches is too good to be
    true, and the more so the more of them there are.
    """
    inside = [
        (scores, move, own, book_key(position.after(position.parse_move(move))))
        for key, scores in found.items()
        for position in [Position.from_fen(key)]
        for move, own in scores.items()
    ]
    inside = [each for each in inside if each[-1] in found]
    for _ in range(SWEEPS):
        changed = False
        for scores, move, own, after in reversed(inside):
            worth = (own - max(found[after].values())) // 2
            changed |= scores[move] != worth
            scores[move] = worth
        if not changed:
            break


def reachable(found: Searched) -> Searched:
    """The positions reached by good moves from the start, without moves that turned out to be bad."""
    kept: Searched = {}
    waiting = [Position.initial()]
    while waiting:
        position = waiting.pop()
        key = book_key(position)
        if key in found and key not in kept:
            kept[key] = worth_playing(found[key], KEPT_WINDOW)
            waiting += [position.after(position.parse_move(move)) for move in kept[key]]
    return kept


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.make_book", description=(__doc__ or "").partition("\n")[0])
    add = parser.add_argument
    add(
        "--work",
        type=output_file,
        required=True,
        metavar="FILE.jsonl",
        help="where searches are stored, to resume later",
    )
    add("--into", type=output_file, required=True, metavar="FILE.txt", help="the book to write")
    add(
        "--positions",
        type=whole_number(least=1),
        default=2000,
        metavar="N",
        help="positions with moves (default: 2000)",
    )
    add(
        "--nodes",
        type=whole_number(least=ENDS_SHARE),
        default=600_000,
        metavar="N",
        help="nodes per search (default: 600000)",
    )
    args = parser.parse_args(arguments)
    with Engine(hash_mb=HASH_MB, contempt=0) as engine:
        work = Work(args.work, engine, args.nodes)
        found = expand(work, args.positions)
        check_ends(work, found)
    carry_back(found)
    kept = reachable(found)
    write_atomically(args.into, Book(kept).text())
    print(f"{len(kept):,} positions with {sum(map(len, kept.values())):,} moves")
    return 0


if __name__ == "__main__":
    run(main, interrupted="interrupted; the same command resumes from here")
