"""Random games."""

import random

from jungle import GAMES, Side
from jungle.board_game import BoardGame
from jungle.flip import FlipGame


def random_flip_game(seed: int, plies: int, *, first_flip_decides: bool = False) -> FlipGame:
    game, rng = FlipGame(seed=seed, first_flip_decides=first_flip_decides), random.Random(seed)
    for _ in range(plies):
        moves = game.legal_moves()
        if not moves:
            break
        game.play(rng.choice(moves))
    return game


def random_game(kind: str, rules: str | None, seed: int, plies: int, *, first: Side | None = None) -> BoardGame:
    game, rng = GAMES[kind].new(rules, first=first, seed=seed if GAMES[kind].uses_chance else None), random.Random(seed)
    for _ in range(plies):
        moves = game.legal_moves()
        if not moves:
            break
        captures = [move for move in moves if move.captured is not None]
        game.play(rng.choice(captures or moves))
    return game
