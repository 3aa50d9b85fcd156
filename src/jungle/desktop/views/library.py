"""Saved games, to look at or to continue."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.controls import Action, Button, Rows
from jungle.desktop.saves import HUMAN, Listed
from jungle.desktop.view import Page
from jungle.desktop.views.play import PlayView
from jungle.desktop.words import player_name
from jungle.players import names_for

if TYPE_CHECKING:
    from jungle.desktop.application import Application


class LibraryView(Page):
    """The records of the user's folder."""

    name = "library"
    title_key = "library.title"

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self.games: list[Listed] = []
        self.faults: list[str] = []
        self._note = pygame.Rect(0, 0, 0, 0)

    def shown(self) -> None:
        self.games, self.faults = self.app.library.list()
        self.form.focus = None  # Focus the list, now that there is one.
        self.build()

    def build(self) -> None:
        rows = Rows(key="games", rows=[self._row(game) for game in self.games], enabled=bool(self.games))
        controls = [
            rows,
            Button(key="open", label=self.say("library.open"), icon="load", primary=True, enabled=bool(self.games)),
        ]
        self.form.replace([*controls, self.back_button()])
        if self.form.focus is None:
            self.form.focus = "games" if self.games else "back"

    def _row(self, listed: Listed) -> str:
        blue, red = (player_name(self.app.say, None if name == HUMAN else name) for name in listed.players)
        moves = -(-len(listed.record.game) // 2)
        text = self.say("library.row", blue=blue, red=red, moves=moves)
        return f"{text}\t{listed.record.result}  {listed.path.stem}"

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        bar = canvas.size(3)
        note = canvas.line_height(0.85) * 3 if self.faults or not self.games else 0
        button = self.form["open"]
        button.rect = pygame.Rect(0, 0, min(area.width, canvas.size(16)), bar)
        button.rect.midbottom = area.midbottom
        rows = self.form["games"]
        assert isinstance(rows, Rows)
        rows.row_height = canvas.size(2.3)
        height = area.height - bar - note - canvas.size(1)
        rows.rect = pygame.Rect(area.left, area.top, area.width, height - height % rows.row_height)
        self._note = pygame.Rect(area.left, rows.rect.bottom + canvas.size(0.3), area.width, note)
        if not self.games:
            self._note = area.inflate(-canvas.size(2), -area.height // 2)

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        if not self.games:
            text = self.say("library.empty", folder=str(self.app.library.folder))
            canvas.paragraph(text, self._note, 1.0, colour=canvas.theme.faint, centred=True)
        elif self.faults:
            text = self.say("library.faults", count=len(self.faults), first=self.faults[0])
            canvas.paragraph(text, self._note, 0.85, colour=canvas.theme.faint)

    def act(self, action: Action) -> None:
        match action.key:
            case "back":
                self.leave()
            case "open" | "games.open":
                self._open()

    def _open(self) -> None:
        rows = self.form["games"]
        assert isinstance(rows, Rows)
        if self.games:
            listed = self.games[rows.chosen]
            game = listed.record.game.copy()
            blue, red = (name if name in names_for(game.kind) else None for name in listed.players)
            self.app.exchange(PlayView(self.app, game, (blue, red), paused=True))
