"""How a game ended, as files have it: a result and, in a tag, the reason."""

from jungle.boardgame import AnyGame
from jungle.outcome import Reason
from jungle.pieces import Side

UNKNOWN = "*"
"""The result of a game that is unfinished, or whose ending was not recorded."""

_WINNERS = {"1-0": Side.BLUE, "0-1": Side.RED, "1/2-1/2": None}
RESULTS = (*_WINNERS, UNKNOWN)

_DRAWS_ONLY, _WINS_ONLY = (Reason.AGREEMENT,), (Reason.RESIGNATION, Reason.TIMEOUT)
_DECLARED = (*_DRAWS_ONLY, *_WINS_ONLY, Reason.ADJUDICATION)


class Contradiction(ValueError):  # noqa: N818 - named for what it is; readers turn it into a RecordError.
    """A result, or a termination, that cannot be that of the game."""

    def __init__(self, message: str, *, in_termination: bool) -> None:
        super().__init__(message)
        self.in_termination = in_termination


def result_of(game: AnyGame) -> str:
    """1-0, 0-1, 1/2-1/2, or * while the game is in progress."""
    outcome = game.outcome()
    return outcome.result() if outcome else UNKNOWN


def settle(game: AnyGame, result: str, termination: str | None) -> None:
    """Give a game the ending that its file declares, or see that the file agrees with the board.

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
    if reason is not None and reason not in _DECLARED:
        raise Contradiction(f"the moves do not end by {termination}", in_termination=True)
    if result == UNKNOWN:
        if reason is not None:
            raise Contradiction(f"an ending by {termination}, but the result is {UNKNOWN}", in_termination=True)
        return
    winner = _WINNERS[result]
    if reason in (_WINS_ONLY if winner is None else _DRAWS_ONLY):
        raise Contradiction(f"{result} cannot come by {termination}", in_termination=True)
    match reason:
        case Reason.AGREEMENT:
            game.agree_draw()
        case Reason.RESIGNATION if winner is not None:
            game.resign(winner.opponent)
        case Reason.TIMEOUT if winner is not None:
            game.time_out(winner.opponent)
        case _:
            game.adjudicate(winner)


def _reason(termination: str) -> Reason:
    try:
        return Reason(termination)
    except ValueError:
        known = ", ".join(reason.value for reason in Reason)
        message = f"expected a termination of {known}; got {termination!r}"
        raise Contradiction(message, in_termination=True) from None
