"""Puzzles: one a day, then as many as one likes, by rating and theme, with a streak."""

from datetime import date
from typing import TYPE_CHECKING

import pygame

from jungle import storage
from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button
from jungle.desktop.inputs import Input, Key, Pointer
from jungle.desktop.layout import row
from jungle.desktop.play_art import draw_toast
from jungle.desktop.puzzle_game import PuzzleGame, PuzzleRun
from jungle.desktop.view import Page
from jungle.desktop.words import capitalised
from jungle.phrases import theme_words
from jungle.puzzles import Answer, Attempt, Puzzle, puzzles, themes

if TYPE_CHECKING:
    from jungle.desktop.application import Application

BUTTONS = (("show", "hint"), ("next", "next"))


class PuzzleView(Page):
    """A puzzle on the board, what is asked, and how one is doing."""

    name = "puzzle"
    title_key = "puzzle.title"

    def __init__(self, app: "Application", today: date | None = None) -> None:
        super().__init__(app)
        self.run = PuzzleRun(storage.folder("puzzles"), today or date.today())
        self.puzzle: Puzzle | None = None
        self.gave_up = False
        self._text = pygame.Rect(0, 0, 0, 0)
        self._begin()

    def _begin(self) -> None:
        self.puzzle, self.gave_up = self.run.choose(), False
        attempt = Attempt(self.puzzle or puzzles()[0])
        self.live = PuzzleGame(attempt, self.app.say, speed=self.app.settings.speed)
        self.board = BoardPainter(self.live)

    @property
    def attempt(self) -> Attempt:
        return self.live.attempt

    @property
    def is_over(self) -> bool:
        return self.puzzle is None or self.attempt.is_solved

    def build(self) -> None:
        self.live.say = self.app.say
        theme = self.say("puzzle.any") if self.run.theme is None else self.app.say(f"theme.{self.run.theme}")
        over = self.is_over
        self.form.replace(
            [
                Button(key="theme", label=self.say("puzzle.theme", theme=theme), icon="star"),
                Button(key="show", label=self.say("puzzle.show"), icon="hint", enabled=not over),
                Button(key="next", label=self.say("puzzle.next" if over else "puzzle.skip"), icon="next", primary=over),
                self.back_button(),
            ]
        )

    def words(self) -> list[tuple[str, bool]]:
        """What is told beside the board, line by line, and whether it is important."""
        progress, puzzle = self.run.progress, self.puzzle
        if puzzle is None:
            return [(self.say("puzzle.none"), True)]
        side = self.app.say(f"side.{str(self.live.solver).lower()}")
        day = self.say("puzzle.daily", date=self.run.today.isoformat())
        lines = [
            (day if self.run.is_daily else self.say("puzzle.number", rating=puzzle.rating), True),
            (self.say(f"puzzle.goal.{puzzle.goal}", side=side), False),
        ]
        if self.attempt.is_solved:
            lines.append((self.say("puzzle.shown" if self.gave_up else "puzzle.solved"), True))
            lines.append((capitalised(theme_words(self.app.say, puzzle.themes)), False))
        best = self.say("puzzle.streak", streak=progress.streak, best=progress.best_streak)
        lines.append((self.say("puzzle.rating", rating=progress.rating), False))
        lines.append((best, False))
        lines.append((self.say("puzzle.days", days=progress.daily_streak), False))
        if self.run.trouble:
            lines.append((self.say("puzzle.unkept", why=self.run.trouble), False))
        return lines

    # Layout and drawing

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        gap, bar = canvas.size(0.6), canvas.size(2.7)
        if area.width > area.height * 1.05:
            board = pygame.Rect(area.left, area.top, round(area.width * 0.56), area.height)
            side = pygame.Rect(board.right + gap, area.top, area.right - board.right - gap, area.height)
        else:
            high = canvas.line_height(1.0) * 4 + 2 * (bar + gap)
            board = pygame.Rect(area.left, area.top, area.width, area.height - high - gap)
            side = pygame.Rect(area.left, area.bottom - high, area.width, high)
        self.board.fit(board)
        lower = pygame.Rect(side.left, side.bottom - bar, side.width, bar)
        upper = pygame.Rect(side.left, lower.top - gap - bar, side.width, bar)
        self.form["theme"].rect = upper
        for (key, _), place in zip(BUTTONS, row(lower, len(BUTTONS), gap), strict=True):
            self.form[key].rect = place
        self._text = pygame.Rect(side.left, side.top, side.width, upper.top - gap - side.top)

    @property
    def ground_key(self) -> object:
        return super().ground_key, tuple(self.board.rect), id(self.board)

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        self.board.draw_ground(canvas, coordinates=self.app.settings.coordinates)

    def draw(self, canvas: Canvas) -> None:
        self.board.draw_still(canvas)
        self.board.draw_moving(canvas)
        super().draw(canvas)
        self._draw_words(canvas)
        if self.live.notice is not None:
            draw_toast(canvas, self.live.notice.text, self.board.rect.inflate(0, -canvas.size(1.4)))

    def _draw_words(self, canvas: Canvas) -> None:
        """What is asked over the whole width, and below it how one is doing, as wide as there is room."""
        room, y = self._text, self._text.top
        lines = self.words()
        told = [line for line in lines if line[1]] + [line for line in lines[1:2] if not line[1]]
        rest = [text for text, important in lines[2:] if not important]
        large = 1.25 if room.height > room.width * 0.5 else 1.0
        for text, important in told:
            place = pygame.Rect(room.left, y, room.width, room.bottom - y)
            y += canvas.paragraph(text, place, (1.15 if important else 1.0) * large, bold=important)
        separate = "\n" if room.height > room.width * 0.5 else " · "
        place = pygame.Rect(room.left, y + canvas.size(0.3), room.width, room.bottom - y)
        canvas.paragraph(separate.join(rest), place, 0.92 * large, colour=canvas.theme.faint)

    # Input and time

    def handle(self, happened: Input) -> None:
        for_board = not (self.form.focus and self.form.focus_shown)
        if not (isinstance(happened, Key) and for_board and self.board.take_key(happened)):
            super().handle(happened)

    def pointer(self, pointer: Pointer) -> None:
        self.board.touch(pointer)

    def key(self, key: Key) -> None:
        match key.name:
            case "h":
                self.act(Action("show"))
            case "n" | "pagedown":
                self.act(Action("next"))
            case "escape" if self.live.cancel():
                pass
            case _:
                super().key(key)

    def act(self, action: Action) -> None:
        match action.key:
            case "show" if not self.is_over:
                assert self.puzzle is not None
                self.gave_up = True
                self.run.gave_up(self.puzzle)
                self.live.show_solution()
            case "next":
                self._next()
            case "theme":
                choices = (None, *themes())
                self.run.theme = choices[(choices.index(self.run.theme) + 1) % len(choices)]
                self.run.is_daily = False
                self._restart()
            case _:
                super().act(action)

    def _next(self) -> None:
        if self.puzzle is not None and not self.is_over:
            self.run.gave_up(self.puzzle)
        self.run.is_daily = False
        self._restart()

    def _restart(self) -> None:
        self.live.close()
        self._begin()
        self.build()
        self.app.arrange()

    @property
    def is_moving(self) -> bool:
        return self.live.is_moving

    def update(self, seconds: float) -> None:
        self.live.update(seconds)
        self.app.audio.play(*self.live.animation.take_sounds())
        if self.live.answers:
            assert self.puzzle is not None
            for answer in self.live.answers:
                if not (answer is Answer.SOLVED and self.gave_up):
                    self.run.answered(self.puzzle, answer)
            self.live.answers.clear()
            self.build()
            self.app.arrange()
        elif self.gave_up and self.attempt.is_solved and self.form["show"].enabled:
            self.build()
            self.app.arrange()

    def close(self) -> None:
        self.live.close()
