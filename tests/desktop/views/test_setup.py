"""Ten levels: a slider that describes each, a step up or down after a game, and remembered results."""

from collections.abc import Callable

import pytest

from jungle.desktop.application import Application
from jungle.desktop.cards import ResultCard
from jungle.desktop.controls import Action, Button, RadioGroup, Slider
from jungle.desktop.inputs import Key
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.setup import INDENT, SetupView
from jungle.game import Game
from jungle.players import LEVELS
from jungle.storage import Seats
from tests.desktop.driving import MakeBoard, click

MakeApp = Callable[..., Application]


def setup_view(app: Application, mode: str = "pva") -> SetupView:
    view = SetupView(app, mode)
    app.open(view)
    return view


def seated(view: SetupView) -> Seats:
    setup = view.setup()
    return setup.seats(setup.game())


def slider(view: SetupView, key: str = "level") -> Slider:
    control = view.form[key]
    assert isinstance(control, Slider)
    return control


def told(view: SetupView) -> str:
    return " ".join(row.label + " " + row.note for row in view._rows)


def test_the_level_slider_starts_at_easy_and_describes_each_of_its_ten_levels(make_app: MakeApp) -> None:
    view = setup_view(make_app())
    assert seated(view) == (None, "3")
    assert slider(view).stops == len(LEVELS)
    assert slider(view).marks == {2: "Easy", 4: "Medium", 7: "Hard", 9: "Impossible"}
    view.form.focus = "level"
    texts = {told(view)}
    for _ in range(12):
        view.handle(Key("left"))
    for name in LEVELS[1:]:
        view.handle(Key("right"))
        assert seated(view) == (None, name)
        texts.add(told(view))
    assert len(texts) >= len(LEVELS) - 1


def test_the_level_is_remembered(make_app: MakeApp) -> None:
    app = make_app()
    view = setup_view(app)
    view.form.focus = "level"
    view.handle(Key("right"))
    assert app.settings.level == "4"
    assert make_app().settings.level == "4"
    assert seated(setup_view(app, "flip")) in (("4", None), (None, "4"))


def test_a_click_on_the_slider_selects_the_nearest_level() -> None:
    control = Slider(key="level", value=0.0, stops=10)
    control.rect.update(0, 0, 1000, 20)
    for x, stop in ((0, 0), (480, 4), (560, 5), (2000, 9)):
        control.press((x, 10))
        assert control.stop == stop
        assert control.value == pytest.approx(stop / 9, abs=0.001)


def finished(app: Application, seats: Seats) -> PlayView:
    view = PlayView.begin(app, Game(fen="7/3W3/7/7/L6/7/7/4r2/7 b"), seats)
    app.open(view)
    click(view.board, "d8", "d9")
    for _ in range(30):
        app.update(0.1)
    assert isinstance(view.card, ResultCard)
    return view


@pytest.mark.parametrize(("key", "level"), [("weaker", "2"), ("stronger", "4")])
def test_the_next_game_can_be_a_bit_stronger_or_weaker(make_app: MakeApp, key: str, level: str) -> None:
    app = make_app()
    view = finished(app, (None, "easy"))
    assert view.card is not None
    view.card.focus = key
    view.handle(Key("return"))
    assert (view.live.seats, len(view.live.game)) == ((None, level), 0)
    app.update(0.1)
    assert app.settings.level == level


def test_the_strongest_and_weakest_levels_offer_no_further_step(make_app: MakeApp) -> None:
    app = make_app()
    for level, key in (("1", "weaker"), ("10", "stronger")):
        view = finished(app, (None, level))
        assert view.card is not None
        button = view.card[key]
        assert isinstance(button, Button)
        assert not button.enabled
        app.home()


def test_only_games_against_a_level_offer_another_level(make_board: MakeBoard) -> None:
    assert make_board(None, None, "hard").live.level == "8"
    assert make_board(None, "3", None).live.level == "3"
    for players in ((None, None), (None, "greedy"), ("3", "5")):
        assert make_board(None, *players).live.level is None


def test_results_by_level_are_shown_before_the_next_game(make_app: MakeApp) -> None:
    app = make_app()
    assert "won" not in told(setup_view(app))
    app.home()
    finished(app, (None, "easy"))
    app.home()
    finished(app, (None, "3"))
    app.home()
    assert "2 won, 0 lost, 0 drawn" in told(setup_view(app))


def test_strategies_are_opponents_in_the_face_down_game(make_app: MakeApp) -> None:
    app = make_app()
    view = SetupView(app, "flip")
    app.open(view)
    group = view.form["opponent"]
    assert isinstance(group, RadioGroup)
    assert [key for key, _ in group.options] == ["computer", "biggest-first", "rat-first", "human"]
    for name in ("biggest-first", "rat-first"):
        view.form["opponent"].value = name  # type: ignore[attr-defined]
        view.act(Action("opponent", name))
        assert name in seated(view)
        assert "level" not in [control.key for control in view.form.controls]
    view.form["opponent"].value = "computer"  # type: ignore[attr-defined]
    view.act(Action("opponent", "computer"))
    assert app.settings.level in seated(view)


def test_notes_begin_below_their_headings(make_app: MakeApp) -> None:
    app = make_app()
    view = SetupView(app, "ava")
    app.open(view)
    app.arrange()
    noted = [(heading, note) for (_, heading), (text, note) in zip(view._labels, view._notes, strict=True) if text]
    assert len(noted) == 2
    assert all(note.left == heading.left + app._canvas.size(INDENT) for heading, note in noted)
