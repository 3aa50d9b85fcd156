"""Fits what a score says about the ending: plays games of the engine against itself and compares.

    python -m tools.calibrate --games 200

prints the two constants of `jungle.engine.score` that make the endings of these games most likely.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random

from jungle.engine.engine import Engine
from jungle.engine.limits import Limit
from jungle.engine.score import Score
from jungle.game import Game
from jungle.options import whole_number
from jungle.pieces import Side

RANDOM_PLIES = 6
"""Each game begins with this many random moves, so that no two are alike."""
PLIES_AT_MOST = 400
SAMPLE_EVERY = 4
"""Plies between two samples: neighbours say much the same."""
LIKELIHOOD_FLOOR = 1e-6
WIDEST = 1600.0
"""The largest value of either constant that is tried, in centi-cats."""
GRID = 6

Sample = tuple[int, float]
"""Centi-cats for the side to move, and what it got: 1, 0.5 or 0."""


def play(engine: Engine, nodes: int, draw: Random) -> list[Sample]:
    """One game of the engine against itself, sampled."""
    game = Game()
    while len(game) < RANDOM_PLIES:
        game.play(draw.choice(game.legal_moves()))
    engine.new_game()
    scores: list[tuple[Side, int]] = []
    while game.outcome() is None and len(game) < PLIES_AT_MOST:
        result = engine.search(game, Limit(nodes=nodes))
        if not result.score.is_decided() and len(game) % SAMPLE_EVERY == 0:
            scores.append((game.position.side, result.score.centi_cats))
        game.play(result.move)
    outcome = game.outcome()
    winner = None if outcome is None else outcome.winner
    return [(cats, 0.5 if winner is None else float(side is winner)) for side, cats in scores]


def likelihood(counts: Counter[Sample], likely_win: float, spread: float) -> float:
    """How well two constants explain the endings, as a mean logarithm: 0 is perfect."""
    total = 0.0
    for (cats, got), count in counts.items():
        win = 1.0 / (1.0 + math.exp(min((likely_win - cats) / spread, 500.0)))
        loss = 1.0 / (1.0 + math.exp(min((likely_win + cats) / spread, 500.0)))
        chance = {1.0: win, 0.0: loss}.get(got, 1.0 - win - loss)
        total += count * math.log(max(chance, LIKELIHOOD_FLOOR))
    return total / counts.total()


def fit(samples: Sequence[Sample]) -> tuple[float, float]:
    """The constants that explain the samples best: a coarse grid, then a fine one around its best point.

    >>> fit([(-100, 0.0), (0, 0.5), (100, 1.0)])[0] < 100
    True
    """
    counts = Counter(samples)
    centre, width = (WIDEST / 2, WIDEST / 2), WIDEST / 2
    while width > 1:
        steps = [width * step / GRID for step in range(-GRID, GRID + 1)]
        points = [(max(centre[0] + across, 0.0), max(centre[1] + down, 1.0)) for across in steps for down in steps]
        centre = max(points, key=lambda point: likelihood(counts, *point))
        width /= 3
    return centre


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate", description="Fit win probabilities.")
    parser.add_argument(
        "--games", type=whole_number(least=1), default=200, metavar="N", help="games to play (default: 200)"
    )
    parser.add_argument(
        "--nodes", type=whole_number(least=1), default=20_000, metavar="N", help="nodes a move (default: 20000)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the random generator's start (default: 1)")
    args = parser.parse_args(arguments)
    draw = Random(args.seed)
    samples: list[Sample] = []
    with Engine(hash_mb=16, contempt=0) as engine:
        for number in range(1, args.games + 1):
            samples += play(engine, args.nodes, draw)
            print(f"\r{number}/{args.games} games, {len(samples)} positions", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    likely_win, spread = fit(samples)
    print(f"LIKELY_WIN = {likely_win:.0f}.0")
    print(f"SPREAD = {spread:.0f}.0")
    print(f"mean log likelihood {likelihood(Counter(samples), likely_win, spread):.4f}")
    print(f"a cat ahead: {Score(100).win_probability():.0%} with the present constants")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("\njungle: interrupted")
