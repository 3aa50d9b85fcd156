"""The 7×9 game: the positions so far, and how it ends.

Every ending is decided by `Game.outcome`, and the one rule of legality that needs the past, the chase rule,
by `Game.legal_moves`.
"""

from jungle.boardgame import REPETITIONS, BoardGame
from jungle.errors import IllegalMoveError, InvalidArgumentError, InvalidPositionError, Obstacle
from jungle.geometry import BOARD
from jungle.house_rules import as_rules
from jungle.moves import Move
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import STANDARD, Repetition, Rules, Stalemate


class Game(BoardGame[Position, Move]):
    """A game from its start: play, undo, redo, and the outcome.

    >>> game = Game.from_moves(["a3a4", "g7g6"])
    >>> game.undo().uci(), str(game.side), game.outcome()
    ('g7g6', 'Red', None)
    """

    __slots__ = ()

    kind = "jungle"
    grid = BOARD
    rules_type = Rules

    def __init__(
        self,
        rules: Rules | str | None = None,
        *,
        first: Side | None = None,
        position: Position | None = None,
        fen: str | None = None,
        seed: None = None,
    ) -> None:
        """A new game under some rules, or from a position, or from a position's text. `first` chooses who begins.

        Raises InvalidRulesError, InvalidPositionError, and InvalidArgumentError for a choice that has no meaning.
        """
        if seed is not None:
            raise InvalidArgumentError(f"nothing is shuffled in this game: expected no seed, got {seed!r}")
        if position is None:
            rules = STANDARD if rules is None else as_rules(rules)
            position = (
                Position.initial(rules=rules, first=first) if fen is None else Position.from_fen(fen, rules=rules)
            )
        elif not isinstance(position, Position):
            raise InvalidPositionError(f"expected a Position, got {position!r}")
        elif fen is not None or (rules is not None and as_rules(rules) != position.rules):
            raise InvalidArgumentError("a position has rules and a text of its own: expected it alone")
        if first not in (None, position.side):
            raise InvalidArgumentError(f"{position.side} is to move in {position.fen()}, so {first} cannot be first")
        super().__init__(position)

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def side(self) -> Side:
        """Who moves."""
        return self.position.side

    def _plies_before(self) -> int:
        return 2 * (self.start.number - 1) + (self.start.side is Side.RED)

    def _moves_on_board(self) -> list[Move]:
        moves = self.position.legal_moves()
        return [move for move in moves if not self._is_chase(move)] if self._may_chase() else moves

    def _may_chase(self) -> bool:
        # Two round trips of four plies each come before a third occurrence.
        return self.rules.repetition is Repetition.CHASE and len(self._moves) >= 7

    def _is_chase(self, move: Move) -> bool:
        """Does the move bring about a third occurrence while threatening, by kind, what just moved?"""
        if move.captured is not None or not self.rules.takes(move.animal, self._moves[-1].animal):
            return False
        return self._seen[self.position.after(move).key] >= REPETITIONS - 1

    def _refuse(self, move: Move) -> None:
        super()._refuse(move)
        if self._may_chase() and self._is_chase(move):
            raise IllegalMoveError(
                f"{move.notation()}: the position has occurred twice, and the {move.animal} may not go on "
                f"chasing the {self._moves[-1].animal} in {self.fen()}",
                Obstacle.CHASE,
            )

    def _decided(self) -> Outcome | None:
        position = self.position
        if position.is_decided():
            winner = position.den_winner()
            if winner is not None:
                return Outcome(winner, Reason.DEN)
            survivors = [side for side in Side if position.has_pieces(side)]
            return Outcome(survivors[0] if survivors else None, Reason.CAPTURE)
        if not self._moves_on_board():
            loses = self.rules.stalemate is Stalemate.LOSES
            return Outcome(position.side.opponent if loses else None, Reason.NO_MOVES)
        return None

    def _repetition_draws(self) -> bool:
        return self.rules.repetition is Repetition.DRAWS
