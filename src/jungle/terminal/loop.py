"""The loop between a dialogue and a terminal, or pipes."""

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TextIO

from jungle.errors import JungleError
from jungle.terminal.background import background
from jungle.terminal.dialogue import Dialogue, Task
from jungle.terminal.paint import COLOURLESS, Background, Paint, has_colours, paint_for, wrapped

OK, INTERRUPTED = 0, 130

NOTICE_AFTER = 0.4
"""Seconds of thinking before the screen says so."""
TICK = 0.1


class Screen:
    """Where a dialogue is shown and typed: a terminal with line editing, or streams.

    On streams each line read is shown too, so that what is written reads as it would on a terminal.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        self._reads_terminal = source.isatty()
        self.is_terminal = self._reads_terminal and target.isatty()
        for stream in (source, target):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")  # Undecodable input must not crash the session.
        self._has_note = False
        self._can_redraw = self.is_terminal and os.environ.get("TERM") != "dumb"
        self._is_asking = False
        self._has_changed: Callable[[], bool] = bool
        """Does the size of the window ask for another board?"""
        self._completions: Callable[[Sequence[str]], list[str]] = list
        self._ahead = ""
        if self.is_terminal:
            self._edit_lines()
        if target.isatty() and os.name == "nt":
            os.system("")  # makes the console understand colours

    def window(self) -> os.terminal_size | None:
        """The size of the terminal's window; None where there is none, or it does not tell."""
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
            found, typed = background(self._source, self._target)
            self._ahead = typed.decode(errors="replace").replace("\r", "\n")
        return paint_for(found, has_edges=has_edges)

    def show(self, text: str) -> None:
        window = self.window()
        self._target.write(text if window is None else wrapped(text, window.columns))
        self._target.flush()

    def ask(self, dialogue: Dialogue) -> str | None:
        """Show the prompt and read a line; None at the end of input."""
        if self.is_terminal:
            return self._edited(dialogue)
        self.show(dialogue.prompt)
        line = self._source.readline()
        if not line:
            return None
        if not self._reads_terminal:
            self.show(line if line.endswith("\n") else line + "\n")
        return line.rstrip("\n")

    def _edited(self, dialogue: Dialogue) -> str | None:
        """A line typed at the terminal, where the question is asked again whenever the screen has lost it."""
        above, feed, _ = dialogue.prompt.rpartition("\n")
        self.show(above + feed)
        while True:
            prompt = self._last_line(dialogue.prompt)
            if "\n" in self._ahead:  # Typed while the terminal was asked for its colours.
                line, _, self._ahead = self._ahead.partition("\n")
                self.show(f"{prompt}{line}\n")
                return line
            self._has_changed = partial(_has_another_shape, dialogue, dialogue.shape)
            self._completions = dialogue.completions
            try:
                return self._edited_line(prompt)
            except EOFError:
                return None
            except _ContinuedError:
                if self._can_redraw:
                    self.show("\r\033[K")
            except _ResizedError:
                self.show(("\r\033[J" if self._can_redraw else "\n") + dialogue.redraw())
                above, feed, _ = dialogue.prompt.rpartition("\n")
                self.show(above + feed)

    def _last_line(self, prompt: str) -> str:
        """The last line of a prompt, as line editing shows it; what does not fit is shown above it."""
        window = self.window()
        last = prompt.rpartition("\n")[2]
        above, feed, last = (last if window is None else wrapped(last, window.columns)).rpartition("\n")
        self.show(above + feed)
        return last

    def note(self, text: str) -> None:
        """Overwrite the last note, where that can be done; an empty text clears it."""
        if self._can_redraw and (text or self._has_note):
            self._has_note = bool(text)
            window = self.window()
            first = text if window is None else wrapped(text, max(window.columns - 1, 1)).partition("\n")[0]
            self.show("\r\033[K" + first)

    def _edited_line(self, prompt: str) -> str:
        """A line typed at the terminal. Raises EOFError at the end of input, and errors that make it ask again."""
        if os.name == "nt":
            return input(prompt)
        before = signal.signal(signal.SIGCONT, _continue)
        self._is_asking = True
        try:
            return input(prompt)
        finally:
            self._is_asking = False
            signal.signal(signal.SIGCONT, before)

    def _edit_lines(self) -> None:
        """Turn on line editing, history and completion, if the system has them."""
        if hasattr(signal, "SIGWINCH"):
            # Before the import: line editing, which must know the new size too, then calls our handler after its own.
            signal.signal(signal.SIGWINCH, self._resized)
            with suppress(ImportError):
                _give_terminal_back_when_killed(self._source)
        with suppress(ImportError):
            import readline

            readline.set_auto_history(True)
            readline.set_completer(self._complete)
            readline.set_completer_delims(" ")
            readline.parse_and_bind("tab: complete")
            readline.set_startup_hook(self._type_ahead)

    def _type_ahead(self) -> None:
        """Put into the line what was typed before it was asked for."""
        import readline

        if self._ahead:
            readline.insert_text(self._ahead)
            self._ahead = ""

    def _resized(self, *_: object) -> None:
        if self._is_asking and self._has_changed():
            with suppress(ImportError):
                import readline

                self._ahead = readline.get_line_buffer()
            raise _ResizedError

    def _complete(self, start: str, index: int) -> str | None:
        import readline

        before = readline.get_line_buffer()[: readline.get_begidx()].lower().split()
        matches = [word + " " for word in self._completions(before) if word.startswith(start.lower())]
        return matches[index] if index < len(matches) else None


def run_dialogue(dialogue: Dialogue, screen: Screen, *, delay: float = 0.0) -> int:
    """Hold a dialogue to its end and return the exit code: 0, or 130 after Ctrl-C.

    `delay` is the least time in seconds between one move of a computer's and the next. Raises JungleError, after the
    closing lines, if a player fails.
    """
    try:
        screen.show(dialogue.open())
        while not dialogue.is_over:
            if dialogue.task is not None:
                screen.show(dialogue.conclude(_result(dialogue.task, dialogue, screen, delay)))
                continue
            line = screen.ask(dialogue)
            if line is None:
                screen.show("\n" * (not dialogue.prompt.endswith("\n")) + dialogue.leave())
                return OK
            screen.show(dialogue.feed(line))
    except KeyboardInterrupt:
        screen.show("\n" + dialogue.leave())
        return INTERRUPTED
    except JungleError:  # A player failed. The game is saved up to here.
        screen.show(dialogue.leave())
        raise
    return OK


def _result(task: Task, dialogue: Dialogue, screen: Screen, delay: float) -> Any:
    """Run a task while the screen shows that the computer is thinking. An interrupt stops the task."""
    started = time.monotonic()
    handle = task.handle
    try:
        handle.start()
        while not handle.wait(TICK):
            if (elapsed := time.monotonic() - started) >= NOTICE_AFTER:
                screen.note(dialogue.say("terminal.thinking", seconds=int(elapsed)))
        if task.is_move:
            time.sleep(max(0.0, delay - (time.monotonic() - started)))
    except BaseException:
        handle.stop()
        raise
    finally:
        screen.note("")
    return handle.result()


class _ContinuedError(Exception):
    """The game was suspended (Ctrl-Z) and resumed: the terminal has lost both the question and line editing."""


class _ResizedError(Exception):
    """The window has another size now, for which the board is drawn otherwise."""


def _has_another_shape(dialogue: Dialogue, shape: object) -> bool:
    return dialogue.shape != shape


def _give_terminal_back_when_killed(source: TextIO) -> None:
    """Line editing changes how the terminal works: when a signal ends the process, change it back.

    A thread does it, since line editing lets Python's signal handlers run only between keys.
    """
    import termios

    before = termios.tcgetattr(source)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

    def end() -> None:
        while True:
            for number in os.read(reader, 64):
                if number in (signal.SIGTERM, signal.SIGHUP):
                    with suppress(OSError, termios.error):
                        termios.tcsetattr(source, termios.TCSADRAIN, before)
                    os._exit(128 + number)  # Every move is on the disk.

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    # Signals go to the main thread, which waits for a line: one that this thread takes would not wake it up.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    threading.Thread(target=end, name="jungle-signals", daemon=True).start()
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _continue(*_: object) -> None:
    raise _ContinuedError
