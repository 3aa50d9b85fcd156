"""The third game itself."""

from jungle.board_game import BoardGame
from jungle.features import Features
from jungle.outcome import Outcome, Reason
from tests.third_game.position import GRID, TinyPosition, TinyRules


class TinyGame(BoardGame):
    __slots__ = ()

    kind = "tiny"
    grid = GRID
    rules_type = TinyRules
    position_type = TinyPosition
    features = Features(
        engine="tests.third_game.engine:TinyEngine",
        book="tests.third_game.engine:open_book",
        levels="tests.third_game:levels.json",
        words="tests.third_game",
        strategies=("greedy", "random"),
        rule_choices={"loop": {"20": "", "100": "quiet_limit=100"}},
    )
    position: TinyPosition

    def _decided(self) -> Outcome | None:
        position = self.position
        winner = position.winner()
        if winner is not None:
            return Outcome(winner, Reason.DEN if position.has_entered_den(winner) else Reason.CAPTURE)
        return None if position.has_moves() else Outcome(position.side.opponent, Reason.NO_MOVES)
