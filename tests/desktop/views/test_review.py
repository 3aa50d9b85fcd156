"""Review: turning points, better moves, accuracy, a graph, and retrying from there."""

from collections.abc import Callable

import pytest

from jungle.desktop.application import Application
from jungle.desktop.controls import Action, Rows
from jungle.desktop.inputs import Key, Pointer, Touch
from jungle.desktop.plots import Graph
from jungle.desktop.views.play import PlayView, play_on
from jungle.desktop.views.review import ReviewView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.native import native_available
from jungle.pieces import Side
from jungle.play import LiveGame
from tests.desktop.driving import pass_time

MakeApp = Callable[..., Application]

# Blue could enter the den but walks away; Red then captures the wolf.
BLUNDER = Game.from_moves(["d8c8", "c7c8", "a5a4"], fen="7/3W3/2e4/7/L6/7/7/r6/7 b")


def reviewed(app: Application, game: Game | FlipGame, **options: bool) -> ReviewView:
    view = ReviewView(app, LiveGame(game, (None, "3")), play_on, **options)
    app.open(view)
    pass_time(app.update, lambda: view.reviewing.done)
    app.update(0.1)
    app.draw()
    return view


def test_the_turning_point_is_found_with_the_better_move(make_app: MakeApp) -> None:
    app = make_app()
    view = reviewed(app, BLUNDER)
    assert view.reviewing.failure() is None
    assert [point.ply for point in view.points] == [0]
    assert view.ply == 0
    assert view.board.hint is not None
    assert view.board.hint.uci() == "d8d9"
    assert "blunder" in view.about()
    assert "Better: the wolf enters the den and wins" in view.about()
    if native_available():  # The engine has found the reasons.
        assert "There was a win in 1" in view.about()
    blue, red = view.reviewing.accuracy(Side.BLUE), view.reviewing.accuracy(Side.RED)
    assert blue is not None
    assert red is not None
    assert blue < red


def test_a_turning_point_found_before_the_page_opens_is_shown_too(make_app: MakeApp) -> None:
    app = make_app()
    view = ReviewView(app, LiveGame(BLUNDER.copy(), (None, "3")), play_on)
    view.reviewing.result()
    app.open(view)
    app.update(0.1)
    assert view.board.hint is not None
    assert view.board.hint.uci() == "d8d9"


def test_moves_can_be_selected_on_the_graph_in_the_list_and_by_keys(make_app: MakeApp) -> None:
    app = make_app()
    view = reviewed(app, BLUNDER)
    graph = view.form["graph"]
    assert isinstance(graph, Graph)
    assert len(graph.chances) == graph.total == 3
    app.handle(Pointer(Touch.DOWN, (graph.rect.right - 1, graph.rect.centery)))
    app.handle(Pointer(Touch.UP, (graph.rect.right - 1, graph.rect.centery)))
    assert view.ply == 3
    assert view.about().startswith("The game isn't decided yet. To practise: ")
    view.key(Key("pageup"))
    assert view.ply == 2
    view.act(Action("points", 0))
    assert view.ply == 0
    view.act(Action("next"))
    view.act(Action("previous"))
    view.key(Key("end"))
    view.key(Key("home"))
    assert view.ply == 0
    rows = view.form["points"]
    assert isinstance(rows, Rows)
    assert len(rows.rows) == 1


def test_a_retry_starts_at_the_turning_point(make_app: MakeApp) -> None:
    app = make_app()
    view = reviewed(app, Game.from_moves(["a3a4", "g7g6", "a4a5"]))
    view.show_ply(2)
    view.act(Action("try"))
    again = app.view
    assert isinstance(again, PlayView)
    assert [str(move) for move in again.live.game.moves] == ["a3a4", "g7g6"]
    assert again.live.seats == (None, "3")


def test_retrying_a_face_down_game_deals_again(make_app: MakeApp) -> None:
    app = make_app()
    played = FlipGame(seed=1)
    for square in ("a1", "b1", "c1", "d1", "a2", "b2"):
        played.play(square)
    view = reviewed(app, played)
    deals = set()
    for _ in range(4):
        view.show_ply(1)
        view.act(Action("try"))
        again = app.view
        assert isinstance(again, PlayView)
        assert again.live.game.faces() == played.faces(1)
        deals.add(str(sorted((again.live.game.deal or {}).items())))
        view = reviewed(app, played)
    assert len(deals) > 1


def test_closing_stops_the_review(make_app: MakeApp) -> None:
    app = make_app()
    game = Game.from_moves(["a3a4", "g7g6", "a4a3", "g6g7", "a3a4"])
    view = ReviewView(app, LiveGame(game), play_on)
    app.open(view)
    app.back()
    pass_time(lambda _: None, lambda: view.reviewing.done)
    assert view.reviewing.failure() is None


@pytest.mark.parametrize("size", [(480, 640), (960, 600), (1920, 1080)])
def test_everything_has_its_place(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(size)
    view = reviewed(app, BLUNDER)
    whole = app.draw().get_rect()
    rects = [control.rect for control in view.form.controls if control.rect.width and control.rect.height]
    assert all(whole.contains(rect) for rect in rects)
    assert not any(rect.colliderect(view.painter.rect) for rect in rects)


def test_a_game_without_moves_is_reviewed_too(make_app: MakeApp) -> None:
    app = make_app()
    view = reviewed(app, Game())
    assert view.points == []
    view.act(Action("next"))
    assert view.ply == 0
