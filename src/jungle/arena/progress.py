"""A line that shows the progress of a run; on a terminal it is redrawn in place."""

import shutil
import time
from types import TracebackType
from typing import Self, TextIO

REDRAW_SECONDS = 0.1
REPORT_SECONDS = 30.0
"""Seconds between two lines where they cannot be redrawn."""
BAR_WIDTH = 24
_EIGHTHS = " ▏▎▍▌▋▊▉"


class ProgressLine:
    """Tells of games played, of the result so far, and of the time left. A context manager.

    >>> import io
    >>> with ProgressLine(io.StringIO(), total=10, played=0) as progress:
    ...     progress.show(5, "score 50.0 %")
    """

    def __init__(self, stream: TextIO, *, total: int, played: int, is_open_ended: bool = False) -> None:
        self._stream = stream
        self._total = total
        self._began_with = played
        self._is_open_ended = is_open_ended
        self._is_terminal = stream.isatty()
        self._started = time.monotonic()
        self._shown = self._started - (REDRAW_SECONDS if self._is_terminal else 0)

    def show(self, played: int, result: str) -> None:
        """Show the progress, unless it was shown a moment ago."""
        now = time.monotonic()
        if now - self._shown < (REDRAW_SECONDS if self._is_terminal else REPORT_SECONDS):
            return
        self._shown = now
        text = f"{played:,}/{self._total:,} games  {result}  {self._time(played, now)}"
        if not self._is_terminal:
            print(text, file=self._stream, flush=True)
            return
        columns = shutil.get_terminal_size().columns
        if not self._is_open_ended:
            text = f"{bar(played / self._total)} {text}"
        self._stream.write("\r\x1b[K" + text[: columns - 1])
        self._stream.flush()

    def _time(self, played: int, now: float) -> str:
        elapsed, done = now - self._started, played - self._began_with
        if self._is_open_ended:
            return _clock(elapsed)
        if done < 1:
            return ""
        return f"{_clock(elapsed / done * (self._total - played))} left"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _clock(seconds: float) -> str:
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
