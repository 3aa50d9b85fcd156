"""Errors reported to clients: a status, a code for programs and a sentence for people."""

from jungle.errors import JungleError

MESSAGE_LIMIT = 500


def shortened(message: str) -> str:
    """A message cut to a reasonable length, since it may quote long input.

    >>> len(shortened("there is no user " + "x" * 10_000))
    500
    """
    return message if len(message) <= MESSAGE_LIMIT else message[: MESSAGE_LIMIT - 1] + "…"


class RequestError(JungleError):
    """A request that is refused."""

    status = 400
    code = "bad_request"

    def __init__(self, message: str, code: str | None = None, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        if code is not None:
            self.code = code
        self.retry_after = retry_after


class NotSignedInError(RequestError):
    status = 401
    code = "unauthorized"


class ForbiddenError(RequestError):
    status = 403
    code = "forbidden"


class NotFoundError(RequestError):
    status = 404
    code = "not_found"


class ConflictError(RequestError):
    """The request does not fit the current state: not your turn, already over."""

    status = 409
    code = "conflict"


class UnprocessableError(RequestError):
    """Understood, but impossible: an illegal move, or contradictory rules."""

    status = 422
    code = "invalid"


class LimitedError(RequestError):
    status = 429
    code = "limited"


class BusyError(RequestError):
    status = 503
    code = "busy"
