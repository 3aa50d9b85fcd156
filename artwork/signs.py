"""The game's name in both scripts, and the icon of its window."""

from artwork.animals import HEADS
from artwork.characters import character
from artwork.letters import LETTERS
from artwork.shapes import circle, document, downward, path, radial

WORD = "JUNGLE"
ADVANCE = {"J": 74, "U": 84, "N": 84, "G": 84, "L": 70, "E": 76}


def wordmark() -> str:
    """JUNGLE, cut from pale wood, on a dark edge."""
    defs = [downward("wordmark-wood", 10, 96, "#fff6d6", "#f6d98c", "#d99a3c")]
    edge, wood, shine = [], [], []
    x = 0.0
    for letter in WORD:
        shift = x + (ADVANCE[letter] - 100) / 2
        group = f'<g transform="translate({shift:g} 0)">'
        d = LETTERS[letter]
        edge.append(f"{group}{path(d, stroke='#2a1a10', width=33)}</g>")
        wood.append(f"{group}{path(d, stroke='url(#wordmark-wood)', width=21)}</g>")
        shine.append(f'<g transform="translate({shift:g} -3)">{path(d, stroke="#fffdf2", width=4, opacity=0.55)}</g>')
        x += ADVANCE[letter] + 8
    width = x - 8
    return document("Jungle", defs, [*edge, *wood, *shine], box=f"-6 -4 {width + 12:g} 110")


def seal() -> str:
    """斗兽棋, cream on a red lacquered seal."""
    defs = [downward("seal-lacquer", 0, 100, "#d8442f", "#b62a24", "#8c1a1c")]
    shapes = [
        path(
            "M14 2H286C296 2 298 8 298 14V88C298 96 294 98 286 98H14C6 98 2 94 2 86V14C2 6 6 2 14 2Z",
            "url(#seal-lacquer)",
            stroke="#4d0d10",
            width=3,
        ),
        path(
            "M16 8H284C290 8 292 11 292 16V84C292 90 289 92 284 92H16C10 92 8 89 8 84V16C8 11 11 8 16 8Z",
            stroke="#f7d9a0",
            width=2,
            opacity=0.8,
        ),
    ]
    for i, name in enumerate(("dou", "shou", "qi")):
        shapes.append(f'<g transform="translate({20 + i * 92:g} 14) scale(.72)">{character(name, "#fff3d6")}</g>')
    return document("斗兽棋", defs, shapes, box="0 0 300 100")


def icon() -> str:
    """A tiger looking out of the leaves."""
    head = HEADS["tiger"]("icon")
    defs = [radial("icon-ground", 50, 30, 80, "#5f9a4b", "#2f6438", "#163a24"), *head.defs]
    leaves = [
        path("M2 98C0 70 18 58 40 66C34 84 22 96 2 98Z", "#7fbf5a", stroke="#163a24", width=2),
        path("M98 98C100 70 82 58 60 66C66 84 78 96 98 98Z", "#6aad4d", stroke="#163a24", width=2),
        path("M26 100C34 82 66 82 74 100Z", "#8fce66", stroke="#163a24", width=2),
    ]
    ground = path(
        "M20 1H80C94 1 99 6 99 20V80C99 94 94 99 80 99H20C6 99 1 94 1 80V20C1 6 6 1 20 1Z", "url(#icon-ground)"
    )
    return document("Jungle", defs, [ground, circle(50, 46, 40, "#2a5a34"), *head.shapes, *leaves])
