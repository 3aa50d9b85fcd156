import io
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from jungle.language import Language, Speaker
from jungle.terminal.conversation import Conversation, Thought
from jungle.terminal.loop import Screen, converse


class Echo(Conversation):
    """Thinks about `thought` first, then repeats two lines."""

    def __init__(self, find: Callable[[], Any] | None = None) -> None:
        super().__init__(Speaker(Language.ENGLISH))
        self.lines = 0
        if find:
            self.thought = Thought(find, lambda: None, lambda found: f"found {found}\n", is_move=True)

    def open(self) -> str:
        self._ask("above\n> ", self._repeat)
        return "hello\n"

    def leave(self) -> str:
        self.is_over = True
        return "goodbye\n"

    def _repeat(self, line: str) -> str:
        self.lines += 1
        self.is_over = self.lines == 2
        return f"{line!r}\n"


def conversed(typed: str, conversation: Conversation) -> tuple[int, str]:
    shown = io.StringIO()
    code = converse(conversation, Screen(io.StringIO(typed), shown))
    return code, shown.getvalue()


def test_what_is_typed_is_shown_as_on_a_terminal() -> None:
    assert conversed("one\ntwo\nthree\n", Echo()) == (0, "hello\nabove\n> one\n'one'\nabove\n> two\n'two'\n")


def test_the_end_of_input() -> None:
    assert conversed("one", Echo()) == (0, "hello\nabove\n> one\n'one'\nabove\n> \ngoodbye\n")


def test_a_thought_comes_before_the_next_question() -> None:
    assert conversed("", Echo(lambda: 42))[1] == "hello\nfound 42\nabove\n> \ngoodbye\n"


def test_a_thought_that_fails() -> None:
    def fail() -> None:
        raise ValueError("no idea")

    with pytest.raises(ValueError, match="no idea"):
        conversed("", Echo(fail))


def test_an_interrupt_between_lines() -> None:
    class Interrupted(Echo):
        def _repeat(self, line: str) -> str:
            raise KeyboardInterrupt

    assert conversed("one\n", Interrupted()) == (130, "hello\nabove\n> one\n\ngoodbye\n")


def test_a_thought_that_does_not_stop_is_left_behind() -> None:
    script = """
import os, signal, sys, threading, time
sys.path[:0] = sys.argv[1:]
from test_loop import Echo
from jungle.terminal import loop
loop.PATIENCE = 0.1
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
loop.converse(Echo(lambda: time.sleep(60)), loop.Screen(sys.stdin, sys.stdout))
"""
    ran = subprocess.run(
        [sys.executable, "-c", script, str(__file__).rpartition("/")[0]],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=30,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "hello\n\ngoodbye\n", "")
