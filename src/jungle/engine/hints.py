"""A hint for a player: the best move, and what it is about. Front ends put it into words."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol, Self

from jungle.engine.engine import Engine
from jungle.engine.limits import Limit
from jungle.engine.score import Score
from jungle.game import Game
from jungle.geometry import DENS, square_name

HINT_TIME = 0.5
"""Seconds that a hint may take."""


class HintKind(Enum):
    """What the proposed move does."""

    DEN = "den"
    CAPTURE = "capture"
    JUMP = "jump"
    STEP = "step"


class Found(Protocol):
    """A move and its score, as a search or a player found them."""

    @property
    def move(self) -> Any: ...
    @property
    def score(self) -> Score | None: ...


@dataclass(frozen=True, slots=True)
class Hint:
    """A proposed move, and how it stands after it for the one who moves, where that is known."""

    move: Any
    score: Score | None
    kind: HintKind
    square: str
    """The name of the square that the move goes to."""

    @classmethod
    def of(cls, game: Game, found: Found) -> Self:
        """The hint to play what was found in a game."""
        move = found.move
        kind = HintKind.JUMP if move.is_jump else HintKind.STEP
        if move.target in DENS:
            kind = HintKind.DEN
        elif move.captured is not None:
            kind = HintKind.CAPTURE
        return cls(move, found.score, kind, square_name(move.target))


def hint(game: Game, *, engine: Engine | None = None, limit: Limit | None = None) -> Hint:
    """The best move for the side to move. Raises GameError where the game is over.

    >>> from jungle import Position
    >>> found = hint(Game(position=Position.from_fen("7/3E3/7/7/7/7/7/r6/7 b")))
    >>> found.move.uci(), found.kind, str(found.score)
    ('d8d9', <HintKind.DEN: 'den'>, 'win in 1')
    """
    limit = limit or Limit(movetime=HINT_TIME)
    if engine is not None:
        return Hint.of(game, engine.search(game, limit))
    with Engine(hash_mb=16, contempt=0) as own:
        return Hint.of(game, own.search(game, limit))
