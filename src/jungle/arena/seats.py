"""Players in their seats: our own, which play in the worker, and what all have in common."""

import threading
from contextlib import suppress
from typing import Protocol

from jungle.arena.games import Conditions, Termination
from jungle.boardgame import BoardGame
from jungle.engine import EngineHungError, IllegalAnswerError
from jungle.players import Choice, Player, PlayerSpec
from jungle.players.guests import described
from jungle.players.spec import STRATEGIES

DETAIL_LIMIT = 200


class PlayerFailedError(Exception):
    """A player failed: how, and what it said last."""

    def __init__(self, ending: Termination, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        # The text must be printable: a lone surrogate is not.
        text = detail.encode("utf-8", "backslashreplace").decode()
        self.detail = " ".join(text.split())[:DETAIL_LIMIT]

    @classmethod
    def of(cls, error: BaseException) -> "PlayerFailedError":
        """The failure of a player that raised this error."""
        match error:
            case EngineHungError():
                return cls(Termination.TIMEOUT, str(error))
            case IllegalAnswerError():
                return cls(Termination.ILLEGAL, str(error))
            case _:
                return cls(Termination.CRASH, described(error))


class Seat(Protocol):
    """A player's place in the games of a run. Every method but `close` raises PlayerFailedError.

    The player is started when it is first needed, stays for the next game, and is started anew after a failure.
    """

    timeout: float
    """Seconds for a move."""

    def new_game(self, game: BoardGame, seed: str) -> None:
        """Get ready for a game, which may have begun."""

    def choose(self, game: BoardGame) -> Choice:
        """Choose a move in that game. A guest's is a text, which need not be legal."""

    def close(self) -> None:
        """End the player."""


class BuiltInSeat:
    """One of our own players, in this process. When its time is up, it is stopped and loses."""

    def __init__(self, spec: PlayerSpec, conditions: Conditions) -> None:
        self.timeout = spec.timeout or conditions.timeout
        self._spec = spec
        self._kind = conditions.game.kind
        self._needs_timer = spec.kind not in STRATEGIES  # which take no time
        self._player: Player | None = None

    def new_game(self, game: BoardGame, seed: str) -> None:
        try:
            if self._player is None:
                self._player = self._spec.open(self._kind)
            self._player.new_game(seed)
        except Exception as error:
            self.close()
            raise PlayerFailedError.of(error) from error

    def choose(self, game: BoardGame) -> Choice:
        player = self._player
        assert player is not None
        try:
            if not self._needs_timer:
                return player.choose(game)
            timer = threading.Timer(self.timeout, player.stop)
            timer.start()
            try:
                return player.choose(game)
            finally:
                timer.cancel()
        except Exception as error:
            self.close()
            raise PlayerFailedError.of(error) from error

    def close(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):
                player.close()
