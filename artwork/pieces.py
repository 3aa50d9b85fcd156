"""The pieces: a stone for each side, a face for each animal, and the animal's number on a small seal.

The sides differ in shape as well as in colour: Blue's stones are round inside an unbroken ring, Red's have
eight corners and a stud at each.
"""

from artwork.animals import HEADS
from artwork.characters import character
from artwork.faces import Drawing
from artwork.letters import DIGITS, LETTERS
from artwork.shapes import circle, document, downward, path, polygon, radial, regular

ANIMALS = tuple(HEADS)
LETTER_OF = dict(zip(ANIMALS, "RCDWPTLE", strict=True))

OCTAGON_TURN = 3.14159265 / 8


class Stone:
    """What lies under a face."""

    def __init__(self, side: str, key: str, field: tuple[str, str, str]) -> None:
        self.side = side
        self.key = key
        self.field = field
        self.rim = {"blue": ("#5b9be8", "#2667b8", "#123f7f"), "red": ("#f07a5c", "#c8352c", "#861a1d")}[side]
        self.edge = {"blue": "#0a2550", "red": "#560d12"}[side]

    def defs(self) -> list[str]:
        return [
            downward(f"{self.key}-rim", 4, 96, *self.rim),
            radial(f"{self.key}-field", 50, 36, 48, *self.field),
        ]

    def under(self) -> str:
        """The stone itself, in one group that all pieces of a side share."""
        return f"<g>{''.join(self._shapes())}</g>"

    def _shapes(self) -> list[str]:
        rim, field = f"url(#{self.key}-rim)", f"url(#{self.key}-field)"
        if self.side == "blue":
            return [
                circle(50, 51.8, 46.4, self.edge),
                circle(50, 48.6, 46.4, rim, stroke=self.edge, width=1.2),
                circle(50, 48.6, 41.6, "none", stroke="#cfe3ff", width=1.5),
                circle(50, 48.6, 38.4, field, stroke=self.edge, width=1.5),
            ]
        eight = [polygon(regular(50, y, r, 8, OCTAGON_TURN)) for y, r in ((51.4, 48.4), (48.2, 48.4), (48.2, 39.6))]
        studs = "".join(
            circle(x, y, 2.5, "#ffd98a", stroke=self.edge, width=0.9)
            for x, y in regular(50, 48.2, 44.2, 8, OCTAGON_TURN)
        )
        return [
            path(eight[0], self.edge, stroke=self.edge, width=1),
            path(eight[1], rim, stroke=self.edge, width=1.2),
            path(eight[2], field, stroke=self.edge, width=1.5),
            studs,
        ]

    def seal(self, digit: str) -> list[str]:
        """The animal's number, low on the right."""
        shape = (
            circle(82, 82.5, 14.6, self.rim[2], stroke="#fff8e6", width=2)
            if self.side == "blue"
            else path(polygon(regular(82, 82.5, 15.8, 8, OCTAGON_TURN)), self.rim[2], stroke="#fff8e6", width=2)
        )
        return [shape, placed(DIGITS[digit], 82, 82.5, 19, "#fff8e6", 13)]


def placed(d: str, x: float, y: float, size: float, colour: str, pen: float) -> str:
    """A letter or digit of that size around a point."""
    k = size / 100
    return (
        f'<g transform="translate({x - size / 2:.2f} {y - size / 2:.2f}) scale({k:.3g})">'
        f"{path(d, stroke=colour, width=pen)}</g>"
    )


PALE = {"blue": ("#fbfdff", "#e9f1fb", "#c6daf2"), "red": ("#fffdf8", "#fdeee2", "#f4cfb8")}
IVORY = {"blue": ("#fffdf4", "#f8eed6", "#e6d2a6"), "red": ("#fffdf4", "#f8eed6", "#e6d2a6")}
DEEP = {"blue": ("#3f82d6", "#2462b0", "#16488c"), "red": ("#dd5646", "#bb2f2b", "#8f1c20")}


def painted(side: str, animal: str, rank: int) -> str:
    stone = Stone(side, f"painted-{side}", PALE[side])
    head = _fitted(HEADS[animal](f"painted-{animal}"), animal)
    return document(
        f"{side} {animal}", [*stone.defs(), *head.defs], [stone.under(), *head.shapes, *stone.seal(str(rank))]
    )


# The small animals look small: the scale of each head, and how far it is moved up.
SCALE = {
    "rat": (0.9, 4),
    "cat": (0.94, 3),
    "dog": (0.94, 3),
    "wolf": (0.95, 1),
    "leopard": (0.98, 1),
    "tiger": (0.98, 1),
    "lion": (0.94, 0),
    "elephant": (0.95, 2),
}


def _fitted(head: Drawing, animal: str) -> Drawing:
    scale, up = SCALE[animal]
    k = 50 * (1 - scale)
    return Drawing(
        head.defs, [f'<g transform="matrix({scale:g} 0 0 {scale:g} {k:g} {k - up:g})">', *head.shapes, "</g>"]
    )


def written(side: str, animal: str, rank: int) -> str:
    """A character in ink, with the number on the seal."""
    return _inked(side, animal, animal, rank)


def written_traditional(side: str, animal: str, rank: int) -> str:
    """The same in traditional characters; two of the eight differ."""
    return _inked(side, animal, f"{animal}-traditional" if animal in ("cat", "lion") else animal, rank)


INK = {"blue": "#12407f", "red": "#a81e20"}


def _inked(side: str, animal: str, glyph_name: str, rank: int) -> str:
    stone = Stone(side, f"characters-{side}", IVORY[side])
    glyph = f'<g transform="translate(18.5 16.5) scale(.59)">{character(glyph_name, INK[side])}</g>'
    return document(f"{side} {animal}", stone.defs(), [stone.under(), glyph, *stone.seal(str(rank))])


def captioned(side: str, animal: str, rank: int) -> str:
    """A face with its number, and its character on a second seal: for learning the characters."""
    stone = Stone(side, f"painted-{side}", PALE[side])
    head = _fitted(HEADS[animal](f"painted-{animal}"), animal)
    glyph = f'<g transform="translate(5.5 67) scale(.29)">{character(animal, INK[side])}</g>'
    caption = [circle(20, 81.5, 18, "#fffaf0", stroke=stone.edge, width=1.6), glyph]
    shapes = [stone.under(), *head.shapes, *caption, *stone.seal(str(rank))]
    return document(f"{side} {animal}", [*stone.defs(), *head.defs], shapes)


def lettered(side: str, animal: str, rank: int) -> str:
    """A white letter on the side's colour, with the number on the seal."""
    stone = Stone(side, f"letters-{side}", DEEP[side])
    shadow = placed(LETTERS[LETTER_OF[animal]], 50, 49.6, 58, stone.edge, 19)
    letter = placed(LETTERS[LETTER_OF[animal]], 50, 47.6, 58, "#fffaf0", 15)
    return document(f"{side} {animal}", stone.defs(), [stone.under(), shadow, letter, *stone.seal(str(rank))])


def face_down(key: str) -> str:
    """The back of a stone in the flip game: a neutral colour with a paw."""
    defs = [
        downward(f"{key}-rim", 4, 96, "#8fae6b", "#5c7f45", "#33502a"),
        radial(f"{key}-field", 50, 36, 48, "#4f7a4a", "#37603a", "#234428"),
    ]
    return document(
        "face down",
        defs,
        [
            circle(50, 51.8, 46.4, "#1a2d17"),
            circle(50, 48.6, 46.4, f"url(#{key}-rim)", stroke="#1a2d17", width=1.2),
            circle(50, 48.6, 39, f"url(#{key}-field)", stroke="#1a2d17", width=1.5),
            circle(50, 48.6, 35, "none", stroke="#7d9a5f", width=1.2),
            *_paw("#e9d9a6"),
        ],
    )


def emblem(side: str) -> str:
    """A side's stone with a paw, for things that belong to a player."""
    stone = Stone(side, f"emblem-{side}", DEEP[side])
    return document(side, stone.defs(), [stone.under(), *_paw("#fff3dc")])


def _paw(colour: str) -> list[str]:
    pads = [circle(x, y, r, colour) for x, y, r in ((32, 44, 6.2), (43, 33, 6.8), (57, 33, 6.8), (68, 44, 6.2))]
    palm = path("M50 46C60 46 68 58 67 66C66 73 58 73 50 70C42 73 34 73 33 66C32 58 40 46 50 46Z", colour)
    return [*pads, palm]


SETS = {
    "painted": painted,
    "captioned": captioned,
    "characters": written,
    "traditional": written_traditional,
    "letters": lettered,
}
