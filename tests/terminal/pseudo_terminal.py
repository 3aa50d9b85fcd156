"""Runs the real command in a pseudo-terminal, typing each line after its prompt, as a person would."""

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

from jungle.terminal.ansi import QUESTION, width

PATIENCE = 60.0
INTERRUPT = "\x03"
TOKENS = re.compile(
    r"\x1b\][^\a\x1b]*(?:\a|\x1b\\)|\x1b\[(?P<number>[0-9]*)[0-9;?]*(?P<command>[A-Za-z])|\x1b[^\[\]]"
    r"|(?P<control>[\r\n\b])|(?P<text>[^\x1b\r\n\b]+)"
)
"""Terminal queries, escape sequences, control characters and text."""

LAUNCHER = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "jungle", *sys.argv[1:]])
"""
"""Makes the terminal the command's controlling terminal, so that Ctrl-C reaches it."""


class Display:
    """What a person sees on a terminal: text without colours, in a window of any height.

    >>> display = Display()
    >>> display.feed("one two\\b\\b\\b\\x1b[Jthree\\r\\nfour")
    >>> display.text
    'one three\\nfour'
    """

    def __init__(self) -> None:
        self._rows: list[list[str]] = [[]]
        self._row = self._column = 0
        self._rest = ""

    @property
    def text(self) -> str:
        rows = ["".join(row).rstrip() for row in self._rows]
        rows[self._row] += " " * (self._column - width(rows[self._row]))
        return "\n".join(rows)

    def feed(self, sent: str) -> None:
        sent, self._rest = self._rest + sent, ""
        place = 0
        while place < len(sent):
            token = TOKENS.match(sent, place)
            if token is None:  # The rest of the escape sequence has not arrived yet.
                self._rest = sent[place:]
                return
            place = token.end()
            if token["text"]:
                self._write(token["text"])
            else:
                self._obey(token["control"] or token["command"], int(token["number"] or 1))

    def _write(self, text: str) -> None:
        row = self._rows[self._row]
        for character in text:
            columns = width(character)
            row += " " * (self._column + columns - len(row))
            row[self._column : self._column + columns] = [character, ""][:columns]
            self._column += columns

    def _obey(self, command: str | None, number: int) -> None:
        match command:
            case "\r":
                self._column = 0
            case "\n" | "B":
                self._row += number
                self._rows += [[] for _ in range(self._row + 1 - len(self._rows))]
            case "A":
                self._row = max(self._row - number, 0)
            case "C":
                self._column += number
            case "\b" | "D":
                self._column = max(self._column - number, 0)
            case "J" | "K":
                del self._rows[self._row][self._column :]
                if command == "J":
                    del self._rows[self._row + 1 :]


class PseudoTerminal:
    """A running `jungle`; `raw` is all its output so far."""

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
        """`background` is the colour the terminal reports when queried, such as `rgb:ffff/ffff/ffff`."""
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
        self._display = Display()
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
        """Resize the window; the system notifies the command."""
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    @property
    def screen(self) -> str:
        """What a person sees, without colours."""
        return self._display.text

    def type(self, text: str) -> None:
        if text == INTERRUPT:
            self.settle()
        self._typed_at = len(self.screen)
        os.write(self._handle, text.encode())

    def wait_for(self, ending: str) -> None:
        """Wait, up to a limit, until new output ends with this text and the command reads a line."""
        deadline = time.monotonic() + PATIENCE
        while not self._asks(ending) and time.monotonic() < deadline and self.read(0.02):
            pass
        assert self.screen.endswith(ending), f"expected {ending!r} at the end of:\n{self.screen}"

    def _asks(self, ending: str) -> bool:
        # Input typed before line editing takes over is echoed twice.
        is_edited = not termios.tcgetattr(self._handle)[3] & termios.ICANON
        return is_edited and self.screen[self._typed_at :].endswith(ending)

    def settle(self) -> None:
        """Wait until the command has nothing more to print and is waiting for input."""
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
        """Read available output; returns False at the end."""
        if not select.select([self._handle], [], [], seconds)[0]:
            return True
        try:
            read = os.read(self._handle, 65536)
        except OSError as error:
            if error.errno != errno.EIO:  # what Linux reports when the other end is closed
                raise
            return False
        sent = self._decoder.decode(read)
        self.raw += sent
        self._display.feed(sent)
        if self._background and QUESTION in read:
            os.write(self._handle, f"\x1b]11;{self._background}\x1b\\\x1b[?62;c".encode())
        return bool(read)
