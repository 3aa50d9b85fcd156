"""The face-down game in the window: nothing is shown for free, and what still lies face down is told."""

from collections.abc import Callable

import pytest

from jungle.desktop.application import Application
from jungle.desktop.controls import Action, RadioGroup
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.setup import SetupView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.pieces import Side
from tests.desktop.driving import MakeLive, click, pass_time

MakeApp = Callable[..., Application]


def test_face_down_pieces_are_turned_up_by_a_click_for_good(make_live: MakeLive) -> None:
    live = make_live(FlipGame(seed=4), speed=0)
    assert live.faces() == dict.fromkeys(range(16))
    click(live, "b2")
    assert live.faces()[5] is not None
    assert live.animation.take_sounds() == ["reveal"]
    assert not live.undo()
    assert live.faces()[5] is not None
    assert live.notice is not None
    assert "seen" in live.notice.text


def test_steps_are_taken_back_but_not_past_what_was_turned_up(make_live: MakeLive) -> None:
    live = make_live(FlipGame.from_moves(["b2=t", "b3=T", "b2b3"]), speed=0)
    assert live.undo()
    assert len(live.game) == 2
    assert not live.undo()
    assert len(live.game) == 2


def test_the_computers_answer_is_not_taken_back_where_it_turned_a_piece_up(make_live: MakeLive) -> None:
    live = make_live(FlipGame.from_moves(["b2=t", "b3=T", "b2b3", "c3=c"]), "random", None, speed=0)
    live.paused = True
    assert not live.undo()
    assert len(live.game) == 4


def test_an_earlier_ply_is_looked_at_but_not_resumed_past_a_flip(make_live: MakeLive) -> None:
    live = make_live(FlipGame.from_moves(["b2=t", "b3=T", "b2b3"]), speed=0)
    live.look(1)
    live.resume_here()
    assert len(live.game) == 3
    live.look(2)
    live.resume_here()
    assert len(live.game) == 2


def test_the_first_flip_may_decide_the_colours(make_live: MakeLive) -> None:
    sides = set()
    for seed in range(8):
        live = make_live(FlipGame(seed=seed, first_flip_decides=True), "random", None, pace="instant", speed=0)
        assert live.game.side is None
        assert live.bottom is Side.RED
        click(live, "a1")
        piece = live.faces()[0]
        assert piece is not None
        # Whoever turned the piece up, here the person, plays its colour and stays at the lower edge.
        assert live.humans == [piece.side]
        assert live.bottom is piece.side
        sides.add(piece.side)
    assert sides == set(Side)


@pytest.mark.parametrize("side", Side)
def test_you_sit_at_the_bottom(make_app: MakeApp, side: Side) -> None:
    players = (None, "random") if side is Side.BLUE else ("random", None)
    app = make_app()
    view = PlayView(app, FlipGame(seed=1), players, paused=True)
    app.open(view)
    assert view.places.plates[side].top > view.places.plates[side.opponent].top


@pytest.mark.parametrize("size", [(480, 640), (960, 600)])
def test_a_tray_shows_what_still_lies_face_down(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(size)
    view = PlayView(app, FlipGame.from_moves(["b2=t"]))
    app.open(view)
    before = app.draw().subsurface(view.places.tray).copy()
    view.live.game.play("b3=T")
    view.live._follow()
    app.dirty = True
    after = app.draw().subsurface(view.places.tray)
    assert before.get_size() == after.get_size()
    assert before.get_buffer().raw != after.get_buffer().raw
    assert not view.places.tray.colliderect(view.board.rect)


def test_without_anything_face_down_there_is_no_tray(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView(app, Game())
    app.open(view)
    assert not view.places.tray.width


def test_the_loop_limit_is_chosen_before_the_game(make_app: MakeApp) -> None:
    app = make_app()
    setup = SetupView(app, "flip")
    app.open(setup)
    assert setup.game().rules.quiet_limit == 40
    loop = setup.form["loop"]
    assert isinstance(loop, RadioGroup)
    for name, limit in (("20", 20), ("none", None), ("40", 40)):
        loop.value = name
        setup.act(Action("loop", name))
        assert setup.game().rules.quiet_limit == limit
        loop = setup.form["loop"]
        assert isinstance(loop, RadioGroup)


def test_a_hint_in_the_face_down_game(make_live: MakeLive) -> None:
    live = make_live(FlipGame(seed=1))
    live.ask_hint()
    pass_time(live.update, lambda: live.hint is not None)
    assert live.hint in live.legal_moves
    assert live.notice is not None
    assert live.notice.text.startswith("Turn up the piece on ")


def test_a_whole_face_down_game_between_computers(make_live: MakeLive) -> None:
    live = make_live(FlipGame(seed=11), "biggest-first", "rat-first", pace="instant", speed=0)
    pass_time(live.update, lambda: live.outcome is not None)
