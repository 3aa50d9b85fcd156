"""The 7×9 game: its positions so far, and how it ends.

Every ending is decided by `Game.outcome`, and the one rule of legality that needs the past, the chase rule,
by `Game.legal_moves`.
"""

from collections.abc import Iterator

from jungle.board_game import REPETITIONS, BoardGame
from jungle.errors import IllegalMoveError, IllegalMoveReason
from jungle.features import Features
from jungle.geometry import BOARD
from jungle.moves import BoardMove, Move
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import Repetition, Rules, Stalemate


class Game(BoardGame[Position, Move, Rules]):
    """A game from its start: play, undo, redo, and the outcome.

    >>> game = Game.from_moves(["a3a4", "g7g6"])
    >>> game.undo().uci(), str(game.side), game.outcome()
    ('g7g6', 'Red', None)
    """

    __slots__ = ()

    kind = "jungle"
    grid = BOARD
    rules_type = Rules
    position_type = Position
    features = Features(
        engine="jungle.engine:Engine",
        tables="jungle.tablebase:JungleTablebase",
        book="jungle.engine.book:Book.open",
        levels="jungle.players:levels.json",
        explains=True,
    )

    @property
    def side(self) -> Side:
        """The side to move."""
        return self.position.side

    def _plies_before(self) -> int:
        return 2 * (self.start.number - 1) + (self.start.side is Side.RED)

    def iter_legal_moves(self) -> Iterator[Move]:
        moves = super().iter_legal_moves()
        return (move for move in moves if not self._is_chase(move)) if self._may_chase() else moves

    def _may_chase(self) -> bool:
        # Two round trips of four plies each come before a third occurrence.
        return len(self._moves) >= 7 and self.rules.repetition is Repetition.CHASE

    def _is_chase(self, move: BoardMove) -> bool:
        """Whether the move repeats the position a third time while threatening, by kind, the piece that just moved."""
        hunter, prey = move.animal, self._moves[-1].animal
        if move.captured is not None or hunter is None or prey is None or not self.rules.takes(hunter, prey):
            return False
        return self._seen[self.position.after(move).key] >= REPETITIONS - 1

    def _can_move(self) -> bool:
        if not self._may_chase():
            return self.position.has_moves()
        # Chases are rare, so the first move usually decides; listing all moves is many times slower.
        return any(not self._is_chase(move) for move in self.position.iter_legal_moves())

    def _refuse(self, move: BoardMove) -> None:
        super()._refuse(move)
        if self._may_chase() and self._is_chase(move):
            message = (
                f"{move.notation()}: the position has occurred twice, and the {move.animal} may not go on "
                f"chasing the {self._moves[-1].animal} in {self.fen()}"
            )
            piece = self.position.piece_at(move.origin)
            raise IllegalMoveError(message, IllegalMoveReason.CHASE, piece=piece, square=move.origin)

    def _decided(self) -> Outcome | None:
        position = self.position
        if position.is_decided():
            winner = position.den_winner()
            if winner is not None:
                return Outcome(winner, Reason.DEN)
            survivors = [side for side in Side if position.has_pieces(side)]
            return Outcome(survivors[0] if survivors else None, Reason.CAPTURE)
        if not self._can_move():
            loses = self.rules.stalemate is Stalemate.LOSES
            return Outcome(position.side.opponent if loses else None, Reason.NO_MOVES)
        return None

    def repetition_draws(self) -> bool:
        return self.rules.repetition is Repetition.DRAWS
