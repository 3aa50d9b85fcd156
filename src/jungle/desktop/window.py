"""The window: passes events on, and shows sixty frames a second while anything moves."""

import os
import sys
import time

import pygame

from jungle.assets import drawing
from jungle.desktop.application import Application
from jungle.desktop.audio import Audio, quiet_stderr
from jungle.desktop.canvas import rasterise
from jungle.desktop.inputs import read_event
from jungle.desktop.views.start import StartView
from jungle.errors import JungleError

LEAST_SIZE = 480, 400
USUAL_SIZE = 900, 1000
NARROWEST = 400
"""The smallest size drawn; smaller windows show it scaled down, since some window managers ignore size limits."""
LARGEST = 8000
SHARE_OF_HEIGHT = 0.92
"""How much of the screen's height the window takes at most: a title bar and a panel need the rest."""
FRAMES_PER_SECOND = 60
IDLE_MS = 40
"""Milliseconds to wait for an event while nothing moves."""
STEP_LIMIT = 0.1
"""The longest time step in seconds, so that nothing jumps after a hiccup."""
SWITCH_SECONDS = 0.0005
"""Seconds that a thinking Python thread may hold up the drawing one."""


class NoDisplayError(JungleError):
    """There is no screen to open a window on."""


def run(*, size: tuple[int, int] | None = None) -> None:
    """Open the window, and return when it is closed. Raises NoDisplayError."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    sys.setswitchinterval(SWITCH_SECONDS)
    _open_display()
    try:
        window = pygame.Window("Jungle · 斗兽棋", size or _fitting_size(), resizable=True, allow_high_dpi=True)
        window.minimum_size = LEAST_SIZE
        window.set_icon(rasterise(drawing("icon.svg"), 128, 128))
        Loop(window).run()
    finally:
        pygame.quit()


def _open_display() -> None:
    try:
        with quiet_stderr():
            pygame.display.init()
        pygame.font.init()
    except pygame.error as error:
        raise NoDisplayError(_no_display(str(error))) from None
    if pygame.display.get_driver() in ("dummy", "offscreen") and "SDL_VIDEODRIVER" not in os.environ:
        pygame.quit()
        raise NoDisplayError(_no_display("only a dummy screen was found"))


def _no_display(why: str) -> str:
    return f"desktop needs a screen, and there is none ({why}): try `jungle play` in the terminal"


def _fitting_size() -> tuple[int, int]:
    """The usual size, or as much as the screen has room for."""
    width, height = pygame.display.get_desktop_sizes()[0]
    return min(USUAL_SIZE[0], width), min(USUAL_SIZE[1], round(height * SHARE_OF_HEIGHT))


class Loop:
    """One window and the application in it, frame by frame."""

    def __init__(self, window: pygame.Window) -> None:
        self.window = window
        self.audio = Audio()
        self.app = Application(StartView, size=window.get_surface().get_size(), audio=self.audio)
        self._clock = pygame.Clock()
        self._before = time.perf_counter()

    def run(self) -> None:
        """Run until the application quits."""
        try:
            while self.app.running:
                self.step(wait=not self.app.dirty and not self.app.is_moving())
                if self.app.is_moving():
                    self._clock.tick(FRAMES_PER_SECOND)
        finally:
            self.close()

    def close(self) -> None:
        """Stop all background work."""
        self.app.close()
        self.audio.close()

    def step(self, *, wait: bool = False) -> None:
        """Handle pending events, advance time and draw what changed; with `wait`, wait briefly for an event."""
        events = [pygame.event.wait(IDLE_MS)] if wait else []
        for event in [*events, *pygame.event.get()]:
            self._take(event)
        now = time.perf_counter()
        self.app.update(min(now - self._before, STEP_LIMIT))
        self._before = now
        surface = self.window.get_surface()
        enlarged = enlargement(surface.get_size())
        width, height = (min(max(round(length * enlarged), NARROWEST), LARGEST) for length in surface.get_size())
        self.app.resize((width, height))
        if self.app.dirty:
            frame = self.app.draw()
            if frame.get_size() != surface.get_size():
                pygame.transform.smoothscale(frame.convert(surface), surface.get_size(), surface)
            else:
                for place in self.app.touched:
                    surface.blit(frame, place, place)
            self.window.flip()

    def _take(self, event: pygame.event.Event) -> None:
        match event.type:
            case pygame.QUIT | pygame.WINDOWCLOSE:
                self.app.quit()
            case pygame.WINDOWEXPOSED | pygame.WINDOWSIZECHANGED | pygame.WINDOWRESTORED:
                self.app.redraw()
            case pygame.WINDOWLEAVE | pygame.WINDOWFOCUSLOST:
                self.app.pointer_left()
            case pygame.KEYDOWN if event.key == pygame.K_F11:
                self._toggle_fullscreen()
            case _:
                # Events are in points; on a high-density screen a point is more than one pixel.
                drawn = self.window.get_surface().get_size()
                scale = drawn[0] / max(self.window.size[0], 1) * enlargement(drawn)
                read = read_event(event, scale)
                if read is not None:
                    self.app.handle(read)

    def _toggle_fullscreen(self) -> None:
        self._full = not self._full
        if self._full:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()
        self.app.redraw()

    _full = False


def enlargement(size: tuple[int, int]) -> float:
    """How much larger than the window everything is drawn: 1 except in the smallest windows."""
    return max(1.0, NARROWEST / max(min(size), 1))
