"""Two people at one screen: names, clocks, a board that turns."""

from collections.abc import Callable

from jungle.clock import Clock
from jungle.desktop.application import Application
from jungle.desktop.controls import Action, TextField
from jungle.desktop.inputs import Key, Typed
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.setup import SetupView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from tests.desktop.driving import MakeLive, click

MakeApp = Callable[..., Application]


def test_the_clock_of_whoever_is_to_move_runs_and_a_move_adds_to_it(make_live: MakeLive) -> None:
    live = make_live(clock=Clock.of("5+3"), speed=0)
    live.update(30)
    assert live.clock_text(Side.BLUE) == "5:00"  # It starts with the first move.
    click(live, "a3", "a4")
    live.update(20)
    assert (live.clock_text(Side.BLUE), live.clock_text(Side.RED)) == ("5:00", "4:40")
    click(live, "g7", "g6")
    assert live.clock_text(Side.RED) == "4:43"
    live.update(300)
    outcome = live.outcome
    assert outcome == Outcome(Side.RED, Reason.TIMEOUT)
    assert live.undo()  # On without a clock.
    assert live.outcome is None
    live.update(1)
    assert live.outcome is None


def test_clocks_and_names_follow_the_colours_that_the_first_flip_decides(make_live: MakeLive) -> None:
    for seed in range(6):
        game = FlipGame(seed=seed, first_flip_decides=True)
        live = make_live(game, clock=Clock.of("1+0"), names=("Second", "First"), speed=0)
        click(live, "a1")
        mover = game.first
        assert mover is not None
        assert live.name(mover) == "First"
        live.update(30)
        assert (live.clock_text(mover), live.clock_text(mover.opponent)) == ("1:00", "0:30")


def test_the_board_turns_to_whoever_is_to_move(make_live: MakeLive) -> None:
    live = make_live(turning=True, speed=0)
    assert (live.turned, live.bottom) == (False, Side.BLUE)
    click(live, "a3", "a4")
    assert (live.turned, live.bottom) == (True, Side.RED)
    click(live, "g7", "g6")
    assert not live.turned


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
    assert app.settings.sound  # The letter m was for the name.
    field = setup.form["blue_name"]
    assert isinstance(field, TextField)
    assert field.text == "Ann B"
    setup.act(Action("clock", "3+2"))
    setup.act(Action("turning", "yes"))
    setup.act(Action("play"))
    view = app.view
    assert isinstance(view, PlayView)
    click(view.live, "a3", "a4")
    for _ in range(5):
        app.update(0.1)
    saved = app.autosave.newest()
    assert saved is None  # It is open here.
    app.home()
    assert "Ann B – 李雷" in app.view.form["continue"].label
    saved = app.autosave.newest()
    assert saved is not None
    again = PlayView.resume(app, saved.path)
    assert again.live.names == ("Ann B", "李雷" + "x" * 14)
    assert again.live.clock is not None
    assert again.live.clock.control == "3+2"
    assert again.live.turning
    again.close()


def test_a_clock_in_the_menu_stands_still(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView(app, Game.from_moves(["a3a4"]), clock=Clock.of("1+0"))
    app.open(view)
    view.act(Action("menu"))
    app.update(30)
    assert view.live.clock_text(Side.RED) == "1:00"
