"""The base classes of all screens."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.board import Board
from jungle.desktop.board_painter import BoardPainter
from jungle.desktop.canvas import Canvas
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Action, Button, Control, Form
from jungle.desktop.inputs import Input, Key, Pointer, Wheel
from jungle.desktop.layout import cut_left, cut_right, cut_top
from jungle.desktop.play_art import draw_toast

if TYPE_CHECKING:
    from jungle.desktop.application import Application


class View:
    """A screen: lays out its controls, handles their actions, and draws itself.

    What seldom changes goes into `draw_ground`, which is kept until `ground_key` changes.
    """

    def __init__(self, app: "Application") -> None:
        self.app = app
        self.form = Form()

    def is_moving(self) -> bool:
        """Whether it changes without input."""
        return False

    @property
    def ground_key(self) -> object:
        return None

    def say(self, key: str, **values: object) -> str:
        return self.app.say(f"desktop.{key}", **values)

    def build(self) -> None:
        """Create the controls. Called again whenever their texts may have changed."""

    def rebuild(self) -> None:
        """Create the controls and lay them out again, because something has changed."""
        self.build()
        self.app.arrange()

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Lay out the controls."""

    def act(self, action: Action) -> None:
        """Handle an action of a control."""

    def handle(self, event: Input) -> None:
        taken, action = self.form.handle(event)
        if action is not None:
            self.app.audio.play("click")
            self.act(action)
        elif not taken:
            self.pass_on(event)

    def pass_on(self, event: Input) -> None:
        """Pass on an input that no control has handled."""
        match event:
            case Key():
                self.key(event)
            case Pointer():
                self.pointer(event)
            case Wheel():
                self.wheel(event)

    def key(self, key: Key) -> None:
        """Handle a key that no control has handled."""
        if key.name == "escape":
            self.leave()
        elif key.name == "m":
            self.app.toggle_sound()

    def pointer(self, pointer: Pointer) -> None:
        """Handle a pointer that no control has handled."""

    def wheel(self, wheel: Wheel) -> None:
        """Handle a wheel that no control has handled."""

    def leave(self) -> None:
        self.app.back()

    def update(self, seconds: float) -> None:
        """Advance by some seconds."""

    def shown(self) -> None:
        """The screen has come to the top of the stack."""

    def pointer_left(self) -> None:
        """The pointer has left the window, or something has covered what it was over."""
        self.form.hovered = None

    def close(self) -> None:
        """The screen has been closed."""

    def draw_ground(self, canvas: Canvas) -> None:
        """Draw what seldom changes, above the backdrop."""

    @property
    def still_key(self) -> object:
        """Everything that `draw` depends on; None to draw every frame."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """Draw what changes, above the ground; called when `still_key` has changed."""
        draw_form(canvas, self.form)

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """Draw what moves, above everything else, and return the areas it covers."""
        return []


class Page(View):
    """A screen with a title, a back button, and a card."""

    title_key = ""

    def __init__(self, app: "Application") -> None:
        super().__init__(app)
        self.card = pygame.Rect(0, 0, 0, 0)
        self._title = pygame.Rect(0, 0, 0, 0)

    @property
    def title(self) -> str:
        return self.say(self.title_key)

    def back_button(self) -> Control:
        return Button(key="back", icon="back", tip=self.say("back"))

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        margin, bar = canvas.size(0.8), canvas.size(2.9)
        room = area.inflate(-2 * margin, -2 * margin)
        self._title = cut_top(room, bar, margin)
        self.form["back"].rect = cut_left(self._title, bar)
        cut_right(self._title, bar)
        self.card = self.fit_card(canvas, room)
        self.arrange_card(canvas, self.card.inflate(-canvas.size(1.6), -canvas.size(1.4)))

    def fit_card(self, canvas: Canvas, room: pygame.Rect) -> pygame.Rect:
        """The rectangle of the card; by default all the room there is."""
        return room

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Lay out the controls on the card."""

    @property
    def ground_key(self) -> object:
        return tuple(self.card), self.app.settings

    def draw_ground(self, canvas: Canvas) -> None:
        canvas.text(
            self.title, self._title.center, 1.7, colour="#fff7e0", bold=True, anchor="center", width=self._title.width
        )
        canvas.panel(self.card)

    def act(self, action: Action) -> None:
        if action.key == "back":
            self.leave()


class BoardPage(Page):
    """A page with a board to play on. Arrow keys act on the board until Tab moves the focus to the buttons."""

    def __init__(self, app: "Application", board: Board) -> None:
        super().__init__(app)
        self.show_board(board)

    def show_board(self, board: Board) -> None:
        """Put another game on the board."""
        self.board, self.painter = board, BoardPainter(board)

    def build(self) -> None:
        self.board.say, self.board.speed = self.app.say, self.app.settings.speed

    @property
    def ground_key(self) -> object:
        return super().ground_key, tuple(self.painter.rect), self.painter

    def draw_ground(self, canvas: Canvas) -> None:
        super().draw_ground(canvas)
        self.painter.draw_ground(canvas, coordinates=self.app.settings.coordinates)

    def draw(self, canvas: Canvas) -> None:
        self.painter.draw_still(canvas)
        self.painter.draw_moving(canvas)
        super().draw(canvas)
        if self.board.notice is not None:
            draw_toast(canvas, self.board.notice.text, self.painter.rect.inflate(0, -canvas.size(1.4)))

    def handle(self, event: Input) -> None:
        for_board = not (self.form.focus and self.form.focus_shown)
        if not (isinstance(event, Key) and for_board and self.board.hand.take_key(event)):
            super().handle(event)

    def pointer(self, pointer: Pointer) -> None:
        self.board.hand.touch(pointer, self.painter.square_under(pointer.place))

    def key(self, key: Key) -> None:
        if key.name == "escape" and self.form.focus_shown:
            self.form.focus, self.form.focus_shown = None, False
        elif not (key.name == "escape" and self.board.cancel()):
            super().key(key)

    def is_moving(self) -> bool:
        return self.board.is_moving()

    def update(self, seconds: float) -> None:
        self.board.update(seconds)
        self.app.audio.play(*self.board.animation.take_sounds())

    def close(self) -> None:
        self.board.live.close()
