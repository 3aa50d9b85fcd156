"""What can go wrong in the code of players written by users."""

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

from jungle.engine import EngineError
from jungle.errors import JungleError


class GuestError(EngineError):
    """A `python:` player raised something; `detail` says what, without the player's name."""

    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.detail = detail


@contextmanager
def guest_code(name: str) -> Iterator[None]:
    """Run code of a guest. Raises GuestError for whatever it raises, except our own errors."""
    try:
        yield
    except JungleError:
        raise
    except (Exception, SystemExit) as error:
        raise GuestError(name, described(error)) from error


def described(error: BaseException) -> str:
    """An error in one line, with the place where it was raised."""
    if isinstance(error, GuestError):
        return error.detail
    if isinstance(error, JungleError):
        return str(error)
    if isinstance(error, SyntaxError) and error.filename:
        return f"SyntaxError: {error.msg} ({os.path.basename(error.filename)}:{error.lineno})"  # noqa: PTH119
    text = " ".join("".join(traceback.format_exception_only(error)).split())
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{text} ({os.path.basename(place.filename)}:{place.lineno})"  # noqa: PTH119
