"""Puzzles: one a day, then any number of them by rating and theme, with a streak."""

from collections.abc import Callable
from datetime import date
from math import ceil
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pygame

from jungle import storage
from jungle.desktop.board import Board
from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button
from jungle.desktop.inputs import Key
from jungle.desktop.layout import cut_bottom, halves, row
from jungle.desktop.view import BoardPage
from jungle.desktop.views.weak_spots import WeakSpotsView
from jungle.desktop.words import capitalised, side_name
from jungle.games import DEFAULT_GAME, GAMES
from jungle.language import Translator
from jungle.phrases import theme_words
from jungle.pieces import Side
from jungle.play import LiveGame
from jungle.puzzles import (
    Answer,
    Attempt,
    Mode,
    Puzzle,
    Series,
    course,
    daily,
    load_progress,
    puzzles,
    save_progress,
    themes_of,
)
from jungle.storage import LockedError, os_error_text
from jungle.training import (
    Card,
    Grade,
    WeakSpot,
    drop_unreadable,
    is_as_good,
    load_deck,
    milliseconds,
    puzzles_on,
    record_answer,
    weak_spots,
)

if TYPE_CHECKING:
    from jungle.desktop.application import Application

BUTTONS = (("show", "hint"), ("next", "next"))
REPLY_SECONDS = 0.45
"""Between a right move and the reply to it."""
PRAISE_SECONDS, SOLUTION_SECONDS = 0.8, 2.0
"""Before the next puzzle of a series comes by itself: after a solved one, and after a mistake."""


class PuzzleBoard(Board):
    """The board of a puzzle, seen by the solver. It follows the attempt move by move; wrong moves are put back."""

    def __init__(self, attempt: Attempt, say: Translator, on_answer: Callable[[Answer], None]) -> None:
        super().__init__(LiveGame(attempt.game.copy()), say, turned=attempt.game.side is Side.RED)
        self._attempt = attempt
        self._on_answer = on_answer
        self._reply_in = 0.0

    def is_behind(self) -> bool:
        """Whether the attempt has moves that the board does not show yet."""
        return len(self.game) < len(self._attempt.game)

    @property
    def may_play(self) -> bool:
        return super().may_play and not self.is_behind() and not self._attempt.is_solved()

    def is_moving(self) -> bool:
        return super().is_moving() or self.is_behind()

    def play_between(self, origin: int, target: int, *, carried: bool = False) -> None:
        moves = self.live.legal_moves
        move = next((move for move in moves if (move.origin, move.target) == (origin, target)), None)
        answer = None if move is None else self._attempt.play(move)
        if answer is not None:
            self._on_answer(answer)
        if answer is Answer.WRONG:
            self.refuse(self.say("desktop.puzzle.wrong"))
        else:
            super().play_between(origin, target, carried=carried)
            self._reply_in = REPLY_SECONDS

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self.is_behind() and self.animation.motion is None:
            self._reply_in -= seconds
            if self._reply_in <= 0:
                self._reply_in = REPLY_SECONDS
                self.live.play(self._attempt.game.moves[len(self.game)])
                self.take(self.live.events())


class PuzzleRun:
    """The next puzzle and the player's progress, saved in a folder that all front ends share."""

    def __init__(self, folder: Path, today: date) -> None:
        self.folder = folder
        self.today = today
        self.progress = load_progress(folder)
        self.kind = DEFAULT_GAME
        self.theme: str | None = None
        self.wants_daily = self.progress.last_daily != today.isoformat()
        """Whether the daily puzzle is still to come; a newcomer's first puzzle is an easier one."""
        self.of_the_day = False
        """Whether this is the daily puzzle."""
        self.cards: list[Card] | None = None
        """The cards that are still to be trained; None if puzzles are solved."""
        self.card: Card | None = None
        self.skipped: set[str] = set()
        self.series: Series | None = None
        """The sprint or streak under way, or the last one."""
        self.drill: list[Puzzle] = []
        """The puzzles of a set on a weak spot that are still to come."""
        self._is_graded = False
        """Whether the first try, by which a card is graded, has been made."""
        self.trouble: str | None = None
        """Why the progress could not be saved, or None."""
        self.dropped = 0
        """How many cards could not be opened when the training began."""

    def due(self) -> int:
        """How many cards are due."""
        return len(load_deck(self.folder).due(milliseconds()))

    def weak_spots(self) -> list[WeakSpot]:
        """The themes with enough puzzles tried, the weakest first."""
        return weak_spots(self.progress, load_deck(self.folder))

    def puzzles_on(self, theme: str) -> list[Puzzle]:
        """A set of puzzles on a theme."""
        return puzzles_on(theme, self.progress)

    def race(self, mode: Mode) -> None:
        """Start a sprint or a streak."""
        self.series = Series(mode, now=monotonic(), kind=self.kind)

    def seconds_left(self) -> int | None:
        """Whole seconds left of a sprint; None without a clock."""
        left = None if self.series is None or self.series.puzzle is None else self.series.seconds_left(monotonic())
        return None if left is None else ceil(left)

    def train(self) -> None:
        """Go through the cards that are due. Those that cannot be opened are dropped."""
        self.series = None
        try:
            self.dropped = drop_unreadable(self.folder)
        except (OSError, LockedError):
            self.dropped = 0  # They are still there next time.
        self.cards = load_deck(self.folder).due(milliseconds())

    def choose(self) -> Puzzle | None:
        """The next card, the daily puzzle, or the next one of the theme; None when all are solved."""
        self._is_graded = False
        if self.series is not None:
            self.card = None
            return self.series.puzzle
        self.card = self.cards.pop(0) if self.cards else None
        if self.card is not None:
            return self.card.puzzle()
        self.cards = None
        if self.drill:
            self.of_the_day = False
            return self.drill.pop(0)
        is_newcomer = not self.progress.solved and not self.progress.failed and not self.skipped
        self.of_the_day = self.wants_daily and not is_newcomer
        if self.of_the_day:
            self.wants_daily = False
            return daily(self.today)
        return self.progress.next(self.theme, kind=self.kind, skipped=self.skipped)

    def answered(self, puzzle: Puzzle, answer: Answer) -> None:
        """Record a solution or a failed first attempt."""
        if answer is Answer.RIGHT:
            return
        is_solved = answer is Answer.SOLVED
        self.trouble, self.dropped = None, 0
        try:
            if self.series is not None:
                if not self._is_graded:
                    self._is_graded = True
                    self.series.answered(is_solved=is_solved, now=monotonic())
                    self.progress = self.series.recorded(self.progress)
                    save_progress(self.folder, self.progress)
                return
            if self.card is None:
                day = self.today if self.of_the_day else None
                self.progress = self.progress.after(puzzle, is_solved, day=day)
                save_progress(self.folder, self.progress)
            if not self._is_graded:
                self._is_graded = True
                record_answer(self.folder, puzzle, Grade.GOOD if is_solved else Grade.AGAIN)
        except OSError as error:
            self.trouble = os_error_text(error)
        except LockedError as error:
            self.trouble = str(error)


class PuzzleView(BoardPage):
    """A puzzle on the board, what is asked, and how the player is doing."""

    title_key = "puzzle.title"

    def __init__(self, app: "Application", today: date | None = None) -> None:
        self.run = PuzzleRun(storage.folder("puzzles"), today or date.today())
        self._text = pygame.Rect(0, 0, 0, 0)
        self._seconds_shown: int | None = None
        super().__init__(app, self._begin(app))

    def _begin(self, app: "Application") -> Board:
        """Choose the next puzzle, and return its board."""
        self.puzzle, self.gave_up = self.run.choose(), False
        mistake = None if self.run.card is None else self.run.card.mistake
        self.attempt = Attempt(self.puzzle or puzzles()[0], *([is_as_good] if mistake else []))
        self.failed_once = False
        self._next_in: float | None = None
        """Seconds until the next puzzle of a series; None if the player asks for it."""
        self.answers: list[Answer] = []
        """What the moves were that the screen does not show yet."""
        return PuzzleBoard(self.attempt, app.say, self.answers.append)

    def is_over(self) -> bool:
        return self.puzzle is None or self.attempt.is_solved()

    def build(self) -> None:
        super().build()
        theme = self.say("puzzle.any") if self.run.theme is None else self.app.say(f"theme.{self.run.theme}")
        over, due = self.is_over(), self.run.due()
        self.form.replace(
            [
                Button(key="game", label=self.app.say(f"game.{self.run.kind}"), icon="cards"),
                Button(key="train", label=self.say("puzzle.train", count=due), icon="reset", enabled=due > 0),
                Button(key="sprint", label=self.say("puzzle.sprint"), icon="play"),
                Button(key="streak", label=self.say("puzzle.run"), icon="up"),
                Button(key="theme", label=self.say("puzzle.theme", theme=theme), icon="star"),
                Button(key="weak", label=self.say("puzzle.weak"), icon="chart"),
                Button(key="show", label=self.say("puzzle.show"), icon="hint", enabled=not over),
                Button(key="next", label=self.say("puzzle.next" if over else "puzzle.skip"), icon="next", primary=over),
                self.back_button(),
            ]
        )

    def words(self) -> list[tuple[str, bool]]:
        """The lines next to the board, and whether each is important."""
        progress, puzzle = self.run.progress, self.puzzle
        if self.run.series is not None:
            return self._words_of_series(self.run.series)
        if puzzle is None:
            return [(self.say("puzzle.none"), True)]
        side = side_name(self.app.say, Side.RED if self.board.turned else Side.BLUE)
        if self.run.card is not None:
            heading = self.app.say("train.from game" if self.run.card.mistake else "train.from puzzle")
        elif self.run.of_the_day:
            heading = self.say("puzzle.daily", date=self.run.today.isoformat())
        else:
            heading = self.say("puzzle.number", rating=puzzle.rating)
        lines = [
            (heading, True),
            (self.say(f"puzzle.goal.{puzzle.goal}", side=side), False),
        ]
        if self.attempt.is_solved():
            lines.append((self.say("puzzle.shown" if self.gave_up else "puzzle.solved"), True))
            lines.append((capitalised(theme_words(self.app.say, puzzle.themes)), False))
        best = self.say("puzzle.streak", streak=progress.streak, best=progress.best_streak)
        lines.append((self.say("puzzle.rating", rating=progress.rating), False))
        lines.append((best, False))
        lines.append((self.say("puzzle.days", days=progress.daily_streak), False))
        if self.run.dropped:
            lines.append((self.app.say("train.dropped", count=self.run.dropped), False))
        if self.run.trouble:
            lines.append((self.say("puzzle.unkept", why=self.run.trouble), False))
        return lines

    def _words_of_series(self, series: Series) -> list[tuple[str, bool]]:
        progress, left = self.run.progress, self.run.seconds_left()
        best = progress.best_sprint if series.mode is Mode.SPRINT else progress.best_run
        if self.puzzle is None:
            return [(self.app.say(f"puzzle.run.over.{series.mode.value}", count=series.score, best=best), True)]
        score = self.app.say("puzzle.run.score", score=series.score)
        if left is not None:
            score = self.app.say("puzzle.run.left", count=left, score=series.score)
        side = side_name(self.app.say, Side.RED if self.board.turned else Side.BLUE)
        lines = [(score, True), (self.say(f"puzzle.goal.{self.puzzle.goal}", side=side), False)]
        if self._next_in is not None:
            lines.append((self.say("puzzle.shown" if self.failed_once else "puzzle.solved"), True))
        return lines

    # Layout and drawing

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        gap, bar = canvas.size(0.6), canvas.size(2.7)
        foot = canvas.line_height(1.0) * 4 + 4 * (bar + gap) + gap
        board, side = halves(area, gap, across=0.56, down=1 - foot / max(area.height, 1))
        self.painter.fit(board)
        lower = cut_bottom(side, bar, gap)
        for (key, _), place in zip(BUTTONS, row(lower, len(BUTTONS), gap), strict=True):
            self.form[key].rect = place
        for pair in (("theme", "weak"), ("sprint", "streak"), ("game", "train")):
            for key, place in zip(pair, row(cut_bottom(side, bar, gap), 2, gap), strict=True):
                self.form[key].rect = place
        self._text = side

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self._draw_words(canvas)

    def _draw_words(self, canvas: Canvas) -> None:
        """What is asked over the whole width, and below it how the player is doing."""
        self._seconds_shown = self.run.seconds_left()
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

    def key(self, key: Key) -> None:
        match key.name:
            case "h":
                self.act(Action("show"))
            case "n" | "pagedown":
                self.act(Action("next"))
            case _:
                super().key(key)

    def act(self, action: Action) -> None:
        match action.key:
            case "show" if not self.is_over():
                assert self.puzzle is not None
                self.gave_up = self.failed_once = True
                self.run.answered(self.puzzle, Answer.WRONG)
                if self.run.series is not None:
                    self._show_solution()
                elif self.board.may_play:
                    self.attempt.show()
            case "next":
                self._next()
            case "theme":
                choices = (None, *themes_of(self.run.kind))
                self.run.theme = choices[(choices.index(self.run.theme) + 1) % len(choices)]
                self._choose_others()
            case "game":
                kinds = [kind for kind in GAMES if course(kind)]
                self.run.kind = kinds[(kinds.index(self.run.kind) + 1) % len(kinds)]
                self.run.theme = None
                self._choose_others()
            case "sprint" | "streak":
                self.run.race(Mode(action.key))
                self._restart()
            case "weak":
                self.app.open(WeakSpotsView(self.app, self.run.weak_spots(), self._drill))
            case "train":
                self.run.train()
                self._restart()
            case _:
                super().act(action)

    def _next(self) -> None:
        if self.puzzle is not None and not self.is_over():
            if self.run.series is not None or self.failed_once or len(self.attempt.game):
                self.run.answered(self.puzzle, Answer.WRONG)
            else:
                self.run.skipped.add(self.puzzle.id)  # It was not even tried, so it does not count.
        self._restart()

    def _choose_others(self) -> None:
        """Puzzles of another game or theme, and no longer the daily one or cards."""
        self.run.wants_daily = False
        self.run.cards = self.run.series = None
        self.run.drill = []
        self._restart()

    def _drill(self, theme: str) -> None:
        """Begin a set of puzzles on a theme."""
        self._choose_others()
        self.run.drill = self.run.puzzles_on(theme)
        self._restart()

    def _show_solution(self) -> None:
        """Show the solution of a puzzle of a series for a moment, before the next one."""
        while not self.attempt.is_solved():
            self.attempt.show()
        self._next_in = SOLUTION_SECONDS

    def _restart(self) -> None:
        self.close()
        self.show_board(self._begin(self.app))
        self.rebuild()

    def update(self, seconds: float) -> None:
        super().update(seconds)
        if self._next_in is not None and not self.answers:
            self._next_in -= seconds
            if self._next_in <= 0:
                self._restart()
                return
        if self.run.seconds_left() != self._seconds_shown:
            self.app.redraw()
        if self.puzzle is not None and self.run.seconds_left() == 0:
            self.run.answered(self.puzzle, Answer.WRONG)
            self._restart()
            return
        if self.answers:
            for answer in self.answers:
                is_late = answer is Answer.SOLVED and self.gave_up
                if self.puzzle is not None and not is_late:
                    self.run.answered(self.puzzle, answer)
                self.failed_once = self.failed_once or answer is Answer.WRONG
            self.answers.clear()
            if self.run.series is not None and self.failed_once and not self.attempt.is_solved():
                self._show_solution()
            elif self.run.series is not None and self.attempt.is_solved():
                self._next_in = PRAISE_SECONDS
            self.rebuild()
        elif self.is_over() and self.form["show"].enabled:
            self.rebuild()
