"""Fits the win probabilities of scores: compares the engine's scores in games with their results.

    python -m tools.calibrate --games 400 --plot docs/images/reliability.svg
    python -m tools.calibrate --records games.jgn --nodes 100000

prints the curve of `jungle.engine.score` that makes the results most likely. To show how reliable it is, each fifth of
the games is also judged by a curve fitted to the other four. The games are played by the engine against itself, or
recorded, for example by the arena.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from jungle.engine.engine import Engine
from jungle.engine.limits import Limit
from jungle.engine.score import CURVE, Curve
from jungle.errors import JungleError
from jungle.game import Game
from jungle.options import whole_number
from jungle.pieces import Side
from jungle.progress import Progress
from jungle.record import load
from jungle.storage import write_atomically
from jungle.svg.charts import curve_chart
from tools.program import output_file, run

RANDOM_PLIES = 6
"""Each game starts with this many random moves, so that no two are alike."""
PLIES_AT_MOST = 400
SAMPLE_EVERY = 5
"""The number of plies between two samples, since neighbours are similar; odd, so that both sides are sampled."""
LIKELIHOOD_FLOOR = 1e-6
STEPS = (400.0, 200.0, 20.0, 10.0)
"""The initial step sizes for the parts of the curve."""
FARTHEST = 5000.0
"""The largest value of any part: if all games ended alike, the fit would grow without limit."""
HALVINGS = 9
ROUND = 10
"""Scores are rounded to multiples of this many centi-cats for the fit."""
PARTS = 5
"""The games are split into this many parts, each judged by a curve fitted to the others."""
BANDS = 10
DEVIATIONS = 1.96

Sample = tuple[int, int, float]
"""Centi-cats for the side to move, the pieces on the board, and the side's result: 1, 0.5 or 0."""


def play(engine: Engine, nodes: int, draw: Random) -> list[Sample]:
    """Samples from one game of the engine against itself."""
    game = Game()
    while len(game) < RANDOM_PLIES:
        game.push(draw.choice(game.legal_moves()))
    engine.new_game()
    scores: list[tuple[Side, int, int]] = []
    winner = None
    while game.outcome() is None and len(game) < PLIES_AT_MOST:
        result = engine.search(game, Limit(nodes=nodes))
        if result.score.win_in is not None:  # proved: the rest need not be played
            winner = game.position.side if result.score.win_in > 0 else game.position.side.opponent
            break
        if len(game) % SAMPLE_EVERY == 0:
            scores.append((game.position.side, result.score.value(0), result.score.pieces))
        game.push(result.move)
    outcome = game.outcome()
    if outcome is not None:
        winner = outcome.winner
    return [(cats, pieces, 0.5 if winner is None else float(side is winner)) for side, cats, pieces in scores]


def recorded(paths: Sequence[Path]) -> list[Game]:
    """The finished games in some files, each up to the point where it was decided."""
    games = [record.game for path in paths for record in load(path)]
    return [game for game in games if isinstance(game, Game) and game.outcome() is not None]


def sample(engine: Engine, nodes: int, game: Game) -> list[Sample]:
    """Samples from a recorded game, judged by the current engine."""
    outcome = game.outcome()
    engine.new_game()
    samples: list[Sample] = []
    replayed = Game(game.rules, fen=game.start.fen())
    for ply, move in enumerate(game.moves):
        if ply % SAMPLE_EVERY == 0:
            score = engine.search(replayed, Limit(nodes=nodes)).score
            if score.win_in is not None:
                break
            winner = outcome.winner if outcome else None
            got = 0.5 if winner is None else float(replayed.position.side is winner)
            samples.append((score.value(0), score.pieces, got))
        replayed.push(move)
    return samples


def likelihood(counts: Counter[Sample], curve: Curve) -> float:
    """How well a curve explains the endings, as a mean logarithm: 0 is perfect."""
    total = 0.0
    for (cats, pieces, got), count in counts.items():
        win, draw, loss = curve.chances(cats, pieces)
        total += count * math.log(max({1.0: win, 0.0: loss}.get(got, draw), LIKELIHOOD_FLOOR))
    return total / counts.total()


def fit(samples: Sequence[Sample]) -> Curve:
    """The curve that explains the samples best: each part is varied by ever smaller steps while that helps.

    >>> fit([(-100, 16, 0.0), (0, 16, 0.5), (100, 16, 1.0)]).likely_win < 100
    True
    """
    counts = Counter((round(cats / ROUND) * ROUND, pieces, got) for cats, pieces, got in samples)
    best, steps = CURVE, list(STEPS)
    known = likelihood(counts, best)
    for _ in range(HALVINGS):
        moved = True
        while moved:
            moved = False
            for part, step in enumerate(steps):
                for change in (step, -step):
                    values = list(best)
                    values[part] += change
                    if min(values[:2]) < 1 or max(map(abs, values)) > FARTHEST:
                        continue
                    if (found := likelihood(counts, Curve(*values))) > known:
                        best, known, moved = Curve(*values), found, True
        steps = [step / 2 for step in steps]
    return best


def joined(parts: Iterable[Sequence[Sample]]) -> list[Sample]:
    return [each for part in parts for each in part]


def held_out_curves(parts: list[list[Sample]]) -> list[Curve]:
    """For each part of the games, a curve fitted to all the others."""
    return [fit(joined(parts[:number] + parts[number + 1 :])) for number in range(len(parts))]


def expectation(sample: Sample, curve: Curve) -> tuple[float, float]:
    """The expected and the actual result of a position."""
    cats, pieces, got = sample
    win, draw, _ = curve.chances(cats, pieces)
    return win + draw / 2, got


def reliability(judged: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float, float, float, int]]:
    """By bands of expected results: the mean, the actual result (low, mean, high), and the number of positions.

    The samples of one game depend on each other, so the intervals are too narrow rather than too wide.
    """
    bands: list[list[tuple[float, float]]] = [[] for _ in range(BANDS)]
    for expected, got in judged:
        bands[min(int(expected * BANDS), BANDS - 1)].append((expected, got))
    for band in bands:
        if band:
            expected, mean = (sum(values) / len(band) for values in zip(*band, strict=True))
            variance = sum((got - mean) ** 2 for _, got in band) / len(band)
            half = DEVIATIONS * math.sqrt(variance / len(band))
            yield expected, max(mean - half, 0.0), mean, min(mean + half, 1.0), len(band)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.calibrate", description="Fit win probabilities.")
    add = parser.add_argument
    add("--games", type=whole_number(least=PARTS), default=200, metavar="N", help="games to play (default: 200)")
    add("--records", type=Path, nargs="+", metavar="FILE.jgn", help="recorded games to use instead of new ones")
    add("--nodes", type=whole_number(least=1), default=20_000, metavar="N", help="nodes per move (default: 20000)")
    add("--seed", type=int, default=1, help="seed of the random generator (default: 1)")
    add("--plot", type=output_file, metavar="FILE.svg", help="draw expected against actual results")
    args = parser.parse_args(arguments)
    draw = Random(args.seed)
    parts: list[list[Sample]] = [[] for _ in range(PARTS)]
    games: Sequence[Game | None] = recorded(args.records) if args.records else [None] * args.games
    if len(games) < PARTS:
        raise JungleError(f"expected at least {PARTS} games that have ended, got {len(games)}")
    with Engine(hash_mb=16, contempt=0) as engine, Progress("games", len(games)) as progress:
        for number, game in enumerate(games):
            found = play(engine, args.nodes, draw) if game is None else sample(engine, args.nodes, game)
            parts[number // 2 % PARTS].extend(found)  # Two games from one opening stay together.
            progress.show(number + 1, f"{sum(map(len, parts))} positions")
    parts = [part for part in parts if part]
    if len(parts) < 2:
        raise JungleError("too few undecided positions in these games")
    print(f"CURVE = Curve({', '.join(f'{value:.1f}' for value in fit(joined(parts)))})")
    judges = held_out_curves(parts)
    judged = [expectation(each, curve) for part, curve in zip(parts, judges, strict=True) for each in part]
    for name, curves in (("the current curve", [CURVE] * len(parts)), ("curves fitted to the other games", judges)):
        total = sum(likelihood(Counter(part), curve) * len(part) for part, curve in zip(parts, curves, strict=True))
        print(f"mean log likelihood of the games by {name}: {total / len(judged):.4f}")
    rows = list(reliability(judged))
    for expected, low, mean, high, count in rows:
        print(f"expected {expected:.2f}: {mean:.2f} ({low:.2f} to {high:.2f}) in {count} positions")
    if args.plot:
        title = f"{len(judged):,} positions, held out of the fit"
        ideal = [(end, end, end, end) for end in (0.0, 1.0)]
        drawn = [("result", [row[:4] for row in rows]), ("ideal", ideal)]
        write_atomically(args.plot, curve_chart(drawn, title=title, across_title="expected"))
    return 0


if __name__ == "__main__":
    run(main)
