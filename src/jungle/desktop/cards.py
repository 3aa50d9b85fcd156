"""The cards shown above a game: the menu, questions and the result."""

from abc import ABC, abstractmethod
from collections.abc import Sequence

import pygame

from jungle.desktop.board import Board
from jungle.desktop.canvas import Canvas
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Button, Control, Form
from jungle.desktop.layout import column, row
from jungle.desktop.play_art import draw_result
from jungle.desktop.words import capitalised, side_name
from jungle.language import Translator
from jungle.phrases import ending_words
from jungle.pieces import Animal, Piece
from jungle.players import stronger


class Card(Form, ABC):
    """Buttons on a card over the board."""

    def __init__(self, buttons: Sequence[Control], focus: str) -> None:
        super().__init__(buttons, focus=focus)
        self.rect = pygame.Rect(0, 0, 0, 0)

    def _place(self, canvas: Canvas, lines: Sequence[Sequence[str]], width: int, top: int, height: int) -> None:
        """Lay the buttons out in lines, each divided equally."""
        gap = canvas.size(0.5)
        inside = pygame.Rect(0, 0, width, 0)
        inside.centerx = self.rect.centerx
        places = column(inside, len(lines), height, gap, top=self.rect.top + top)
        for keys, line in zip(lines, places, strict=True):
            for key, place in zip(keys, row(line, len(keys), gap), strict=True):
                self[key].rect = place

    @abstractmethod
    def arrange(self, canvas: Canvas, area: pygame.Rect, board: pygame.Rect) -> None:
        """Give the card and its buttons their places."""

    @abstractmethod
    def draw(self, canvas: Canvas) -> None: ...


class MenuCard(Card):
    """The menu."""

    def __init__(self, board: Board, say: Translator) -> None:
        self._title = say("desktop.menu.title")
        live = board.live
        over, persons = live.outcome is not None, len(live.persons)

        def button(key: str, icon: str, **more: bool) -> Button:
            return Button(key=key, label=say(f"desktop.menu.{key}"), icon=icon, **more)  # type: ignore[arg-type]

        buttons = [button("resume", "play", primary=True), button("new", "reset"), button("save", "save")]
        if persons:
            buttons.append(button("resign", "flag", enabled=not over and live.game.side is not None))
        if persons == 2:
            buttons.append(button("draw", "people", enabled=not over))
        others = [button("rules", "book"), button("config", "config"), button("home", "home")]
        super().__init__([*buttons, *others], "resume")

    def arrange(self, canvas: Canvas, area: pygame.Rect, board: pygame.Rect) -> None:
        gap, head, count = canvas.size(0.5), canvas.size(3), len(self.controls)
        height = min(canvas.size(2.9), (area.height - head - canvas.size(3)) // count - gap)
        width = min(canvas.size(19), area.width - canvas.size(4))
        self.rect = pygame.Rect(0, 0, width + canvas.size(2.4), head + count * (height + gap) + canvas.size(0.9))
        self.rect.center = area.center
        self._place(canvas, [[control.key] for control in self.controls], width, head, height)

    def draw(self, canvas: Canvas) -> None:
        canvas.panel(self.rect)
        place = (self.rect.centerx, self.rect.top + canvas.size(1.6))
        canvas.text(self._title, place, 1.4, bold=True, anchor="center")
        draw_form(canvas, self)


class AskCard(Card):
    """A question before something that cannot be undone: `<key>` is asked, `<key>.yes` is the answer to act on."""

    def __init__(self, say: Translator, key: str) -> None:
        self._question = say(f"desktop.ask.{key}")
        super().__init__(
            [
                Button(key="no", label=say("desktop.ask.no"), icon="back", primary=True),
                Button(key=f"{key}.yes", label=say(f"desktop.ask.{key}.yes"), icon="check"),
            ],
            "no",
        )

    def arrange(self, canvas: Canvas, area: pygame.Rect, board: pygame.Rect) -> None:
        width = min(canvas.size(22), area.width - canvas.size(2))
        height, lines = canvas.size(2.8), len(canvas.wrap(self._question, 1.1, width - canvas.size(2.4)))
        head = canvas.size(1.6) + lines * canvas.line_height(1.1)
        self.rect = pygame.Rect(0, 0, width, head + 2 * (height + canvas.size(0.5)) + canvas.size(0.9))
        self.rect.center = area.center
        self._place(canvas, [[control.key] for control in self.controls], width - canvas.size(2.4), head, height)

    def draw(self, canvas: Canvas) -> None:
        canvas.panel(self.rect)
        inside = self.rect.inflate(-canvas.size(2.4), -canvas.size(1.6))
        canvas.paragraph(self._question, inside, 1.1, centred=True, bold=True)
        draw_form(canvas, self)


class ResultCard(Card):
    """The result, and what to do next."""

    def __init__(self, board: Board, say: Translator) -> None:
        self._piece, self._title, self._reason = _words(board, say)
        self._lines = [["new"], ["review", "resume"], ["save", "home"]]
        steps: list[Control] = []
        if level := board.live.level:
            self._lines.insert(1, ["weaker", "stronger"])
            steps = [
                Button(key=key, label=say(f"desktop.result.{key}"), icon=icon, enabled=stronger(level, by) != level)
                for key, icon, by in (("weaker", "down", -1), ("stronger", "up", 1))
            ]
        super().__init__(
            [
                Button(key="new", label=say("desktop.result.again"), icon="reset", primary=True),
                *steps,
                Button(key="review", label=say("desktop.result.review"), icon="chart"),
                Button(key="resume", label=say("desktop.result.look"), icon="look"),
                Button(key="save", label=say("desktop.result.save"), icon="save"),
                Button(key="home", label=say("desktop.result.home"), icon="home"),
            ],
            "new",
        )

    def arrange(self, canvas: Canvas, area: pygame.Rect, board: pygame.Rect) -> None:
        height, gap, count = canvas.size(2.8), canvas.size(0.5), len(self._lines)
        width = min(canvas.size(24), area.width - canvas.size(2))
        foot = count * (height + gap) + canvas.size(0.4)
        self.rect = pygame.Rect(0, 0, width, canvas.size(8.4) + foot)
        self.rect.center = board.center
        self.rect.clamp_ip(area)
        self._place(canvas, self._lines, width - canvas.size(2.4), self.rect.height - foot, height)

    def draw(self, canvas: Canvas) -> None:
        draw_result(canvas, self.rect, self._piece, self._title, self._reason)
        draw_form(canvas, self)


def _words(board: Board, say: Translator) -> tuple[Piece | None, str, str]:
    """The winner's piece, who won, and why."""
    live, outcome = board.live, board.live.outcome
    assert outcome is not None
    reason = ending_words(say, outcome)
    if outcome.winner is None:
        return None, say("desktop.result.draw"), capitalised(reason)
    side, seat = side_name(say, outcome.winner), live.seat_of(outcome.winner)
    piece = board.faces().get(board.last_move.target) if board.last_move else None
    if piece is None or piece.side is not outcome.winner:
        piece = Piece(outcome.winner, Animal.LION)
    if name := live.names[seat]:
        title = say("desktop.result.named", name=name)
    elif len(live.persons) == 1:
        title = say("desktop.result.you" if seat in live.persons else "desktop.result.lost")
    else:
        title = say("desktop.result.wins", side=side)
    return piece, title, say("desktop.result.reason", side=side, reason=reason)
