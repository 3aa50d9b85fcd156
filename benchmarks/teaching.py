"""Teaching: how quickly a player who only follows hints beats a level, and whether that costs any strength.

Everything is limited by nodes and seeded, so that the figures depend on neither the machine nor its load.
"""

import math
import os
import statistics
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random

from benchmarks import benchmark
from jungle.engine import Limit, hint
from jungle.engine.hints import FIGURES, hint_engine
from jungle.engine.registry import engine_for
from jungle.game import Game
from jungle.players import player

NODES = 150_000
"""The budget of a hint, and of a plain engine move."""
RANDOM_PLIES = 2
GAMES = 100
LEVELS = (1, 3, 5)
STRONG_LEVEL = 8
PAIRS = 200
"""Openings against the strong level, each played from both sides."""
SOON = 28
"""Own moves within which nine of ten games should be won."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to play: by hints or by plain engine moves, against a level, from a seeded opening."""

    level: int
    seed: int
    seat: int
    by_hints: bool = True


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for the one who followed: 1, 0.5 or 0 points, and the number of own moves."""

    points: float
    moves: int


def follow(task: Task) -> Result:
    """Play one game."""
    random, game = Random(task.seed), Game()
    for _ in range(RANDOM_PLIES):
        game.push(random.choice(game.legal_moves()))
    moves, last = 0, None
    own = hint_engine("jungle") if task.by_hints else engine_for("jungle", hash_mb=FIGURES["hash_mb"])
    with own as engine, player(str(task.level), seed=task.seed) as opponent:
        while (outcome := game.outcome()) is None:
            if game.seat != task.seat:
                game.push(opponent.choose(game).move)
                continue
            moves += 1
            if task.by_hints:
                last = hint(game, engine=engine, limit=Limit(nodes=NODES), previous=last)
                game.push(last.move)
            else:
                game.push(engine.search(game, Limit(nodes=NODES)).move)
    if outcome.winner is None:
        return Result(0.5, moves)
    return Result(float(outcome.winner is game.side_of(task.seat)), moves)


def play(tasks: Iterable[Task]) -> list[Result]:
    """Play many games, in as many processes as there are cores."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(follow, tasks))


@benchmark
def moves_to_win() -> Mapping[str, float]:
    """Own moves to win with hints alone, against three levels; a game that is not won counts as endless."""
    figures: dict[str, float] = {}
    for level in LEVELS:
        results = play(Task(level, 1000 * level + game, game % 2) for game in range(GAMES))
        own = sorted(result.moves if result.points == 1 else math.inf for result in results)
        figures |= {
            f"teaching_level{level}_moves_median": statistics.median(own),
            f"teaching_level{level}_moves_worst": max(move for move in own if move < math.inf),
            f"teaching_level{level}_soon": sum(move <= SOON for move in own) / GAMES,
            f"teaching_level{level}_drawn": sum(result.points == 0.5 for result in results) / GAMES,
            f"teaching_level{level}_lost": sum(result.points == 0 for result in results) / GAMES,
        }
    return figures


@benchmark
def strength() -> Mapping[str, float]:
    """The score of hints and of plain engine moves against a strong level, from the same openings and seats."""
    tasks = [
        Task(STRONG_LEVEL, 9000 + pair, seat, by_hints)
        for pair in range(PAIRS)
        for seat in (0, 1)
        for by_hints in (True, False)
    ]
    points = [result.points for result in play(tasks)]
    hints, plain = points[::2], points[1::2]
    low, high = interval([one - other for one, other in zip(hints, plain, strict=True)])
    return {
        "teaching_hints_score": statistics.mean(hints),
        "teaching_plain_score": statistics.mean(plain),
        "teaching_difference_low": low,
        "teaching_difference_high": high,
    }


def interval(differences: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of their mean, taken by pairs of games from one opening."""
    pairs = [sum(pair) / 2 for pair in zip(differences[::2], differences[1::2], strict=True)]
    mean, error = statistics.mean(pairs), 1.96 * statistics.stdev(pairs) / math.sqrt(len(pairs))
    return mean - error, mean + error
