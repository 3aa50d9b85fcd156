"""The diagrams of the documentation, light and dark: `python -m artwork.diagrams` writes them to docs/images."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

IMAGES = Path(__file__).parents[1] / "docs" / "images"
FONT = "font-family='system-ui, sans-serif'"
WIDTH = 760
ROW, BOX, GAP = 74, 46, 10


class Colours(NamedTuple):
    """How a diagram is drawn on light or dark pages."""

    text: str
    faint: str
    line: str
    fills: tuple[str, ...]


LOOKS = {
    "light": Colours("#1c2420", "#5a665f", "#8fa398", ("#e3f1e7", "#e4edf8", "#f8efdc", "#f7e4e1")),
    "dark": Colours("#eef3ef", "#a9b7ae", "#5f7267", ("#1d3a28", "#1e3048", "#433721", "#472825")),
}

LAYERS = (
    ("Front ends: input and output only", ("terminal", "desktop", "web", "server", "mcp", "rl")),
    ("A game in progress, matches, protocols", ("play", "arena", "uci")),
    ("Choosing moves", ("engine", "players", "tablebase")),
    ("Words, pictures, files", ("language", "svg", "record", "storage", "puzzles")),
    ("Games: one surface", ("Game", "FlipGame", "BoardGame")),
    ("Rules compile to steps", ("geometry", "rules", "position", "C++ core")),
)
PATHS = (
    ("terminal", ("Session.feed", "LiveGame.play", "Game.play", "events", "text")),
    ("window", ("PointerController", "LiveGame", "Game.push", "events", "animation")),
    ("arena", ("Player.choose", "Game.push", "GameResult", "journal", "summary")),
    ("server", ("Command", "GameTransaction", "Game.play", "one commit", "events")),
    ("page", ("jungle-board", "Session.play", "Wasm core", "stored", "board.show")),
)


def box(x: float, y: float, width: float, label: str, fill: str, look: Colours) -> str:
    middle = f"x='{x + width / 2:.1f}' y='{y + BOX / 2:.1f}'"
    return (
        f"<rect x='{x:.1f}' y='{y:.1f}' width='{width:.1f}' height='{BOX}' rx='8' fill='{fill}' stroke='{look.line}'/>"
        f"<text {middle} fill='{look.text}' text-anchor='middle' dominant-baseline='central'>{escape(label)}</text>"
    )


def architecture(look: Colours) -> Iterator[str]:
    """The packages in layers; imports only go down."""
    for number, (title, names) in enumerate(LAYERS):
        y = 20 + number * (ROW + 6)
        width = (WIDTH - 40 - GAP * (len(names) - 1)) / len(names)
        yield f"<text x='20' y='{y - 4}' fill='{look.faint}' font-size='12'>{escape(title)}</text>"
        for place, name in enumerate(names):
            yield box(20 + place * (width + GAP), y + 4, width, name, look.fills[number % 4], look)
        if number + 1 < len(LAYERS):
            yield arrow(WIDTH / 2, y + BOX + 6, WIDTH / 2, y + ROW - 8, look)


def paths(look: Colours) -> Iterator[str]:
    """The path of one move through five programs."""
    for number, (title, steps) in enumerate(PATHS):
        y = 24 + number * ROW
        yield f"<text x='20' y='{y - 4}' fill='{look.faint}' font-size='12'>{escape(title)}</text>"
        width = (WIDTH - 40 - 22 * (len(steps) - 1)) / len(steps)
        for place, step in enumerate(steps):
            x = 20 + place * (width + 22)
            yield box(x, y + 2, width, step, look.fills[number % 4], look)
            if place + 1 < len(steps):
                yield arrow(x + width + 3, y + 2 + BOX / 2, x + width + 17, y + 2 + BOX / 2, look)


def arrow(x: float, y: float, to_x: float, to_y: float, look: Colours) -> str:
    tip = f"{to_x:.1f},{to_y:.1f}"
    sides = f"{to_x - 5:.1f},{to_y - 4:.1f} {tip} {to_x - 5:.1f},{to_y + 4:.1f}"
    if x == to_x:
        sides = f"{to_x - 4:.1f},{to_y - 5:.1f} {tip} {to_x + 4:.1f},{to_y - 5:.1f}"
    return (
        f"<path d='M{x:.1f},{y:.1f} L{tip}' stroke='{look.line}' fill='none'/>"
        f"<polyline points='{sides}' stroke='{look.line}' fill='none'/>"
    )


def main() -> None:
    diagrams = {"architecture": (architecture, 20 + len(LAYERS) * (ROW + 6)), "moves": (paths, 24 + len(PATHS) * ROW)}
    for name, (draw, height) in diagrams.items():
        for scheme, look in LOOKS.items():
            head = f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {height}' {FONT} font-size='14'>"
            text = head + "".join(draw(look)) + "</svg>\n"
            (IMAGES / f"{name}-{scheme}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
