"""Takes pictures of the window's real screens: `python -m artwork.screenshots`.

Some are for docs/; all screens at all sizes and in both languages go to build/screenshots for inspection.
"""

import os
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame

from jungle.assets import PIECE_SETS
from jungle.clock import Clock
from jungle.desktop.application import Application
from jungle.desktop.audio import Audio
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action
from jungle.desktop.view import View
from jungle.desktop.views.library import LibraryView
from jungle.desktop.views.options import OptionsView
from jungle.desktop.views.play import PlayView, play_on
from jungle.desktop.views.puzzle import PuzzleView
from jungle.desktop.views.review import ReviewView
from jungle.desktop.views.rules import RulesView
from jungle.desktop.views.setup import SetupView
from jungle.desktop.views.start import StartView
from jungle.desktop.views.statistics import StatisticsView
from jungle.desktop.views.weak_spots import WeakSpotsView
from jungle.flip import FlipGame
from jungle.game import Game
from jungle.geometry import BOARD
from jungle.language import languages
from jungle.pieces import Animal, Piece, Side
from jungle.play import LiveGame
from jungle.players import player
from jungle.puzzles import THEMES as PUZZLE_THEMES
from jungle.svg.themes import THEMES
from jungle.training import WeakSpot

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
SHEETS = ROOT / "build" / "screenshots"
SIZES = ((480, 640), (960, 600), (1366, 768), (1920, 1080))
LANGUAGES = ("en", "zh")
TALL, WIDE = (540, 700), (960, 600)
FRAME = 1 / 60
PATIENCE = 120.0

# A game in which both rats swim and both sides have lost an animal.
MOVES = """
b2c2 f8f7 f2f3 b8c8 e3d3 e7d7 d3d4 c8d8 g3g4 a7b7 g4f4 b7b6 f4e4 d7d6 c2d2 c7d7 c3d3 f7e7 e4e5 b6c6 a1b1 g9f9 e5e6
f9f8 b1b2 f8e8 b2b3 g7g6 b3c3 a9a8 g1f1 g6g5 d4d5 a8b8 f3e3 g5g4 d3d4 c6c5 f1f2 b8c8 d2d3 c5b5 a3b3 g4g3 d5d6 d7d6
"""


def main() -> None:
    pygame.display.init()
    pygame.font.init()
    IMAGES.mkdir(parents=True, exist_ok=True)
    audio = Audio()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["JUNGLE_HOME"] = folder
        photographer = Photographer(audio)
        photographer.take("start", TALL, StartView)
        photographer.take("setup", TALL, lambda app: SetupView(app, "pva"))
        photographer.take("play", TALL, in_game, hint)
        photographer.take("play-wide", WIDE, in_game, picked_up, theme="parchment", piece_set="characters")
        photographer.take("flip", TALL, face_down)
        photographer.take("review", WIDE, review, reviewed)
        photographer.take("puzzle", TALL, lambda app: PuzzleView(app, date(2026, 11, 16)))
        photographer.take("load", WIDE, archive)
        photographer.take("rules", TALL, lambda app: RulesView(app, "jungle", 6))
        photographer.take("statistics", WIDE, StatisticsView, run_series)
        photographer.take("config", TALL, OptionsView, theme="night")
        photographer.themes()
        pieces()
        photographer.everything()
    audio.close()
    pygame.quit()


class Photographer:
    def __init__(self, audio: Audio) -> None:
        self.audio = audio

    def show(
        self,
        size: tuple[int, int],
        make: Callable[[Application], View],
        prepare: Callable[[Application], None] = lambda app: None,
        **settings: str,
    ) -> pygame.Surface:
        app = Application(StartView, size=size, audio=self.audio)
        app.change(**{"animation": "off", "language": "en", "theme": "meadow", "piece_set": "painted", **settings})
        app.open(make(app))
        app.update(FRAME)  # the player with something to think about moves first
        let_pass(app, lambda: not app.is_moving() or isinstance(app.view, StartView))
        prepare(app)
        app.redraw()
        frame = app.draw().copy()
        app.close()
        return frame

    def take(
        self,
        name: str,
        size: tuple[int, int],
        make: Callable[[Application], View],
        prepare: Callable[[Application], None] = lambda app: None,
        **settings: str,
    ) -> None:
        save(name, self.show(size, make, prepare, **settings))

    def everything(self) -> None:
        """Every screen at every size in every language."""
        for width, height in SIZES:
            for language in LANGUAGES:
                folder = SHEETS / f"{width}x{height}-{language}"
                folder.mkdir(parents=True, exist_ok=True)
                for name, (make, prepare) in SCREENS.items():
                    frame = self.show((width, height), make, prepare, language=language)
                    pygame.image.save(frame, folder / f"{name}.png")
                print(folder.relative_to(ROOT))

    def themes(self) -> None:
        """The board in all themes, side by side."""
        frames = [self.show((360, 460), in_game, theme=theme).subsurface((0, 40, 360, 308)) for theme in THEMES]
        width, height = frames[0].get_size()
        sheet = pygame.Surface((width * 2, height * 2))
        for i, frame in enumerate(frames):
            sheet.blit(frame, (i % 2 * width, i // 2 * height))
        save("themes", sheet)


def let_pass(app: Application, until: Callable[[], bool], seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not until() and time.monotonic() < end:
        app.update(FRAME)
        time.sleep(0.002)


def in_game(app: Application) -> PlayView:
    return PlayView.begin(app, Game.from_moves(MOVES.split()), (None, "hard"))


def face_down(app: Application) -> PlayView:
    game = FlipGame(seed=5)
    with player("biggest-first", game=game.kind, seed=5) as both:
        for _ in range(17):
            game.play(both.choose(game).move)
    return PlayView.begin(app, game, (None, "biggest-first"))


def hint(app: Application) -> None:
    view = app.view
    assert isinstance(view, PlayView)
    view.act(Action("hint"))
    let_pass(app, lambda: view.board.hint is not None)


def picked_up(app: Application) -> None:
    view = app.view
    assert isinstance(view, PlayView)
    square = max(view.board.hand.pickable(), key=lambda square: len(view.live.game.moves_from(square)))
    view.board.hand.press(square)
    view.board.hand.release(square)


def run_series(app: Application) -> None:
    view = app.view
    assert isinstance(view, StatisticsView)
    for key, value in (("first", "easy"), ("second", "greedy"), ("games", "10")):
        view.act(Action(key, value))
    view.build()
    app.arrange()
    view.act(Action("start"))
    app.update(FRAME)
    let_pass(app, lambda: not view.is_moving(), PATIENCE)


def two_people(app: Application) -> PlayView:
    game = Game.from_moves(MOVES.split()[:9])
    return PlayView.begin(app, game, names=("Ann", "Bob"), clock=Clock.of("5+3"), turning=True)


def won(app: Application) -> PlayView:
    view = PlayView.begin(app, Game(fen="7/3W3/7/7/l6/7/7/1E2r2/7 b"), (None, "easy"))
    view.board.hand.press(BOARD.parse_square("d8"))
    view.board.hand.release(BOARD.parse_square("d9"))
    return view


def until_the_card(app: Application) -> None:
    view = app.view
    assert isinstance(view, PlayView)
    let_pass(app, lambda: view.card is not None)


def menu(app: Application) -> None:
    app.view.act(Action("menu"))


def archive(app: Application) -> LibraryView:
    for make in (won, in_game, face_down, two_people):
        app.open(make(app))
        assert isinstance(app.view, PlayView)
        app.view.live.remember()  # A game that is only viewed is not saved.
        app.update(FRAME)
        app.home()
    return LibraryView(app)


def review(app: Application) -> ReviewView:
    return ReviewView(app, LiveGame(Game.from_moves(MOVES.split()), (None, "5")), play_on)


def reviewed(app: Application) -> None:
    view = app.view
    assert isinstance(view, ReviewView)
    let_pass(app, lambda: view.reviewing.done)
    app.update(FRAME)


def nothing(app: Application) -> None:
    pass


SPOTS = [WeakSpot(theme, solved, 9) for solved, theme in enumerate(PUZZLE_THEMES[:7])]
Screen = tuple[Callable[[Application], View], Callable[[Application], None]]
SCREENS: dict[str, Screen] = {
    "start": (StartView, nothing),
    "setup-pvp": (lambda app: SetupView(app, "pvp"), nothing),
    "setup-pva": (lambda app: SetupView(app, "pva"), nothing),
    "setup-ava": (lambda app: SetupView(app, "ava"), nothing),
    "setup-flip": (lambda app: SetupView(app, "flip"), nothing),
    "play": (in_game, hint),
    "play-menu": (in_game, menu),
    "play-two": (two_people, picked_up),
    "play-won": (won, until_the_card),
    "flip": (face_down, nothing),
    "load": (archive, nothing),
    "review": (review, reviewed),
    "puzzle": (lambda app: PuzzleView(app, date(2026, 11, 16)), nothing),
    "weak-spots": (lambda app: WeakSpotsView(app, SPOTS, print), nothing),
    "rules": (lambda app: RulesView(app, "jungle", 6), nothing),
    "rules-flip": (lambda app: RulesView(app, "flip", 2), nothing),
    "statistics": (StatisticsView, nothing),
    "config": (OptionsView, nothing),
}


def pieces() -> None:
    """Every piece of every set, in the largest and smallest size."""
    large, small = 84, 40
    sheet = pygame.Surface((8 * (large + 8) + 8, len(PIECE_SETS) * 2 * (large + 8) + len(PIECE_SETS) * (small + 8) + 8))
    sheet.fill(THEMES["meadow"].land[0])
    y = 8
    for name in PIECE_SETS:
        canvas = Canvas(sheet, THEMES["meadow"], piece_set=name, language=languages()["en"])
        for side in Side:
            for i, animal in enumerate(Animal):
                canvas.piece(Piece(side, animal), (8 + (i + 0.5) * (large + 8) - 4, y + large / 2), large)
            y += large + 8
        for i, animal in enumerate((*Animal, *Animal)):
            canvas.piece(Piece(Side(i // 8), animal), (8 + (i + 0.5) * (large + 8) / 2, y + small / 2), small)
        y += small + 8
    save("pieces", sheet)


def save(name: str, frame: pygame.Surface) -> None:
    path = IMAGES / f"{name}.png"
    pygame.image.save(frame, path)
    print(f"{path.relative_to(IMAGES.parents[1])}  {path.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()
