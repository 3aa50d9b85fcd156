"""A desktop without a screen or sound; each test has its own home directory."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# Before pygame is first imported.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from jungle.board_game import BoardGame
from jungle.desktop.application import Application
from jungle.desktop.audio import Audio
from jungle.desktop.board import Board
from jungle.desktop.view import View
from jungle.desktop.views import setup
from jungle.desktop.views.start import StartView
from jungle.game import Game
from jungle.language import Translator
from jungle.play import LiveGame
from tests.desktop.driving import MakeBoard

MakeApp = Callable[..., Application]


@pytest.fixture(scope="module", autouse=True)
def dummy_audio() -> None:
    """PettingZoo, which other tests import, sets a different driver for the whole process."""
    os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture(scope="session", autouse=True)
def screen() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()


@pytest.fixture(scope="module")
def audio(screen: None, dummy_audio: None) -> Iterator[Audio]:
    """A mixer for each module: the window closes the process-wide mixer when it closes."""
    audio = Audio()
    yield audio
    audio.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for all state."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("JUNGLE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(setup, "_chosen", {})
    return tmp_path / "home"


@pytest.fixture
def make_app(home: Path, audio: Audio) -> Iterator[MakeApp]:
    """Creates applications that are closed at the end, in English and without motion by default."""
    made: list[Application] = []

    def make(
        size: tuple[int, int] = (600, 800), first: Callable[[Application], View] = StartView, **settings: object
    ) -> Application:
        app = Application(first, size=size, audio=audio)
        app.change(**{"animation": "off", **settings})
        made.append(app)
        return app

    yield make
    for app in made:
        app.close()


@pytest.fixture
def make_board() -> Iterator[MakeBoard]:
    """Creates boards whose games are closed at the end, in English; by default the standard game, or from a FEN."""
    made: list[Board] = []

    def make(
        game: BoardGame | str | None = None,
        *seats: str | None,
        speed: float = 1.0,
        turning: bool = False,
        **options: object,
    ) -> Board:
        if not isinstance(game, BoardGame):
            game = Game(fen=game)
        live = LiveGame(game, seats or (None, None), **options)  # type: ignore[arg-type]
        made.append(Board(live, Translator("en"), speed=speed, turning=turning))
        return made[-1]

    yield make
    for board in made:
        board.live.close()
