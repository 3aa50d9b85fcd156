"""The start screen."""

import math
from typing import TYPE_CHECKING

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Action, Button
from jungle.desktop.inputs import Key
from jungle.desktop.layout import centred, column, cut_bottom, cut_left, cut_right, cut_top
from jungle.desktop.view import View
from jungle.desktop.views.setup import SetupView
from jungle.desktop.words import game_title, player_name
from jungle.errors import JungleError
from jungle.games import DEFAULT_GAME, GAMES
from jungle.pieces import Animal, Piece, Side
from jungle.play import read_setting
from jungle.storage import SavedGame

if TYPE_CHECKING:
    from jungle.desktop.application import Application

WORDMARK_SHAPE = 518 / 110
SEAL_SHAPE = 3.0
HOP_SECONDS = 0.5
HOP_EVERY = 3.4
"""Seconds between two hops of the parade, on average."""

MODE_ICONS = {"pvp": "people", "pva": "robot", "ava": "robots"}
"""Icons for the ways to play the default game; other games are listed below them."""
OTHERS = (("rules", "book"), ("statistics", "chart"), ("load", "load"))


class StartView(View):
    """Logo, a parade of the animals, and the menu."""

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self.saved: SavedGame | None = None
        self.notice = ""
        self._clock = 0.0
        self._wordmark = self._seal = self._notice = pygame.Rect(0, 0, 0, 0)
        self._parade: list[tuple[Piece, tuple[float, float]]] = []
        self._piece = 1.0

    def shown(self) -> None:
        had_game = self.saved is not None
        self.notice = ""
        if trouble := self.app.settings_file.trouble:
            key, values = trouble
            self.notice = self.app.say(key, **values)
        self.saved = self.app.library.newest()
        if had_game is not (self.saved is not None):
            self.form.focus = None  # Another button is the default now.
        self.build()

    def build(self) -> None:
        controls = []
        if self.saved:
            controls.append(Button(key="continue", label=self._continue_label(), icon="play", primary=True))
        for key, icon in MODE_ICONS.items():
            primary = key == "pva" and not self.saved
            controls.append(Button(key=key, label=self.say(f"start.{key}"), icon=icon, primary=primary))
        others = [kind for kind in GAMES if kind != DEFAULT_GAME]
        controls += [Button(key=kind, label=game_title(self.app.say, kind), icon="cards") for kind in others]
        controls.append(Button(key="puzzles", label=self.say("start.puzzles"), icon="puzzle"))
        controls += [Button(key=key, label=self.say(f"start.{key}"), icon=icon) for key, icon in OTHERS]
        controls.append(Button(key="config", label=self.say("start.config"), icon="config"))
        controls.append(Button(key="quit", label=self.say("start.quit"), icon="quit"))
        self.form.replace(controls)
        if self.form.focus is None:
            self.form.focus = next(button.key for button in controls if button.primary)

    def _continue_label(self) -> str:
        assert self.saved is not None
        game, seats = self.saved.game, self.saved.seats
        names = read_setting(game.start, self.saved.setting).names
        both = (game.seat_of(side) or 0 for side in Side)
        players = " – ".join(names[seat] or player_name(self.app.say, seats[seat]) for seat in both)
        detail = self.say("continue.detail", players=players, number=game.number)
        return f"{self.say('continue')}: {detail}"

    def is_moving(self) -> bool:
        return bool(self.app.settings.speed) and self._hopping() is not None

    def _hopping(self) -> tuple[int, float] | None:
        """The index of the animal that is hopping, and its progress."""
        turn, within = divmod(self._clock, HOP_EVERY)
        return ((int(turn) * 5) % len(Animal), within / HOP_SECONDS) if within < HOP_SECONDS else None

    def update(self, seconds: float) -> None:
        self._clock += seconds

    @property
    def ground_key(self) -> object:
        return tuple(self._wordmark), self.notice

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        margin = canvas.size(0.9)
        wide = area.width > area.height * 1.1
        area = area.inflate(-2 * margin, -2 * margin)
        bottom = cut_bottom(area, canvas.size(2.6), margin)
        corner = min(canvas.size(9), bottom.width // 3)
        corners = cut_left(bottom, corner), cut_right(bottom, corner)
        if wide:
            signs = cut_left(area, round(area.width * 0.5))
            self._arrange_signs(signs, signs.width * 0.78, 4)
        else:
            signs = cut_top(area, round(area.height * 0.4))
            self._arrange_signs(signs, min(signs.width * 0.8, signs.height * 2.1), 8)
        # Text grows more slowly than the window; the menu keeps its share of a large one.
        width = min(area.width * 0.86, max(canvas.size(27), area.width * 0.74 * wide))
        menu = centred(area, width, area.height)
        height = self._arrange_menu(canvas, menu)
        for key, rect in zip(("config", "quit"), corners, strict=True):
            # The labels of buttons of one height are of one size.
            self.form[key].rect = centred(rect, rect.width, min(height, rect.height))

    def _arrange_signs(self, area: pygame.Rect, width: float, columns: int) -> None:
        """Lay out the name in both scripts and, below it, the parade in this many columns."""
        rows = len(Animal) // columns
        high = width / WORDMARK_SHAPE
        seal = high * 0.52
        across = min(area.width * 0.92, width * 1.25) / columns
        total = high + seal * 1.35 + rows * across * 1.02
        if total > area.height:
            shrink = area.height / total
            width, high, seal, across = width * shrink, high * shrink, seal * shrink, across * shrink
            total = area.height
        top = area.centery - total / 2
        self._wordmark = pygame.Rect(0, 0, round(width), round(high))
        self._wordmark.midtop = (area.centerx, round(top))
        self._seal = pygame.Rect(0, 0, round(seal * SEAL_SHAPE), round(seal))
        self._seal.midtop = (area.centerx, round(top + high * 1.02))
        first = top + high + seal * 1.35 + across / 2
        self._piece = across * 0.9
        self._parade = []
        for i, animal in enumerate(reversed(Animal)):
            at = i % columns
            x = area.centerx + (at - (columns - 1) / 2) * across
            side = Side.BLUE if (at + i // columns) % 2 == 0 else Side.RED
            self._parade.append((Piece(side, animal), (x, first + (i // columns) * across)))

    def _arrange_menu(self, canvas: Canvas, area: pygame.Rect) -> int:
        """Lay out the menu; returns the height of its buttons."""
        lines = len(canvas.wrap(self.notice, 0.8, area.width - canvas.size(0.6))) if self.notice else 0
        self._notice = cut_bottom(area, canvas.line_height(0.8) * lines)
        keys = ("continue", *MODE_ICONS, *GAMES, "puzzles")
        main = [control for control in self.form.controls if control.key in keys]
        gap = canvas.size(0.55)
        most = max(canvas.size(3.1), round(area.height * 0.08))
        height = min(most, (area.height - gap * (len(main) + 1)) // (len(main) + 1))
        rects = column(area, len(main) + 1, height, gap)
        for control, rect in zip(main, rects[:-1], strict=True):
            control.rect = rect
        # Each as wide as its label needs.
        line, others = rects[-1], [self.form[key] for key, _ in OTHERS]
        labels = [canvas.measure(self.say(f"start.{key}"), 1.0)[0] + 2 * height for key, _ in OTHERS]
        room = line.width - gap * (len(OTHERS) - 1)
        for control, label in zip(others[:-1], labels, strict=False):
            control.rect = cut_left(line, room * label // sum(labels), gap)
        others[-1].rect = line
        return height

    def draw_ground(self, canvas: Canvas) -> None:
        canvas.picture("wordmark.svg", self._wordmark)
        canvas.picture("seal.svg", self._seal)
        if self.notice:
            canvas.panel(self._notice.inflate(canvas.size(0.6), 0))
            canvas.paragraph(self.notice, self._notice.inflate(-canvas.size(0.6), 0), 0.8, centred=True)

    def draw(self, canvas: Canvas) -> None:
        hopping = self._hopping() if self.app.settings.speed else None
        for i, (piece, (x, y)) in enumerate(self._parade):
            up = math.sin(math.pi * hopping[1]) * self._piece * 0.22 if hopping and hopping[0] == i else 0
            canvas.piece(piece, (x, y - up), self._piece)
        draw_form(canvas, self.form)

    def act(self, action: Action) -> None:
        from jungle.desktop.views.library import LibraryView
        from jungle.desktop.views.options import OptionsView
        from jungle.desktop.views.play import PlayView
        from jungle.desktop.views.puzzle import PuzzleView
        from jungle.desktop.views.rules import RulesView
        from jungle.desktop.views.statistics import StatisticsView

        match action.key:
            case "continue" if self.saved:
                try:
                    self.app.open(PlayView.resume(self.app, self.saved.path))
                except JungleError as error:  # Another program has opened it in the meantime.
                    self.notice = str(error)
                    self.app.arrange()
            case "puzzles":
                self.app.open(PuzzleView(self.app))
            case "rules":
                self.app.open(RulesView(self.app))
            case "statistics":
                self.app.open(StatisticsView(self.app))
            case "load":
                self.app.open(LibraryView(self.app))
            case "config":
                self.app.open(OptionsView(self.app))
            case "quit":
                self.app.quit()
            case mode:
                self.app.open(SetupView(self.app, mode))

    def key(self, key: Key) -> None:
        if key.name == "m":
            self.app.toggle_sound()

    def leave(self) -> None:
        """This is the bottom of the stack: there is nowhere to go back to."""
