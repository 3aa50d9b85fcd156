"""How a beginner plays: looking one move ahead, and not always seeing everything.

Takes what it can get, walks towards the den, and sees most of what the opponent could take next, not all. Near
a den it looks closely: nobody overlooks a piece two steps from it.
"""

from dataclasses import dataclass
from random import Random

from jungle.engine.worth import WORTH
from jungle.game import Game
from jungle.geometry import DENS, distance
from jungle.moves import Move
from jungle.pieces import Side
from jungle.position import Position

LOST_DEN = 100_000
CLOSE = 2
"""Steps from a den at which everybody looks closely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginner:
    """What a beginner sees, as chances, and what a step forward is worth to it, in centi-cats."""

    sees_threats: float = 0.35
    """The chance to see that one given piece could be taken next."""
    sees_den: float = 0.8
    """The chance to see that the opponent could enter the den next."""
    step_worth: int = 5
    whim: int = 100
    """How far a mood can shift the worth of a move."""

    def choose(self, game: Game, random: Random) -> Move:
        """The move it likes best. The game must not be over."""
        position = game.position
        moves = game.legal_moves()
        side = position.side
        den = DENS[side.opponent]
        if entry := next((move for move in moves if move.target == den), None):
            return entry
        if _nearest(position, side) <= CLOSE and (winning := next(filter(_Race(position).wins, moves), None)):
            return winning
        sees_den = _nearest(position, side.opponent) <= CLOSE or random.random() < self.sees_den
        seen = {square for square in position.squares(side) if random.random() < self.sees_threats}
        return max(moves, key=lambda move: self._liking(position, move, seen, sees_den) + random.randrange(self.whim))

    def _liking(self, position: Position, move: Move, seen: set[int], sees_den: bool) -> int:
        side = position.side
        den = DENS[side.opponent]
        liking = self.step_worth * (distance(move.origin, den) - distance(move.target, den))
        if move.captured is not None:
            liking += WORTH[move.captured]
        if move.is_trade:
            liking -= WORTH[move.animal]
        # A piece whose danger is seen is also seen where it goes.
        seen = seen - {move.origin} | ({move.target} if move.origin in seen else set())
        danger = 0
        for reply in position.after(move).legal_moves():
            if reply.target == DENS[side]:
                if sees_den:
                    return liking - LOST_DEN
            elif reply.captured is not None and reply.target in seen:
                danger = max(danger, WORTH[reply.captured])
        return liking - danger


class _Race:
    """Wins that take a step, any reply, and the step into the den."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.den = DENS[position.side.opponent]

    def wins(self, move: Move) -> bool:
        after = self.position.after(move)
        if distance(move.target, self.den) > 1 or after.is_decided():
            return False
        return all(self._enters(after, reply) for reply in after.legal_moves())

    def _enters(self, position: Position, reply: Move) -> bool:
        if reply.target in DENS:
            return False
        return any(move.target == self.den for move in position.after(reply).legal_moves())


def _nearest(position: Position, side: Side) -> int:
    """How many steps the foremost piece of a side is from the enemy's den."""
    den = DENS[side.opponent]
    return min((distance(square, den) for square in position.squares(side)), default=99)
