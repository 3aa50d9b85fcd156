"""The loop between a dialogue and a terminal, or pipes."""

import os
import signal
import time
from contextlib import suppress
from typing import Any, TextIO

from jungle.errors import JungleError
from jungle.terminal.commands import Verb
from jungle.terminal.dialogue import Dialogue, Task

OK, INTERRUPTED = 0, 130

NOTICE_AFTER = 0.4
"""Seconds of thinking before the screen says so."""
TICK = 0.1

COMPLETIONS = (
    *(verb.value for verb in Verb),
    *("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"),
    *("up", "down", "left", "right"),
)


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
        if self.is_terminal:
            _edit_lines()
        if target.isatty() and os.name == "nt":
            os.system("")  # makes the console understand colours

    def show(self, text: str) -> None:
        self._target.write(text)
        self._target.flush()

    def ask(self, prompt: str) -> str | None:
        """Show the prompt and read a line; None at the end of input."""
        above, feed, last = prompt.rpartition("\n")
        self.show(above + feed)
        while self.is_terminal:
            try:
                return _edited_line(last)
            except EOFError:
                return None
            except _ContinuedError:
                if self._can_redraw:
                    self.show("\r\033[K")
        self.show(last)
        line = self._source.readline()
        if not line:
            return None
        if not self._reads_terminal:
            self.show(line if line.endswith("\n") else line + "\n")
        return line.rstrip("\n")

    def note(self, text: str) -> None:
        """Overwrite the last note, where that can be done; an empty text clears it."""
        if self._can_redraw and (text or self._has_note):
            self._has_note = bool(text)
            self.show("\r\033[K" + text)


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
            prompt = dialogue.prompt
            line = screen.ask(prompt)
            if line is None:
                screen.show("\n" * (not prompt.endswith("\n")) + dialogue.leave())
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
    except KeyboardInterrupt:
        handle.stop()
        raise
    finally:
        screen.note("")
    return handle.result()


class _ContinuedError(Exception):
    """The game was suspended (Ctrl-Z) and resumed: the terminal has lost both the question and line editing."""


def _edited_line(prompt: str) -> str:
    """A line typed at the terminal. Raises EOFError at the end of input, _ContinuedError when to ask again."""
    if os.name == "nt":
        return input(prompt)
    before = signal.signal(signal.SIGCONT, _continue)
    try:
        return input(prompt)
    finally:
        signal.signal(signal.SIGCONT, before)


def _continue(*_: object) -> None:
    raise _ContinuedError


def _edit_lines() -> None:
    """Turn on line editing, history and completion, if the system has them."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(True)
        readline.set_completer(_complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


def _complete(start: str, index: int) -> str | None:
    matches = [word + " " for word in COMPLETIONS if word.startswith(start.lower())]
    return matches[index] if index < len(matches) else None
