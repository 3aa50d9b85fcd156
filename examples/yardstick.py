"""How strong is a network? Many games at once against players of `jungle.players`, counted as the arena counts.

Openings, pairs and intervals are those of `jungle stats`: four random plies, each opening played twice with colours
swapped. `jungle stats python:…` plays one game at a time; here the network thinks about all of them in one batch.
"""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from jungle import rl
from jungle.arena.games import Conditions
from jungle.arena.plan import Openings
from jungle.arena.scores import PairCounts
from jungle.pieces import Side
from jungle.players import player

OPPONENTS = ("random", "captures", "1", "2", "3", "4", "5", "6")
MAX_PLIES = 400


class BatchPlayer(Protocol):
    """Plays the games in the first slots of an environment."""

    env: rl.BatchEnv

    def choose(self, where: NDArray[np.int64]) -> NDArray[np.int64]:
        """An action for each of these games."""


def measure(batch_player: BatchPlayer, opponent: str, *, games: int, seed: int = 1) -> PairCounts:
    """Play an even number of games from their openings. The environment's games must not have started."""
    env, conditions = batch_player.env, Conditions()
    openings = Openings.parse(conditions.default_openings(), conditions, seed=seed)
    boards = [conditions.new_game(openings.opening(number // 2)) for number in range(games)]
    opponents = [player(opponent, seed=f"{seed} {number}") for number in range(games)]
    for number, board in enumerate(boards):
        replay = conditions.new_game()
        for move in board.moves:
            env.step(np.array([rl.move_to_action(replay, move)]), where=np.array([number]))
            replay.play(move)
    sides = [Side(number % 2) for number in range(games)]
    """The batch player's."""
    left = np.arange(games)
    while len(left):
        own = np.array([number for number in left if boards[number].side is sides[number]], np.int64)
        others = np.setdiff1d(left, own)
        actions: dict[int, int] = dict(zip(own, batch_player.choose(own), strict=True)) if len(own) else {}
        for number in others:
            actions[number] = rl.move_to_action(boards[number], opponents[number].choose(boards[number]).move)
        for number in left:
            boards[number].play(rl.action_to_move(boards[number], int(actions[number])))
        env.step(np.array([actions[number] for number in left]), where=left)
        left = np.array([n for n in left if boards[n].outcome() is None and len(boards[n]) < MAX_PLIES], np.int64)
    for one in opponents:
        one.close()
    points = [_points(board, side) for board, side in zip(boards, sides, strict=True)]
    return PairCounts.of(points[number] + points[number + 1] for number in range(0, games, 2))


def _points(game: Any, side: Side) -> float:
    outcome = game.outcome()
    return 0.5 if outcome is None or outcome.winner is None else float(outcome.winner is side)
