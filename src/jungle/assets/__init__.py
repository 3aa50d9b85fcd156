"""Our own drawings and sounds, for every front end.

`pieces/<set>/<side>-<animal>.svg` and `pieces/<set>/face-down.svg`, each on a field of 100×100; `blue-dog-4` and its
like are for rules under which the dog outranks the wolf. `levels/<number>.svg` are the faces of the ten levels.
Besides them the sides' emblems, the wordmark, the seal with
the game's Chinese name, and the icon. `sounds/<name>.flac` are the effects, the animals' voices and the music.
`make artwork` makes all of them.
"""

from functools import cache
from importlib.resources import files

from jungle.pieces import Animal, Piece

PIECE_SETS = ("painted", "captioned", "characters", "traditional", "letters")
"""The sets to choose from, the usual one first."""

SOUNDS = (
    "back", "capture", "click", "draw", "hint", "jump", "lose", "music", "pick", "refuse", "reveal", "splash", "step",
    "trap", "voice-cat", "voice-dog", "voice-elephant", "voice-leopard", "voice-lion", "voice-rat", "voice-tiger",
    "voice-wolf", "win",
)  # fmt: skip

_OTHER_RANKS = {(Animal.DOG, 4), (Animal.WOLF, 3)}


@cache
def drawing(name: str) -> str:
    """The text of a drawing, by its path below this folder.

    >>> drawing("icon.svg").startswith("<svg")
    True
    """
    return files(__name__).joinpath(name).read_text(encoding="utf-8")


def sound(name: str) -> bytes:
    """The bytes of a sound from SOUNDS."""
    return files(__name__).joinpath(f"sounds/{name}.flac").read_bytes()


def piece_drawing(piece_set: str, piece: Piece | None, rank: int | None = None) -> str:
    """A piece of a set; for None, a piece that lies face down.

    `rank` is its number where the rules give it another than usual. Dogs and wolves are drawn with either's; whatever
    else house rules may say, the usual number is shown.

    >>> "blue rat" in piece_drawing("letters", Piece.from_letter("R"))
    True
    """
    name = "face-down" if piece is None else f"{str(piece.side).lower()}-{piece.animal}"
    if piece is not None and (piece.animal, rank) in _OTHER_RANKS:
        name += f"-{rank}"
    return drawing(f"pieces/{piece_set}/{name}.svg")
