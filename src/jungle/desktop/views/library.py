"""All games that were played or saved: look at them, continue them, delete them."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

import pygame

from jungle.desktop.board import Board
from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.cards import AskCard
from jungle.desktop.controls import Action, Button, Rows
from jungle.desktop.inputs import Input, Key
from jungle.desktop.layout import WIDE, cut_bottom, cut_right, row
from jungle.desktop.library import as_live
from jungle.desktop.play_art import draw_dim
from jungle.desktop.view import Page
from jungle.desktop.views.play import PlayView, play_on
from jungle.desktop.views.review import ReviewView
from jungle.desktop.words import game_title, player_name
from jungle.errors import JungleError
from jungle.play import LiveGame
from jungle.storage import ArchivedGame

if TYPE_CHECKING:
    from jungle.desktop.application import Application

RESULTS = ("1-0", "0-1", "1/2-1/2")
BUTTONS = (("open", "look"), ("review", "chart"), ("delete", "delete"))


class LibraryView(Page):
    """The list of games, and a picture of the chosen one."""

    title_key = "library.title"

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self.games: list[ArchivedGame] = []
        self.faults: list[str] = []
        self.trouble = ""
        self.card_over: AskCard | None = None
        """The question before a game is deleted."""
        self._note = self._preview = self._about = pygame.Rect(0, 0, 0, 0)
        self._picture = lru_cache(maxsize=8)(self._make_picture)

    def shown(self) -> None:
        self.games, self.faults = self.app.library.games()
        self._picture.cache_clear()
        self.form.focus = None  # Focus the list, now that there is one.
        self.build()

    @property
    def rows(self) -> Rows:
        return self.form.find("games", Rows)

    @property
    def chosen(self) -> ArchivedGame | None:
        return self.games[self.rows.chosen] if self.games else None

    def build(self) -> None:
        before = next((control for control in self.form.controls if isinstance(control, Rows)), None)
        rows = Rows(key="games", rows=[self._row(game) for game in self.games], enabled=bool(self.games))
        if before is not None:
            rows.chosen = min(before.chosen, max(len(self.games) - 1, 0))
            rows.offset = before.offset
        buttons = [
            Button(key=key, label=self.say(f"library.{key}"), icon=icon, enabled=bool(self.games))
            for key, icon in BUTTONS
        ]
        buttons[0].primary = True
        self.form.replace([rows, *buttons, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "games" if self.games else "back"
        self._follow()

    def _follow(self) -> None:
        """Say what opening the chosen game would do."""
        chosen, button = self.chosen, self.form.find("open", Button)
        resumable = chosen is not None and not chosen.is_finished()
        button.label = self.say("library.resume" if resumable else "library.open")
        button.icon = "play" if resumable else "look"

    def _players(self, listed: ArchivedGame) -> tuple[str, str]:
        alone = list(listed.players).count(None) == 1
        blue, red = (
            name or player_name(self.app.say, player, alone=alone)
            for name, player in zip(listed.names, listed.players, strict=True)
        )
        return blue, red

    def _row(self, listed: ArchivedGame) -> str:
        blue, red = self._players(listed)
        when = time.strftime("%m-%d %H:%M", time.localtime(listed.played))
        return f"{blue} – {red}\t{listed.result or '…'}  {when}"

    def about(self, listed: ArchivedGame) -> str:
        """The text below the picture."""
        moves = self.say("library.moves", game=game_title(self.app.say, listed.kind), moves=-(-listed.plies // 2))
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(listed.played))
        result = self.say(f"library.result.{listed.result}") if listed.result in RESULTS else self.say("library.going")
        return f"{moves}\n{result}\n{when}"

    def _make_picture(self, listed: ArchivedGame) -> BoardPainter | None:
        """The board of a game; None if it cannot be replayed."""
        try:
            return BoardPainter(Board(LiveGame(listed.game()), self.app.say))
        except JungleError as error:
            self.trouble = str(error)
            return None

    # Layout

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        bar, gap, whole = canvas.size(2.8), canvas.size(0.6), area.copy()
        rows = self.rows
        rows.row_height = canvas.size(2.2)
        if area.width > area.height * WIDE:
            self._preview = cut_right(area, round(area.width * 0.38), 2 * gap)
            buttons = cut_bottom(self._preview, bar, gap)
            self._about = cut_bottom(self._preview, canvas.line_height(0.9) * 3, gap)
        else:
            buttons = cut_bottom(area, bar, gap)
            self._preview, self._about = row(cut_bottom(area, round(whole.height * 0.36), gap), 2, gap)
        self._note = cut_bottom(area, canvas.line_height(0.85) * 2 if self.faults or self.trouble else 0)
        rows.rect = area
        rows.rect.height = max(area.height // rows.row_height, 1) * rows.row_height
        # More room for the longer label.
        parts = row(buttons, 10, gap)
        places = parts[0].union(parts[3]), parts[4].union(parts[6]), parts[7].union(parts[9])
        for (key, _), place in zip(BUTTONS, places, strict=True):
            self.form[key].rect = place
        if not self.games:
            self._note = whole.inflate(-canvas.size(2), -whole.height // 2)
            for control in (rows, *(self.form[key] for key, _ in BUTTONS)):
                control.rect = pygame.Rect(0, 0, 0, 0)
        if self.card_over is not None:
            self.card_over.arrange(canvas, whole, whole)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        faint = canvas.theme.faint
        if not self.games:
            text = self.say("library.empty", folder=str(self.app.library.folder))
            canvas.paragraph(text, self._note, 1.0, colour=faint, centred=True)
        elif self.trouble:
            canvas.paragraph(self.trouble, self._note, 0.85, colour=faint)
        elif self.faults:
            text = self.say("library.faults", count=len(self.faults), first=self.faults[0])
            canvas.paragraph(text, self._note, 0.85, colour=faint)
        if chosen := self.chosen:
            if painter := self._picture(chosen):
                painter.fit(self._preview)
                painter.draw_ground(canvas, coordinates=False)
                painter.draw_still(canvas)
            canvas.paragraph(self.about(chosen), self._about, 0.9)
        if self.card_over is not None:
            draw_dim(canvas)
            self.card_over.draw(canvas)

    # Input

    def handle(self, event: Input) -> None:
        if self.card_over is None:
            super().handle(event)
            self._follow()
            return
        _, action = self.card_over.handle(event)
        if action is not None or (isinstance(event, Key) and event.name == "escape"):
            self.card_over = None
            if action is not None and action.key == "delete.yes":
                self._delete()

    def act(self, action: Action) -> None:
        match action.key:
            case "open" | "games.open":
                self._open()
            case "review":
                self._review()
            case "delete" if self.games:
                self.card_over = AskCard(self.app.say, "delete")
                self.app.arrange()
            case _:
                super().act(action)

    def key(self, key: Key) -> None:
        if key.name == "delete":
            self.act(Action("delete"))
        else:
            super().key(key)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Show what goes wrong: perhaps another program has the game open, or has changed it."""
        self.trouble = ""
        try:
            yield
        except JungleError as error:
            self.trouble = str(error)
        self.app.arrange()

    def _delete(self) -> None:
        chosen = self.chosen
        assert chosen is not None
        with self._reporting():
            self.app.library.delete(chosen)
        self.shown()
        self.app.arrange()

    def _review(self) -> None:
        if chosen := self.chosen:
            with self._reporting():
                self.app.open(ReviewView(self.app, as_live(chosen), play_on))

    def _open(self) -> None:
        if chosen := self.chosen:
            with self._reporting():
                if chosen.is_finished():
                    view = PlayView(self.app, as_live(chosen, self.app.library.folder))
                else:
                    view = PlayView.resume(self.app, chosen.path)
                self.app.exchange(view)
