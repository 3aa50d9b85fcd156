"""Animation: water, leaps, sounds and a celebration after a win, all off with reduced motion."""

from collections.abc import Callable

import pygame
import pytest

from jungle.desktop.animation import Flare
from jungle.desktop.application import Application
from jungle.desktop.fonts import can_write
from jungle.desktop.move_list import Faces, faces_of, ply_words
from jungle.desktop.scenery import CELEBRATION_SECONDS, FLARE_FRAMES, WAVE_FRAMES, flare, waves
from jungle.desktop.settings import WindowSettings
from jungle.desktop.views.play import PlayView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.language import Translator
from jungle.pieces import Piece
from tests.desktop.driving import MakeBoard, click, pass_time
from tests.needs import reason

MakeApp = Callable[..., Application]


def picture(app: Application, rect: pygame.Rect) -> bytes:
    app.dirty = True
    return pygame.image.tobytes(app.draw().subsurface(rect), "RGB")


def test_the_evaluation_bar_is_off_until_asked_for() -> None:
    assert not WindowSettings().evaluation_bar


def test_water_ripples_except_under_a_swimmer(make_app: MakeApp) -> None:
    app = make_app(animation="normal")
    view = PlayView.begin(app, Game(fen="7/7/7/1r5/7/7/7/R6/7 b"))
    app.open(view)
    for _ in range(20):
        app.update(0.1)
    free, swum, land = (view.painter.cell(BOARD.parse_square(name)).inflate(-8, -8) for name in ("e5", "b6", "a5"))
    before = [picture(app, place) for place in (free, swum, land)]
    app.update(0.25)
    after = [picture(app, place) for place in (free, swum, land)]
    assert [one == other for one, other in zip(before, after, strict=True)] == [False, True, True]


def test_water_is_still_with_reduced_motion(make_app: MakeApp) -> None:
    app = make_app(animation="off")
    view = PlayView.begin(app, Game())
    app.open(view)
    app.update(0.3)
    app.draw()
    app.update(0.3)
    assert not app.dirty
    assert view.painter.tide is None


def test_waves_loop_seamlessly() -> None:
    assert len({waves(80, frame) for frame in range(WAVE_FRAMES)}) == WAVE_FRAMES


def test_a_splash_has_drops_as_well_as_rings() -> None:
    assert flare(Flare.SPLASH, 120, FLARE_FRAMES // 3).count("<circle") > 10


def test_a_leap_leaves_a_trail_along_its_arc(make_app: MakeApp) -> None:
    app = make_app(animation="slow")
    view = PlayView.begin(app, Game(fen="7/7/7/7/T6/7/7/r6/7 b"))
    app.open(view)
    click(view.board, "a5", "d5")
    for _ in range(6):
        app.update(0.1)
    motion = view.board.animation.motion
    assert motion is not None
    height = {place.centery for place in view.painter.draw_moving(app._canvas)}
    assert min(height) < view.painter.centre(BOARD.parse_square("b5"))[1] - view.painter.side * 0.4


def test_captures_and_den_entries_have_sounds(make_board: MakeBoard) -> None:
    board = make_board("7/3W3/7/7/7/7/2l4/2E1r2/7 b", speed=0)
    click(board, "c2", "c3")
    assert "voice-elephant" in board.animation.take_sounds()
    click(board, "e2", "e3")
    assert not [name for name in board.animation.take_sounds() if name.startswith("voice")]
    click(board, "d8", "d9")
    assert "voice-wolf" in board.animation.take_sounds()


def won(app: Application) -> PlayView:
    view = PlayView.begin(app, Game(fen="7/3W3/7/7/L6/7/7/4r2/7 b"))
    app.open(view)
    click(view.board, "d8", "d9")
    for _ in range(40):
        app.update(0.1)
    assert view.card is not None
    return view


def test_a_win_is_celebrated_for_a_while(make_app: MakeApp) -> None:
    app = make_app(animation="normal")
    view = won(app)
    assert view.is_moving()
    assert len(view.draw_moving(app._canvas)) > 10
    for _ in range(round(CELEBRATION_SECONDS * 10)):
        app.update(0.1)
    assert view.draw_moving(app._canvas) == []


def test_no_celebration_with_reduced_motion_or_after_a_computer_won(make_app: MakeApp) -> None:
    app = make_app(animation="off")
    assert won(app).draw_moving(app._canvas) == []
    app = make_app(animation="fast")
    view = PlayView.begin(app, Game(fen="7/3W3/7/7/L6/7/7/4r2/7 b"), ("hard", None))
    app.open(view)
    pass_time(app.update, lambda: view.card is not None)
    assert view.draw_moving(app._canvas) == []


def test_the_move_list_shows_the_animals(make_app: MakeApp) -> None:
    lion, rat = Piece.from_letter("L"), Piece.from_letter("r")
    assert faces_of(Game.from_moves(["c3d3"], fen="7/7/7/7/7/7/2Lr3/6d/7 b"), 0) == Faces(lion, "d3", rat)
    assert faces_of(FlipGame.from_moves(["b2=r"]), 0) == Faces(rat, "=b2", None)
    app = make_app()
    view = PlayView.begin(app, Game.from_moves(["a3a4"]))
    app.open(view)
    [(_, cell)] = view.moves.cells()
    shown = picture(app, cell)
    app.change(move_faces=False)
    assert picture(app, cell) != shown


def test_a_move_in_words_names_the_animal_and_the_square() -> None:
    game = Game.from_moves(["c3d3", "g2g1"], fen="7/7/7/7/7/7/2Lr3/6d/7 b")
    for language, words in (("en", ["lion×d3", "dog g1"]), ("zh", ["狮×d3", "狗 g1"])):
        assert [ply_words(Translator(language), game, ply) for ply in (0, 1)] == words
    assert ply_words(Translator("zh"), FlipGame.from_moves(["b2=r"]), 0) == "鼠=b2"


@pytest.mark.parametrize("language", ["zh", "zh-Hant"])
def test_moves_are_written_with_characters_in_chinese(make_app: MakeApp, language: str) -> None:
    if not can_write("zh"):
        pytest.skip(reason("font"))
    app = make_app(language=language)
    view = PlayView.begin(app, Game.from_moves(["a3a4"]))
    app.open(view)
    assert (view.moves.plies, view.moves.faces) == (["象 a4"], ())
    app.change(language="en")
    assert len(view.moves.faces) == 1
    app.change(language=language, move_faces=False)
    assert (view.moves.plies, view.moves.faces) == (["8-a4"], ())


def test_a_portrait_window_gives_the_board_its_width(make_app: MakeApp) -> None:
    app = make_app((480, 640))
    view = PlayView.begin(app, Game())
    app.open(view)
    assert view.painter.rect.width > 370
    app.resize((600, 1000))
    assert view.painter.rect.width > 500
