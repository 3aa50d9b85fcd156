"""A flip game: the deal, the positions so far, and how it ends.

A flip is a chance event: the history keeps what came up (``b2=T``), so a game can be told and replayed without
its deal. Every ending is decided by `FlipGame.outcome`.
"""

from collections.abc import Iterable, Mapping
from random import Random
from types import MappingProxyType
from typing import Self

from jungle.course import REPETITIONS, Course, Outcome, Reason
from jungle.errors import (
    IllegalMoveError,
    InvalidMoveError,
    InvalidPositionError,
    InvalidRulesError,
    Obstacle,
)
from jungle.flip.board import square_name
from jungle.flip.moves import Flip, FlipMove
from jungle.flip.position import FlipPosition
from jungle.pieces import PIECES, Piece, Side
from jungle.rules import MOST_QUIET

QUIET_LIMIT = 40
"""Plies without a flip or capture that draw, unless said otherwise: the "largest loop number"."""

Deal = Mapping[int, Piece]
"""What lies face down at the start, by square."""


class FlipGame(Course[FlipPosition, FlipMove]):
    """A game from its start: play, undo, redo, and the outcome.

    >>> FlipGame.from_moves(["b2=t", "b3=T", "b2b3"]).position.fen()
    '????/?1??/?1??/???? b 0 RCDWPLErcdwple'
    >>> game = FlipGame(seed=1)
    >>> game.play("a1") == game.undo() == game.redo(), game.outcome()
    (True, None)
    """

    __slots__ = ("_deal", "_quiet_limit")

    def __init__(
        self,
        seed: int | None = None,
        *,
        first: Side = Side.RED,
        first_flip_decides: bool = False,
        quiet_limit: int | None = QUIET_LIMIT,
        position: FlipPosition | None = None,
        deal: Deal | None = None,
    ) -> None:
        """A new game, shuffled by a seed (or by chance), or dealt as told; from a position, if one is given.

        With `first_flip_decides` nobody has a colour until a piece is turned up; whoever turns it plays its colour.
        Raises InvalidPositionError for a deal that does not fit the position, InvalidRulesError for a wrong limit.
        """
        start = _start(position, first, first_flip_decides)
        self._begin(start, shuffled(start, seed) if deal is None else deal, quiet_limit)

    def _begin(self, start: FlipPosition, deal: Deal | None, quiet_limit: int | None) -> None:
        if quiet_limit is not None and not 1 <= quiet_limit <= MOST_QUIET:
            raise InvalidRulesError(f"quiet_limit is {quiet_limit}, expected 1 to {MOST_QUIET} plies, or None")
        if deal is not None:
            _check_deal(start, deal)
        self._deal = None if deal is None else dict(deal)
        self._quiet_limit = quiet_limit
        super().__init__(start)

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[FlipMove | str],
        seed: int | None = None,
        *,
        first: Side = Side.RED,
        first_flip_decides: bool = False,
        quiet_limit: int | None = QUIET_LIMIT,
        position: FlipPosition | None = None,
        deal: Deal | None = None,
    ) -> Self:
        """The game of these moves. Without a seed or a deal every flip, later too, says what it turns up: ``b2=T``.

        Raises what `play` raises.
        """
        game = object.__new__(cls)
        start = _start(position, first, first_flip_decides)
        game._begin(start, shuffled(start, seed) if deal is None and seed is not None else deal, quiet_limit)
        for move in moves:
            game.play(move)
        return game

    def copy(self) -> Self:
        """A game that goes its own way from here, with the same deal."""
        twin = super().copy()
        twin._deal = self._deal
        twin._quiet_limit = self._quiet_limit
        return twin

    def __repr__(self) -> str:
        moves = [str(move) for move in self._moves]
        return f"FlipGame.from_moves({moves!r}, position={self.start!r}, quiet_limit={self._quiet_limit})"

    @property
    def deal(self) -> Deal | None:
        """What lay face down at the start, or None where only the players know. Not for players' eyes."""
        return None if self._deal is None else MappingProxyType(self._deal)

    @property
    def quiet_limit(self) -> int | None:
        """Plies without a flip or capture that draw."""
        return self._quiet_limit

    @property
    def first(self) -> Side | None:
        """The colour of the player who begins; None while the first flip is still to decide it."""
        if self.start.side is not None or not self._moves:
            return self.start.side
        second = self._positions[1].side
        return None if second is None else second.opponent

    def legal_moves(self) -> list[FlipMove]:
        """All that may be done now; nothing when the game is over."""
        return [] if self._is_over() else self.position.legal_moves()

    def play(self, move: FlipMove | str) -> FlipMove:
        """Play a move, given as such or as text, and return it; a flip comes back with what it turned up.

        What was undone is forgotten, unless the move is the next of it. Raises InvalidMoveError, also for a flip that
        must say what it turns up and does not, or IllegalMoveError, and leaves the game as it was.
        """
        position = self.position
        if isinstance(move, str):
            move = position.parse_move(move)
        else:
            position.check(move)
        self._refuse_when_over()
        if isinstance(move, Flip):
            move = Flip(move.square, self._turn_up(move))
        self._play(move)
        return move

    def _turn_up(self, flip: Flip) -> Piece:
        if self._deal is None:
            if flip.revealed is None:
                raise InvalidMoveError(f"the deal is not known: expected what {flip} turns up, like {flip}=T")
            return flip.revealed
        dealt = self._deal[flip.square]
        if flip.revealed not in (None, dealt):
            raise IllegalMoveError(f"{flip}: the {flip.revealed} does not lie there", Obstacle.MISNAMED)
        return dealt

    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        if self._declared:
            return self._declared
        position = self.position
        if position.is_decided():
            survivors = [side for side in Side if position.has_pieces(side)]
            return Outcome(survivors[0] if survivors else None, Reason.CAPTURE)
        if not position.legal_moves():
            assert position.side is not None
            return Outcome(position.side.opponent, Reason.NO_MOVES)
        return self._drawn()

    def _drawn(self) -> Outcome | None:
        """A draw that the course of the game brings."""
        if self.repetitions() >= REPETITIONS:
            return Outcome(None, Reason.REPETITION)
        if self._quiet_limit is not None and self.position.quiet >= self._quiet_limit:
            return Outcome(None, Reason.QUIET)
        return None


def _start(position: FlipPosition | None, first: Side, first_flip_decides: bool) -> FlipPosition:
    return FlipPosition.initial(first=None if first_flip_decides else first) if position is None else position


def shuffled(position: FlipPosition, seed: int | None = None) -> Deal:
    """The hidden pieces of a position, dealt onto its face-down squares by a seed, or by chance without one.

    The same seed gives the same deal on every machine and Python version.
    """
    rng = Random(seed)
    pieces = [piece for piece in PIECES.values() if piece in position.hidden]
    deal = {}
    for square in position.face_down():
        # Of all that Random can do, only random() is promised to stay the same.
        deal[square] = pieces.pop(int(rng.random() * len(pieces)))
    return deal


def _check_deal(start: FlipPosition, deal: Deal) -> None:
    if sorted(deal) != start.face_down():
        squares = " ".join(map(square_name, start.face_down()))
        raise InvalidPositionError(f"expected a deal for the face-down squares {squares or 'none'} of {start.fen()}")
    if len(set(deal.values())) != len(deal) or set(deal.values()) != start.hidden:
        dealt = "".join(piece.letter for piece in deal.values())
        raise InvalidPositionError(f"the deal {dealt} is not what is hidden in {start.fen()}")
