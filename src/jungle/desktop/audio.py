"""Sound and music. A missing audio device is not an error."""

import contextlib
import io
import os
from collections.abc import Iterator

import pygame

from jungle.assets import SOUNDS, sound

RATE = 22_050
MUSIC_CHANNEL = 0
MUSIC_PART = 0.6
"""The music's volume relative to the effects."""
FADE_MS = 1500


class Audio:
    """The mixer, the sounds and their volumes. Without a device every method does nothing."""

    def __init__(self) -> None:
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._on = True
        self._effects_volume = 0.0
        self.open()

    def open(self) -> None:
        """Open the device and load the sounds. May be called again after `close`."""
        try:
            with quiet_stderr():
                pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=512)
                self._sounds = {name: pygame.mixer.Sound(io.BytesIO(sound(name))) for name in SOUNDS}
        except pygame.error:
            return
        pygame.mixer.set_reserved(MUSIC_CHANNEL + 1)

    @property
    def available(self) -> bool:
        return bool(self._sounds)

    def configure(self, *, on: bool, music_volume: float, effects_volume: float) -> None:
        """Follow the settings."""
        self._on, self._effects_volume = on, effects_volume
        if not self._sounds:
            return
        channel = pygame.mixer.Channel(MUSIC_CHANNEL)
        volume = music_volume if on else 0.0
        if volume and not channel.get_busy():
            channel.play(self._sounds["music"], loops=-1, fade_ms=FADE_MS)
        elif not volume:
            channel.stop()
        channel.set_volume(volume * MUSIC_PART)

    def play(self, *names: str) -> None:
        if self._sounds and self._on and self._effects_volume:
            for name in names:
                self._sounds[name].set_volume(self._effects_volume)
                self._sounds[name].play()

    def close(self) -> None:
        if self._sounds:
            self._sounds = {}
            pygame.mixer.quit()


@contextlib.contextmanager
def quiet_stderr() -> Iterator[None]:
    """Discard everything written to file descriptor 2; callers report what is missing themselves."""
    try:
        kept = os.dup(2)
    except OSError:
        yield
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(null)
        os.close(kept)
