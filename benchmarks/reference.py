"""The Python reference: how fast it counts leaves and plays random games."""

import random
import time

from benchmarks import benchmark
from jungle import Game, Position
from jungle.perft import perft_in_python

DEPTH = 4
PLAYOUTS = 100


@benchmark
def perft() -> dict[str, float]:
    start = Position.initial()
    perft_in_python(start, 2)  # The step table is created on first use.
    began = time.perf_counter()
    leaves = perft_in_python(start, DEPTH)
    return {"python_perft_nps": round(leaves / (time.perf_counter() - began))}


@benchmark
def playouts() -> dict[str, float]:
    chance = random.Random(1)
    plies = 0
    began = time.perf_counter()
    for _ in range(PLAYOUTS):
        game = Game()
        while moves := game.legal_moves():
            game.play(chance.choice(moves))
        plies += len(game)
    seconds = time.perf_counter() - began
    return {
        "python_playouts_per_s": round(PLAYOUTS / seconds, 1),
        "python_playout_plies_per_s": round(plies / seconds),
    }
