"""A game: the positions so far, and how it ends.

Every ending is decided by `Game.outcome`, and the one rule of legality that needs the past, the chase rule,
by `Game.legal_moves`.
"""

from collections.abc import Iterable
from typing import Self

from jungle.course import REPETITIONS, Course, Outcome, Reason
from jungle.errors import IllegalMoveError, Obstacle
from jungle.moves import Move
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import STANDARD, Repetition, Rules, Stalemate


class Game(Course[Position, Move]):
    """A game from its start: play, undo, redo, and the outcome.

    >>> game = Game.from_moves(["a3a4", "g7g6"])
    >>> game.undo().uci(), str(game.position.side), game.outcome()
    ('g7g6', 'Red', None)
    """

    __slots__ = ()

    def __init__(
        self,
        rules: Rules | str = STANDARD,
        *,
        first: Side | None = None,
        position: Position | None = None,
    ) -> None:
        """A new game under some rules, or from a position, whose rules then hold. `first` chooses who begins."""
        super().__init__(Position.initial(rules=rules, first=first) if position is None else position)

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[Move | str],
        rules: Rules | str = STANDARD,
        *,
        first: Side | None = None,
        position: Position | None = None,
    ) -> Self:
        """The game of these moves. Raises what `play` raises."""
        game = cls(rules, first=first, position=position)
        for move in moves:
            game.play(move)
        return game

    def __repr__(self) -> str:
        return f"Game.from_moves({[move.uci() for move in self._moves]!r}, position={self.start!r})"

    @property
    def rules(self) -> Rules:
        return self.start.rules

    def legal_moves(self) -> list[Move]:
        """All moves allowed now, by the chase rule too; none when the game is over."""
        return [] if self._is_over() else self._moves_on_board()

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

    def play(self, move: Move | str) -> Move:
        """Play a move, given as such or as text, and return it.

        What was undone is forgotten, unless the move is the next of it. Raises InvalidMoveError or IllegalMoveError,
        and leaves the game as it was.
        """
        position = self.position
        if isinstance(move, str):
            move = position.parse_move(move)
        elif position.find_move(move.origin, move.target) != move:
            raise IllegalMoveError(f"{move!r} was made for another position than {position.fen()}", Obstacle.MISNAMED)
        self._refuse_when_over()
        if self._may_chase() and self._is_chase(move):
            raise IllegalMoveError(
                f"{position.notation(move)}: the position has occurred twice, and the {move.animal} may not go on "
                f"chasing the {self._moves[-1].animal} in {position.fen()}",
                Obstacle.CHASE,
            )
        self._play(move)
        return move

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if ended := self._declared or self._decided():
            return ended
        if not self._moves_on_board():
            loses = self.rules.stalemate is Stalemate.LOSES
            return Outcome(self.position.side.opponent if loses else None, Reason.NO_MOVES)
        return self._drawn()

    def _decided(self) -> Outcome | None:
        """An ending that the board shows."""
        position = self.position
        if not position.is_decided():
            return None
        winner = position.den_winner()
        if winner is not None:
            return Outcome(winner, Reason.DEN)
        survivors = [side for side in Side if position.has_pieces(side)]
        return Outcome(survivors[0] if survivors else None, Reason.CAPTURE)

    def _drawn(self) -> Outcome | None:
        """A draw that the course of the game brings."""
        rules = self.rules
        if rules.repetition is Repetition.DRAWS and self.repetitions() >= REPETITIONS:
            return Outcome(None, Reason.REPETITION)
        if rules.quiet_limit is not None and self.position.quiet >= rules.quiet_limit:
            return Outcome(None, Reason.QUIET)
        return None
