"""The application without its window: the stack of views, the settings, the sounds, and when to draw what."""

from collections.abc import Callable
from dataclasses import replace

import pygame

from jungle import storage
from jungle.desktop.audio import Audio
from jungle.desktop.canvas import Canvas, rasterise
from jungle.desktop.fonts import can_write
from jungle.desktop.inputs import Input, Key
from jungle.desktop.library import Library
from jungle.desktop.scenery import backdrop
from jungle.desktop.settings import SettingsFile
from jungle.desktop.view import View
from jungle.language import ENGLISH, Translator
from jungle.svg.themes import THEMES

FADE_SECONDS = 0.18


class Application:
    """Passes input and time to the top view and draws it."""

    def __init__(self, first: "Callable[[Application], View]", *, size: tuple[int, int], audio: Audio) -> None:
        self.settings_file = SettingsFile(storage.folder("settings"))
        self.settings = self.settings_file.load()
        self.audio = audio
        self.library = Library(storage.folder("games"))
        self.running = True
        self.dirty = True
        self.say = self._speaker()
        self._follow_sound()
        self._frame = pygame.Surface(size)
        self._canvas = self._make_canvas()
        self._still = pygame.Surface(size)
        self._ground: pygame.Surface | None = None
        self._ground_key: object = None
        self._still_key: object = None
        self._moving: list[pygame.Rect] = []
        """The areas covered by moving things in the last frame."""
        self.touched: list[pygame.Rect] = []
        """The areas in which the last frame differs from the one before."""
        self._fading: pygame.Surface | None = None
        self._fade = 0.0
        self._stack: list[View] = []
        self.open(first(self))
        self._fading = None

    # Views

    @property
    def view(self) -> View:
        return self._stack[-1]

    def open(self, view: View) -> None:
        """Push a view onto the stack."""
        self.fade()
        self._stack.append(view)
        self._refresh(view)

    def back(self) -> None:
        """Return to the view below; the lowest one stays."""
        if len(self._stack) > 1:
            self.fade()
            self._stack.pop().close()
            self._refresh(self.view)

    def home(self) -> None:
        """Return to the first view."""
        self.fade()
        while len(self._stack) > 1:
            self._stack.pop().close()
        self._refresh(self.view)

    def exchange(self, view: View) -> None:
        """Replace the view on top."""
        self.fade()
        self._stack.pop().close()
        self._stack.append(view)
        self._refresh(view)

    def quit(self) -> None:
        self.running = False

    def _refresh(self, view: View) -> None:
        view.pointer_left()
        view.build()
        view.shown()
        self.arrange()

    def fade(self) -> None:
        """Fade out the current screen."""
        if self._stack and self.settings.speed:
            self._fading = self._frame.copy()
            self._fade = 0.0

    # Settings

    def change(self, **changes: object) -> None:
        """Change settings, save them, and apply them everywhere."""
        self.settings = replace(self.settings, **changes)  # type: ignore[arg-type]
        self.settings_file.save(self.settings)
        self.say = self._speaker()
        self._follow_sound()
        self._canvas = self._make_canvas()
        for view in self._stack:
            view.build()
        self.arrange()

    def toggle_sound(self) -> None:
        self.change(sound=not self.settings.sound)

    def _speaker(self) -> Translator:
        return Translator(self.settings.language if can_write(self.settings.language) else ENGLISH)

    def _follow_sound(self) -> None:
        settings = self.settings
        self.audio.configure(
            on=settings.sound, music_volume=settings.music_volume, effects_volume=settings.effects_volume
        )

    # Input, time and drawing

    def resize(self, size: tuple[int, int]) -> None:
        if size != self._frame.get_size():
            self._frame = pygame.Surface(size)
            self._still = pygame.Surface(size)
            self._still_key = None
            self._canvas = self._make_canvas()
            self._fading = None
            self.arrange()

    def is_moving(self) -> bool:
        """Whether anything changes without input."""
        return self._fading is not None or self.view.is_moving()

    def handle(self, event: Input) -> None:
        if isinstance(event, Key):
            self.view.pointer_left()  # Keyboard input clears the hover state.
        self.view.handle(event)
        self.dirty = True

    def pointer_left(self) -> None:
        """The pointer has left the window: nothing is hovered any more."""
        self.view.pointer_left()
        self.redraw()

    def update(self, seconds: float) -> None:
        """Advance by some seconds."""
        view = self.view
        moving = view.is_moving()
        view.update(seconds)
        if self._fading is not None:
            self._fade += seconds / FADE_SECONDS
            if self._fade >= 1:
                self._fading = None
                self._still_key = None  # The frame still shows a trace of it.
            self.dirty = True
        # Draw once more after the last motion, to show its end.
        if moving or self.view.is_moving():
            self.dirty = True

    def draw(self) -> pygame.Surface:
        """Draw the current frame; `touched` lists the areas that differ from the previous one.

        Three layers lie over each other, each drawn only when it changes: the ground, what stands still above it, and
        what moves.
        """
        self.touched = []
        if not self.dirty:
            return self._frame
        self.dirty = False
        canvas, view = self._canvas, self.view
        everything = self._frame.get_rect()
        key = id(view), view.ground_key, self.settings, everything.size
        if key != self._ground_key or self._ground is None:
            self._ground_key, self._still_key = key, None
            self._ground = self._draw_ground(canvas, view)
        if view.still_key is None or view.still_key != self._still_key or self._fading is not None:
            self._still_key = view.still_key
            canvas.surface = self._still
            self._still.blit(self._ground, (0, 0))
            view.draw(canvas)
            self.touched = [everything]
        else:
            self.touched = self._moving
        for place in self.touched:
            self._frame.blit(self._still, place, place)
        canvas.surface = self._frame
        self._moving = [place.clip(everything) for place in view.draw_moving(canvas)]
        self.touched = self.touched + self._moving
        if self._fading is not None:
            self._fading.set_alpha(round(255 * (1 - self._fade)))
            self._frame.blit(self._fading, (0, 0))
        return self._frame

    def _draw_ground(self, canvas: Canvas, view: View) -> pygame.Surface:
        size = self._frame.get_size()
        ground = pygame.Surface(size)
        ground.blit(rasterise(backdrop(canvas.theme, *size), *size), (0, 0))
        canvas.surface = ground
        view.draw_ground(canvas)
        return ground

    def _make_canvas(self) -> Canvas:
        return Canvas(
            self._frame,
            THEMES[self.settings.theme],
            piece_set=self.settings.piece_set,
            language=self.say.language,
        )

    def redraw(self) -> None:
        """Redraw everything in the next frame."""
        self._still_key = None
        self.dirty = True

    def arrange(self) -> None:
        """Lay out the top view, perhaps because its controls have changed."""
        self._still_key = None
        if self._stack:
            self.view.arrange(self._canvas, self._frame.get_rect())
        self.dirty = True

    def close(self) -> None:
        """Stop all background work."""
        while self._stack:
            self._stack.pop().close()
