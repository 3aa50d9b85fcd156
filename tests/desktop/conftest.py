"""A desktop without a screen or a speaker, each test with folders of its own."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# Before pygame is first imported.
os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from jungle.desktop.application import Application
from jungle.desktop.audio import Audio
from jungle.desktop.folders import Folders
from jungle.desktop.view import View
from jungle.desktop.views.start import StartView

MakeApp = Callable[..., Application]


@pytest.fixture(scope="session", autouse=True)
def screen() -> Iterator[None]:
    pygame.display.init()
    pygame.font.init()
    yield
    pygame.quit()


@pytest.fixture(scope="session")
def audio(screen: None) -> Iterator[Audio]:
    audio = Audio()
    yield audio
    audio.close()


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    return Folders(tmp_path / "settings", tmp_path / "state", tmp_path / "games")


@pytest.fixture
def make_app(folders: Folders, audio: Audio, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeApp]:
    """Applications that are closed at the end; in English, without motion unless asked."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    made: list[Application] = []

    def make(
        size: tuple[int, int] = (600, 800), first: Callable[[Application], View] = StartView, **settings: object
    ) -> Application:
        app = Application(folders, first, size=size, audio=audio)
        app.change(**{"animation": "off", **settings})
        made.append(app)
        return app

    yield make
    for app in made:
        app.close()
