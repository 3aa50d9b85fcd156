"""The rules of each game, one lesson per page, each with a board to try it on."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.board import Board
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, RadioGroup
from jungle.desktop.inputs import Key
from jungle.desktop.layout import WIDE, centred, cut_bottom, cut_left, cut_top, row
from jungle.desktop.view import BoardPage
from jungle.desktop.words import game_title
from jungle.lessons import LESSONS, Lesson
from jungle.play import LiveGame

if TYPE_CHECKING:
    from jungle.desktop.application import Application


class RulesView(BoardPage):
    """One lesson at a time."""

    title_key = "rules.title"

    def __init__(self, app: "Application", kind: str = "", page: int = 0) -> None:
        self.kind = kind if kind in LESSONS else next(iter(LESSONS))
        self.page = page
        super().__init__(app, Board(LiveGame(self.lesson.practice()), app.say))
        self._text = self._dots = pygame.Rect(0, 0, 0, 0)

    @property
    def lessons(self) -> tuple[Lesson, ...]:
        return LESSONS[self.kind]

    @property
    def lesson(self) -> Lesson:
        return self.lessons[self.page]

    def is_done(self) -> bool:
        return self.lesson.is_done(self.board.game)

    def words(self, part: str) -> str:
        """The lesson's title or text."""
        return self.app.say(f"lesson.{self.kind}.{self.lesson.key}.{part}")

    def turn_to(self, page: int) -> None:
        """Go to a lesson, or to the first or last where there is no such page."""
        self.close()
        self.page = min(max(page, 0), len(self.lessons) - 1)
        self.show_board(Board(LiveGame(self.lesson.practice()), self.app.say))
        self.rebuild()

    def build(self) -> None:
        super().build()
        self.form.replace(
            [
                RadioGroup(
                    key="kind", options=[(kind, game_title(self.app.say, kind)) for kind in LESSONS], value=self.kind
                ),
                Button(key="previous", icon="back", tip=self.say("back"), enabled=self.page > 0),
                Button(key="reset", label=self.app.say("lesson.reset"), icon="reset"),
                Button(key="next", icon="next", primary=True, enabled=self.page < len(self.lessons) - 1),
                self.back_button(),
            ]
        )

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        bar, gap = canvas.size(2.8), canvas.size(0.6)
        games = self.form["kind"].rect = centred(area, canvas.size(26), canvas.size(2.3))
        games.top = cut_top(area, games.height, gap).top
        dots = canvas.size(1.2)
        if area.width > area.height * WIDE:
            self._text = cut_left(area, round(area.width * 0.42), 2 * gap)
            tools = cut_bottom(self._text, bar, dots + 2 * gap)
        else:
            lines = len(canvas.wrap(self.words("text"), 1.0, area.width))
            high = canvas.line_height(1.4) + lines * canvas.line_height() + canvas.line_height(0.95) + gap
            self._text = cut_top(area, min(high, round(area.height * 0.34)))
            tools = cut_bottom(area, bar, dots + gap)
        self._dots = pygame.Rect(tools.left, tools.top - dots - gap // 2, tools.width, dots)
        self.painter.fit(area)
        width = min(tools.width, canvas.size(24))
        tools = pygame.Rect(tools.centerx - width // 2, tools.top, width, bar)
        for key, rect in zip(("previous", "reset", "next"), row(tools, 3, gap), strict=True):
            self.form[key].rect = rect

    @property
    def ground_key(self) -> object:
        return super().ground_key, self.is_done()

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        text = self._text
        head = canvas.line_height(1.4)
        canvas.text(self.words("title"), (text.left, text.top + head / 2), 1.4, bold=True, width=text.width)
        foot = canvas.line_height(0.95)
        body = pygame.Rect(text.left, text.top + head, text.width, text.height - head - foot)
        used = canvas.paragraph(self.words("text"), body, 1.25 if body.height > body.width * 0.6 else 1.0)
        cue = pygame.Rect(text.left, text.top + head + used, text.width, foot)
        if self.is_done():
            canvas.icon("check", (cue.left + foot / 2, cue.centery), foot * 0.9, "#2f9e4f")
            done = self.app.say("lesson.done")
            canvas.text(done, (cue.left + foot * 1.2, cue.centery), 0.95, bold=True, colour="#2f9e4f")
        elif self.lesson.goals:
            cue_words = self.app.say("lesson.try")
            canvas.text(cue_words, cue.midleft, 0.95, bold=True, colour=canvas.theme.faint, width=cue.width)
        self._draw_dots(canvas)

    def _draw_dots(self, canvas: Canvas) -> None:
        step = min(canvas.unit * 1.1, self._dots.width / len(self.lessons))
        left = self._dots.centerx - step * (len(self.lessons) - 1) / 2
        for i in range(len(self.lessons)):
            here = i == self.page
            # Differ in size as well: in some themes the accent and the edges are both golden.
            size = max(round(step * (0.72 if here else 0.45)), 4)
            dot = pygame.Rect(0, 0, size, size)
            dot.center = (round(left + i * step), self._dots.centery)
            colour = canvas.theme.accent[1] if here else canvas.theme.panel_edge
            canvas.block(dot, colour, radius=size / 2, opacity=1.0 if here else 0.6)

    def key(self, key: Key) -> None:
        match key.name:
            case "pagedown" | "n":
                self.turn_to(self.page + 1)
            case "pageup" | "p":
                self.turn_to(self.page - 1)
            case "r":
                self.turn_to(self.page)
            case "u":
                self.board.live.undo()
            case _:
                super().key(key)

    def act(self, action: Action) -> None:
        match action.key:
            case "previous":
                self.turn_to(self.page - 1)
            case "next":
                self.turn_to(self.page + 1)
            case "reset":
                self.turn_to(self.page)
            case "kind":
                self.kind = str(action.value)
                self.turn_to(0)
            case _:
                super().act(action)
