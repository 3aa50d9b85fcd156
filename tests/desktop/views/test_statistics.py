"""What the window explains: rule sets, levels, statistics and tooltips."""

from collections.abc import Callable

import pygame
import pytest

from jungle.arena.summary import Standing
from jungle.desktop.application import Application
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, RadioGroup
from jungle.desktop.inputs import Key, Pointer, Touch
from jungle.desktop.views import play
from jungle.desktop.views.options import OptionsView
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.statistics import EVALUATION_MODES, StatisticsView, _parts
from jungle.game import Game
from jungle.games import GAMES
from jungle.rules import RULES
from tests.desktop.driving import pass_time

MakeApp = Callable[..., Application]


@pytest.fixture
def tips(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tooltips that were drawn."""
    drawn: list[str] = []

    def draw(canvas: Canvas, text: str, rect: pygame.Rect, area: pygame.Rect) -> None:
        drawn.append(text)

    monkeypatch.setattr(play, "draw_tip", draw)
    return drawn


def test_each_rule_set_is_explained_with_when_a_change_takes_effect(make_app: MakeApp) -> None:
    app = make_app()
    view = OptionsView(app)
    app.open(view)
    told = set()
    for rules in RULES:
        app.change(rules=rules)
        assert "next game" in view.about()
        told.add(view.about())
    assert len(told) == len(RULES)
    app.change(rules="standard:quiet_limit=50")  # House rules have no description.
    assert "next game" in view.about()


def test_statistics_default_to_ten_games_and_offer_evaluation_modes(make_app: MakeApp) -> None:
    app = make_app()
    view = StatisticsView(app)
    app.open(view)
    games, first = view.form["games"], view.form["first"]
    assert isinstance(games, RadioGroup)
    assert isinstance(first, RadioGroup)
    assert games.value == "10"
    labels = dict(first.options)
    assert {labels[name] for name in EVALUATION_MODES.values()} == {"Material", "Positional", "Full"}


def test_the_statistics_of_another_game_are_run_from_the_screen(make_app: MakeApp) -> None:
    app = make_app()
    view = StatisticsView(app)
    app.open(view)
    view.act(Action("game", "flip"))
    view.act(Action("first", "random"))
    view.act(Action("start"))
    assert view.match is not None
    assert view.match.plan.conditions.game is GAMES["flip"]
    view.close()


def test_progress_is_shown_from_the_first_second(make_app: MakeApp) -> None:
    app = make_app()
    view = StatisticsView(app)
    app.open(view)
    view.act(Action("first", "impossible"))
    view.act(Action("start"))
    app.update(0.1)
    before = app.draw().copy()
    for _ in range(12):
        app.update(0.1)
    assert view.is_running()
    assert "1 s" in view._status_text()
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(app.draw(), "RGB")
    view.close()


def test_tooltips_vanish_with_their_reason(make_app: MakeApp, tips: list[str]) -> None:
    app = make_app()
    view = PlayView.begin(app, Game.from_moves(["a3a4"]))
    app.open(view)

    def shown() -> bool:
        tips.clear()
        app.redraw()
        app.draw()
        return bool(tips)

    def hover(key: str) -> None:
        app.handle(Pointer(Touch.MOVE, view.form[key].rect.center))

    assert not shown()
    hover("undo")
    assert shown()
    app.handle(Key("right"))  # The player uses the keyboard.
    assert not shown()
    hover("menu")
    assert shown()
    view.act(Action("menu"))  # A card covers the button.
    assert not shown()
    view.handle(Key("escape"))
    assert not shown()
    hover("undo")
    app.pointer_left()
    assert not shown()
    hover("undo")
    view.act(Action("undo"))  # There is nothing left to undo.
    app.update(0.1)
    assert not shown()


def test_selecting_another_game_clears_the_results(make_app: MakeApp) -> None:
    app = make_app()
    view = StatisticsView(app)
    app.open(view)
    view.chosen |= {"first": "random", "second": "random", "games": "10"}
    view.act(Action("start"))
    pass_time(view.update, lambda: view.played > 0)
    view.act(Action("game", "flip"))
    assert (view.match, view.played) == (None, 0)


def test_a_stopped_match_counts_the_finished_games(make_app: MakeApp) -> None:
    app = make_app()
    view = StatisticsView(app)
    app.open(view)
    view.chosen |= {"first": "impossible", "second": "impossible"}  # Ten of their games would take minutes.
    view.act(Action("start"))
    app.update(0.1)
    view.act(Action("stop"))
    pass_time(app.update, lambda: not view.is_running())
    assert view.match is not None
    assert view.match.failure() is None
    app.update(0.1)
    assert "start" in [control.key for control in view.form.controls]


def test_the_plots_grow_on_the_screen(make_app: MakeApp) -> None:
    app = make_app((900, 1100))
    view = StatisticsView(app)
    app.open(view)
    before = app.draw().copy()
    view.act(Action("first", "random"))
    view.act(Action("games", "10"))
    view.act(Action("start"))
    pass_time(app.update, lambda: not view.is_running() and not view.is_moving())
    assert view.played == 10
    app.dirty = True
    after = app.draw()
    for plot in view._plots:
        parts = [pygame.image.tobytes(frame.subsurface(plot), "RGB") for frame in (before, after)]
        assert parts[0] != parts[1]


def test_a_second_run_plays_different_games(make_app: MakeApp) -> None:
    view = StatisticsView(make_app())
    seeds = []
    for _ in range(2):
        view.act(Action("start"))
        assert view.match is not None
        seeds.append(view.match.plan.seed)
        view.close()
    assert seeds[0] != seeds[1]


def test_inconclusive_games_have_a_colour_of_their_own(make_app: MakeApp) -> None:
    view = StatisticsView(make_app())
    assert len(view._legend(Standing(wins=1, draws=1))) == 3
    *_, (colour, name) = view._legend(Standing(wins=1, inconclusive=2))
    assert name == "inconclusive"
    assert (colour, 2) in _parts(Standing(wins=1, inconclusive=2))
