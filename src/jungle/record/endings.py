"""How a game ended, in the form of files: a result and, in a tag, the reason."""

from jungle.boardgame import BoardGame
from jungle.errors import GameError
from jungle.outcome import RESULTS as _WINNERS
from jungle.outcome import Outcome, Reason

UNKNOWN = "*"
"""The result of a game that is unfinished, or whose ending was not recorded."""

RESULTS = (*_WINNERS, UNKNOWN)


class Contradiction(ValueError):  # noqa: N818 - named for what it is; readers turn it into a RecordError.
    """A result or termination that contradicts the game."""

    def __init__(self, message: str, *, in_termination: bool) -> None:
        super().__init__(message)
        self.in_termination = in_termination


def result_of(game: BoardGame) -> str:
    """1-0, 0-1, 1/2-1/2, or * while the game is in progress."""
    outcome = game.outcome()
    return outcome.result() if outcome else UNKNOWN


def settle(game: BoardGame, result: str, termination: str | None) -> None:
    """Declare the ending that a game's file gives, or check that the file agrees with the board.

    A result without an explanation is an adjudication. Raises Contradiction.
    """
    reason = None if termination is None else _reason(termination)
    if ended := game.outcome():
        if result != ended.result():
            message = f"the result is {result}, but the game ended {ended.result()} by {ended.reason.value}"
            raise Contradiction(message, in_termination=False)
        if reason not in (None, ended.reason):
            message = f"the game ended by {ended.reason.value}, not by {termination}"
            raise Contradiction(message, in_termination=True)
        return
    if result == UNKNOWN:
        if reason is not None:
            raise Contradiction(f"an ending by {termination}, but the result is {UNKNOWN}", in_termination=True)
        return
    try:
        game.end(Outcome.from_result(result, reason or Reason.ADJUDICATION))
    except GameError as error:
        raise Contradiction(str(error), in_termination=reason is not None) from None


def _reason(termination: str) -> Reason:
    try:
        return Reason(termination)
    except ValueError:
        known = ", ".join(reason.value for reason in Reason)
        message = f"expected a termination of {known}; got {termination!r}"
        raise Contradiction(message, in_termination=True) from None
