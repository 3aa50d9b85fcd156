"""Progress of a long task: a terminal line that is redrawn in place and cleared at the end."""

import shutil
import sys
import time
from typing import Self, TextIO

REDRAW_SECONDS = 0.1
BAR_WIDTH = 24
_EIGHTHS = " ▏▎▍▌▋▊▉"
_CLEAR = "\r\x1b[K"


class Progress:
    """Shows how much of a total is done, a note, and the time left. A context manager.

    Without a total it shows the elapsed time. If the stream is not a terminal, only `log` writes anything.

    >>> import io
    >>> with Progress("games", 10, stream=io.StringIO()) as progress:
    ...     progress.show(5, "score 50.0 %")
    """

    def __init__(
        self, unit: str = "", total: int | None = None, *, done: int = 0, stream: TextIO | None = None
    ) -> None:
        """`done` was finished by an earlier run and does not count towards the estimate."""
        self._unit = unit
        self._total = total
        self._done_before = done
        self._stream = stream or sys.stderr
        self._is_terminal = self._stream.isatty()
        self._started = time.monotonic()
        self._shown = -REDRAW_SECONDS

    def show(self, done: int | None = None, text: str = "") -> None:
        """Redraw the line, unless it was redrawn a moment ago."""
        now = time.monotonic()
        if not self._is_terminal or now - self._shown < REDRAW_SECONDS:
            return
        self._shown = now
        words = [self._count(done), text, self._time(done, now)]
        columns = shutil.get_terminal_size().columns
        self._write(_CLEAR + "  ".join(filter(None, words))[: columns - 1])

    def _count(self, done: int | None) -> str:
        if done is None:
            return ""
        if self._total is None:
            return f"{done:,} {self._unit}"
        return f"{bar(done / max(self._total, 1))} {done:,}/{self._total:,} {self._unit}"

    def _time(self, done: int | None, now: float) -> str:
        elapsed = now - self._started
        if done is None or self._total is None:
            return duration(elapsed)
        fresh = done - self._done_before
        return f"{duration(elapsed / fresh * (self._total - done))} left" if fresh > 0 else ""

    def log(self, text: str) -> None:
        """Write a line that stays, even if the stream is not a terminal."""
        self._write(f"{_CLEAR if self._is_terminal else ''}{text}\n")

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_terminal:
            self._write(_CLEAR)


def duration(seconds: float) -> str:
    """A time in minutes and seconds, and in hours if it is long.

    >>> duration(75), duration(3700)
    ('1:15', '1:01:40')
    """
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}" if minutes >= 60 else f"{minutes}:{rest:02}"


def bar(share: float) -> str:
    """A bar of BAR_WIDTH places, filled by eighths of a place.

    >>> bar(0.5) == "█" * 12 + "░" * 12
    True
    """
    eighths = round(min(max(share, 0.0), 1.0) * BAR_WIDTH * 8)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest] if rest else "")).ljust(BAR_WIDTH, "░")
