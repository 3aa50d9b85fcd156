"""The window plays a game it has no code for."""

from collections.abc import Callable

import pytest

from jungle.board_game import BoardGame
from jungle.desktop.application import Application
from jungle.desktop.controls import Action
from jungle.desktop.inputs import Key, Pointer, Touch
from jungle.desktop.views.library import LibraryView
from jungle.desktop.views.play import PlayView
from tests.desktop.driving import pass_time


def test_a_third_game_is_played_saved_and_resumed(
    make_app: Callable[..., Application], third_game: type[BoardGame], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = make_app()
    start = app.view
    start.shown()
    app.arrange()
    assert start.form[third_game.kind].label == "Tiny game 3×4"
    start.act(Action(third_game.kind))
    app.view.act(Action("play"))
    view = app.view
    assert isinstance(view, PlayView)
    live = view.live
    assert live.seats == (None, "3")  # Blue moves first, and so does the person.
    live.pace = 0
    pass_time(app.update, lambda: view.board.may_play)
    before, move = len(live.game), live.legal_moves[0]
    for touch, square in ((Touch.DOWN, move.origin), (Touch.UP, move.target)):
        app.handle(Pointer(touch, view.painter.cell(square).center))
    pass_time(app.update, lambda: len(live.game) == before + 2 or live.outcome is not None)
    app.handle(Key("h"))
    pass_time(app.update, lambda: view.board.hint is not None or live.outcome is not None)
    app.draw()
    app.handle(Key("s"))
    app.home()
    start.act(Action("continue"))
    assert isinstance(app.view, PlayView)
    assert app.view.live.game == live.game
    app.home()
    app.open(LibraryView(app))
    app.view.act(Action("open"))
    assert isinstance(app.view, PlayView)
    assert app.view.live.game == live.game
