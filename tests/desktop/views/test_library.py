"""Games are saved automatically, listed with a picture, viewed, resumed and deleted; nothing is lost without asking."""

from collections.abc import Callable
from pathlib import Path

import pytest

from jungle.desktop.application import Application
from jungle.desktop.audio import Audio
from jungle.desktop.cards import AskCard, MenuCard, ResultCard
from jungle.desktop.controls import Action, Form
from jungle.desktop.inputs import Key
from jungle.desktop.views.library import LibraryView
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.rules import RulesView
from jungle.desktop.views.start import StartView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.outcome import Outcome, Reason
from jungle.pieces import Side
from tests.desktop.driving import click

MakeApp = Callable[..., Application]
NEARLY_WON = "7/3W3/7/7/7/7/7/4r2/7 b"


def play(app: Application, *moves: str, game: Game | FlipGame | None = None) -> PlayView:
    """A game in the window with a few moves played."""
    view = PlayView.begin(app, game or Game())
    app.open(view)
    for move in moves:
        click(view.board, move[:2], move[2:])
        app.update(0.1)
    return view


def library(app: Application) -> LibraryView:
    app.home()
    view = LibraryView(app)
    app.open(view)
    app.draw()
    return view


def press(form: Form | None, view: PlayView | LibraryView, key: str) -> None:
    assert form is not None
    form.focus = key
    view.handle(Key("return"))


def test_a_finished_game_is_saved_automatically(make_app: MakeApp) -> None:
    app = make_app()
    play(app, "d8d9", game=Game(fen=NEARLY_WON))
    view = library(app)
    [listed] = view.games
    assert (listed.result, listed.kind, listed.plies) == ("1-0", "jungle", 1)
    assert listed.game().outcome() == Outcome(Side.BLUE, Reason.DEN)
    assert "Blue won" in view.about(listed)
    view.act(Action("open"))
    assert isinstance(app.view, PlayView)
    assert app.view.live.outcome is not None


def test_all_unfinished_games_can_be_resumed_not_only_the_last(make_app: MakeApp) -> None:
    app = make_app()
    play(app, "a3a4")
    app.home()
    play(app, "g3g4", "g7g6")
    view = library(app)
    assert sorted(game.plies for game in view.games) == [1, 2]
    assert not any(game.is_finished() for game in view.games)
    view.rows.chosen = next(i for i, game in enumerate(view.games) if game.plies == 1)
    view.act(Action("open"))
    resumed = app.view
    assert isinstance(resumed, PlayView)
    click(resumed.board, "a7", "a6")
    app.update(0.1)
    view = library(app)
    assert sorted(game.plies for game in view.games) == [2, 2]


def test_deleting_a_game_asks_first(make_app: MakeApp) -> None:
    app = make_app()
    play(app, "a3a4")
    view = library(app)
    view.handle(Key("delete"))
    assert isinstance(view.card_over, AskCard)
    view.handle(Key("escape"))
    assert len(view.games) == 1
    view.act(Action("delete"))
    app.draw()
    press(view.card_over, view, "no")
    assert len(view.games) == 1
    view.act(Action("delete"))
    press(view.card_over, view, "delete.yes")
    assert view.games == []
    assert app.library.games() == ([], [])


def test_two_windows_cannot_open_the_same_game(make_app: MakeApp, audio: Audio) -> None:
    app = make_app()
    play(app, "a3a4")
    assert isinstance(app.view, PlayView)
    app.view.live.flush()
    other = Application(StartView, size=(600, 800), audio=audio)
    view = LibraryView(other)
    other.open(view)
    assert len(view.games) == 1
    view.act(Action("open"))
    assert other.view is view
    assert "open elsewhere" in view.trouble
    view.act(Action("delete"))
    press(view.card_over, view, "delete.yes")
    assert len(view.games) == 1
    other.draw()
    other.close()


def test_broken_files_do_not_hide_the_others(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    play(app, "a3a4")
    app.home()
    for name, content in (("one.jsonl", b"\xff\n"), ("two.jsonl", b"{}\n"), ("three.jgn", b"\x00")):
        (home / "games" / name).write_bytes(content)
    view = library(app)
    assert len(view.games) == 1
    assert len(view.faults) == 3


def test_a_game_changed_on_disk_is_reported_without_a_crash(make_app: MakeApp, home: Path) -> None:
    app = make_app()
    play(app, "a3a4")
    view = library(app)
    for path in (home / "games").iterdir():
        path.unlink()
    view.act(Action("open"))
    assert app.view is view
    assert view.trouble
    view.act(Action("delete"))
    press(view.card_over, view, "delete.yes")
    assert view.games == []


@pytest.mark.parametrize(("key", "over"), [("resign", True), ("new", False)])
def test_resign_and_new_game_ask_first(make_app: MakeApp, key: str, over: bool) -> None:
    app = make_app()
    view = play(app, "a3a4")
    view.act(Action("menu"))
    press(view.card, view, key)
    card = view.card
    assert isinstance(card, AskCard)
    press(card, view, "no")
    assert (view.card, view.live.outcome) == (None, None)
    view.act(Action("menu"))
    press(view.card, view, key)
    press(view.card, view, f"{key}.yes")
    assert (view.live.outcome is not None) is over
    assert len(view.live.game) == over


def test_a_new_game_does_not_ask_if_nothing_would_be_lost(make_app: MakeApp) -> None:
    app = make_app()
    view = play(app)
    view.act(Action("menu"))
    press(view.card, view, "new")
    assert view.card is None


def test_the_rules_of_the_game_are_in_its_menu(make_app: MakeApp) -> None:
    app = make_app()
    view = PlayView.begin(app, FlipGame(seed=1))
    app.open(view)
    view.act(Action("menu"))
    assert isinstance(view.card, MenuCard)
    press(view.card, view, "rules")
    rules = app.view
    assert isinstance(rules, RulesView)
    assert rules.kind == "flip"
    app.back()
    assert app.view is view


def test_a_game_can_be_saved_from_the_end_card(make_app: MakeApp) -> None:
    app = make_app()
    view = play(app, "d8d9", game=Game(fen=NEARLY_WON))
    for _ in range(30):
        app.update(0.1)
    assert isinstance(view.card, ResultCard)
    press(view.card, view, "save")
    view.live.flush()
    games, _ = app.library.games()
    assert sorted(game.path.suffix == ".jgn" for game in games) == [False, True]
