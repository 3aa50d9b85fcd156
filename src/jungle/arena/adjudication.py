"""Games ended early because their result is known: both players agree on it, or a tablebase has it."""

from dataclasses import dataclass
from typing import Self

from jungle.arena.errors import InvalidSettingError
from jungle.board_game import BoardGame
from jungle.engine import Score, open_tables
from jungle.native import native_cache
from jungle.pieces import Side
from jungle.tablebase import Tablebase

DECIDED = 1_000_000
"""The score of a proven win, beyond any count of pieces."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """When to end a game early: both players see the same winner by `score` centi-cats for `moves` moves each.

    With `tables`, also when the tablebase knows the result. Raises ArenaError for invalid values.

    >>> Adjudication.parse("score=800,moves=4")
    Adjudication(score=800, moves=4, tables=False)
    """

    score: int = 1000
    moves: int = 4
    tables: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``score=1000,moves=4,tables=yes``; options left out have these values."""
        values: dict[str, int] = {}
        tables = "no"
        for pair in filter(None, text.split(",")):
            name, _, value = pair.partition("=")
            match name.strip():
                case "tables":
                    tables = value
                case "score" | "moves" as name if value.isascii() and value.isdigit() and int(value) >= 1:
                    values[name] = int(value)
                case "score" | "moves":
                    raise InvalidSettingError(f"adjudicate: expected a whole number from 1 for {name}, got {value!r}")
                case _:
                    expected = "expected score=, moves= or tables="
                    raise InvalidSettingError(f"adjudicate: {expected}, got {pair!r} in {text!r}")
        if tables not in ("yes", "no"):
            raise InvalidSettingError(f"adjudicate: expected yes or no for tables, got {tables!r}")
        return cls(**values, tables=tables == "yes")


def centi_cats(score: Score | None) -> int | None:
    """A score as a number; a proven win or loss is beyond all others."""
    if score is None or score.win_in is None:
        return None if score is None else score.centi_cats
    return DECIDED if score.win_in > 0 else -DECIDED


class Adjudicator:
    """Follows one game and ends it when its result is known."""

    def __init__(self, adjudication: Adjudication) -> None:
        self._adjudication = adjudication
        self._favourite: Side | None = None
        self._streak = 0

    def look(self, game: BoardGame, side: Side, score: Score | None) -> None:
        """A side has moved and given its view of the game (None for none): end the game if its result is known."""
        agreed = self._heard(side, centi_cats(score))
        if self._adjudication.tables and (known := _known(game)) is not None:
            game.adjudicate(known[0])
        elif agreed is not None:
            game.adjudicate(agreed)

    def _heard(self, side: Side, score: int | None) -> Side | None:
        """The winner once both players agree on one."""
        if score is None or abs(score) < self._adjudication.score:
            self._favourite, self._streak = None, 0
            return None
        favourite = side if score > 0 else side.opponent
        self._streak = self._streak + 1 if favourite is self._favourite else 1
        self._favourite = favourite
        return favourite if self._streak >= 2 * self._adjudication.moves else None


def _known(game: BoardGame) -> tuple[Side | None] | None:
    """A tuple of the winner (None for a draw) if a tablebase knows the result; otherwise None."""
    tables, side = _tables(game.kind), game.side
    entry = tables.probe(game.position) if tables else None
    if entry is None or side is None or not entry.is_certain():
        return None
    if not entry.wdl:
        return (None,)
    return (side if entry.wdl > 0 else side.opponent,)


@native_cache(None)
def _tables(kind: str) -> Tablebase | None:
    return open_tables(kind)
