"""The face-down game in the window: nothing hidden is revealed, and the remaining face-down pieces are listed."""

from collections.abc import Callable
from typing import Any

import pygame
import pytest

from jungle.desktop.application import Application
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, RadioGroup
from jungle.desktop.play_art import draw_tray
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.setup import SetupView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.language import Translator, languages
from jungle.pieces import Piece, Side
from jungle.svg.themes import THEMES
from tests.desktop.driving import FRAME, MakeBoard, click, pass_time

MakeApp = Callable[..., Application]


def test_a_click_flips_a_piece_for_good(make_board: MakeBoard) -> None:
    board = make_board(FlipGame(seed=4), speed=0)
    assert board.faces() == dict.fromkeys(range(16))
    click(board, "b2")
    assert board.faces()[5] is not None
    assert board.animation.take_sounds() == ["reveal"]
    board.live.undo()
    board.update(FRAME)
    assert board.faces()[5] is not None
    assert board.notice is not None
    assert "turned up" in board.notice.text
    assert board.animation.take_sounds() == ["refuse"]


def test_play_cannot_resume_before_a_flip(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView.begin(app, FlipGame.from_moves(["b2=t", "b3=T", "b2b3"]))
    app.open(view)
    for ply, plies in ((1, 3), (2, 2)):
        view.act(Action("moves", ply))
        view.act(Action("resume"))
        app.update(FRAME)
        assert len(view.live.game) == plies


def test_the_first_flip_may_decide_the_colours(make_board: MakeBoard) -> None:
    sides = set()
    for seed in range(8):
        board = make_board(FlipGame(seed=seed, first_flip_decides=True), None, "random", speed=0)
        assert board.game.side is None
        assert board.bottom == 0
        click(board, "a1")
        piece = board.faces()[0]
        assert piece is not None
        # The person who flipped the piece plays its colour, and stays at the bottom.
        assert board.game.side_of(0) is piece.side
        assert board.bottom == 0
        sides.add(piece.side)
    assert sides == set(Side)


@pytest.mark.parametrize("seats", [(None, "random"), (None, None), ("random", "random")])
@pytest.mark.parametrize("seed", range(4))
def test_plates_stay_where_they_are_when_the_first_flip_decides(
    make_app: MakeApp, seed: int, seats: tuple[str | None, str | None]
) -> None:
    app = make_app()
    view = PlayView.begin(app, FlipGame(seed=seed, first_flip_decides=True), seats)
    app.open(view)
    before = {seat: rect.copy() for seat, rect in view.places.plates.items()}
    pass_time(app.update, lambda: len(view.live.game) > 0) if seats[0] else click(view.board, "a1")
    app.update(FRAME)
    app.arrange()
    assert view.places.plates == before


@pytest.mark.parametrize("side", Side)
def test_you_sit_at_the_bottom(make_app: MakeApp, side: Side) -> None:
    game = FlipGame(seed=1)
    person = game.seat_of(side)
    assert person is not None
    app = make_app()
    view = PlayView.begin(app, game, ("random", None) if person else (None, "random"))
    app.open(view)
    assert view.places.plates[person].top > view.places.plates[1 - person].top


@pytest.mark.parametrize("size", [(480, 640), (960, 600)])
def test_a_tray_shows_the_face_down_pieces(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(size)
    view = PlayView.begin(app, FlipGame.from_moves(["b2=t"]))
    app.open(view)
    before = app.draw().subsurface(view.places.tray).copy()
    view.live.play("b3=T")
    app.update(FRAME)
    after = app.draw().subsurface(view.places.tray)
    assert before.get_size() == after.get_size()
    assert before.get_buffer().raw != after.get_buffer().raw
    assert not view.places.tray.colliderect(view.painter.rect)


def test_there_is_no_tray_once_all_pieces_are_face_up(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView.begin(app, Game())
    app.open(view)
    assert not view.places.tray.width


def test_the_loop_limit_is_chosen_before_the_game(make_app: MakeApp) -> None:
    app = make_app()
    setup = SetupView(app, "flip")
    app.open(setup)
    assert setup.setup().game().rules.quiet_limit == 40
    loop = setup.form["loop"]
    assert isinstance(loop, RadioGroup)
    for name, limit in (("20", 20), ("none", None), ("40", 40)):
        loop.value = name
        setup.act(Action("loop", name))
        assert setup.setup().game().rules.quiet_limit == limit
        loop = setup.form["loop"]
        assert isinstance(loop, RadioGroup)


def test_a_hint_in_the_face_down_game(make_board: MakeBoard) -> None:
    board = make_board(FlipGame(seed=1))
    board.ask_hint()
    pass_time(board.update, lambda: board.hint is not None)
    assert board.hint in board.live.legal_moves
    assert board.notice is not None
    assert board.notice.text.startswith("Turn up the piece on ")


def test_the_tray_is_sorted_by_rank(make_board: MakeBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, float, Side]] = []

    class Recorder(Canvas):
        def piece(self, piece: Piece, centre: tuple[float, float], size: float, **options: Any) -> None:  # type: ignore[override]
            drawn.append((options["rank"], centre[0], piece.side))

    canvas = Recorder(pygame.Surface((480, 640)), THEMES["meadow"], piece_set="painted", language=languages()["en"])
    draw_tray(canvas, make_board(FlipGame(seed=1)), pygame.Rect(0, 0, 400, 120), Translator("en"))
    for side in Side:
        places = [place for _, place, owner in sorted(drawn) if owner is side]
        assert places == sorted(places)
        assert len(places) == 8
