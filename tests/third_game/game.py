"""The third game itself."""

from jungle.boardgame import BoardGame
from jungle.errors import InvalidArgumentError
from jungle.house_rules import as_rules
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side, as_side
from third_game.position import GRID, TINY, TinyMove, TinyPosition, TinyRules


class TinyGame(BoardGame[TinyPosition, TinyMove]):
    __slots__ = ()

    kind = "tiny"
    grid = GRID
    rules_type = TinyRules

    def __init__(
        self,
        rules: TinyRules | str | None = None,
        *,
        first: Side | None = None,
        fen: str | None = None,
        seed: None = None,
    ) -> None:
        if seed is not None:
            raise InvalidArgumentError(f"expected no seed, got {seed!r}")
        rules = TINY if rules is None else as_rules(rules, TinyRules)
        initial = TinyPosition.initial(rules=rules, first=None if first is None else as_side(first))
        super().__init__(initial if fen is None else TinyPosition.from_fen(fen, rules=rules))

    @property
    def rules(self) -> TinyRules:
        return self.start.rules

    def _decided(self) -> Outcome | None:
        position = self.position
        winner = position.winner()
        if winner is not None:
            den = position.piece_at(GRID.dens[winner.opponent]) is not None
            return Outcome(winner, Reason.DEN if den else Reason.CAPTURE)
        return None if position.legal_moves() else Outcome(position.side.opponent, Reason.NO_MOVES)
