"""All drawings and sounds by the file they go to."""

from artwork.opponents import OPPONENTS, opponent, star
from artwork.pieces import ANIMALS, SETS, emblem, face_down
from artwork.signs import icon, seal, wordmark
from artwork.sounds import EFFECTS, music, samples
from artwork.voices import VOICES


def drawings() -> dict[str, str]:
    """The text of each file below src/jungle/assets."""
    files = {}
    for name, draw in SETS.items():
        for side in ("blue", "red"):
            for rank, animal in enumerate(ANIMALS, start=1):
                files[f"pieces/{name}/{side}-{animal}.svg"] = draw(side, animal, rank)
            # Where the dog outranks the wolf.
            files[f"pieces/{name}/{side}-dog-4.svg"] = draw(side, "dog", 4)
            files[f"pieces/{name}/{side}-wolf-3.svg"] = draw(side, "wolf", 3)
    for name in SETS:
        files[f"pieces/{name}/face-down.svg"] = face_down(f"{name}-face-down")
    files |= {"blue.svg": emblem("blue"), "red.svg": emblem("red"), "nobody.svg": face_down("emblem-nobody")}
    for number, name in enumerate(OPPONENTS, start=1):
        files[f"levels/{number}.svg"] = opponent(name)
    files["star.svg"] = star()
    return files | {"wordmark.svg": wordmark(), "seal.svg": seal(), "icon.svg": icon()}


def effect(name: str) -> list[int]:
    """The samples of a sound or a voice."""
    volume, make = (EFFECTS | VOICES)[name]
    return samples(make(), volume=volume)


def sounds() -> dict[str, list[int]]:
    """The samples of each file below src/jungle/assets."""
    files = {f"sounds/{name}.flac": effect(name) for name in EFFECTS | VOICES}
    return files | {"sounds/music.flac": music()}
