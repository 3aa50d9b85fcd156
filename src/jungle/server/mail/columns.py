"""The width of mails: no line is longer than a plain mail reader shows."""

from jungle.terminal.paint import wrapped

COLUMNS = 78


def fitted(text: str) -> str:
    """The text with long lines broken between words. Lines with a link stay whole, so that the link still works.

    >>> max(map(len, fitted("one two three " * 20).splitlines()))
    77
    """
    return "\n".join(line if "://" in line else wrapped(line, COLUMNS) for line in text.split("\n"))
