"""Every screen, drawn at several sizes and looked at: nothing empty, cut off, or over one another."""

import itertools
import random
from collections.abc import Callable
from typing import Any

import pygame
import pytest
from desktop_games import MIDDLE, started

from jungle.desktop.application import Application
from jungle.desktop.canvas import ELLIPSIS, Canvas
from jungle.desktop.contests import JungleContest
from jungle.desktop.controls import Action, Button, Choice, Rows, Slider
from jungle.desktop.flip_contest import FlipContest
from jungle.desktop.fonts import writes_chinese
from jungle.desktop.inputs import Key, Pointer, Touch
from jungle.desktop.lessons import LESSONS
from jungle.desktop.play_art import plate_result
from jungle.desktop.seats import Seating
from jungle.desktop.view import View
from jungle.desktop.views.library import LibraryView
from jungle.desktop.views.options import OptionsView
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.rules import RulesView
from jungle.desktop.views.setup import SetupView
from jungle.desktop.views.start import StartView
from jungle.desktop.views.statistics import StatisticsView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import parse_square
from jungle.pieces import Side
from jungle.svg.themes import THEMES

SIZES = [(480, 640), (900, 1100), (1280, 720)]

Make = Callable[[Application], View]


def play(app: Application, **seats: str) -> PlayView:
    return PlayView(app, JungleContest(Game.from_moves(MIDDLE)), Seating(**seats))


def flip(app: Application) -> PlayView:
    game = FlipGame(seed=3)
    chance = random.Random(1)
    for _ in range(12):
        game.play(chance.choice(game.legal_moves()))
    return PlayView(app, FlipContest(game), Seating())


def menu(app: Application) -> PlayView:
    view = play(app)
    app.open(view)
    view.act(Action("menu"))
    return view


def looking_back(app: Application) -> PlayView:
    view = play(app)
    app.open(view)
    view.act(Action("moves", 3))
    app.arrange()
    return view


def library(app: Application) -> LibraryView:
    for _ in range(3):
        app.library.save(play(app).table)
    return LibraryView(app)


def result(app: Application) -> PlayView:
    view = PlayView(app, JungleContest(started("7/3W3/7/7/7/7/7/4r2/7 b")), Seating())
    view.table.press(parse_square("d8"))
    view.table.release(parse_square("d9"))
    return view


VIEWS: dict[str, Make] = {
    "start": StartView,
    "setup-pvp": lambda app: SetupView(app, "pvp"),
    "setup-pva": lambda app: SetupView(app, "pva"),
    "setup-ava": lambda app: SetupView(app, "ava"),
    "setup-flip": lambda app: SetupView(app, "flip"),
    "play": play,
    "play-menu": menu,
    "play-looking-back": looking_back,
    "play-result": result,
    "flip": flip,
    "options": OptionsView,
    "library": library,
    "library-empty": LibraryView,
    "statistics": StatisticsView,
    "rules": lambda app: RulesView(app, 6),
}


def show(app: Application, make: Make) -> pygame.Surface:
    view = make(app)
    if app.view is not view:
        app.open(view)
    for _ in range(90):
        app.update(1 / 60)
    app.dirty = True
    return app.draw()


def colours(frame: pygame.Surface, rect: pygame.Rect) -> int:
    """How many colours there are in a part of the frame."""
    part = rect.clip(frame.get_rect())
    step = max(1, min(part.size) // 60)
    seen = {
        tuple(frame.get_at((x, y)))
        for x in range(part.left, part.right, step)
        for y in range(part.top, part.bottom, step)
    }
    return len(seen)


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that did not fit their place."""
    found: list[str] = []
    fitted = Canvas._fitted

    def spy(self: Canvas, text: str, size: int, bold: bool, width: float) -> tuple[int, str]:
        size, short = fitted(self, text, size, bold, width)
        if short.endswith(ELLIPSIS) and not text.endswith(ELLIPSIS):
            found.append(text)
        return size, short

    monkeypatch.setattr(Canvas, "_fitted", spy)
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", VIEWS)
def test_a_screen_is_complete(
    make_app: Callable[..., Application], name: str, size: tuple[int, int], language: str, cut: list[str]
) -> None:
    if language == "zh" and not writes_chinese():
        pytest.skip("there is no Chinese font here")
    app = make_app(size, language=language)
    frame = show(app, VIEWS[name])
    assert colours(frame, frame.get_rect()) > 120
    assert cut == []
    view = app.view
    over = view.card if isinstance(view, PlayView) else None
    controls = [control for control in (over or view.form).controls if control.rect.width]
    for control in controls:
        assert frame.get_rect().contains(control.rect), f"{control.key} is cut off"
        assert control.rect.height >= 15, f"{control.key} is too small to hit"
        if isinstance(control, Button | Choice | Slider):
            assert colours(frame, control.rect) > 8, f"{control.key} is blank"
    if over is None:
        for one, other in itertools.combinations(controls, 2):
            assert not one.rect.colliderect(other.rect), f"{one.key} lies over {other.key}"
    if isinstance(view, PlayView | RulesView):
        assert frame.get_rect().contains(view.board.rect)
        if over is None:
            faces = view.table.faces()
            for square in range(view.table.contest.files * view.table.contest.ranks):
                seen = colours(frame, view.board.cell(square).inflate(-6, -6))
                assert seen > (25 if square in faces else 1), view.table.contest.square_name(square)
        assert not any(control.rect.colliderect(view.board.rect) for control in view.form.controls)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_lesson_fits_the_smallest_window(
    make_app: Callable[..., Application], language: str, cut: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    smallest: list[float] = []
    paragraph = Canvas.paragraph

    def spy(self: Canvas, text: str, rect: pygame.Rect, part: float = 1.0, **style: Any) -> int:
        used = paragraph(self, text, rect, part, **style)
        smallest.append(rect.height - used)
        return used

    monkeypatch.setattr(Canvas, "paragraph", spy)
    app = make_app(SIZES[0], language=language)
    view = RulesView(app)
    app.open(view)
    for page in range(len(LESSONS)):
        view.turn_to(page)
        app.draw()
    assert cut == []
    assert len(smallest) >= len(LESSONS)
    assert min(smallest) >= 0


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("piece_set", ["painted", "characters", "letters"])
def test_each_theme_and_piece_set_changes_the_board(
    make_app: Callable[..., Application], theme: str, piece_set: str
) -> None:
    app = make_app()
    usual = show(app, play).copy()
    app.change(theme=theme, piece_set=piece_set)
    other = app.draw()
    assert isinstance(app.view, PlayView)
    pieces = [app.view.board.cell(square).center for square in app.view.table.faces()]
    grass = app.view.board.cell(parse_square("d5")).move(8, 8).topleft
    if theme != "meadow":
        assert usual.get_at(grass) != other.get_at(grass)
    if piece_set != "painted":
        assert sum(usual.get_at(place) != other.get_at(place) for place in pieces) > len(pieces) // 2


def test_a_dense_screen_gets_as_much_finer_a_picture(make_app: Callable[..., Application]) -> None:
    app = make_app((600, 800))
    show(app, play)
    assert isinstance(app.view, PlayView)
    side = app.view.board.side
    app.resize((1200, 1600))
    app.draw()
    assert app.view.board.side == pytest.approx(2 * side, rel=0.12)


def test_the_ring_of_the_focus_leaves_the_label_alone(make_app: Callable[..., Application]) -> None:
    app = make_app()
    view = SetupView(app, "pva")
    app.open(view)
    _, label = view._labels[0]
    words = pygame.Rect(label.left, label.top, label.width, app._canvas.line_height(0.95))
    before = app.draw().subsurface(words).copy()
    view.form.focus, view.form.focus_shown = "level", True
    app.redraw()
    assert same(before, app.draw().subsurface(words))


def test_the_focus_is_seen(make_app: Callable[..., Application]) -> None:
    app = make_app()
    before = show(app, StartView).copy()
    app.handle(Key("tab"))
    after = app.draw()
    focused = app.view.form[app.view.form.focus or ""]
    edge = focused.rect.inflate(8, 8)
    changed = sum(before.get_at((x, edge.top)) != after.get_at((x, edge.top)) for x in range(edge.left, edge.right))
    assert changed > edge.width // 2


def test_resizing_again_and_again_keeps_everything_in_place(make_app: Callable[..., Application]) -> None:
    app = make_app()
    show(app, play)
    for width in range(480, 1400, 180):
        for height in (640, 900):
            app.resize((width, height))
            frame = app.draw()
            assert frame.get_size() == (width, height)
            assert isinstance(app.view, PlayView)
            assert frame.get_rect().contains(app.view.board.rect)


def test_config_is_kept_at_once(make_app: Callable[..., Application]) -> None:
    app = make_app()
    show(app, OptionsView)
    music = app.view.form["music_volume"]
    app.handle(Pointer(Touch.DOWN, music.rect.midleft))
    app.handle(Pointer(Touch.MOVE, music.rect.midright))
    app.handle(Pointer(Touch.UP, music.rect.midright))
    assert app.settings.music_volume == 1
    app.view.form.focus = "theme"
    app.handle(Key("right"))
    assert app.settings.theme == "parchment"
    assert app.settings_file.load() == app.settings
    app.handle(Key("escape"))
    assert app.view.name == "start"


def test_a_broken_settings_file_is_told_on_the_start_screen(make_app: Callable[..., Application]) -> None:
    app = make_app()
    app.settings_file.path.write_text("{")
    app.close()
    app = Application(app.folders, StartView, size=(600, 800), audio=app.audio)
    assert isinstance(app.view, StartView)
    assert "could not be read" in app.view.notice
    assert app.settings.theme == "meadow"
    app.close()


@pytest.mark.parametrize("size", [(800, 700), (1000, 640), (1100, 700), (1400, 640)])
def test_the_way_back_is_written_out(
    make_app: Callable[..., Application], size: tuple[int, int], cut: list[str]
) -> None:
    show(make_app(size), looking_back)
    assert cut == []


@pytest.mark.parametrize("size", SIZES)
def test_a_notice_leaves_the_way_back_free(make_app: Callable[..., Application], size: tuple[int, int]) -> None:
    app = make_app(size)
    view = looking_back(app)
    before = app.draw().copy()
    app.handle(Key("s"))
    after = app.draw()
    assert not same(before, after)
    for key in ("resume", "present"):
        rect = view.form[key].rect
        assert same(before.subsurface(rect), after.subsurface(rect))


def test_the_plates_tell_how_a_finished_game_ended(make_app: Callable[..., Application]) -> None:
    app = make_app()
    view = play(app)
    assert [plate_result(view.table, side, app.say) for side in Side] == ["", ""]
    view.table.agree_draw()
    assert [plate_result(view.table, side, app.say) for side in Side] == ["A draw", "A draw"]
    view.table.undo()
    view.table.resign()
    assert [plate_result(view.table, side, app.say) for side in Side] == ["", "Red wins"]
    view.table.look(0)
    assert [plate_result(view.table, side, app.say) for side in Side] == ["", ""]


def test_two_broken_files_are_both_told_and_the_notice_fits(make_app: Callable[..., Application]) -> None:
    app = make_app()
    app.settings_file.path.write_text("{")
    app.autosave.path.parent.mkdir(parents=True, exist_ok=True)
    app.autosave.path.write_text("[]")
    app.close()
    app = Application(app.folders, StartView, size=(480, 640), audio=app.audio)
    view = app.view
    assert isinstance(view, StartView)
    assert "Your settings could not be read" in view.notice
    assert "The game under way could not be read" in view.notice
    canvas = Canvas(app.draw(), THEMES["meadow"], piece_set="painted", chinese=False)
    assert canvas.paragraph(view.notice, view._notice.inflate(-canvas.size(0.6), 0), 0.8) <= view._notice.height
    assert not any(control.rect.colliderect(view._notice) for control in view.form.controls)
    # Once it was read, it is gone.
    app.open(OptionsView(app))
    app.change(theme="night")
    app.back()
    assert view.notice == ""
    app.close()


@pytest.mark.parametrize("chinese", [False, True])
def test_a_word_longer_than_its_line_is_cut_into_lines(chinese: bool) -> None:
    canvas = Canvas(pygame.Surface((480, 640)), THEMES["meadow"], piece_set="painted", chinese=chinese)
    text = "Cannot write /home/" + "averylongname/" * 20 + "desktop.json: why"
    lines = canvas.wrap(text, 1.0, 200)
    assert all(canvas.measure(line)[0] <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_a_saved_game_is_listed_and_opened(make_app: Callable[..., Application]) -> None:
    app = make_app()
    app.open(play(app))
    app.handle(Key("s"))
    app.home()
    app.open(LibraryView(app))
    rows = app.view.form["games"]
    assert isinstance(rows, Rows)
    assert len(rows.rows) == 1
    app.draw()
    assert app.view.form.focus == "games"
    app.handle(Key("return"))
    assert isinstance(app.view, PlayView)
    assert len(app.view.table.contest) == len(MIDDLE)


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


def test_nothing_of_the_screen_before_is_left(make_app: Callable[..., Application]) -> None:
    app = make_app(animation="normal")
    app.draw()
    app.open(play(app))
    for _ in range(60):
        app.update(1 / 60)
        app.draw()
    seen = app.draw().copy()
    app.redraw()
    assert same(seen, app.draw())


def test_drawing_only_what_changed_gives_the_same_picture(make_app: Callable[..., Application]) -> None:
    """A jump with a capture, frame by frame, against drawing everything each time."""
    frames = []
    for whole in (False, True):
        app = make_app(animation="normal", evaluation_bar=False)
        view = PlayView(app, JungleContest(started("7/7/1w5/7/7/7/1L5/6R/r6 b")), Seating())
        app.open(view)
        for _ in range(30):
            app.update(1 / 60)
            app.draw()
        view.table.press(parse_square("b3"))
        view.table.release(parse_square("b7"))
        shown = []
        for _ in range(75):
            app.update(1 / 60)
            if whole:
                app.redraw()
            shown.append(app.draw().copy())
        frames.append(shown)
    assert not same(frames[0][0], frames[0][10])
    assert all(same(one, other) for one, other in zip(*frames, strict=True))
