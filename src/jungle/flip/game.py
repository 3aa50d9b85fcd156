"""A face-down game: the deal, the positions so far, and how it ends.

A flip is a chance event: the history keeps what came up (``b2=T``), so a game can be recorded and replayed without
its deal. Every ending is decided by `FlipGame.outcome`.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Self, cast

from jungle.board_game import BoardGame, Deal
from jungle.board_position import BoardPosition
from jungle.errors import (
    IllegalMoveError,
    IllegalMoveReason,
    InvalidArgumentError,
    InvalidMoveError,
    InvalidPositionError,
)
from jungle.features import Features
from jungle.flip.moves import FlipMove
from jungle.flip.position import FlipPosition
from jungle.flip.rules import GRID, FlipRules
from jungle.moves import BoardMove
from jungle.outcome import Outcome, Reason
from jungle.pieces import Piece, Side, as_side
from jungle.rules import BaseRules


class FlipGame(BoardGame[FlipPosition, FlipMove, FlipRules]):
    """A face-down game from its start: play, undo, redo, and the outcome.

    >>> FlipGame.from_moves(["b2=t", "b3=T", "b2b3"]).fen()
    '????/?1??/?1??/???? b 0 RCDWPLErcdwple'
    >>> game = FlipGame(seed=1)
    >>> game.play("a1") == game.undo() == game.redo(), game.outcome()
    (True, None)
    """

    __slots__ = ("_deal",)

    kind = "flip"
    grid = GRID
    rules_type = FlipRules
    position_type = FlipPosition
    uses_directions = False
    uses_chance = True
    features = Features(
        engine="jungle.engine:FlipEngine",
        tables="jungle.tablebase:FlipTablebase",
        levels="jungle.players:levels.json",
        strategies=("biggest-first", "rat-first", "random"),
        rule_choices={
            "colours": {"fixed": "", "flip": "first_flip_decides=yes"},
            "loop": {"20": "quiet_limit=20", "40": "", "80": "quiet_limit=80", "none": "quiet_limit=none"},
        },
    )

    def __init__(
        self,
        rules: BaseRules | str | None = None,
        *,
        first: Side | None = None,
        fen: str | None = None,
        seed: int | None = None,
        deal: Deal | None = None,
        position: BoardPosition | None = None,
        **changes: object,
    ) -> None:
        """Start a new game with a given seed or deal, or a random one. The rest is as in every game.

        Raises InvalidPositionError also for a deal that does not fit.
        """
        if seed is not None and type(seed) is not int:
            raise InvalidArgumentError(f"expected a whole number as the seed, got {seed!r}")
        if first is not None and fen is None and position is None:
            rules = self._changed(self._rules(rules), {"first": as_side(first)})
        super().__init__(rules, first=first, fen=fen, position=position, seed=None, deal=None, **changes)
        self._deal: Deal | None = shuffled(self.start, seed) if deal is None else _checked_deal(self.start, deal)

    def _forget_deal(self) -> None:
        self._deal = None

    def copy(self) -> Self:
        """An independent copy, with the same deal."""
        twin = super().copy()
        twin._deal = self._deal
        return twin

    def public(self) -> Self:
        """A copy that does not know the deal: every flip played on it must say what it turns up."""
        twin = self.copy()
        twin._deal = None
        return twin

    @property
    def deal(self) -> Deal | None:
        """The pieces face down at the start, or None if they are unknown. Never show it to players."""
        return None if self._deal is None else MappingProxyType(self._deal)

    def _completed(self, move: BoardMove) -> FlipMove:
        return FlipMove.flip(move.origin, self._turn_up(move)) if move.is_flip() else cast("FlipMove", move)

    def _turn_up(self, flip: BoardMove) -> Piece:
        if self._deal is None:
            if flip.revealed is None:
                raise InvalidMoveError(f"the deal is unknown: expected what {flip} turns up, like {flip}=T")
            return flip.revealed
        dealt = self._deal[flip.origin]
        if flip.revealed not in (None, dealt):
            message = f"{flip}: the {flip.revealed} is not there"
            raise IllegalMoveError(message, IllegalMoveReason.MISNAMED, square=flip.origin)
        return dealt

    def _decided(self) -> Outcome | None:
        position = self.position
        if position.is_decided():
            survivors = [side for side in Side if position.has_pieces(side)]
            return Outcome(survivors[0] if survivors else None, Reason.CAPTURE)
        if position.side is not None and not position.has_moves():
            return Outcome(position.side.opponent, Reason.NO_MOVES)
        return None


def shuffled(position: FlipPosition, seed: int | None = None) -> Deal:
    """Deal the hidden pieces of a position onto its face-down squares, by seed or at random.

    The same seed gives the same deal on every machine and Python version.
    """
    rng = Random(seed)
    pieces = list(position.hidden_pieces())
    deal = {}
    for square in position.face_down():
        # Of all methods of Random, only random() is guaranteed to stay the same.
        deal[square] = pieces.pop(int(rng.random() * len(pieces)))
    return deal


def _checked_deal(start: FlipPosition, deal: Deal) -> Deal:
    """The deal with its squares as numbers. Raises InvalidPositionError if it does not fit the start."""
    if not isinstance(deal, Mapping):
        raise InvalidPositionError(f"expected a deal, pieces by their squares, got {deal!r}")
    if not all(isinstance(piece, Piece) for piece in deal.values()):
        raise InvalidPositionError(f"expected a deal, pieces by their squares, got {deal!r}")
    dealt = {GRID.as_square(square): piece for square, piece in deal.items()}
    if sorted(dealt) != start.face_down():
        squares = " ".join(GRID.names[square] for square in start.face_down())
        raise InvalidPositionError(f"expected a deal for the face-down squares {squares or 'none'} of {start.fen()}")
    if len(set(dealt.values())) != len(dealt) or set(dealt.values()) != start.hidden:
        letters = "".join(piece.letter for piece in dealt.values())
        raise InvalidPositionError(f"the deal {letters} is not what is hidden in {start.fen()}")
    return dealt
