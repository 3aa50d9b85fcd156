"""Runs a dialogue on a terminal or on pipes."""

import os
import signal
import time
from contextlib import suppress
from typing import TYPE_CHECKING, NoReturn, TextIO

from jungle.errors import JungleError
from jungle.terminal.ansi import COLOURLESS, Background, Paint, find_background, has_colours, paint_for, wrapped
from jungle.terminal.dialogue import Dialogue

if TYPE_CHECKING:
    from jungle.terminal.line_editor import LineEditor

OK, INTERRUPTED = 0, 130

NOTICE_AFTER = 0.4
"""Seconds of thinking before a note appears."""
TICK = 0.1


class Screen:
    """Input and output of a dialogue: a terminal with line editing, or plain streams.

    On plain streams the lines read are echoed, so that the output looks the same as on a terminal.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        self._reads_terminal = source.isatty()
        self.on_terminal = self._reads_terminal and target.isatty()
        for stream in (source, target):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")  # Undecodable input must not crash the session.
        self._has_note = False
        self._can_redraw = self.on_terminal and os.environ.get("TERM") != "dumb"
        self._ahead = ""
        """Input that was typed ahead."""
        self._editor: LineEditor | None = None
        if self.on_terminal:
            leave_on_signals()
            self._edit_lines()
        if target.isatty() and os.name == "nt":
            os.system("")  # makes the console understand colours

    def _edit_lines(self) -> None:
        """Turn on line editing and history, if available."""
        with suppress(ImportError):
            if self._can_redraw:
                from jungle.terminal.line_editor import LineEditor

                self._editor = LineEditor()
        with suppress(ImportError):
            if self._editor is None:
                import readline  # noqa: F401  # It adds both to `input`.

    def window(self) -> os.terminal_size | None:
        """The size of the terminal's window; None if it is unknown or there is none."""
        if not self._target.isatty():
            return None
        try:
            size = os.get_terminal_size(self._target.fileno())
        except (OSError, ValueError):
            return None
        return size if size.columns and size.lines else None

    def paint(self, *, has_edges: bool) -> Paint:
        """The colours for this terminal; `has_edges` as for `paint_for`."""
        if not has_colours(self._target):
            return COLOURLESS
        found = Background.UNKNOWN
        if self._can_redraw:
            found, typed = find_background(self._source, self._target)
            self._ahead = typed.decode(errors="replace").replace("\r", "\n")
        return paint_for(found, has_edges=has_edges)

    def show(self, text: str) -> None:
        window = self.window()
        self._target.write(text if window is None else wrapped(text, window.columns))
        self._target.flush()

    def ask(self, dialogue: Dialogue) -> str | None:
        """Show the prompt and read a line; None at the end of input, after a line feed."""
        if not self.on_terminal:
            self.show(dialogue.prompt)
            line = self._source.readline()
            if line and not self._reads_terminal:
                self.show(line if line.endswith("\n") else line + "\n")
        else:
            line = self._typed(dialogue)
        if not line and self._editor is None and not dialogue.prompt.endswith("\n"):
            self.show("\n")
        return line.removesuffix("\n") if line else None

    def _typed(self, dialogue: Dialogue) -> str:
        """A line typed at the terminal, with its line feed; empty at the end of input."""
        prompt = self._last_line(dialogue.prompt)
        line, feed, rest = self._ahead.partition("\n")
        if feed:  # Typed while the terminal was asked for its colours.
            self._ahead = rest
            self.show(f"{prompt}{line}\n")
            return line + "\n"
        self._ahead = ""
        try:
            if self._editor is None:
                return input(prompt) + "\n"
            return self._editor.line(prompt, dialogue, lambda: self._redraw(dialogue), typed=line) + "\n"
        except EOFError:
            return ""

    def _last_line(self, prompt: str) -> str:
        """Show all but the last line of a prompt, and return the last line for line editing."""
        window = self.window()
        above, feed, last = (prompt if window is None else wrapped(prompt, window.columns)).rpartition("\n")
        self.show(above + feed)
        return last

    def _redraw(self, dialogue: Dialogue) -> None:
        self.show(dialogue.redraw())
        self._last_line(dialogue.prompt)

    def note(self, text: str) -> None:
        """Overwrite the last note, if the terminal can; an empty text clears it."""
        if self._can_redraw and (text or self._has_note):
            self._has_note = bool(text)
            window = self.window()
            first = text if window is None else wrapped(text, max(window.columns - 1, 1)).partition("\n")[0]
            self.show("\r\033[K" + first)


def run_dialogue(dialogue: Dialogue, screen: Screen, *, notice_after: float = NOTICE_AFTER) -> int:
    """Run a dialogue to its end and return the exit code: 0, or 130 after Ctrl-C.

    A note appears while the computer is thinking. Raises JungleError, after the closing lines, if a player fails.
    """
    try:
        screen.show(dialogue.open())
        while not dialogue.is_over():
            if dialogue.is_busy():
                screen.show(_happened(dialogue, screen, notice_after))
                continue
            line = screen.ask(dialogue)
            if line is None:
                screen.show(dialogue.leave())
                return OK
            screen.show(dialogue.feed(line))
    except KeyboardInterrupt:
        screen.show("\n" + dialogue.leave())
        return INTERRUPTED
    except JungleError:  # A player failed. The game is saved up to here.
        screen.show(dialogue.leave())
        raise
    return OK


def _happened(dialogue: Dialogue, screen: Screen, notice_after: float) -> str:
    """Wait for the next events, with a note that the computer is thinking."""
    started, text = time.monotonic(), ""
    try:
        while dialogue.is_busy() and not (text := dialogue.wait(TICK)):
            if (elapsed := time.monotonic() - started) >= notice_after:
                screen.note(dialogue.say("terminal.thinking", seconds=int(elapsed)))
        return text
    finally:
        screen.note("")


def leave_on_signals() -> None:
    """Exit cleanly on SIGTERM and SIGHUP, so that line editing restores the terminal."""

    def leave(number: int, frame: object) -> NoReturn:
        raise SystemExit(128 + number)  # Every move is on the disk.

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave)
