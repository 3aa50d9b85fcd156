"""The third game itself."""

from jungle.boardgame import BoardGame
from jungle.outcome import Outcome, Reason
from tests.third_game.position import GRID, TinyPosition, TinyRules


class TinyGame(BoardGame):
    __slots__ = ()

    kind = "tiny"
    grid = GRID
    rules_type = TinyRules
    position_type = TinyPosition
    position: TinyPosition

    def _decided(self) -> Outcome | None:
        position = self.position
        winner = position.winner()
        if winner is not None:
            return Outcome(winner, Reason.DEN if position.has_entered_den(winner) else Reason.CAPTURE)
        return None if position.has_moves() else Outcome(position.side.opponent, Reason.NO_MOVES)
