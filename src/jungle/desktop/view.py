"""A screen: what all of them have in common."""

from typing import TYPE_CHECKING

import pygame

from jungle.desktop.canvas import Canvas
from jungle.desktop.control_art import draw_form
from jungle.desktop.controls import Action, Button, Control, Form
from jungle.desktop.inputs import Input, Key, Pointer, Wheel

if TYPE_CHECKING:
    from jungle.desktop.application import Application


class View:
    """A screen of the application. It lays out its controls, answers their actions, and draws itself.

    What seldom changes goes into `draw_ground`, which is kept until `ground_key` changes.
    """

    name = ""

    def __init__(self, app: "Application") -> None:
        self.app = app
        self.form = Form()

    @property
    def is_moving(self) -> bool:
        """Must it be drawn again without an input?"""
        return False

    @property
    def ground_key(self) -> object:
        return None

    def say(self, key: str, **values: object) -> str:
        return self.app.say(f"desktop.{key}", **values)

    def build(self) -> None:
        """Make the controls; again whenever their texts may have changed."""

    def arrange(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Give every control its place."""

    def act(self, action: Action) -> None:
        """Do what a control asks for."""

    def handle(self, happened: Input) -> None:
        taken, action = self.form.handle(happened)
        if action is not None:
            self.app.audio.play("click")
            self.act(action)
        elif not taken:
            self.pass_on(happened)

    def pass_on(self, happened: Input) -> None:
        """Give on what no control took."""
        match happened:
            case Key():
                self.key(happened)
            case Pointer():
                self.pointer(happened)
            case Wheel():
                self.wheel(happened)

    def key(self, key: Key) -> None:
        """A key that no control took."""
        if key.name == "escape":
            self.leave()
        elif key.name == "m":
            self.app.toggle_sound()

    def pointer(self, pointer: Pointer) -> None:
        """A pointer that no control took."""

    def wheel(self, wheel: Wheel) -> None:
        """A wheel that no control took."""

    def leave(self) -> None:
        self.app.back()

    def update(self, seconds: float) -> None:
        """So much time went by."""

    def shown(self) -> None:
        """It is on top again."""

    def close(self) -> None:
        """It is gone for good."""

    def draw_ground(self, canvas: Canvas) -> None:
        """What stays, above the backdrop."""

    @property
    def still_key(self) -> object:
        """What `draw` shows; None where that may always be something else."""
        return None

    def draw(self, canvas: Canvas) -> None:
        """What changes, above the ground; drawn anew when `still_key` is another one."""
        draw_form(canvas, self.form)

    def draw_moving(self, canvas: Canvas) -> list[pygame.Rect]:
        """What is under way, above all else; the places that it covers are returned."""
        return []


class Page(View):
    """A screen with a title, a way back, and a card below."""

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
        self.form["back"].rect = pygame.Rect(area.left + margin, area.top + margin, bar, bar)
        self._title = pygame.Rect(area.left + margin + bar, area.top + margin, area.width - 2 * (margin + bar), bar)
        room = pygame.Rect(
            area.left + margin, area.top + bar + 2 * margin, area.width - 2 * margin, area.height - bar - 3 * margin
        )
        self.card = self.fit_card(canvas, room)
        self.arrange_card(canvas, self.card.inflate(-canvas.size(1.6), -canvas.size(1.4)))

    def fit_card(self, canvas: Canvas, room: pygame.Rect) -> pygame.Rect:
        """The card's place; all there is, unless a page needs less."""
        return room

    def arrange_card(self, canvas: Canvas, area: pygame.Rect) -> None:
        """Give the controls on the card their places."""

    @property
    def ground_key(self) -> object:
        return tuple(self.card), self.app.settings

    def draw_ground(self, canvas: Canvas) -> None:
        canvas.text(
            self.title,
            self._title.center,
            1.7,
            colour="#fff7e0",
            bold=True,
            anchor="center",
            width=self._title.width,
        )
        canvas.panel(self.card)

    def act(self, action: Action) -> None:
        if action.key == "back":
            self.leave()
