"""Synthesised sounds: notes, knocks, splashes, and a tune that loops. One channel of 16 bits, of which the lowest four
are unused: nobody hears the difference, and the files are much smaller."""

import io
import math
from collections.abc import Callable, Iterable, Iterator
from random import Random

import numpy as np
import soundfile

RATE = 22_050
PEAK = 32_000
UNUSED_BITS = 4

Wave = list[float]
"""Samples from -1 to 1."""


def silence(seconds: float) -> Wave:
    return [0.0] * int(seconds * RATE)


def pitch(note: int) -> float:
    """The frequency of a note, numbered as on a keyboard with 69 for the a of 440 Hz."""
    return 440.0 * 2 ** ((note - 69) / 12)


def tone(
    frequency: float,
    seconds: float,
    *,
    overtones: tuple[float, ...] = (1.0,),
    decay: float = 5.0,
    attack: float = 0.006,
    slide: float = 1.0,
) -> Wave:
    """A plucked note: overtones that die away, sliding to `slide` times its pitch."""
    count = int(seconds * RATE)
    wave = [0.0] * count
    for number, strength in enumerate(overtones, start=1):
        if not strength:
            continue
        phase = 0.0
        fade = decay * (1 + 0.35 * (number - 1))
        for i in range(count):
            t = i / RATE
            now = frequency * number * (slide ** (t / seconds))
            phase += math.tau * now / RATE
            wave[i] += strength * math.sin(phase) * math.exp(-fade * t)
    return _soften(wave, attack, 0.01)


def noise(seconds: float, *, decay: float, dark: float, seed: int) -> Wave:
    """A rush of air or water; `dark` from 0 (hiss) to 1 (rumble)."""
    random = Random(seed)
    level, wave = 0.0, []
    for i in range(int(seconds * RATE)):
        level += (random.uniform(-1, 1) - level) * (1 - dark)
        wave.append(level * math.exp(-decay * i / RATE))
    return _soften(wave, 0.004, 0.02)


def _soften(wave: Wave, attack: float, release: float) -> Wave:
    """Fade in and out, so that there are no clicks."""
    rise, fall = max(int(attack * RATE), 1), max(int(release * RATE), 1)
    for i in range(min(rise, len(wave))):
        wave[i] *= i / rise
    for i in range(min(fall, len(wave))):
        wave[-1 - i] *= i / fall
    return wave


def mix(parts: Iterable[tuple[float, Wave]], seconds: float | None = None, *, round_about: bool = False) -> Wave:
    """Mix waves, each from its start time on; `round_about` lets the end ring on into the beginning."""
    total: Wave = [] if seconds is None else silence(seconds)
    for begins, wave in parts:
        start = int(begins * RATE)
        if seconds is None and start + len(wave) > len(total):
            total += [0.0] * (start + len(wave) - len(total))
        for i, value in enumerate(wave):
            at = start + i
            if at >= len(total):
                if not round_about:
                    break
                at %= len(total)
            total[at] += value
    return total


def louder(wave: Wave, by: float) -> Wave:
    return [value * by for value in wave]


def samples(wave: Wave, *, volume: float = 1.0) -> list[int]:
    """The wave as 16-bit samples, with its highest peak at the volume."""
    highest = max((abs(value) for value in wave), default=0.0) or 1.0
    scale = PEAK * volume / highest / (1 << UNUSED_BITS)
    return [round(value * scale) << UNUSED_BITS for value in wave]


WOOD = (1.0, 0.45, 0.28, 0.1)
BELL = (1.0, 0.0, 0.42, 0.0, 0.2)
FLUTE = (1.0, 0.18, 0.06)


def _knock(note: int, seconds: float = 0.16) -> Wave:
    return mix(
        [
            (0, tone(pitch(note), seconds, overtones=WOOD, decay=28)),
            (0, louder(noise(0.03, decay=120, dark=0.5, seed=note), 0.5)),
        ]
    )


def _melody(
    notes: Iterable[tuple[float, int, float]], *, overtones: tuple[float, ...] = BELL, decay: float = 4.0
) -> Wave:
    return mix((start, tone(pitch(note), seconds, overtones=overtones, decay=decay)) for start, note, seconds in notes)


EFFECTS: dict[str, tuple[float, Callable[[], Wave]]] = {
    "pick": (0.28, lambda: _knock(76, 0.09)),
    "click": (0.3, lambda: _knock(71, 0.08)),
    "step": (0.6, lambda: _knock(57)),
    "jump": (
        0.55,
        lambda: mix(
            [
                (0, louder(noise(0.5, decay=5, dark=0.86, seed=2), 1.6)),
                (0, louder(tone(210, 0.5, overtones=FLUTE, decay=3, slide=2.4), 0.35)),
                (0.48, _knock(50, 0.2)),
            ]
        ),
    ),
    "splash": (
        0.5,
        lambda: mix(
            [
                (0, noise(0.5, decay=8, dark=0.55, seed=5)),
                (0.02, louder(tone(520, 0.18, decay=14, slide=0.45), 0.6)),
                (0.12, louder(tone(760, 0.12, decay=18, slide=0.5), 0.4)),
            ]
        ),
    ),
    "capture": (
        0.85,
        lambda: mix(
            [
                (0, louder(noise(0.22, decay=18, dark=0.75, seed=8), 1.5)),
                (0, tone(130, 0.35, overtones=WOOD, decay=10, slide=0.55)),
                (0.05, louder(_knock(45, 0.3), 0.9)),
            ]
        ),
    ),
    "trap": (
        0.7,
        lambda: mix(
            [
                (0, _knock(64, 0.1)),
                (0.07, _knock(52, 0.18)),
                (0.1, louder(tone(880, 0.5, overtones=(1, 0.6, 0.5, 0.4), decay=7), 0.25)),
            ]
        ),
    ),
    "reveal": (0.5, lambda: mix([(0, louder(noise(0.16, decay=20, dark=0.3, seed=4), 0.6)), (0.1, _knock(69, 0.14))])),
    "refuse": (0.45, lambda: _melody([(0, 46, 0.14), (0.1, 43, 0.2)], overtones=WOOD, decay=14)),
    "back": (0.4, lambda: mix([(0, _knock(62, 0.1)), (0.08, _knock(55, 0.12))])),
    "hint": (0.45, lambda: _melody([(0, 79, 0.5), (0.11, 84, 0.7)])),
    "win": (
        0.8,
        lambda: _melody(
            [
                (0, 67, 0.5),
                (0.14, 72, 0.5),
                (0.28, 76, 0.5),
                (0.42, 79, 0.6),
                (0.62, 76, 0.4),
                (0.76, 79, 0.5),
                (0.94, 84, 1.6),
                (0.94, 72, 1.6),
                (0.94, 76, 1.6),
            ]
        ),
    ),
    "lose": (
        0.7,
        lambda: _melody([(0, 69, 0.6), (0.22, 65, 0.6), (0.44, 62, 0.7), (0.7, 57, 1.6)], overtones=FLUTE, decay=2.6),
    ),
    "draw": (0.6, lambda: _melody([(0, 67, 0.6), (0.2, 71, 0.6), (0.4, 67, 0.6), (0.6, 71, 1.2)])),
}
"""The sound of each cue, and its volume relative to the others."""


# The tune: four bars in a scale of five notes that go round, a low string, a plucked accompaniment and a flute above.
BEAT = 0.56
BARS = 8
_BASS = (45, 45, 50, 50, 48, 48, 43, 45)
_PLUCKS = (
    (57, 64, 69),
    (57, 64, 72),
    (57, 62, 69),
    (62, 69, 74),
    (60, 64, 67),
    (60, 67, 72),
    (55, 62, 67),
    (57, 64, 69),
)
_FLUTE = (
    (0, 76, 2), (2, 74, 1), (3, 72, 1), (4, 69, 3), (8, 74, 2), (10, 76, 1), (11, 79, 1), (12, 76, 3),
    (16, 79, 1), (17, 76, 1), (18, 74, 2), (20, 72, 3), (24, 67, 1), (25, 69, 1), (26, 72, 2), (28, 69, 4),
)  # fmt: skip


def music() -> list[int]:
    """The samples of the quiet tune, which loops seamlessly."""
    return samples(mix(_tune(), BARS * 4 * BEAT, round_about=True), volume=0.7)


def _tune() -> Iterator[tuple[float, Wave]]:
    """Every note of the tune and when it begins."""
    random = Random(11)
    plucked: dict[int, Wave] = {}
    for bar in range(BARS):
        start = bar * 4 * BEAT
        yield (start, louder(tone(pitch(_BASS[bar]), 4 * BEAT, overtones=(1.0, 0.5, 0.2), decay=1.1, attack=0.03), 0.5))
        for beat in range(8):
            note = _PLUCKS[bar][(0, 1, 2, 1, 0, 2, 1, 2)[beat]]
            if note not in plucked:
                plucked[note] = tone(pitch(note), 1.1, overtones=(1.0, 0.4, 0.24, 0.1), decay=4.2)
            yield start + beat * BEAT / 2, louder(plucked[note], 0.22 + 0.05 * random.random())
    for beat, note, length in _FLUTE:
        yield beat * BEAT, louder(tone(pitch(note), length * BEAT + 0.3, overtones=FLUTE, decay=0.9, attack=0.09), 0.3)


def recording(samples: list[int]) -> bytes:
    """A FLAC file, which browsers and SDL can read."""
    file = io.BytesIO()
    soundfile.write(file, np.array(samples, np.int16), RATE, format="FLAC", subtype="PCM_16")
    return file.getvalue()


def recorded(data: bytes) -> list[int]:
    """The samples of a file that `recording` made."""
    samples: list[int] = soundfile.read(io.BytesIO(data), dtype="int16")[0].tolist()
    return samples
