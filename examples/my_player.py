"""Write a player in ten lines, and see how strong it is.

python examples/my_player.py
jungle stats python:my_player:Bold easy          # in this folder; a worker process plays
"""

from jungle.arena import play_match
from jungle.players import Player, level


class Bold(Player):
    """Captures the strongest prey; without any, walks towards the enemy's den."""

    def choose(self, game, limit=None):
        den = game.grid.dens[game.side.opponent]
        moves = game.legal_moves()
        prey = [move for move in moves if move.captured]
        if prey:
            return max(prey, key=lambda move: move.captured)
        return min(moves, key=lambda move: game.grid.distance(move.target, den))


if __name__ == "__main__":
    with play_match(Bold(), level("1"), games=10) as match:
        for result in match:
            print(result.plies, "plies,", result.ending.value)
        print(match)
