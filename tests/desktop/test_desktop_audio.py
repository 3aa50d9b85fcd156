"""Sounds made from numbers."""

from array import array

import pygame
import pytest

from jungle.desktop.audio import Audio
from jungle.desktop.seats import Cue
from jungle.desktop.synthesis import BARS, BEAT, EFFECTS, RATE, effect, music, tune


def test_every_cue_has_a_sound() -> None:
    assert {cue.value for cue in Cue} == EFFECTS.keys()


@pytest.mark.parametrize("name", EFFECTS)
def test_a_sound_is_short_loud_enough_and_begins_and_ends_softly(name: str) -> None:
    wave = array("h", effect(name))
    assert 0.05 < len(wave) / RATE < 4
    peak = max(map(abs, wave))
    assert 5_000 < peak <= 32_000
    assert abs(wave[0]) < 400
    assert abs(wave[-1]) < 400


def test_the_tune_goes_round_without_a_break() -> None:
    wave = array("h", music(tune()))
    assert len(wave) == int(BARS * 4 * BEAT * RATE)
    step = max(abs(wave[i] - wave[i - 1]) for i in range(1, len(wave)))
    assert abs(wave[0] - wave[-1]) <= step
    # Quiet, but there all the time.
    second = [max(map(abs, wave[i : i + RATE])) for i in range(0, len(wave) - RATE, RATE)]
    assert min(second) > 1_000


def test_sounds_are_made_beside_the_drawing_and_then_played() -> None:
    audio = Audio()
    assert audio.available
    audio.configure(on=True, music_volume=0.5, effects_volume=0.5)
    audio.play("step")  # not made yet, perhaps: then nothing is heard
    audio.wait()
    audio.update()
    audio.play("step")
    audio.configure(on=False, music_volume=0.5, effects_volume=0.5)
    audio.close()
    audio.close()


def test_without_a_device_everything_is_silent(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "there is no such driver")
    audio = Audio()
    assert not audio.available
    audio.configure(on=True, music_volume=1, effects_volume=1)
    audio.play("win")
    audio.update()
    audio.close()
    assert capfd.readouterr().err == ""


def test_a_device_that_goes_away_while_sounds_are_made_is_no_error() -> None:
    audio = Audio()
    pygame.mixer.quit()
    audio.wait()  # What the thread raised would be a warning, and warnings are errors here.
    audio.close()
