"""A game: the positions so far, and how it ends.

Every ending is decided by `Game.outcome`, and the one rule of legality that needs the past, the chase rule,
by `Game.legal_moves`.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Self

from jungle.errors import GameError, IllegalMoveError, Obstacle
from jungle.moves import Move
from jungle.pieces import Side
from jungle.position import Position
from jungle.rules import STANDARD, Repetition, Rules, Stalemate

REPETITIONS = 3
"""The occurrence of a position that draws, or that the chase rule forbids."""


class Reason(Enum):
    """How a game ended."""

    DEN = "den"
    CAPTURE = "capture"
    """The last piece of a side was captured (of both at once: a draw)."""
    NO_MOVES = "no moves"
    REPETITION = "repetition"
    QUIET = "quiet"
    """Too long without a capture."""
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    TIMEOUT = "timeout"
    ADJUDICATION = "adjudication"
    """Declared by somebody else than the players."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won, if anybody, and why.

    >>> Outcome(Side.BLUE, Reason.DEN).result()
    '1-0'
    """

    winner: Side | None
    reason: Reason

    def result(self) -> str:
        """As in game records: 1-0 Blue won, 0-1 Red won, 1/2-1/2 a draw."""
        return "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]


class Game:
    """A game from its start: play, undo, redo, and the outcome.

    >>> game = Game.from_moves(["a3a4", "g7g6"])
    >>> game.undo().uci(), str(game.position.side), game.outcome()
    ('g7g6', 'Red', None)
    """

    __slots__ = ("_declared", "_moves", "_positions", "_seen", "_undone")

    def __init__(
        self,
        rules: Rules | str = STANDARD,
        *,
        first: Side | None = None,
        position: Position | None = None,
    ) -> None:
        """A new game under some rules, or from a position, whose rules then hold. `first` chooses who begins."""
        start = Position.initial(rules=rules, first=first) if position is None else position
        self._positions = [start]
        self._moves: list[Move] = []
        self._undone: list[Move] = []
        self._seen = Counter([start.key])
        self._declared: Outcome | None = None

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

    def copy(self) -> Self:
        """A game that goes its own way from here; positions are shared, since they never change."""
        twin = object.__new__(type(self))
        twin._positions = self._positions.copy()
        twin._moves = self._moves.copy()
        twin._undone = self._undone.copy()
        twin._seen = self._seen.copy()
        twin._declared = self._declared
        return twin

    __copy__ = copy

    def __repr__(self) -> str:
        return f"Game.from_moves({[move.uci() for move in self._moves]!r}, position={self.start!r})"

    @property
    def rules(self) -> Rules:
        return self.start.rules

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def positions(self) -> tuple[Position, ...]:
        """Every position so far, the start first."""
        return tuple(self._positions)

    @property
    def moves(self) -> tuple[Move, ...]:
        return tuple(self._moves)

    @property
    def undone(self) -> tuple[Move, ...]:
        """The moves that `redo` would play, in order."""
        return tuple(reversed(self._undone))

    def __len__(self) -> int:
        """The number of plies played."""
        return len(self._moves)

    def __bool__(self) -> bool:
        return True

    def repetitions(self) -> int:
        """How often the present position has been there, now included."""
        return self._seen[self.position.key]

    def legal_moves(self) -> list[Move]:
        """All moves allowed now, by the chase rule too; none when the game is over."""
        return [] if self._declared or self._drawn() else self._moves_on_board()

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
        if self._declared or self._drawn():
            raise IllegalMoveError(f"the game is over in {position.fen()}", Obstacle.OVER)
        if self._may_chase() and self._is_chase(move):
            raise IllegalMoveError(
                f"{position.notation(move)}: the position has occurred twice, and the {move.animal} may not go on "
                f"chasing the {self._moves[-1].animal} in {position.fen()}",
                Obstacle.CHASE,
            )
        if self._undone and self._undone[-1] == move:
            self._undone.pop()
        else:
            self._undone.clear()
        self._push(move)
        return move

    def _push(self, move: Move) -> None:
        position = self.position.after(move)
        self._positions.append(position)
        self._moves.append(move)
        self._seen[position.key] += 1

    def undo(self) -> Move | None:
        """Take back the last move and return it, or, where an ending was declared, that alone (None).

        Raises GameError at the start.
        """
        if self._declared:
            self._declared = None
            return None
        if not self._moves:
            raise GameError("there is no move to take back")
        position = self._positions.pop()
        self._seen[position.key] -= 1
        if not self._seen[position.key]:
            del self._seen[position.key]
        self._undone.append(self._moves.pop())
        return self._undone[-1]

    def redo(self) -> Move:
        """Play again the move taken back last. Raises GameError when there is none."""
        if not self._undone or self._declared:
            raise GameError("there is no move to play again")
        move = self._undone.pop()
        self._push(move)
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

    def resign(self, side: Side | None = None) -> Outcome:
        """A side, or else the one to move, gives up. Raises GameError when the game is over."""
        loser = self.position.side if side is None else side
        return self._declare(Outcome(loser.opponent, Reason.RESIGNATION))

    def agree_draw(self) -> Outcome:
        """Both players call it a draw. Raises GameError when the game is over."""
        return self._declare(Outcome(None, Reason.AGREEMENT))

    def time_out(self, side: Side | None = None) -> Outcome:
        """A side, or else the one to move, ran out of time. Raises GameError when the game is over."""
        loser = self.position.side if side is None else side
        return self._declare(Outcome(loser.opponent, Reason.TIMEOUT))

    def adjudicate(self, winner: Side | None) -> Outcome:
        """Somebody else decides the game. Raises GameError when it is over."""
        return self._declare(Outcome(winner, Reason.ADJUDICATION))

    def _declare(self, outcome: Outcome) -> Outcome:
        if ended := self.outcome():
            raise GameError(f"the game is over already: {ended.result()} by {ended.reason.value}")
        self._declared = outcome
        return outcome
