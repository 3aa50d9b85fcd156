"""Ctrl-C as a wish that is seen to between two steps, so that it never falls into the middle of one."""

import signal
import threading
from types import FrameType, TracebackType
from typing import Self


class Interrupts:
    """While it is entered, the first Ctrl-C is only noted in `came`; a second one interrupts at once.

    Outside the main thread, where no signals arrive, it does nothing.
    """

    def __init__(self) -> None:
        self.came = False
        self._before: object = None

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.came:
            raise KeyboardInterrupt
        self.came = True

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]
