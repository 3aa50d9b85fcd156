"""Events of a game in progress, for a front end to render."""

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

from jungle.errors import IllegalMoveReason
from jungle.moves import BoardMove
from jungle.outcome import Outcome
from jungle.pieces import Animal, Side

if TYPE_CHECKING:
    from jungle.engine import Hint
    from jungle.play.review import Review


class Job(Enum):
    """The computer's background tasks."""

    MOVE = "move"
    HINT = "hint"
    EVALUATION = "evaluation"
    REVIEW = "review"


class Refusal(Enum):
    """Why an action is refused now. For moves that the rules forbid, see `IllegalMoveReason`."""

    NOT_A_MOVE = "not a move"
    """The text is not a move in any position."""
    NOT_YOUR_TURN = "not your turn"
    NOTHING_TO_UNDO = "nothing to undo"
    NOTHING_TO_REDO = "nothing to redo"
    TURNED_UP = "turned up"
    """A piece was turned up since, and both players have seen it."""
    NO_COLOURS = "no colours"
    """No player can resign before the first flip decides the colours."""
    NO_PERSON = "no person"
    """Only a person can resign, and only two people can agree on a draw."""
    NOTHING_TO_REVIEW = "nothing to review"
    NO_LEVEL = "no level"
    """The opponent has no level above or below it."""


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of all events."""


@dataclass(frozen=True, slots=True)
class Changed(Event):
    """Base class of events that change the position or the ending."""


@dataclass(frozen=True, slots=True)
class Began(Changed):
    """A new game has replaced the last one."""


@dataclass(frozen=True, slots=True)
class Moved(Changed):
    """A move was played."""

    move: BoardMove
    """The move. A flip includes the piece it turned up."""
    seat: int
    side: Side | None
    """The side that moved; None for the flip that decides the colours."""
    player: str | None
    """The computer player that chose it; None for a person."""


@dataclass(frozen=True, slots=True)
class Refused(Event):
    """A request was refused, and nothing has changed."""

    why: IllegalMoveReason | Refusal
    animal: Animal | None = None
    """The animal that was to move, if it is known."""
    text: str = ""
    """The move as given, if it was text."""


@dataclass(frozen=True, slots=True)
class Undone(Changed):
    """Moves were taken back, the last one first; None if only a declared ending was taken back."""

    moves: tuple[BoardMove, ...]


@dataclass(frozen=True, slots=True)
class Redone(Changed):
    """Undone moves were replayed."""

    moves: tuple[BoardMove, ...]


@dataclass(frozen=True, slots=True)
class Thinking(Event):
    """A computer player has started thinking about its move."""

    seat: int
    player: str


@dataclass(frozen=True, slots=True)
class Hinted(Event):
    """The requested hint is ready."""

    hint: "Hint"


@dataclass(frozen=True, slots=True)
class Ticked(Event):
    """A clock shows a new time."""

    seat: int


@dataclass(frozen=True, slots=True)
class Evaluated(Event):
    """Blue's chance of winning in the current position has changed."""

    chance: float


@dataclass(frozen=True, slots=True)
class Reviewed(Event):
    """The requested review is complete."""

    review: "Review"


@dataclass(frozen=True, slots=True)
class Ended(Changed):
    """The game is over."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """A player, a hint or a review failed. After a failed move the game is paused; `pause(False)` tries again."""

    task: Job
    error: Exception

    @property
    def why(self) -> str:
        return str(self.error) or type(self.error).__name__


@dataclass(frozen=True, slots=True)
class Unsaved(Event):
    """The game could not be saved. Reported once, and again only after a successful save."""

    why: str
