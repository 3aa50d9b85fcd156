"""Draws a game as an animated GIF, in a process of its own: `pictures.py` starts it.

Needs `resvg-py`, which draws the board and each piece once, and Pillow, which puts the frames together.
"""

import io
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from jungle.games import GAMES
from jungle.svg.animation import HOLD_SECONDS, MARK_OPACITY
from jungle.svg.frames import PIECE_WIDTH, Still, frames

if TYPE_CHECKING:
    from PIL import Image

WIDTH = 400
MOVE_MS = 1000
SAMPLES = 6
"""From how many positions the colours are taken."""


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """What to draw. The moves have been checked."""

    kind: str
    rules: str
    fen: str | None
    moves: list[str]
    theme: str = "meadow"
    pieces: str = "painted"
    turned: bool = False


def draw(order: Order) -> bytes:
    """The whole picture."""
    from PIL import Image
    from resvg_py import svg_to_bytes

    game = GAMES[order.kind].new(order.rules, fen=order.fen).public()
    for move in order.moves:
        game.play(move)
    parts = frames(game, turned=order.turned, theme=order.theme, pieces=order.pieces)
    scale = WIDTH / parts.width

    def drawn(svg: str, width: int) -> Image.Image:
        data = bytes(svg_to_bytes(svg_string=svg, width=width))
        return Image.open(io.BytesIO(data)).convert("RGBA")

    ground = drawn(parts.ground, WIDTH)
    pieces = {face: drawn(svg, round(PIECE_WIDTH * scale)) for face, svg in parts.pieces.items()}

    def still(given: Still) -> Image.Image:
        image = ground.copy()
        for x, y in given.marks:
            size = round(93 * scale)
            colour = Image.new("RGBA", (size, size), given.colour)
            colour.putalpha(round(255 * MARK_OPACITY))
            image.alpha_composite(colour, (round((x + 3.5) * scale), round((y + 3.5) * scale)))
        for face, (x, y) in given.pieces:
            image.alpha_composite(pieces[face], (round(x * scale), round(y * scale)))
        return image.convert("RGB")

    palette = _palette([still(each) for each in _samples(parts.stills)])
    first, *others = (still(each).quantize(palette=palette, dither=Image.Dither.NONE) for each in parts.stills)
    times = [MOVE_MS] * len(others) + [round(1000 * HOLD_SECONDS)]
    out = io.BytesIO()
    first.save(out, "gif", save_all=True, append_images=others, duration=times, loop=0, disposal=1)
    return out.getvalue()


def _samples(stills: Sequence[Still]) -> list[Still]:
    return [stills[(len(stills) - 1) * index // (SAMPLES - 1)] for index in range(SAMPLES)]


def _palette(images: "Sequence[Image.Image]") -> "Image.Image":
    """The colours of some frames. With one palette for all, a GIF holds only what changes."""
    from PIL import Image

    width, height = images[0].size
    sample = Image.new("RGB", (width, height * len(images)))
    for index, image in enumerate(images):
        sample.paste(image, (0, height * index))
    return sample.quantize(255, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)


def main() -> None:
    """Read an order from standard input, and write the picture to standard output."""
    if hasattr(os, "nice"):
        os.nice(5)  # Serving moves has priority.
    sys.stdout.buffer.write(draw(msgspec.json.decode(sys.stdin.buffer.read(), type=Order)))


if __name__ == "__main__":
    main()
