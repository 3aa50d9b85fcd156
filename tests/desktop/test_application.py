"""What can go wrong around a window: too little room, a full disk, quitting at any moment."""

import errno
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from jungle.desktop.application import Application
from jungle.desktop.audio import Audio
from jungle.desktop.controls import Action
from jungle.desktop.view import View
from jungle.desktop.views.library import LibraryView
from jungle.desktop.views.options import OptionsView
from jungle.desktop.views.play import PlayView, play_on
from jungle.desktop.views.puzzle import PuzzleView
from jungle.desktop.views.review import ReviewView
from jungle.desktop.views.rules import RulesView
from jungle.desktop.views.setup import SetupView
from jungle.desktop.views.statistics import StatisticsView
from jungle.desktop.window import Loop, enlargement
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.play import LiveGame
from jungle.play.events import Job
from tests.desktop.driving import MakeBoard, click, pass_time

MakeApp = Callable[..., Application]


@pytest.fixture
def make_loop(home: Path, audio: Audio) -> Iterator[Callable[[tuple[int, int]], Loop]]:
    made: list[Loop] = []

    def make(size: tuple[int, int]) -> Loop:
        made.append(Loop(pygame.Window("test", size)))
        return made[-1]

    yield make
    for loop in made:
        loop.close()
        loop.window.destroy()
    audio.open()  # The loops have closed the shared mixer.


@pytest.mark.parametrize("size", [(300, 200), (120, 90), (40, 400), (1, 1), (2000, 120), (160, 1200)])
def test_no_window_is_too_small_to_draw(make_loop: Callable[[tuple[int, int]], Loop], size: tuple[int, int]) -> None:
    loop = make_loop(size)
    app = loop.app
    screens: list[Callable[[Application], View]] = [
        lambda app: PlayView.begin(app, Game.from_moves(["a3a4"])),
        lambda app: PlayView.begin(app, FlipGame(seed=1)),
        RulesView,
        OptionsView,
        LibraryView,
        StatisticsView,
        PuzzleView,
        lambda app: SetupView(app, "pvp"),
        lambda app: SetupView(app, "flip"),
    ]
    for make in screens:
        view = make(app)
        app.open(view)
        loop.step()
        if isinstance(view, PlayView):
            view.act(Action("menu"))
            loop.step()
        app.home()


def test_a_click_in_a_tiny_window_finds_its_square(make_loop: Callable[[tuple[int, int]], Loop]) -> None:
    loop = make_loop((200, 260))
    view = PlayView.begin(loop.app, Game())
    loop.app.open(view)
    loop.step()
    scale = enlargement((200, 260))
    for name in ("a3", "a4"):
        x, y = view.painter.cell(view.live.game.grid.as_square(name)).center
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, button=1, pos=(round(x / scale), round(y / scale))))
        loop.step()
    assert [str(move) for move in view.live.game.moves] == ["a3a4"]


def test_a_full_disk_does_not_end_a_game(make_app: MakeApp, monkeypatch: pytest.MonkeyPatch) -> None:
    app = make_app()
    view = PlayView.begin(app, Game())
    app.open(view)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    click(view.board, "a3", "a4")
    app.update(0.1)
    view.live.flush()
    app.update(0.1)
    assert view.board.notice is not None
    assert "No space left" in view.board.notice.text
    view.act(Action("save"))
    assert "No space left" in view.board.notice.text
    app.change(theme="night")  # Settings cannot be saved either, and the settings screen says so.
    app.open(OptionsView(app))
    app.draw()
    app.back()
    monkeypatch.undo()
    click(view.board, "g7", "g6")
    app.update(0.1)
    app.home()
    assert [game.plies for game in app.library.games()[0]] == [2]


@pytest.mark.parametrize("task", ["move", "hint", "evaluation", "review"])
def test_quitting_during_a_search_leaves_nothing_running(make_app: MakeApp, task: str) -> None:
    app = make_app(evaluation_bar=task == "evaluation")
    game = Game.from_moves(["a3a4", "g7g6", "a4a5"])
    if task == "review":
        review = ReviewView(app, LiveGame(game), play_on)
        app.open(review)
        app.close()
        pass_time(lambda _: None, lambda: review.reviewing.done)
        return
    view = PlayView.begin(app, game, (None, "10") if task == "move" else (None, None))
    app.open(view)
    if task == "hint":
        view.act(Action("hint"))
    app.update(0.1)
    background = view.live._background
    pass_time(app.update, lambda: Job(task) in background)
    running = background._running[Job(task)]
    app.close()
    assert running.stopped
    assert running.wait(30)


def test_a_hint_gives_its_reason(make_board: MakeBoard) -> None:
    board = make_board("7/7/7/7/7/3e3/3L2R/7/d6 b")
    board.ask_hint()
    pass_time(board.update, lambda: board.hint is not None)
    assert board.notice is not None
    assert ":" in board.notice.text
