"""The loop between a conversation and a terminal, or pipes."""

import os
import signal
import sys
import threading
import time
from contextlib import suppress
from typing import Any, TextIO

from jungle.terminal.commands import Verb
from jungle.terminal.conversation import Conversation, Thought

OK, INTERRUPTED = 0, 130

NOTICE_AFTER = 0.4
"""Seconds of thinking without a word."""
TICK = 0.1
PATIENCE = 2.0
"""Seconds for a thought to end when it is stopped."""

COMPLETIONS = (
    *(verb.value for verb in Verb),
    *("rat", "cat", "dog", "wolf", "leopard", "tiger", "lion", "elephant"),
    *("up", "down", "left", "right"),
)


class Screen:
    """Where a conversation is shown and typed: a terminal with line editing, or streams.

    On streams each line read is shown too, so that what is written reads as it would on a terminal.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        self._reads_terminal = source.isatty()
        self.is_terminal = self._reads_terminal and target.isatty()
        for stream in (source, target):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")  # what cannot be read or shown is no reason to fall over
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
        """Write over the last note, where that can be done; an empty text clears it."""
        if self._can_redraw and (text or self._has_note):
            self._has_note = bool(text)
            self.show("\r\033[K" + text)


def converse(conversation: Conversation, screen: Screen, *, delay: float = 0.0) -> int:
    """Hold the conversation to its end and return the exit code: 0, or 130 after Ctrl-C.

    `delay` is the least time in seconds between one move of a computer's and the next.
    """
    try:
        screen.show(conversation.open())
        while not conversation.is_over:
            if conversation.thought is not None:
                screen.show(conversation.conclude(_found(conversation.thought, conversation, screen, delay)))
                continue
            prompt = conversation.prompt
            line = screen.ask(prompt)
            if line is None:
                screen.show("\n" * (not prompt.endswith("\n")) + conversation.leave())
                return OK
            screen.show(conversation.feed(line))
    except KeyboardInterrupt:
        screen.show("\n" + conversation.leave())
        return INTERRUPTED
    return OK


def _found(thought: Thought, conversation: Conversation, screen: Screen, delay: float) -> Any:
    """Run a thought beside the screen, which tells that it runs; an interrupt stops it."""
    found: list[Any] = []
    failed: list[BaseException] = []
    # Not Thread.join, which an interrupt can make believe that the thread has ended (Python 3.11).
    done = threading.Event()

    def find() -> None:
        try:
            found.append(thought.find())
        except BaseException as error:
            failed.append(error)
        done.set()

    started = time.monotonic()
    threading.Thread(target=find, name="jungle-thought", daemon=True).start()
    try:
        while not done.wait(TICK):
            if (elapsed := time.monotonic() - started) >= NOTICE_AFTER:
                screen.note(conversation.say("terminal.thinking", seconds=int(elapsed)))
        if thought.is_move:
            time.sleep(max(0.0, delay - (time.monotonic() - started)))
    except KeyboardInterrupt:
        thought.stop()
        if not done.wait(PATIENCE):
            # Python cannot end in good order while another thread computes outside of it.
            screen.show("\n" + conversation.leave())
            os._exit(INTERRUPTED)
        raise
    finally:
        screen.note("")
    if failed:
        raise failed[0]
    return found[0]


class _ContinuedError(Exception):
    """The game was stopped (Ctrl-Z) and goes on: the terminal has forgotten both the question and line editing."""


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
    """Have lines edited, recalled and completed, where the system can."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(True)
        readline.set_completer(_complete)
        readline.set_completer_delims(" ")
        readline.parse_and_bind("tab: complete")


def _complete(start: str, index: int) -> str | None:
    matches = [word + " " for word in COMPLETIONS if word.startswith(start.lower())]
    return matches[index] if index < len(matches) else None


def standard_screen() -> Screen:
    """The terminal or the pipes that the program was started with."""
    return Screen(sys.stdin, sys.stdout)
