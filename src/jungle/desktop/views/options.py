"""Config: all settings, saved as soon as they are changed."""

from typing import TYPE_CHECKING

import pygame

from jungle.assets import PIECE_SETS
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Control, RadioGroup, Slider, Toggle
from jungle.desktop.fonts import can_write
from jungle.desktop.layout import centred, cut_bottom, cut_left, cut_top, row
from jungle.desktop.settings import ANIMATION_SPEEDS
from jungle.desktop.view import Page
from jungle.language import languages
from jungle.pieces import Animal, Piece, Side
from jungle.rules import RULES
from jungle.svg.themes import THEMES

if TYPE_CHECKING:
    from jungle.desktop.application import Application

SWITCHES = ("evaluation_bar", "coordinates", "move_faces")
LEAST_SWITCH = 15
"""Pixels: a switch that is lower is hard to hit."""


class OptionsView(Page):
    """The settings, with a preview of the chosen pieces and board above them."""

    title_key = "config.title"

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self._labels: list[tuple[str, pygame.Rect]] = []
        self._preview = self._notes = self._about = pygame.Rect(0, 0, 0, 0)

    def build(self) -> None:
        settings = self.app.settings
        rules = [(name, self.say(f"config.rules.{name}")) for name in RULES]
        if settings.rules not in RULES:
            rules.append((settings.rules, settings.rules))
        controls: list[Control] = [
            self._named("piece_set", list(PIECE_SETS)),
            self._named("theme", list(THEMES)),
            Toggle(key="sound", on=settings.sound),
            Slider(key="music_volume", value=settings.music_volume, enabled=settings.sound),
            Slider(key="effects_volume", value=settings.effects_volume, enabled=settings.sound),
            self._named("animation", list(ANIMATION_SPEEDS)),
            RadioGroup(
                key="language",
                options=[(code, language.name) for code, language in languages().items() if can_write(code)],
                value=self.app.say.language.code,
            ),
            RadioGroup(key="rules", options=rules, value=settings.rules),
            Toggle(key="evaluation_bar", on=settings.evaluation_bar),
            Toggle(key="coordinates", on=settings.coordinates),
            Toggle(key="move_faces", on=settings.move_faces),
        ]
        self.form.replace([*controls, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "piece_set"

    def _named(self, key: str, names: list[str]) -> RadioGroup:
        options = [(name, self.say(f"config.{key}.{name}")) for name in names]
        return RadioGroup(key=key, options=options, value=getattr(self.app.settings, key))

    def about(self) -> str:
        """What the chosen rules are like, and when a change takes effect."""
        key = f"desktop.config.rules.{self.app.settings.rules}.about"
        words = [self.app.say(key)] if key in self.app.say else []
        return " ".join([*words, self.say("config.rules.when")])

    def notes(self) -> list[str]:
        """What is missing on this machine, and trouble with the settings file."""
        notes = []
        if trouble := self.app.settings_file.trouble:
            key, values = trouble
            notes.append(self.app.say(key, **values))
        if not self.app.audio.available:
            notes.append(self.say("config.silent"))
        if unwritten := [code for code in languages() if not can_write(code)]:
            notes.append(self.say("config.no_font", languages=self.app.say("list.comma").join(unwritten)))
        return notes

    def fit_card(self, canvas: Canvas, room: pygame.Rect) -> pygame.Rect:
        return centred(room, canvas.size(46), canvas.size(42))

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        width = area.width
        notes = canvas.line_height(0.8) * sum(len(canvas.wrap(note, 0.8, width)) for note in self.notes())
        settings = [control for control in self.form.controls if control.key != "back"]
        preview = min(canvas.size(4.2), width // 8, area.height // 8)
        self._notes = cut_bottom(area, notes)
        self._preview = cut_top(area, preview, canvas.size(0.5)).inflate(preview * 8 - width, 0)
        # The last switches share a line.
        lines = len(settings) - len(SWITCHES) + 1
        about = canvas.line_height(0.8) * len(canvas.wrap(self.about(), 0.8, round(width * 0.73)))
        step = min((area.height - about) // lines, canvas.size(3.4))
        height = min(round(step * 0.84), canvas.size(2.5))
        small = max(round(height * 0.62), min(height, LEAST_SWITCH))
        cut_top(area, (step - height) // 2)
        self._labels = []
        for control in settings[: lines - 1]:
            control.rect = cut_top(area, height, step - height)
            self._labels.append((control.key, cut_left(control.rect, round(width * 0.27))))
            if control.key == "rules":
                self._about = pygame.Rect(*control.rect.bottomleft, control.rect.width, about + 2)
                cut_top(area, about)
            if isinstance(control, Toggle | Slider):
                control.rect.top, control.rect.height = control.rect.top + (height - small) // 2, small
            if isinstance(control, Toggle):
                control.rect.width = round(small * 1.9)
        line = cut_top(area, height)
        for key, place in zip(SWITCHES, row(line, len(SWITCHES), canvas.size(0.8)), strict=True):
            switch = self.form[key]
            switch.rect = pygame.Rect(place.left, line.top + (height - small) // 2, round(small * 1.9), small)
            rest = switch.rect.right + canvas.size(0.5)
            self._labels.append((key, pygame.Rect(rest, line.top, place.right - rest + canvas.size(0.5), height)))

    @property
    def ground_key(self) -> object:
        return super().ground_key, tuple(self.notes()), tuple(self._preview)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        self._draw_preview(canvas)
        for key, rect in self._labels:
            canvas.text(self.say(f"config.{key}"), rect.midleft, 1.0, bold=True, width=rect.width - canvas.size(0.5))
        canvas.paragraph(self.about(), self._about, 0.8, colour=canvas.theme.faint)
        y = self._notes.top
        for note in self.notes():
            place = pygame.Rect(self._notes.left, y, self._notes.width, self._notes.bottom - y)
            y += canvas.paragraph(note, place, 0.8, colour=canvas.theme.faint)

    def _draw_preview(self, canvas: Canvas) -> None:
        theme, side = canvas.theme, self._preview.height
        canvas.block(self._preview.inflate(10, 10), theme.frame[1], radius=6)
        for i, animal in enumerate(Animal):
            cell = pygame.Rect(self._preview.left + i * side, self._preview.top, side, side)
            canvas.surface.fill(theme.land[i % 2], cell)
            if i == 0:
                canvas.surface.fill(theme.water[1], cell)
            canvas.piece(Piece(Side(i % 2), animal), cell.center, side * 0.88)

    def act(self, action: Action) -> None:
        if action.key == "back":
            self.leave()
        else:
            self.app.change(**{action.key: action.value})
