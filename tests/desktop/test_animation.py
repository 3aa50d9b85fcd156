"""What makes the window live: water, leaps, voices, a feast after a win; and only where motion is wanted."""

from collections.abc import Callable

import pygame

from jungle.desktop.animation import Flare
from jungle.desktop.application import Application
from jungle.desktop.celebration import SECONDS
from jungle.desktop.flare_art import PICTURES, flare
from jungle.desktop.move_list import Faces, faces_of
from jungle.desktop.settings import WindowSettings
from jungle.desktop.views.play import PlayView
from jungle.desktop.water import FRAMES, waves
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import parse_square
from jungle.pieces import Piece
from tests.desktop.driving import MakeLive, click

MakeApp = Callable[..., Application]


def picture(app: Application, rect: pygame.Rect) -> bytes:
    app.dirty = True
    return pygame.image.tobytes(app.draw().subsurface(rect), "RGB")


def test_the_evaluation_bar_is_off_until_asked_for() -> None:
    assert not WindowSettings().evaluation_bar


def test_the_water_lives_but_not_where_somebody_swims(make_app: MakeApp) -> None:
    app = make_app(animation="normal")
    view = PlayView(app, Game(fen="7/7/7/1r5/7/7/7/R6/7 b"))
    app.open(view)
    for _ in range(20):
        app.update(0.1)
    free, swum, land = (view.board.cell(parse_square(name)).inflate(-8, -8) for name in ("e5", "b6", "a5"))
    before = [picture(app, place) for place in (free, swum, land)]
    app.update(0.25)
    after = [picture(app, place) for place in (free, swum, land)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True]


def test_still_water_where_no_motion_is_wanted(make_app: MakeApp) -> None:
    app = make_app(animation="off")
    view = PlayView(app, Game())
    app.open(view)
    app.update(0.3)
    app.draw()
    app.update(0.3)
    assert not app.dirty
    assert view.board.tide is None


def test_waves_go_round_without_a_jerk() -> None:
    assert len({waves(80, frame) for frame in range(FRAMES)}) == FRAMES


def test_a_splash_has_drops_as_well_as_rings() -> None:
    assert flare(Flare.SPLASH, 120, PICTURES // 3).count("<circle") > 10


def test_a_leap_leaves_a_trail_along_its_arc(make_app: MakeApp) -> None:
    app = make_app(animation="slow")
    view = PlayView(app, Game(fen="7/7/7/7/T6/7/7/r6/7 b"))
    app.open(view)
    click(view.live, "a5", "d5")
    for _ in range(6):
        app.update(0.1)
    motion = view.live.animation.motion
    assert motion is not None
    height = {place.centery for place in view.board.draw_moving(app._canvas)}
    assert min(height) < view.board.centre(parse_square("b5"))[1] - view.board.side * 0.4


def test_whoever_captures_or_enters_the_den_is_heard(make_live: MakeLive) -> None:
    live = make_live("7/3W3/7/7/7/7/2l4/2E1r2/7 b", speed=0)
    click(live, "c2", "c3")
    assert "voice-elephant" in live.animation.take_sounds()
    click(live, "e2", "e3")
    assert not [name for name in live.animation.take_sounds() if name.startswith("voice")]
    click(live, "d8", "d9")
    assert "voice-wolf" in live.animation.take_sounds()


def won(app: Application) -> PlayView:
    view = PlayView(app, Game(fen="7/3W3/7/7/L6/7/7/4r2/7 b"))
    app.open(view)
    click(view.live, "d8", "d9")
    for _ in range(40):
        app.update(0.1)
    assert view.card is not None
    return view


def test_a_win_is_celebrated_for_a_while(make_app: MakeApp) -> None:
    app = make_app(animation="normal")
    view = won(app)
    assert view.is_moving
    assert len(view.draw_moving(app._canvas)) > 10
    for _ in range(round(SECONDS * 10)):
        app.update(0.1)
    assert view.draw_moving(app._canvas) == []


def test_nobody_celebrates_where_no_motion_is_wanted_or_a_computer_won(make_app: MakeApp) -> None:
    app = make_app(animation="off")
    assert won(app).draw_moving(app._canvas) == []
    app = make_app(animation="fast")
    view = PlayView(app, Game(fen="7/3W3/7/7/L6/7/7/4r2/7 b"), ("easy", None))
    app.open(view)
    view.live.game.play("d8d9")
    view.live._follow()
    for _ in range(40):
        app.update(0.1)
    assert view.card is not None
    assert view.draw_moving(app._canvas) == []


def test_the_move_list_shows_the_animals(make_app: MakeApp) -> None:
    lion, rat = Piece.from_letter("L"), Piece.from_letter("r")
    assert faces_of(Game.from_moves(["c3d3"], fen="7/7/7/7/7/7/2Lr3/6d/7 b"), 0) == Faces(lion, "d3", rat)
    assert faces_of(FlipGame.from_moves(["b2=r"]), 0) == Faces(rat, "=b2", None)
    app = make_app()
    view = PlayView(app, Game.from_moves(["a3a4"]))
    app.open(view)
    [(_, cell)] = view.moves.cells()
    shown = picture(app, cell)
    app.change(move_faces=False)
    assert picture(app, cell) != shown


def test_a_portrait_window_gives_the_board_its_width(make_app: MakeApp) -> None:
    app = make_app((480, 640))
    view = PlayView(app, Game())
    app.open(view)
    assert view.board.rect.width > 370
    app.resize((600, 1000))
    assert view.board.rect.width > 500
