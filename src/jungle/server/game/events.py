"""What happens to games. Clients receive it as frames; these values are for the rest of the server."""

from dataclasses import dataclass
from typing import Literal

from jungle.board_game import BoardGame
from jungle.server.game.rows import GameRow
from jungle.server.json import Json

Origin = Literal["challenge", "rematch", "tournament", "round"]
"""How a game came about."""


@dataclass(frozen=True, slots=True)
class GameStarted:
    """A game has started."""

    row: GameRow
    origin: Origin


@dataclass(frozen=True, slots=True)
class GameChanged:
    """A game whose players may want email or a notification has changed. Recorded only, within the transaction."""

    row: GameRow
    game: BoardGame
    events: tuple[Json, ...]
    """What clients receive, in order."""
    dropped_plans: tuple[int, ...] = ()
    """The users whose conditional moves have been removed."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game is over: ended, or aborted."""

    row: GameRow
