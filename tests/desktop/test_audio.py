"""The shipped sounds, and the mixer."""

import io
from array import array
from itertools import pairwise

import pygame
import pytest
from artwork.catalogue import effect
from artwork.sounds import BARS, BEAT, RATE, music, recorded, recording

from jungle.assets import SOUNDS, sound
from jungle.desktop.audio import Audio
from jungle.pieces import Animal

EFFECTS = [name for name in SOUNDS if name != "music"]


def played(data: bytes) -> list[int]:
    """The samples of a file as the mixer plays them."""
    return array("h", pygame.mixer.Sound(io.BytesIO(data)).get_raw()).tolist()


def samples(name: str) -> list[int]:
    return played(sound(name))


def test_the_effects_match_the_artwork(audio: Audio) -> None:
    stale = [name for name in EFFECTS if samples(name) != effect(name)]
    assert not stale, "run `make artwork`"


@pytest.mark.slow
def test_the_music_matches_the_artwork(audio: Audio) -> None:
    assert samples("music") == music(), "run `make artwork`"


def test_sounds_written_by_the_artwork_are_played_exactly(audio: Audio) -> None:
    made = effect("step")
    assert played(recording(made)) == made
    assert recorded(recording(made)) == made


def test_all_sounds_together_are_small() -> None:
    assert sum(len(sound(name)) for name in SOUNDS) < 450_000


def test_effects_are_short_loud_enough_and_begin_and_end_softly(audio: Audio) -> None:
    wrong = []
    for name in EFFECTS:
        wave = samples(name)
        edges = max(abs(wave[0]), abs(wave[-1]))
        if not (0.05 < len(wave) / RATE < 4 and 5_000 < max(map(abs, wave)) <= 32_000 and edges < 400):
            wrong.append(name)
    assert not wrong


def test_every_animal_has_its_own_voice() -> None:
    voices = {sound(f"voice-{animal}") for animal in Animal}
    assert len(voices) == len(Animal)


def test_the_music_loops_without_a_gap(audio: Audio) -> None:
    wave = samples("music")
    assert len(wave) == int(BARS * 4 * BEAT * RATE)
    step = max(abs(one - other) for one, other in pairwise(wave))
    assert abs(wave[0] - wave[-1]) <= step
    # Quiet, but never silent.
    seconds = [max(map(abs, wave[i : i + RATE])) for i in range(0, len(wave) - RATE, RATE)]
    assert min(seconds) > 1_000


def test_sound_and_music_follow_the_settings(audio: Audio) -> None:
    channel = pygame.mixer.Channel(0)
    audio.configure(on=True, music_volume=0.5, effects_volume=0.5)
    audio.play("step")
    assert channel.get_busy()
    assert channel.get_volume() == pytest.approx(0.3, abs=0.01)
    audio.configure(on=False, music_volume=0.5, effects_volume=0.5)
    assert not channel.get_busy()


def test_without_a_device_everything_is_silent(
    audio: Audio, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    audio.close()
    with monkeypatch.context() as patch:
        patch.setenv("SDL_AUDIODRIVER", "there is no such driver")
        audio.open()
        assert not audio.available
        audio.configure(on=True, music_volume=1, effects_volume=1)
        audio.play("win")
        audio.close()
        audio.close()
    assert capfd.readouterr().err == ""
    audio.open()
    assert audio.available
