"""Games ended early because their result is known: by agreement of the players, or by a tablebase."""

from dataclasses import dataclass
from typing import Self

from jungle.arena.errors import ArenaError
from jungle.pieces import Side

DECIDED = 1_000_000
"""The score of a proven win, beyond any count of pieces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """When to end a game early: both players see the same winner by `score` centi-cats for `moves` moves each.

    Raises ArenaError for what makes no sense.

    >>> Adjudication.parse("score=800,moves=4")
    Adjudication(score=800, moves=4)
    """

    score: int = 1000
    moves: int = 4

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``score=1000,moves=4``; what is left out is as here."""
        values: dict[str, int] = {}
        for pair in filter(None, text.split(",")):
            name, _, value = pair.partition("=")
            if name.strip() not in ("score", "moves"):
                raise ArenaError(f"adjudicate: expected score= or moves=, got {pair!r} in {text!r}")
            if not (value.isascii() and value.isdigit() and int(value) >= 1):
                raise ArenaError(f"adjudicate: expected a whole number from 1 for {name}, got {value!r}")
            values[name.strip()] = int(value)
        return cls(**values)


class Adjudicator:
    """Listens to the scores of one game.

    >>> judge = Adjudicator(Adjudication(score=500, moves=1))
    >>> judge.hear(Side.BLUE, 700)
    >>> str(judge.hear(Side.RED, -600))
    'Blue'
    """

    def __init__(self, adjudication: Adjudication) -> None:
        self._adjudication = adjudication
        self._favourite: Side | None = None
        self._streak = 0

    def hear(self, side: Side, score: int | None) -> Side | None:
        """A side moved and gave its view of the game (None for none). Returns the winner once it is agreed."""
        if score is None or abs(score) < self._adjudication.score:
            self._favourite, self._streak = None, 0
            return None
        favourite = side if score > 0 else side.opponent
        self._streak = self._streak + 1 if favourite is self._favourite else 1
        self._favourite = favourite
        return favourite if self._streak >= 2 * self._adjudication.moves else None
