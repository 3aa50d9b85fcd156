"""Two people at one screen: names, clocks, a board that turns."""

from collections.abc import Callable

import pygame
import pytest

from jungle.clock import Clock
from jungle.desktop.application import Application
from jungle.desktop.controls import Action, TextField
from jungle.desktop.inputs import Key, Typed
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.setup import SetupView
from jungle.game import Game
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from tests.desktop.driving import FRAME, MakeBoard, click

MakeApp = Callable[..., Application]


def test_running_clocks_are_shown(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView.begin(app, Game.from_moves(["a3a4"]), clock=Clock.of("5+3"))
    app.open(view)
    app.update(FRAME)
    plates = {seat: app.draw().subsurface(view.places.plates[seat]).copy() for seat in (0, 1)}
    app.update(2)
    frame = app.draw()
    changed = {
        seat
        for seat, before in plates.items()
        if pygame.image.tobytes(frame.subsurface(view.places.plates[seat]), "RGB")
        != pygame.image.tobytes(before, "RGB")
    }
    assert changed == {1}


def test_after_a_flag_the_game_continues_without_a_clock(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView.begin(app, Game.from_moves(["a3a4"]), clock=Clock.of("1+0"))
    app.open(view)
    app.update(61)
    outcome = view.live.outcome
    assert outcome == Outcome(Side.BLUE, Reason.TIMEOUT)
    app.draw()
    view.act(Action("undo"))
    app.update(61)
    app.draw()
    assert view.live.outcome is None
    assert view.live.clock is None


def test_the_board_turns_to_the_player_to_move(make_board: MakeBoard) -> None:
    board = make_board(turning=True, speed=0)
    assert (board.turned, board.bottom) == (False, 0)
    click(board, "a3", "a4")
    assert (board.turned, board.bottom) == (True, 1)
    click(board, "g7", "g6")
    assert not board.turned


@pytest.mark.parametrize(("first", "seats"), [("blue", ("Ann", "Bob")), ("red", ("Bob", "Ann"))])
def test_names_follow_colours_regardless_of_who_moves_first(
    make_app: MakeApp, first: str, seats: tuple[str, str]
) -> None:
    app = make_app(blue_name="Ann", red_name="Bob")
    setup = SetupView(app, "pvp")
    app.open(setup)
    setup.act(Action("first", first))
    setup.act(Action("play"))
    view = app.view
    assert isinstance(view, PlayView)
    assert view.live.names == seats


def test_names_are_typed_and_everything_outlives_a_crash(make_app: MakeApp) -> None:
    app = make_app()
    setup = SetupView(app, "pvp")
    app.open(setup)
    setup.form.focus = "blue_name"
    for happened in (Typed("Ann"), Key("n"), Typed("m"), Key("backspace"), Key("space"), Typed(" B")):
        app.handle(happened)
    setup.form.focus = "red_name"
    app.handle(Typed("李雷" + "x" * 40))
    assert (app.settings.blue_name, app.settings.red_name) == ("Ann B", "李雷" + "x" * 14)
    assert app.settings.sound  # The letter m was part of the name.
    field = setup.form["blue_name"]
    assert isinstance(field, TextField)
    assert field.text == "Ann B"
    setup.act(Action("clock", "3+2"))
    setup.act(Action("turning", "yes"))
    setup.act(Action("play"))
    view = app.view
    assert isinstance(view, PlayView)
    click(view.board, "a3", "a4")
    for _ in range(5):
        app.update(0.1)
    assert app.library.newest() is None  # It is open here.
    app.home()
    assert "Ann B – 李雷" in app.view.form["continue"].label
    saved = app.library.newest()
    assert saved is not None
    again = PlayView.resume(app, saved.path)
    assert again.live.names == ("Ann B", "李雷" + "x" * 14)
    assert again.live.clock is not None
    assert again.live.clock.control == "3+2"
    assert again.board.turning
    again.close()


def test_the_clock_stops_in_the_menu(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView.begin(app, Game.from_moves(["a3a4"]), clock=Clock.of("1+0"))
    app.open(view)
    view.act(Action("menu"))
    app.update(30)
    assert view.live.clock_text(1) == "1:00"
