"""The real command in a pseudo-terminal, typed at as a person does: each line after its prompt."""

import codecs
import errno
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from jungle.terminal.background import QUESTION

PATIENCE = 60.0
INTERRUPT = "\x03"
ESCAPES = re.compile(
    r"\x1b\]11;\?\x1b\\|\r\x1b\[K(The computer is thinking… \d+ s)?|\x1b\[\?2004l\r|\x1b\[[0-9;?]*[A-Za-z]|\r(?=\n)"
)
"""The question for the background, notes, what line editing sends around a line, colours, and the line ends."""

LAUNCHER = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "jungle", *sys.argv[1:]])
"""
"""Makes the terminal that of the command, so that Ctrl-C reaches it."""


class PseudoTerminal:
    """A running `jungle`; `raw` is all that came from it so far."""

    def __init__(
        self,
        arguments: list[str],
        environment: dict[str, str],
        folder: Path,
        *,
        columns: int = 200,
        lines: int = 40,
        background: str | None = None,
    ) -> None:
        """`background` is the colour that it answers with when it is asked for it: `rgb:ffff/ffff/ffff`."""
        self._handle, inner = pty.openpty()
        self._background = background
        self.resize(columns, lines)
        self.process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, *arguments],
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )
        os.close(inner)
        self.raw = ""
        self._typed_at = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._handle)

    def resize(self, columns: int, lines: int) -> None:
        """Change the size of the window; the system then tells the command."""
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def screen(self) -> str:
        """What a person has seen, without colours."""
        return ESCAPES.sub("", self.raw)

    def type(self, text: str) -> None:
        if text == INTERRUPT:
            self.settle()
        self._typed_at = len(self.screen)
        os.write(self._handle, text.encode())

    def wait_for(self, ending: str) -> None:
        """Wait until, since the last typing, the screen ends so and a line is read, for as long as one may."""
        deadline = time.monotonic() + PATIENCE
        while not self._asks(ending) and time.monotonic() < deadline and self.read(0.02):
            pass
        assert self.screen.endswith(ending), f"expected {ending!r} at the end of:\n{self.screen}"

    def _asks(self, ending: str) -> bool:
        # What is typed before line editing has taken over is shown twice.
        is_edited = not termios.tcgetattr(self._handle)[3] & termios.ICANON
        return is_edited and self.screen[self._typed_at :].endswith(ending)

    def settle(self) -> None:
        """Wait until the command has nothing more to show and sleeps, waiting for its next input."""
        deadline = time.monotonic() + PATIENCE
        quiet = 0
        while quiet < 3 and time.monotonic() < deadline:
            before = len(self.raw)
            self.read(0.02)
            quiet = quiet + 1 if len(self.raw) == before and self._sleeps() else 0

    def _sleeps(self) -> bool:
        status = Path(f"/proc/{self.process.pid}/stat")
        return not status.exists() or status.read_text().rpartition(") ")[2].startswith("S")

    def wait_for_end(self) -> int:
        """Read until the command has ended, and return its exit code."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline and self.read(0.2):
            pass
        return self.process.wait(timeout=PATIENCE)

    def read(self, seconds: float) -> bool:
        """Take what has come; False when nothing more can."""
        if not select.select([self._handle], [], [], seconds)[0]:
            return True
        try:
            read = os.read(self._handle, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # what Linux says when the other end is closed
                raise
            return False
        self.raw += self._decoder.decode(read)
        if self._background and QUESTION in read:
            os.write(self._handle, f"\x1b]11;{self._background}\x1b\\\x1b[?62;c".encode())
        return bool(read)
