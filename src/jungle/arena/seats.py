"""Players at the board. Ours play in the present process; those that are not have a process of their own."""

import math
import os
import traceback
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from jungle.arena.adjudication import DECIDED
from jungle.arena.games import Termination
from jungle.arena.players import Player, PlayerSpec
from jungle.engine.external import EngineHungError, IllegalAnswerError
from jungle.errors import JungleError

DETAIL_LIMIT = 200
NODES_LIMIT = 2**63
SCORE_LIMIT = DECIDED


class PlayerFailedError(Exception):
    """A player failed: how, and what it said last."""

    def __init__(self, ending: Termination, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        # Whatever a player says must be fit to be printed and written: half a surrogate pair is not.
        text = detail.encode("utf-8", "backslashreplace").decode()
        self.detail = " ".join(text.split())[:DETAIL_LIMIT]

    @classmethod
    def of(cls, error: BaseException) -> "PlayerFailedError":
        """The failure of a player that raised this error."""
        match error:
            case PlayerFailedError():
                return error
            case EngineHungError():
                return cls(Termination.TIMEOUT, str(error))
            case IllegalAnswerError():
                return cls(Termination.ILLEGAL, str(error))
            case _:
                return cls(Termination.CRASH, _described(error))


def _described(error: BaseException) -> str:
    """An error in one line, with the place where it was raised."""
    if isinstance(error, JungleError):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        return f"SyntaxError: {error.msg} ({os.path.basename(error.filename)}:{error.lineno})"  # noqa: PTH119
    text = "".join(traceback.format_exception_only(error)).strip()
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{text} ({os.path.basename(place.filename)}:{place.lineno})"  # noqa: PTH119


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player answered: a move, or what it takes for one, and what it tells beside it."""

    move: Any
    nodes: int | None = None
    score: int | None = None
    """In centi-cats, for the side to move."""

    @classmethod
    def of(cls, answer: Any) -> "Answer":
        """What anybody may return from `choose`; figures that are none count as not given."""
        if isinstance(answer, str) or not hasattr(answer, "move"):
            return cls(answer)
        nodes: Any = getattr(answer, "nodes", None)
        score: Any = getattr(answer, "score", None)
        if hasattr(score, "win_in"):
            score = score.centi_cats if score.win_in is None else DECIDED if score.win_in > 0 else -DECIDED
        return cls(
            answer.move,
            nodes if isinstance(nodes, int) and 0 <= nodes < NODES_LIMIT else None,
            round(max(min(score, DECIDED), -DECIDED)) if isinstance(score, int | float) and math.isfinite(score) else None,
        )


class Seat(Protocol):
    """A player's place in the games of a run. Every method but `close` raises PlayerFailedError."""

    timeout: float
    """Seconds for a move."""

    def new_game(self, game: Any, seed: str) -> None:
        """Get ready for a game, which may have begun."""

    def choose(self, game: Any) -> Answer:
        """Choose a move in that game."""

    def close(self) -> None:
        """Give back what the player holds; it is made anew when it is needed again."""


class BuiltInSeat:
    """A player of ours, in this process."""

    def __init__(self, spec: PlayerSpec, timeout: float, *, flip: bool) -> None:
        self.timeout = timeout
        self._spec = spec
        self._flip = flip
        self._player: Player | None = None

    def new_game(self, game: Any, seed: str) -> None:
        try:
            if self._player is None:
                self._player = self._spec.open(flip=self._flip)
            self._player.new_game(seed)  # type: ignore[attr-defined]
        except Exception as error:
            raise PlayerFailedError.of(error) from error

    def choose(self, game: Any) -> Answer:
        assert self._player is not None
        try:
            return Answer.of(self._player.choose(game))
        except Exception as error:
            raise PlayerFailedError.of(error) from error

    def close(self) -> None:
        player, self._player = self._player, None
        if player is not None:
            with suppress(Exception):
                player.close()
