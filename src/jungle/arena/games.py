"""The values that travel between a run and those who play its games: conditions, jobs and results.

All of them have a plain form for JSON, in which they go through pipes, clusters and the journal.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from enum import Enum
from typing import Any, Self

from jungle.course import Reason
from jungle.pieces import Side

PLIES_LIMIT = 10_000
"""No game is longer than this, whatever is asked."""


class Ending(Enum):
    """How a game of the arena ended: as games end, by a player's failure, or not at all."""

    DEN = Reason.DEN.value
    CAPTURE = Reason.CAPTURE.value
    NO_MOVES = Reason.NO_MOVES.value
    REPETITION = Reason.REPETITION.value
    QUIET = Reason.QUIET.value
    ADJUDICATION = Reason.ADJUDICATION.value
    TIMEOUT = Reason.TIMEOUT.value
    ILLEGAL = "illegal move"
    CRASH = "crash"
    PLIES = "too many plies"
    """Stopped at the limit of plies: inconclusive, half a point for either."""

    @property
    def is_failure(self) -> bool:
        """Did a player fail, rather than lose?"""
        return self in (Ending.TIMEOUT, Ending.ILLEGAL, Ending.CRASH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What holds for every game of a run."""

    rules: str = "standard"
    """As `jungle.rules_text` writes them."""
    flip: bool = False
    """The face-down game instead."""
    max_plies: int = 400
    timeout: float = 60.0
    """Seconds that a move may take, unless a player has a limit of its own."""
    adjudicate: str = ""

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        return cls(**data)


@dataclass(frozen=True, slots=True)
class Opening:
    """Where a pair of games begins: a position's text (empty for the start), a shuffle for the face-down game,
    and the moves to begin with."""

    fen: str = ""
    moves: tuple[str, ...] = ()
    shuffle: str = ""


@dataclass(frozen=True, slots=True)
class GameJob:
    """A game to be played: which one of the run, from where, who sits where, and with what luck."""

    pairing: int
    pair: int
    leg: int
    """0 for the first game from an opening, 1 for the one with colours swapped."""
    blue: int
    """The number of the player who is Blue."""
    red: int
    opening: Opening
    seed: str

    @property
    def key(self) -> tuple[int, int, int]:
        return self.pairing, self.pair, self.leg

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        opening = data["opening"]
        return cls(**{**data, "opening": Opening(opening["fen"], tuple(opening["moves"]), opening["shuffle"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class GameResult:
    """A game that was played. What is kept for both sides has Blue's value first."""

    pairing: int
    pair: int
    leg: int
    blue: int
    red: int
    fen: str
    shuffle: str
    opening: int
    """How many of the moves were the opening's."""
    line: str
    """The moves, with spaces between them."""
    winner: int | None
    """A Side's number; None for draws and where nothing was decided."""
    ending: Ending
    detail: str = ""
    """What went wrong, where a player failed."""
    choices: tuple[int, int] = (0, 0)
    """Moves that each side thought about."""
    seconds: tuple[float, float] = (0.0, 0.0)
    """Spent on them."""
    slowest: tuple[float, float] = (0.0, 0.0)
    nodes: tuple[int | None, int | None] = (None, None)
    """None where a player does not count."""

    @classmethod
    def of(cls, job: GameJob, **values: Any) -> Self:
        """The result of a job; the values are those that the job does not know."""
        opening = job.opening
        return cls(
            pairing=job.pairing,
            pair=job.pair,
            leg=job.leg,
            blue=job.blue,
            red=job.red,
            fen=opening.fen,
            shuffle=opening.shuffle,
            opening=len(opening.moves),
            **values,
        )

    @property
    def key(self) -> tuple[int, int, int]:
        return self.pairing, self.pair, self.leg

    @property
    def moves(self) -> tuple[str, ...]:
        return tuple(self.line.split())

    @property
    def plies(self) -> int:
        return self.line.count(" ") + 1 if self.line else 0

    @property
    def is_inconclusive(self) -> bool:
        return self.ending is Ending.PLIES

    def seat(self, player: int) -> Side:
        """The side that a player had."""
        assert player in (self.blue, self.red)
        return Side.BLUE if player == self.blue else Side.RED

    def points(self, player: int) -> float:
        """A player's share of the point; what was not decided is halved."""
        return 0.5 if self.winner is None else float(self.winner == self.seat(player))

    def to_json(self) -> dict[str, Any]:
        data = {field.name: getattr(self, field.name) for field in fields(self)}
        return data | {"ending": self.ending.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """Raises KeyError, TypeError or ValueError for what is no result."""
        values = {field.name: data[field.name] for field in fields(cls)}
        for name in ("choices", "seconds", "slowest", "nodes"):
            values[name] = tuple(values[name])
        return cls(**values | {"ending": Ending(data["ending"])})
