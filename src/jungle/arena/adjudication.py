"""Games ended early because their result is known: by agreement of the players, or by a tablebase."""

from dataclasses import dataclass
from typing import Any, Self

from jungle.arena.errors import ArenaError
from jungle.engine.tablebase import probe
from jungle.flip import FlipPosition
from jungle.pieces import Side
from jungle.position import Position

DECIDED = 1_000_000
"""The score of a proven win, beyond any count of pieces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """When to end a game early: both players see the same winner by `score` centi-cats for `moves` moves each.

    With `tables` also when two pieces are left and the tablebase knows the result. Raises ArenaError for what makes
    no sense.

    >>> Adjudication.parse("score=800,moves=4")
    Adjudication(score=800, moves=4, tables=False)
    """

    score: int = 1000
    moves: int = 4
    tables: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``score=1000,moves=4,tables=yes``; what is left out is as here."""
        values: dict[str, Any] = {}
        for pair in filter(None, text.split(",")):
            name, _, value = pair.partition("=")
            if name.strip() == "tables":
                if value not in _WORDS:
                    raise ArenaError(f"adjudicate: expected yes or no for tables, got {value!r}")
                values["tables"] = _WORDS[value]
                continue
            if name.strip() not in ("score", "moves"):
                raise ArenaError(f"adjudicate: expected score=, moves= or tables=, got {pair!r} in {text!r}")
            if not (value.isascii() and value.isdigit() and int(value) >= 1):
                raise ArenaError(f"adjudicate: expected a whole number from 1 for {name}, got {value!r}")
            values[name.strip()] = int(value)
        return cls(**values)


_WORDS = {"yes": True, "no": False}


class Adjudicator:
    """Listens to the scores of one game, and looks at its positions.

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

    def known(self, position: Position | FlipPosition) -> tuple[Side | None] | None:
        """The winner, None for a draw, in a tuple, where a tablebase says so; no tuple where none does."""
        if not self._adjudication.tables or not isinstance(position, Position):
            return None
        score = probe(position)
        if score is None:
            return None
        if score.win_in is None:
            return (None,)
        return (position.side if score.win_in > 0 else position.side.opponent,)
