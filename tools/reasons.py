"""Measures how many best moves and mistakes have no specific reason, and prints some reasons beside their boards.

    python -m tools.reasons --positions 1000 --show 60
    python -m tools.reasons --game flip

The positions come from seeded games between levels 1 to 5, so every run finds the same. A best move is that of a hint;
a mistake is the worst of the lines compared, if it gives away at least as much as an inaccuracy.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from jungle.board_game import BoardGame
from jungle.engine import Limit, hint
from jungle.engine.hints import GENERIC, MoveReason, find_fault, hint_engine
from jungle.engine.review import judge
from jungle.games import game_type
from jungle.language import Translator
from jungle.options import whole_number
from jungle.phrases import hint_words, reason_words
from jungle.players import player
from tools.program import run

LEVELS = ("1", "2", "3", "4", "5")
RANDOM_PLIES = 2
EVERY = 5
"""Of the plies of a game, one in this many is measured."""
HINT_NODES = 150_000
COMPARED_NODES = 20_000


@dataclass(frozen=True, slots=True)
class Found:
    """A reason and what it is about."""

    game: BoardGame
    words: str
    reason: MoveReason | None
    is_fault: bool

    def is_generic(self) -> bool:
        return self.reason is None or self.reason.why in GENERIC


def positions(kind: str, count: int) -> Iterator[BoardGame]:
    """Positions from games between neighbouring levels."""
    for seed in range(count):
        random, game = Random(seed), game_type(kind).new(seed=seed) if kind == "flip" else game_type(kind).new()
        names = random.choices(LEVELS, k=2)
        with player(names[0], game=kind, seed=seed) as first, player(names[1], game=kind, seed=seed + 1) as second:
            while game.outcome() is None:
                if len(game) >= RANDOM_PLIES and len(game) % EVERY == seed % EVERY:
                    yield game.copy()
                if len(game) < RANDOM_PLIES:
                    game.play(random.choice(game.legal_moves()))
                else:
                    move = (first, second)[len(game) % 2].choose(game.public()).move
                    game.push(game.find_move(move.origin, move.target))


def measure(kind: str, count: int) -> Iterator[Found]:
    """The reasons of best moves, and of one mistake each, in this number of positions."""
    say = Translator("en")
    with hint_engine(kind) as engine:
        for game, _ in zip(positions(kind, count), range(count), strict=False):
            public = game.public()
            found = hint(public, engine=engine, limit=Limit(nodes=HINT_NODES))
            yield Found(public, f"{found.move.notation()}  {hint_words(say, found)}", found.reason, False)
            lines = engine.search(public, Limit(nodes=COMPARED_NODES), multipv=len(public.legal_moves())).lines
            best, worst = lines[0], lines[len(lines) // 2]
            if judge(public.position, worst.move, worst.score, best).is_slip():
                fault = find_fault(public.position, worst, best)
                words = f"{worst.move.notation()}?  {reason_words(say, fault) if fault else 'none'}"
                yield Found(public, f"{words} (better {best.move.notation()})", fault, True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.reasons", description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="jungle", help="jungle or flip")
    parser.add_argument("--positions", type=whole_number(least=1), default=1000)
    parser.add_argument("--show", type=whole_number(least=0), default=0, help="print this many reasons with boards")
    options = parser.parse_args(arguments)
    found = list(measure(options.game, options.positions))
    for number, one in enumerate(Random(38).sample(found, min(options.show, len(found))), 1):
        print(f"{number}. {one.game.side} to move\n{one.game.position}\n   {one.words}\n")
    for name, is_fault in (("best moves", False), ("mistakes", True)):
        some = [one for one in found if one.is_fault is is_fault]
        generic = sum(one.is_generic() for one in some)
        print(f"{name}: {len(some)}, without a specific reason: {generic} ({generic / max(len(some), 1):.1%})")
        for why, times in Counter(one.reason.why.value if one.reason else "none" for one in some).most_common():
            print(f"  {why:<18}{times:>5} {times / len(some):>6.1%}")
    return 0


if __name__ == "__main__":
    sys.exit(run(main))
