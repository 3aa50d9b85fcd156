"""What is heard: sounds made in the background at the start, played once they are ready; nothing without a device."""

import threading
from contextlib import suppress

import pygame

from jungle.desktop.quiet import quiet_stderr
from jungle.desktop.synthesis import EFFECTS, RATE, effect, music, tune

MUSIC_CHANNEL = 0
FADE_MS = 1500


class Audio:
    """The mixer, the sounds and their volumes. Without a device every method does nothing."""

    def __init__(self) -> None:
        self.available = self._open()
        self._sounds: dict[str, pygame.mixer.Sound] = {}
        self._music: pygame.mixer.Sound | None = None
        self._on = True
        self._music_volume = 0.0
        self._effects_volume = 0.0
        self._closed = False
        if self.available:
            pygame.mixer.set_reserved(MUSIC_CHANNEL + 1)
            self._maker = threading.Thread(target=self._make, name="jungle-sounds", daemon=True)
            self._maker.start()

    @staticmethod
    def _open() -> bool:
        try:
            with quiet_stderr():
                pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=512)
        except pygame.error:
            return False
        return True

    def _make(self) -> None:
        with suppress(pygame.error):  # The device may be gone before all are made; then nobody listens.
            self._make_sounds()

    def _make_sounds(self) -> None:
        for name in EFFECTS:
            data = effect(name)
            if self._closed:
                return
            self._sounds[name] = pygame.mixer.Sound(buffer=data)
        parts = []
        for part in tune():
            if self._closed:
                return
            parts.append(part)
        data = music(parts)
        if not self._closed:
            self._music = pygame.mixer.Sound(buffer=data)

    def configure(self, *, on: bool, music_volume: float, effects_volume: float) -> None:
        """Follow the settings."""
        self._on, self._music_volume, self._effects_volume = on, music_volume, effects_volume
        self.update()

    def play(self, name: str) -> None:
        sound = self._sounds.get(name)
        if sound is None or not self._on or not self._effects_volume:
            return
        sound.set_volume(self._effects_volume)
        sound.play()

    def update(self) -> None:
        """Start the music when it is ready, and follow its volume."""
        if self._music is None:
            return
        channel = pygame.mixer.Channel(MUSIC_CHANNEL)
        volume = self._music_volume if self._on else 0.0
        if volume and not channel.get_busy():
            channel.play(self._music, loops=-1, fade_ms=FADE_MS)
        elif not volume and channel.get_busy():
            channel.stop()
        channel.set_volume(volume * 0.6)

    def wait(self) -> None:
        """Wait until all sounds are made."""
        if self.available:
            self._maker.join()

    def close(self) -> None:
        self._closed = True
        if self.available:
            self._maker.join()
            pygame.mixer.quit()
            self.available = False
