"""Tags and comments as text."""

import re

from jungle.errors import InvalidRecordError

TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
SURROGATE = re.compile("[\ud800-\udfff]")


def checked_text(what: str, text: object) -> str:
    """The text of a tag or comment. Raises InvalidRecordError, which names it, if a file cannot hold it."""
    if not isinstance(text, str):
        raise InvalidRecordError(f"expected text for {what}, got {text!r}")
    if SURROGATE.search(text):
        raise InvalidRecordError(f"{what} contains an unpaired surrogate: {text!r}")
    return text


def escaped(text: str, closing: str) -> str:
    """The text on one line, with closing marks escaped."""
    text = text.replace("\\", "\\\\").replace(closing, "\\" + closing)
    return text.replace("\n", "\\n").replace("\r", "\\r")
