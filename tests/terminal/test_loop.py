import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from jungle import BoardGame
from jungle.errors import JungleError
from jungle.language import Translator
from jungle.terminal.board import BoardView
from jungle.terminal.dialogue import Dialogue
from jungle.terminal.loop import Screen, run_dialogue
from jungle.terminal.text_renderer import TextRenderer


class Echo(Dialogue):
    """Waits for an event first, if there is one, then repeats two lines."""

    def __init__(self, happens: str | Exception | None = None) -> None:
        super().__init__(BoardView(TextRenderer(Translator("en"))))
        self.happens = happens
        self.lines = 0

    @property
    def shown_game(self) -> BoardGame | None:
        return None

    def open(self) -> str:
        self._ask("above\n> ", self._repeat)
        return "hello\n"

    def is_busy(self) -> bool:
        return self.happens is not None

    def wait(self, seconds: float) -> str:
        happens, self.happens = self.happens, None
        if isinstance(happens, Exception):
            raise happens
        return f"found {happens}\n"

    def leave(self) -> str:
        self._over = True
        return "goodbye\n"

    def _repeat(self, line: str) -> str:
        self.lines += 1
        self._over = self.lines == 2
        return f"{line!r}\n"


def held(typed: str, dialogue: Dialogue) -> tuple[int, str]:
    shown = io.StringIO()
    code = run_dialogue(dialogue, Screen(io.StringIO(typed), shown))
    return code, shown.getvalue()


def test_typed_input_is_echoed_as_on_a_terminal() -> None:
    assert held("one\ntwo\nthree\n", Echo()) == (0, "hello\nabove\n> one\n'one'\nabove\n> two\n'two'\n")


def test_the_end_of_input() -> None:
    assert held("one", Echo()) == (0, "hello\nabove\n> one\n'one'\nabove\n> \ngoodbye\n")


def test_events_are_printed_before_the_next_prompt() -> None:
    assert held("", Echo("42"))[1] == "hello\nfound 42\nabove\n> \ngoodbye\n"


def test_a_bug_is_not_hidden() -> None:
    with pytest.raises(ValueError, match="no idea"):
        held("", Echo(ValueError("no idea")))


def test_a_player_that_fails_ends_the_game_with_the_closing_lines() -> None:
    shown = io.StringIO()
    with pytest.raises(JungleError, match="no idea"):
        run_dialogue(Echo(JungleError("no idea")), Screen(io.StringIO(""), shown))
    assert shown.getvalue() == "hello\ngoodbye\n"


def test_an_interrupt_between_lines() -> None:
    class Interrupted(Echo):
        def _repeat(self, line: str) -> str:
            raise KeyboardInterrupt

    assert held("one\n", Interrupted()) == (130, "hello\nabove\n> one\n\ngoodbye\n")


def test_an_interrupt_while_waiting() -> None:
    class Slow(Echo):
        def wait(self, seconds: float) -> str:
            os.kill(os.getpid(), signal.SIGINT)
            threading.Event().wait(60)
            return ""

    assert held("", Slow("something")) == (130, "hello\n\ngoodbye\n")


STUBBORN = """
import os, signal, sys, time
from jungle.cli import main
from jungle import task
from jungle.play import thinking

def never_opens(*_):
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)

thinking.PATIENCE = task.EXIT_PATIENCE = 0.1
thinking.Background._player = never_opens
sys.exit(main(["play", "--small", "--side", "down", "--first", "up", "--vs", "easy"]))
"""


def test_a_player_that_does_not_stop_is_abandoned(environment: dict[str, str], tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", STUBBORN],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=environment,
        cwd=tmp_path,
        timeout=30,
        check=False,
    )
    assert (ran.returncode, ran.stderr) == (130, "")
    assert "Have a good day and see you next time! :)" in ran.stdout
