"""The full-screen game as the real command in a pseudo-terminal."""

import os
import re
import signal
import termios
import time
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.pseudo_terminal import PseudoTerminal
from tests.terminal.transcript import play


class FullScreen(PseudoTerminal):
    def until(self, text: str, times: int = 1) -> None:
        """Wait until the terminal has received this text this many times."""
        deadline = time.monotonic() + 60
        while len(re.findall(text, self.raw)) < times and time.monotonic() < deadline and self.read(0.05):
            pass
        assert len(re.findall(text, self.raw)) >= times, self.raw[-3000:]

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self._handle)[:4]


@pytest.fixture
def terminal_environment(environment: dict[str, str]) -> dict[str, str]:
    return environment | {"TERM": "xterm-256color"}


ARGUMENTS = ["play", "--screen", "--side", "down"]
GIVEN_BACK = r"\x1b\[\?1049l"
"""The sequence that restores the terminal's previous screen."""


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130), ("\x04", 0)])
def test_leaving_restores_the_terminal(
    key: str, code: int, terminal_environment: dict[str, str], tmp_path: Path
) -> None:
    with FullScreen(ARGUMENTS, terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        before = terminal.settings()
        terminal.until("leave")
        terminal.type("\x1b[A\x1b[A\r\x1b[A\r")
        terminal.until("ELEP a4")
        terminal.type(key)
        terminal.until(r"play --resume\)")
        assert terminal.wait_for_end() == code
        assert re.search(GIVEN_BACK, terminal.raw)
        assert terminal.settings() == before
    assert "8-a4" in play(["play", "--resume", "--small"], ["history"], terminal_environment, tmp_path).shown


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_killed_game_restores_the_terminal(number: int, terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with FullScreen(ARGUMENTS, terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        before = terminal.settings()
        terminal.until("leave")
        terminal.type("\x1b[A\x1b[A\r\x1b[A\r")
        terminal.until("ELEP a4")
        terminal.process.send_signal(number)
        assert terminal.wait_for_end() == 128 + number
        assert re.search(GIVEN_BACK, terminal.raw)
        assert terminal.settings() == before
        assert "Traceback" not in terminal.raw


def test_the_mouse_can_move_pieces_and_resizing_works(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with FullScreen(ARGUMENTS, terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        terminal.until("leave")
        click(terminal, column=6, line=15)
        terminal.until(r" \+ ", 3)
        click(terminal, column=6, line=13)
        terminal.until("ELEP a4")
        terminal.resize(30, 10)
        terminal.until("too small")
        terminal.resize(120, 40)
        terminal.until("downside|Downside", 2)
        terminal.type("q")
        assert terminal.wait_for_end() == 0


def click(terminal: FullScreen, *, column: int, line: int) -> None:
    terminal.type(f"\x1b[<0;{column};{line}M\x1b[<0;{column};{line}m")


def test_an_unsuitable_terminal_is_reported_in_one_line(environment: dict[str, str], tmp_path: Path) -> None:
    ran = play(["play", "--screen"], [], environment, tmp_path)
    assert (ran.code, ran.shown) == (1, "")
    assert ran.complaints == (
        "jungle: --screen needs a terminal that can place its cursor; leave it out to play line by line\n"
    )
    for option in (["--clock", "5"], ["--screen", "--clock", "fast"]):
        assert play(["play", *option], [], environment, tmp_path).code in (1, 2)


def test_no_color_marks_the_animals(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    own = terminal_environment | {"NO_COLOR": "1"}
    with FullScreen(ARGUMENTS, own, tmp_path, columns=80, lines=24) as terminal:
        terminal.until(r"LION\^")
        assert not re.search(r"\x1b\[[0-9;]*38;", terminal.raw)


def test_a_full_disk_does_not_stop_the_game(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    Path(terminal_environment["JUNGLE_HOME"]).write_text("a file, not a folder")
    with FullScreen(ARGUMENTS, terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        terminal.until("leave")
        terminal.type("\x1b[A\x1b[A\r\x1b[A\r")
        terminal.until("saved for --resume")
        terminal.type("q")
        assert terminal.wait_for_end() == 0


def test_the_screen_is_redrawn_after_stop_and_continue(terminal_environment: dict[str, str], tmp_path: Path) -> None:
    with FullScreen(ARGUMENTS, terminal_environment, tmp_path, columns=80, lines=24) as terminal:
        terminal.until("leave")
        terminal.type("\x1a")
        terminal.until(GIVEN_BACK)
        os.kill(terminal.process.pid, signal.SIGCONT)
        terminal.until("leave", 2)
        terminal.type("q")
        assert terminal.wait_for_end() == 0
