"""Every screen, drawn at several sizes and checked: nothing is empty, cut off or overlapping."""

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

from jungle.desktop.application import Application
from jungle.desktop.canvas import ELLIPSIS, Canvas
from jungle.desktop.controls import Action, Button, RadioGroup, Rows, Slider
from jungle.desktop.fonts import can_write
from jungle.desktop.inputs import Key, Pointer, Touch
from jungle.desktop.play_art import plate_result
from jungle.desktop.view import View
from jungle.desktop.views.library import LibraryView
from jungle.desktop.views.options import OptionsView
from jungle.desktop.views.play import PlayView
from jungle.desktop.views.rules import RulesView
from jungle.desktop.views.setup import SetupView
from jungle.desktop.views.start import StartView
from jungle.desktop.views.statistics import StatisticsView
from jungle.desktop.views.weak_spots import WeakSpotsView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.language import languages
from jungle.lessons import LESSONS
from jungle.puzzles import THEMES as PUZZLE_THEMES
from jungle.svg.themes import THEMES
from jungle.training import WeakSpot
from tests.needs import reason

SIZES = [(480, 640), (900, 1100), (1280, 720), (900, 552), (640, 400)]
LANGUAGES = ["en", "zh"]
MIDDLE = ("a3a4", "g7g6", "g3g4", "a7a6", "c3c2", "e7e8", "g4f4", "a6b6", "f4f5", "b6b5", "e3d3", "c7d7")
"""A few moves that bring both rats into the water."""

MakeApp = Callable[..., Application]
Make = Callable[[Application], View]


def play(app: Application) -> PlayView:
    return PlayView.begin(app, Game.from_moves(MIDDLE))


def flip(app: Application) -> PlayView:
    game = FlipGame(seed=3)
    chance = random.Random(1)
    for _ in range(12):
        game.play(chance.choice(game.legal_moves()))
    return PlayView.begin(app, game)


def weak_spots(app: Application) -> WeakSpotsView:
    spots = [WeakSpot(theme, solved, 9) for solved, theme in enumerate(PUZZLE_THEMES[:9])]
    return WeakSpotsView(app, spots, print)


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
    for view in (play(app), play(app), flip(app)):
        app.library.save(view.live)
    return LibraryView(app)


def result(app: Application, opponent: str | None = None) -> PlayView:
    view = PlayView.begin(app, Game(fen="7/3W3/7/7/7/7/7/4r2/7 b"), (None, opponent))
    view.board.hand.press(BOARD.parse_square("d8"))
    view.board.hand.release(BOARD.parse_square("d9"))
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
    "play-result-level": lambda app: result(app, "easy"),
    "flip": flip,
    "options": OptionsView,
    "library-empty": LibraryView,
    "library": library,
    "statistics": StatisticsView,
    "weak-spots": weak_spots,
    "weak-spots-none": lambda app: WeakSpotsView(app, [], print),
    "rules": lambda app: RulesView(app, "jungle", 6),
}


def show(app: Application, make: Make, seconds: float = 0.2) -> pygame.Surface:
    view = make(app)
    if app.view is not view:
        app.open(view)
    for _ in range(round(seconds * 20)):
        app.update(1 / 20)
    app.dirty = True
    return app.draw()


def colours(frame: pygame.Surface, rect: pygame.Rect) -> int:
    """The number of colours in part of the frame, from a sample of a few thousand pixels."""
    part = frame.subsurface(rect.clip(frame.get_rect()))
    pixels = memoryview(pygame.image.tobytes(part, "RGBA")).cast("I")
    return len(set(pixels[:: max(1, len(pixels) // 5000)]))


def same(one: pygame.Surface, other: pygame.Surface) -> bool:
    return pygame.image.tobytes(one, "RGB") == pygame.image.tobytes(other, "RGB")


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Texts that did not fit."""
    found: list[str] = []
    fitted = Canvas._fitted

    def spy(self: Canvas, text: str, size: int, bold: bool, width: float) -> tuple[int, str]:
        size, short = fitted(self, text, size, bold, width)
        if short.endswith(ELLIPSIS) and not text.endswith(ELLIPSIS):
            found.append(text)
        return size, short

    monkeypatch.setattr(Canvas, "_fitted", spy)
    return found


def faults(view: View, frame: pygame.Surface) -> Iterator[str]:
    """The problems of a screen."""
    whole = frame.get_rect()
    if colours(frame, whole) <= 120:
        yield "it is nearly empty"
    over = view.card if isinstance(view, PlayView) else None
    controls = [control for control in (over or view.form).controls if control.rect.width]
    for control in controls:
        if not whole.contains(control.rect):
            yield f"{control.key} is cut off"
        elif control.rect.height < 15:
            yield f"{control.key} is too small to hit"
        elif isinstance(control, Button | RadioGroup | Slider) and colours(frame, control.rect) <= 8:
            yield f"{control.key} is blank"
    if over is None:
        for one, other in itertools.combinations(controls, 2):
            if one.rect.colliderect(other.rect):
                yield f"{one.key} lies over {other.key}"
    if isinstance(view, PlayView | RulesView):
        if not whole.contains(view.painter.rect):
            yield "the board is cut off"
        yield from (
            f"{one.key} is on the board" for one in controls if not over and one.rect.colliderect(view.painter.rect)
        )
        faces, grid = view.board.faces(), view.board.game.grid
        for square in range(0 if over else grid.squares):
            if colours(frame, view.painter.cell(square).inflate(-6, -6)) <= (25 if square in faces else 1):
                yield f"nothing is seen on {grid.square_name(square)}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_screens_are_complete(make_app: MakeApp, size: tuple[int, int], language: str, cut: list[str]) -> None:
    if language == "zh" and not can_write("zh"):
        pytest.skip(reason("font"))
    app = make_app(size, language=language)
    wrong = []
    for name, make in VIEWS.items():
        frame = show(app, make, seconds=1.8 if "result" in name else 0.2)
        wrong += [(name, fault) for fault in (*faults(app.view, frame), *cut)]
        cut.clear()
        app.home()
    assert not wrong


def test_notes_about_what_is_missing_leave_room_for_the_settings(
    make_app: MakeApp, monkeypatch: pytest.MonkeyPatch, cut: list[str]
) -> None:
    monkeypatch.setattr(OptionsView, "notes", lambda view: ["No sound device was found.", "No Chinese font was found."])
    app = make_app((640, 400))
    frame = show(app, OptionsView, seconds=0.2)
    assert [*faults(app.view, frame), *cut] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_fits_the_smallest_window(
    make_app: MakeApp, language: str, cut: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if language == "zh" and not can_write("zh"):
        pytest.skip(reason("font"))
    smallest: list[float] = []
    paragraph = Canvas.paragraph

    def spy(self: Canvas, text: str, rect: pygame.Rect, part: float = 1.0, **style: Any) -> int:
        used = paragraph(self, text, rect, part, **style)
        smallest.append(rect.height - used)
        return used

    monkeypatch.setattr(Canvas, "paragraph", spy)
    app = make_app(SIZES[0], language=language)
    for kind, lessons in LESSONS.items():
        view = RulesView(app, kind)
        app.open(view)
        for page in range(len(lessons)):
            view.turn_to(page)
            app.draw()
    assert cut == []
    assert len(smallest) >= sum(map(len, LESSONS.values()))
    assert min(smallest) >= 0


def test_each_theme_and_piece_set_changes_the_board(make_app: MakeApp) -> None:
    app = make_app((480, 640))
    usual = show(app, play).copy()
    assert isinstance(app.view, PlayView)
    pieces = [app.view.painter.cell(square).center for square in app.view.board.faces()]
    grass = app.view.painter.cell(BOARD.parse_square("d5")).move(8, 8).topleft
    for theme in THEMES:
        app.change(theme=theme)
        assert (theme == "meadow") is (usual.get_at(grass) == app.draw().get_at(grass)), theme
    app.change(theme="meadow")
    for piece_set in ("characters", "letters"):
        app.change(piece_set=piece_set)
        other = app.draw()
        assert sum(usual.get_at(place) != other.get_at(place) for place in pieces) > len(pieces) // 2, piece_set


def test_a_high_density_screen_gets_a_sharper_picture(make_app: MakeApp) -> None:
    app = make_app((480, 640))
    show(app, play)
    assert isinstance(app.view, PlayView)
    side = app.view.painter.side
    app.resize((960, 1280))
    app.draw()
    assert app.view.painter.side == pytest.approx(2 * side, rel=0.12)


def test_the_focus_ring_is_visible_and_does_not_cover_the_label(make_app: MakeApp) -> None:
    app = make_app()
    view = SetupView(app, "pva")
    app.open(view)
    _, label = view._labels[0]
    words = pygame.Rect(label.left, label.top, label.width, app._canvas.line_height(0.95))
    before = app.draw().copy()
    view.form.focus = "play"
    app.handle(Key("tab"))
    view.form.focus = "level"
    app.redraw()
    after = app.draw()
    edge = view.form["level"].rect.inflate(8, 8)
    changed = sum(before.get_at((x, edge.top)) != after.get_at((x, edge.top)) for x in range(edge.left, edge.right))
    assert changed > edge.width // 2
    assert same(before.subsurface(words), after.subsurface(words))


def test_resizing_again_and_again_keeps_everything_in_place(make_app: MakeApp) -> None:
    app = make_app()
    show(app, play)
    for width, height in ((480, 640), (700, 640), (900, 700), (640, 900), (1200, 640)):
        app.resize((width, height))
        frame = app.draw()
        assert frame.get_size() == (width, height)
        assert isinstance(app.view, PlayView)
        assert frame.get_rect().contains(app.view.painter.rect)


def test_settings_are_saved_immediately(make_app: MakeApp) -> None:
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
    assert isinstance(app.view, StartView)


def test_a_broken_settings_file_is_reported_on_the_start_screen_until_read(make_app: MakeApp) -> None:
    app = make_app()
    app.settings_file.path.write_text("{")
    app = Application(StartView, size=(480, 640), audio=app.audio)
    view = app.view
    assert isinstance(view, StartView)
    assert "Your settings could not be read" in view.notice
    assert app.settings.theme == "meadow"
    canvas = Canvas(app.draw(), THEMES["meadow"], piece_set="painted", language=languages()["en"])
    assert canvas.paragraph(view.notice, view._notice.inflate(-canvas.size(0.6), 0), 0.8) <= view._notice.height
    assert not any(control.rect.colliderect(view._notice) for control in view.form.controls)
    app.open(OptionsView(app))
    app.change(theme="night")
    app.back()
    assert view.notice == ""
    app.close()


def test_no_label_is_cut_off_while_looking_back(make_app: MakeApp, cut: list[str]) -> None:
    app = make_app((800, 700))
    show(app, looking_back)
    for size in ((1000, 640), (1100, 700), (1400, 640)):
        app.resize(size)
        app.draw()
        assert cut == [], size


@pytest.mark.parametrize("size", [SIZES[0], SIZES[2]])
def test_a_notice_does_not_cover_the_back_button(make_app: MakeApp, size: tuple[int, int]) -> None:
    app = make_app(size)
    view = looking_back(app)
    before = app.draw().copy()
    app.handle(Key("s"))
    after = app.draw()
    assert not same(before, after)
    for key in ("resume", "present"):
        rect = view.form[key].rect
        assert same(before.subsurface(rect), after.subsurface(rect))


def test_the_plates_tell_how_a_finished_game_ended(make_app: MakeApp) -> None:
    app = make_app()
    view = play(app)
    live, board = view.live, view.board

    def results() -> list[str]:
        return [plate_result(board, seat, app.say) for seat in (0, 1)]

    assert results() == ["", ""]
    live.agree_draw()
    assert results() == ["Draw", "Draw"]
    live.undo()
    live.resign()
    assert results() == ["", "Red wins"]
    board.look(0)
    assert results() == ["", ""]


@pytest.mark.parametrize("chinese", [False, True])
def test_a_word_longer_than_its_line_is_split(chinese: bool) -> None:
    canvas = Canvas(
        pygame.Surface((480, 640)),
        THEMES["meadow"],
        piece_set="painted",
        language=languages()["zh" if chinese else "en"],
    )
    text = "Cannot write /home/" + "averylongname/" * 20 + "desktop.json: why"
    lines = canvas.wrap(text, 1.0, 200)
    assert all(canvas.measure(line)[0] <= 200 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("make", [play, flip])
def test_a_saved_game_is_listed_and_opened(make_app: MakeApp, make: Callable[[Application], PlayView]) -> None:
    app = make_app()
    view = make(app)
    app.open(view)
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
    assert app.view.live.game == view.live.game


def test_nothing_of_the_previous_screen_remains(make_app: MakeApp) -> None:
    app = make_app((480, 640), animation="normal")
    app.draw()
    app.open(play(app))
    for _ in range(20):
        app.update(1 / 20)
        app.draw()
    seen = app.draw().copy()
    app.redraw()
    assert same(seen, app.draw())


def test_partial_redraws_give_the_same_picture(make_app: MakeApp) -> None:
    """A jump with a capture, compared frame by frame with a full redraw."""
    frames = []
    for whole in (False, True):
        app = make_app((480, 640), animation="normal", evaluation_bar=False)
        view = PlayView.begin(app, Game(fen="7/7/1w5/7/7/7/1L5/6R/r6 b"))
        app.open(view)
        for _ in range(10):
            app.update(1 / 20)
            app.draw()
        view.board.hand.press(BOARD.parse_square("b3"))
        view.board.hand.release(BOARD.parse_square("b7"))
        shown = []
        for _ in range(38):
            app.update(1 / 30)
            if whole:
                app.redraw()
            shown.append(app.draw().copy())
        frames.append(shown)
    assert not same(frames[0][0], frames[0][10])
    assert all(same(one, other) for one, other in zip(*frames, strict=True))
