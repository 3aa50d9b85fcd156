"""The voices of the animals: a pitch that bends, overtones that come and go, roughness and breath."""

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random

from artwork.sounds import RATE, Wave, louder, mix, noise, silence

Curve = Sequence[tuple[float, float]]
"""A value over time: pairs of a moment, from 0 to 1, and the value then."""


def at(curve: Curve, t: float) -> float:
    """The value of a curve at a moment, smoothly interpolated."""
    for (t0, v0), (t1, v1) in pairwise(curve):
        if t <= t1:
            part = (t - t0) / (t1 - t0)
            return v0 + (v1 - v0) * part * part * (3 - 2 * part)
    return curve[-1][1]


def cry(
    seconds: float,
    pitch: Curve,
    loud: Curve,
    overtones: Sequence[float],
    *,
    mouth: Curve = ((0, 1), (1, 1)),
    rough: tuple[float, float] = (0, 0),
    vibrato: tuple[float, float] = (0, 0),
    breath: float = 0.0,
    seed: int = 1,
) -> Wave:
    """A cry. `mouth` opens from 0 (only the lowest overtone) to 1 (all); `rough` and `vibrato` are rates and depths."""
    random, phase, level = Random(seed), 0.0, 0.0
    wave = silence(seconds)
    for i in range(len(wave)):
        t = i / len(wave)
        time = i / RATE
        wobble = 1 + vibrato[1] * math.sin(math.tau * vibrato[0] * time)
        phase += math.tau * at(pitch, t) * wobble / RATE
        open_wide = at(mouth, t)
        value = sum(
            strength * open_wide**number * math.sin(phase * (number + 1)) for number, strength in enumerate(overtones)
        )
        level += (random.uniform(-1, 1) - level) * 0.35
        growl = 1 - rough[1] * (0.5 + 0.5 * math.sin(math.tau * rough[0] * time + 2 * level))
        wave[i] = (value * growl + breath * level * 3) * at(loud, t)
    return wave


def _elephant() -> Wave:
    pitch = ((0, 330), (0.2, 620), (0.6, 700), (0.85, 640), (1, 420))
    loud = ((0, 0), (0.08, 0.7), (0.6, 1), (0.9, 0.6), (1, 0))
    return cry(0.9, pitch, loud, (1, 0.8, 0.7, 0.6, 0.45, 0.3, 0.2), vibrato=(24, 0.03), rough=(50, 0.3), breath=0.1)


def _lion() -> Wave:
    pitch = ((0, 95), (0.25, 150), (0.6, 120), (1, 62))
    loud = ((0, 0), (0.15, 0.8), (0.35, 1), (0.75, 0.55), (1, 0))
    mouth = ((0, 0.6), (0.3, 0.98), (1, 0.65))
    return cry(1.1, pitch, loud, (1, 0.9, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3), mouth=mouth, rough=(31, 0.75), breath=0.5)


def _tiger() -> Wave:
    pitch = ((0, 170), (0.2, 235), (0.6, 150), (1, 95))
    loud = ((0, 0), (0.06, 1), (0.5, 0.8), (1, 0))
    return cry(0.75, pitch, loud, (1, 0.8, 0.8, 0.6, 0.5, 0.4), rough=(43, 0.85), breath=0.65, seed=5)


def _leopard() -> Wave:
    loud = ((0, 0), (0.2, 1), (1, 0))
    rasp = cry(0.22, ((0, 130), (1, 85)), loud, (1, 0.7, 0.6, 0.5), rough=(60, 0.9), breath=0.9, seed=7)
    back = cry(0.2, ((0, 95), (1, 120)), loud, (1, 0.6, 0.5), rough=(60, 0.9), breath=0.8, seed=8)
    return mix([(0, rasp), (0.24, louder(back, 0.6)), (0.46, rasp), (0.7, louder(back, 0.5))])


def _wolf() -> Wave:
    pitch = ((0, 270), (0.18, 480), (0.55, 520), (0.8, 470), (1, 330))
    loud = ((0, 0), (0.15, 0.7), (0.5, 1), (0.85, 0.7), (1, 0))
    return cry(1.25, pitch, loud, (1, 0.35, 0.16, 0.05), vibrato=(5.5, 0.012), breath=0.04)


def _dog() -> Wave:
    loud = ((0, 0), (0.1, 1), (0.5, 0.6), (1, 0))
    bark = cry(0.17, ((0, 300), (0.3, 430), (1, 210)), loud, (1, 0.8, 0.7, 0.5, 0.3), rough=(70, 0.5), breath=0.5)
    return mix([(0, bark), (0.26, louder(bark, 0.9))])


def _cat() -> Wave:
    pitch = ((0, 520), (0.25, 760), (0.6, 700), (1, 430))
    loud = ((0, 0), (0.15, 0.9), (0.6, 0.8), (1, 0))
    mouth = ((0, 0.35), (0.35, 1), (0.75, 0.8), (1, 0.3))
    return cry(0.62, pitch, loud, (1, 0.75, 0.6, 0.4, 0.2), mouth=mouth, vibrato=(8, 0.01), breath=0.05)


def _rat() -> Wave:
    loud = ((0, 0), (0.2, 1), (1, 0))
    squeak = cry(0.09, ((0, 2300), (0.4, 3100), (1, 2500)), loud, (1, 0.3), breath=0.05)
    rustle = louder(noise(0.08, decay=40, dark=0.2, seed=3), 0.08)
    return mix([(0, squeak), (0.14, louder(squeak, 0.8)), (0.25, squeak), (0.3, rustle)])


VOICES: dict[str, tuple[float, Callable[[], Wave]]] = {
    "voice-rat": (0.4, _rat),
    "voice-cat": (0.5, _cat),
    "voice-dog": (0.6, _dog),
    "voice-wolf": (0.5, _wolf),
    "voice-leopard": (0.65, _leopard),
    "voice-tiger": (0.7, _tiger),
    "voice-lion": (0.75, _lion),
    "voice-elephant": (0.6, _elephant),
}
"""The voice of each animal, and its volume relative to the other sounds."""
