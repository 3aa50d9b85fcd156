import io
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from jungle.engine import EngineError, Handle
from jungle.language import Language, Speaker
from jungle.terminal.dialogue import Dialogue, Task
from jungle.terminal.loop import Screen, run_dialogue


class Echo(Dialogue):
    """Does a task first, if there is one, then repeats two lines."""

    def __init__(self, work: Callable[[Handle[Any]], Any] | None = None) -> None:
        super().__init__(Speaker(Language.ENGLISH))
        self.lines = 0
        if work:
            self.task = Task(Handle(work), lambda result: f"found {result}\n", is_move=True)

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


def held(typed: str, dialogue: Dialogue) -> tuple[int, str]:
    shown = io.StringIO()
    code = run_dialogue(dialogue, Screen(io.StringIO(typed), shown))
    return code, shown.getvalue()


def test_what_is_typed_is_shown_as_on_a_terminal() -> None:
    assert held("one\ntwo\nthree\n", Echo()) == (0, "hello\nabove\n> one\n'one'\nabove\n> two\n'two'\n")


def test_the_end_of_input() -> None:
    assert held("one", Echo()) == (0, "hello\nabove\n> one\n'one'\nabove\n> \ngoodbye\n")


def test_a_task_comes_before_the_next_question() -> None:
    assert held("", Echo(lambda handle: 42))[1] == "hello\nfound 42\nabove\n> \ngoodbye\n"


def test_a_task_that_fails() -> None:
    def fail(handle: Handle[Any]) -> None:
        raise ValueError("no idea")

    with pytest.raises(ValueError, match="no idea"):
        held("", Echo(fail))


def test_a_player_that_fails_ends_the_game_with_the_closing_lines() -> None:
    def fail(handle: Handle[Any]) -> None:
        raise EngineError("no idea")

    shown = io.StringIO()
    with pytest.raises(EngineError, match="no idea"):
        run_dialogue(Echo(fail), Screen(io.StringIO(""), shown))
    assert shown.getvalue() == "hello\ngoodbye\n"


def test_an_interrupt_between_lines() -> None:
    class Interrupted(Echo):
        def _repeat(self, line: str) -> str:
            raise KeyboardInterrupt

    assert held("one\n", Interrupted()) == (130, "hello\nabove\n> one\n\ngoodbye\n")


def test_an_interrupt_stops_the_task() -> None:
    def interrupt(handle: Handle[Any]) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        while not handle.stopped:
            handle.wait(0.01)

    signal.signal(signal.SIGINT, signal.default_int_handler)
    echo = Echo(interrupt)
    assert echo.task is not None
    handle = echo.task.handle
    assert held("", echo) == (130, "hello\n\ngoodbye\n")
    assert handle.stopped


def test_a_task_that_does_not_stop_is_left_behind() -> None:
    script = """
import os, signal, sys, time
sys.path[:0] = sys.argv[1:]
from tests.terminal.test_loop import Echo
from jungle.engine import handle
from jungle.terminal import loop
handle.EXIT_PATIENCE = 0.1
def work(handle):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
sys.exit(loop.run_dialogue(Echo(work), loop.Screen(sys.stdin, sys.stdout)))
"""
    ran = subprocess.run(
        [sys.executable, "-c", script, str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=30,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (130, "hello\n\ngoodbye\n", "")
