"""Buttons, radio groups, sliders and lists, and the form that moves the focus among them. Nothing here draws."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import pygame

from jungle.desktop.inputs import Input, Key, Pointer, Touch, Typed, Wheel

SLIDER_STEP = 0.05


@dataclass(frozen=True, slots=True)
class Action:
    """What the user asked for: the key of the control and, if it has one, its new value."""

    key: str
    value: object = None


@dataclass(slots=True, kw_only=True)
class Control:
    """Something to press. The view that lays it out sets its rectangle."""

    key: str
    label: str = ""
    enabled: bool = True
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    def press(self, place: tuple[int, int]) -> Action | None:
        """The pointer is pressed on it."""
        return None

    def drag(self, place: tuple[int, int]) -> Action | None:
        """The pointer moves while pressed."""
        return None

    def click(self, place: tuple[int, int]) -> Action | None:
        """The pointer is released where it was pressed."""
        return None

    def confirm(self) -> Action | None:
        """Enter or space."""
        return None

    def adjust(self, step: int) -> Action | None:
        """Left (-1) or right (+1); None to move the focus instead."""
        return None


@dataclass(slots=True, kw_only=True)
class Button(Control):
    """A button; `primary` is the default, `checked` is on, `quiet` has no frame until hovered."""

    icon: str | None = None
    primary: bool = False
    checked: bool = False
    quiet: bool = False
    tip: str = ""

    def click(self, place: tuple[int, int]) -> Action | None:
        return Action(self.key)

    def confirm(self) -> Action | None:
        return Action(self.key)


@dataclass(slots=True, kw_only=True)
class RadioGroup(Control):
    """One of several values, side by side or in rows of `columns`."""

    options: Sequence[tuple[str, str]]
    value: str
    columns: int | None = None

    @property
    def rows(self) -> int:
        return -(-len(self.options) // (self.columns or len(self.options)))

    def cells(self) -> list[pygame.Rect]:
        """The rectangle of each option."""
        columns, rows = self.columns or len(self.options), self.rows
        cells = []
        for i in range(len(self.options)):
            column, row = i % columns, i // columns
            left, right = self.rect.width * column // columns, self.rect.width * (column + 1) // columns
            top, bottom = self.rect.height * row // rows, self.rect.height * (row + 1) // rows
            cells.append(pygame.Rect(self.rect.left + left, self.rect.top + top, right - left, bottom - top))
        return cells

    def click(self, place: tuple[int, int]) -> Action | None:
        for (value, _), cell in zip(self.options, self.cells(), strict=True):
            if cell.collidepoint(place):
                return self._choose(value)
        return None

    def confirm(self) -> Action | None:
        values = [value for value, _ in self.options]
        return self._choose(values[(values.index(self.value) + 1) % len(values)])

    def adjust(self, step: int) -> Action | None:
        values = [value for value, _ in self.options]
        return self._choose(values[min(max(values.index(self.value) + step, 0), len(values) - 1)])

    def _choose(self, value: str) -> Action:
        self.value = value
        return Action(self.key, value)


@dataclass(slots=True, kw_only=True)
class Toggle(Control):
    """On or off."""

    on: bool

    def click(self, place: tuple[int, int]) -> Action | None:
        return self.confirm()

    def confirm(self) -> Action | None:
        self.on = not self.on
        return Action(self.key, self.on)

    def adjust(self, step: int) -> Action | None:
        self.on = step > 0
        return Action(self.key, self.on)


@dataclass(slots=True, kw_only=True)
class Slider(Control):
    """A value from 0 to 1; with `stops`, only this many evenly spaced values."""

    value: float
    stops: int = 0
    marks: dict[int, str] = field(default_factory=dict)
    """Words below some of the stops, counted from 0."""

    @property
    def stop(self) -> int:
        """The stop that it is at, counted from 0."""
        return round(self.value * (self.stops - 1))

    def press(self, place: tuple[int, int]) -> Action | None:
        return self.drag(place)

    def drag(self, place: tuple[int, int]) -> Action | None:
        knob = self.rect.height
        across = (place[0] - self.rect.left - knob / 2) / max(self.rect.width - knob, 1)
        return self._set(across)

    def adjust(self, step: int) -> Action | None:
        size = 1 / (self.stops - 1) if self.stops else SLIDER_STEP
        return self._set(round(self.value / size + step) * size)

    def _set(self, value: float) -> Action:
        value = min(max(value, 0.0), 1.0)
        if self.stops:
            value = round(value * (self.stops - 1)) / (self.stops - 1)
        self.value = round(value, 3)
        return Action(self.key, self.value)


@dataclass(slots=True, kw_only=True)
class TextField(Control):
    """A line of text to type; `label` is shown while it is empty."""

    text: str = ""
    longest: int = 16

    def type(self, text: str) -> Action:
        """Add what was typed, as far as there is room."""
        self.text = (self.text + "".join(filter(str.isprintable, text)))[: self.longest]
        return Action(self.key, self.text)

    def erase(self) -> Action:
        self.text = self.text[:-1]
        return Action(self.key, self.text)


@dataclass(slots=True, kw_only=True)
class Rows(Control):
    """A scrolling list with rows of equal height, one of which is chosen.

    A click or an arrow key chooses a row; Enter, or a click on the row that is chosen, opens it (`<key>.open`).
    """

    rows: Sequence[str]
    chosen: int = 0
    row_height: int = 1
    offset: int = 0
    """The first visible row."""

    def visible(self) -> int:
        return max(self.rect.height // max(self.row_height, 1), 1)

    def cells(self) -> list[tuple[int, pygame.Rect]]:
        """The visible rows and their rectangles."""
        self.scroll(0)
        last = min(self.offset + self.visible(), len(self.rows))
        left, top, width, height = self.rect.left, self.rect.top, self.rect.width, self.row_height
        seen = range(self.offset, last)
        return [(i, pygame.Rect(left, top + (i - self.offset) * height, width, height)) for i in seen]

    def scroll(self, steps: int) -> None:
        self.offset = max(min(self.offset - steps, len(self.rows) - self.visible()), 0)

    def reveal(self, row: int) -> None:
        """Scroll until the row is visible."""
        self.offset = min(max(self.offset, row - self.visible() + 1), max(row, 0))

    def click(self, place: tuple[int, int]) -> Action | None:
        for i, cell in self.cells():
            if cell.collidepoint(place):
                if i == self.chosen:
                    return self.confirm()
                self.chosen = i
                return Action(self.key, i)
        return None

    def confirm(self) -> Action | None:
        return Action(f"{self.key}.open", self.chosen) if self.rows else None

    def step(self, rows: int) -> bool:
        """Choose another row; False at the end of the list."""
        chosen = self.chosen + rows
        if not 0 <= chosen < len(self.rows):
            return False
        self.chosen = chosen
        self.reveal(chosen)
        return True


ControlT = TypeVar("ControlT", bound=Control)


class Form:
    """Controls that share the focus: Tab and arrows move it, Enter presses, the pointer does both."""

    def __init__(self, controls: Sequence[Control] = (), *, focus: str | None = None) -> None:
        self.controls = list(controls)
        self.focus = focus
        """The key of the control with the focus."""
        self.focus_shown = False
        """Whether the focus ring is shown: only after keyboard input."""
        self.hovered: str | None = None
        self.pressed: str | None = None

    def __getitem__(self, key: str) -> Control:
        return next(control for control in self.controls if control.key == key)

    def find(self, key: str, kind: type[ControlT]) -> ControlT:
        """The control with this key, which is of this kind."""
        control = self[key]
        assert isinstance(control, kind)
        return control

    def replace(self, controls: Sequence[Control]) -> None:
        """Replace all controls, keeping the focus if its key still exists."""
        self.controls = list(controls)
        keys = [control.key for control in self.controls]
        if self.focus not in keys:
            self.focus = None
        if self.pressed not in keys:
            self.pressed = None
        if self.hovered not in keys:
            self.hovered = None

    def usable(self) -> list[Control]:
        return [control for control in self.controls if control.enabled and control.rect.width]

    def at(self, place: tuple[int, int]) -> Control | None:
        return next((control for control in reversed(self.usable()) if control.rect.collidepoint(place)), None)

    def handle(self, event: Input) -> tuple[bool, Action | None]:
        """Whether the input was handled, and the resulting action."""
        match event:
            case Pointer():
                return self._pointer(event)
            case Wheel():
                control = self.at(event.place)
                if isinstance(control, Rows):
                    control.scroll(round(event.steps * 2) or (1 if event.steps > 0 else -1))
                    return True, None
                return False, None
            case Typed():
                field = self._focused()
                return (True, field.type(event.text)) if isinstance(field, TextField) else (False, None)
            case Key():
                return self._key(event)

    def _pointer(self, pointer: Pointer) -> tuple[bool, Action | None]:
        under = self.at(pointer.place)
        self.hovered = under.key if under else None
        match pointer.touch:
            case Touch.DOWN:
                self.focus_shown = False
                if under is None:
                    return False, None
                self.pressed = self.focus = under.key
                return True, under.press(pointer.place)
            case Touch.MOVE:
                if self.pressed is None:
                    return under is not None, None
                return True, self[self.pressed].drag(pointer.place)
            case Touch.UP:
                pressed, self.pressed = self.pressed, None
                if pressed is None:
                    return False, None
                return True, under.click(pointer.place) if under and under.key == pressed else None

    def _key(self, key: Key) -> tuple[bool, Action | None]:
        if key.name == "tab":
            self._step(-1 if key.shift else 1)
            return True, None
        focused = self._focused()
        if isinstance(focused, TextField) and key.name not in ("up", "down", "return", "escape"):
            return True, focused.erase() if key.name == "backspace" else None  # Its letters come as typed text.
        if focused is None:
            if key.name in ("up", "down", "left", "right") and self.usable():
                self._step(1)
                return True, None
            return False, None
        if key.name in ("return", "space"):
            self.focus_shown = True
            if isinstance(focused, TextField):
                self._step(1)
            return True, focused.confirm()
        if key.name in ("left", "right"):
            self.focus_shown = True
            action = focused.adjust(1 if key.name == "right" else -1)
            if action is None:
                self._move(focused, key.name)
            return True, action
        if key.name in ("up", "down"):
            self.focus_shown = True
            if not (isinstance(focused, Rows) and focused.step(1 if key.name == "down" else -1)):
                self._move(focused, key.name)
            return True, None
        if isinstance(focused, Rows) and key.name in ("pageup", "pagedown", "home", "end"):
            far = len(focused.rows)
            by = {"pageup": -focused.visible(), "pagedown": focused.visible(), "home": -far, "end": far}[key.name]
            focused.step(min(max(focused.chosen + by, 0), max(far - 1, 0)) - focused.chosen)
            return True, None
        return False, None

    def _focused(self) -> Control | None:
        return next((control for control in self.usable() if control.key == self.focus), None)

    def _step(self, by: int) -> None:
        usable = self.usable()
        if not usable:
            return
        self.focus_shown = True
        keys = [control.key for control in usable]
        if self.focus in keys:
            self.focus = keys[(keys.index(self.focus) + by) % len(keys)]
        else:
            self.focus = keys[0 if by > 0 else -1]

    def _move(self, control: Control, direction: str) -> None:
        """Move the focus to the nearest control in a direction."""
        x, y = control.rect.center
        best: tuple[float, Control] | None = None
        for other in self.usable():
            dx, dy = other.rect.centerx - x, other.rect.centery - y
            along, across = {"up": (-dy, dx), "down": (dy, dx), "left": (-dx, dy), "right": (dx, dy)}[direction]
            if other is control or along <= 0:
                continue
            cost = along + 2.5 * abs(across)
            if best is None or cost < best[0]:
                best = cost, other
        if best:
            self.focus = best[1].key
