"""What happens in a game in progress, as values that a front end renders."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from jungle.errors import Obstacle
from jungle.moves import BoardMove
from jungle.outcome import Outcome
from jungle.pieces import Animal, Side

if TYPE_CHECKING:
    from jungle.engine import Hint
    from jungle.play.review import Review


class Task(Enum):
    """What the computer may be working on in the background."""

    MOVE = "move"
    HINT = "hint"
    EVALUATION = "evaluation"
    REVIEW = "review"


class Refusal(Enum):
    """Why something cannot be done now. For moves that the rules forbid there is `Obstacle`."""

    NOT_A_MOVE = "not a move"
    """The text is no move in any position."""
    NOT_YOUR_TURN = "not your turn"
    NOTHING_TO_UNDO = "nothing to undo"
    NOTHING_TO_REDO = "nothing to redo"
    TURNED_UP = "turned up"
    """A piece was turned up since, and everybody has seen it."""
    NO_COLOURS = "no colours"
    """Nobody can resign before the first flip decides the colours."""
    NO_PERSON = "no person"
    """Only a person can resign, and only two people can agree on a draw."""
    NOTHING_TO_REVIEW = "nothing to review"
    NO_LEVEL = "no level"
    """The opponent has no level above or below it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened. Base class of all events."""


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """The game has another position or ending than before. Base class of such events."""


@dataclass(frozen=True, slots=True)
class Began(Changed):
    """Another game has begun in place of the last one."""


@dataclass(frozen=True, slots=True)
class Moved(Changed):
    """A move was played."""

    move: BoardMove
    """A flip says what it turned up."""
    seat: int
    side: Side | None
    """Who moved; None if this was the flip that decides the colours."""
    player: str | None
    """The computer player who chose it; None for a person."""


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """Something that was asked for cannot be done, and nothing has changed."""

    why: Obstacle | Refusal
    animal: Animal | None = None
    """The animal that was to move, if it is known."""
    text: str = ""
    """The move as it was given, if it was text."""


@dataclass(frozen=True, slots=True)
class Undone(Changed):
    """Moves were taken back, the last one first. None if only a declared ending was."""

    moves: tuple[BoardMove, ...]


@dataclass(frozen=True, slots=True)
class Redone(Changed):
    """Moves that had been taken back were played again."""

    moves: tuple[BoardMove, ...]


@dataclass(frozen=True, slots=True)
class Thinking(Event):
    """A computer player has begun to think about its move."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Hinted(Event):
    """The hint that was asked for."""

    hint: "Hint"


@dataclass(frozen=True, slots=True)
class Ticked(Event):
    """A clock shows another time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Evaluated(Event):
    """Blue's chance of winning in the present position."""

    chance: float


@dataclass(frozen=True, slots=True)
class Reviewed(Event):
    """The review that was asked for is complete."""

    review: "Review"


@dataclass(frozen=True, slots=True)
class Ended(Changed):
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """A player, a hint or a review failed. After a failed move the game is paused; `pause(False)` tries again."""

    task: Task
    error: Exception

    @property
    def why(self) -> str:
        return str(self.error) or type(self.error).__name__


@dataclass(frozen=True, slots=True)
class Unsaved(Event):
    """The game could not be saved. It comes once, and again only after a move that was saved."""

    why: str
