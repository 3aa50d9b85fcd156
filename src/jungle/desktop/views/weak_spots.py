"""Weak spots: how often the puzzles of each theme are solved on the first try, and a set of puzzles on one of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, Rows
from jungle.desktop.layout import cut_bottom, cut_top
from jungle.desktop.view import Page
from jungle.desktop.words import capitalised
from jungle.training import WeakSpot

if TYPE_CHECKING:
    from jungle.desktop.application import Application


class WeakSpotsView(Page):
    """The themes, the weakest first, each with its rate and the interval in which the true rate lies."""

    title_key = "puzzle.weak"

    def __init__(self, app: "Application", spots: list[WeakSpot], train: Callable[[str], None]) -> None:
        super().__init__(app)
        self._spots = spots
        self._train = train
        self._about = pygame.Rect(0, 0, 0, 0)

    @property
    def rows(self) -> Rows:
        return self.form.find("spots", Rows)

    def build(self) -> None:
        chosen = self.rows.chosen if self.form.controls else 0
        rows = Rows(key="spots", rows=[self._row(spot) for spot in self._spots], enabled=bool(self._spots))
        rows.chosen = chosen
        train = Button(
            key="train",
            label=self.app.say("web.train.start"),
            icon="play",
            primary=True,
            enabled=bool(self._spots),
        )
        self.form.replace([rows, train, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "spots" if self._spots else "back"

    def _row(self, spot: WeakSpot) -> str:
        low, high = (round(100 * bound) for bound in spot.interval())
        rate = self.app.say("train.weak.rate", solved=spot.solved, tried=spot.tried, low=low, high=high)
        return f"{capitalised(self.app.say(f'theme.{spot.theme}'))}\t{rate}"

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        gap = canvas.size(0.6)
        self._about = cut_top(area, canvas.line_height(1.0) * 2, gap)
        button = cut_bottom(area, canvas.size(2.8), gap)
        width = min(button.width, canvas.size(16))
        self.form["train"].rect = pygame.Rect(button.centerx - width // 2, button.top, width, button.height)
        rows = self.rows
        rows.row_height = canvas.size(2.2)
        rows.rect = area
        rows.rect.height = min(max(area.height // rows.row_height, 1), max(len(self._spots), 1)) * rows.row_height
        if not self._spots:
            rows.rect = pygame.Rect(0, 0, 0, 0)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        words = self.say("weak.about") if self._spots else self.app.say("train.weak.none")
        canvas.paragraph(words, self._about, 1.0, colour=canvas.theme.faint)

    def act(self, action: Action) -> None:
        match action.key:
            case "train" | "spots.open" if self._spots:
                theme = self._spots[self.rows.chosen].theme
                self.app.back()
                self._train(theme)
            case _:
                super().act(action)
