"""Makes openings for matches between strong players, in which one side is better but not yet winning.

    python -m tools.make_openings --count 1000 --seed 1 --into examples/uneven.txt

From even positions strong players nearly always draw, whichever is stronger. Here each has to play both sides of every
position, which shows a difference in far fewer games: `jungle match A B --openings examples/uneven.txt`.
"""

import argparse
from collections.abc import Iterator, Sequence
from random import Random

from jungle.engine.engine import Engine
from jungle.engine.limits import Limit
from jungle.game import Game
from jungle.options import whole_number
from jungle.progress import Progress
from jungle.storage import write_atomically
from tools.program import output_file, run

PLIES = range(12, 26)
"""The number of random moves that lead to an opening."""
NODES = 30_000
LEAD = range(250, 701)
"""How far ahead one side must be, in centi-cats: less is drawn, more is won."""


def openings(seed: int) -> Iterator[str]:
    """An endless stream of positions as text; the same for the same seed and engine."""
    draw, seen = Random(seed), set[int]()
    with Engine(hash_mb=16, contempt=0) as engine:
        while True:
            game, plies = Game(), draw.choice(PLIES)
            while len(game) < plies and game.outcome() is None:
                game.push(draw.choice(game.legal_moves()))
            position = game.position
            if game.outcome() is not None or position.key in seen:
                continue
            seen.add(position.key)
            engine.new_game()
            score = engine.search(position, Limit(nodes=NODES)).score
            if not score.is_decided() and abs(score.value(0)) in LEAD:
                yield " ".join(position.fen().split()[:2])


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.make_openings", description=(__doc__ or "").partition("\n")[0]
    )
    add = parser.add_argument
    add("--count", type=whole_number(least=1), default=1000, metavar="N", help="positions to make (default: 1000)")
    add("--seed", type=int, default=1, help="seed of the random generator (default: 1)")
    add("--into", type=output_file, required=True, metavar="FILE", help="the file to write, one position per line")
    args = parser.parse_args(arguments)
    found: list[str] = []
    with Progress("positions", args.count) as progress:
        for text in openings(args.seed):
            found.append(text)
            progress.show(len(found))
            if len(found) == args.count:
                break
    write_atomically(args.into, "\n".join(found) + "\n")
    return 0


if __name__ == "__main__":
    run(main)
