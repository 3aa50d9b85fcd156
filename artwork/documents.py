"""Makes the moving picture of a game and the picture of a terminal in docs/images: `python -m artwork.documents`."""

import os
import re
import subprocess
import sys
from html import escape
from pathlib import Path

from jungle.record import load
from jungle.svg import animation

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
GAME = ROOT / "examples" / "games" / "evening.jgn"
TYPED = "down\nmove elephant up\nhint\n"
PROMPT = "Please input your command"
COLUMN, LINE, MARGIN = 8.4, 18, 14
COLOURS = {33: "#0087ff", 136: "#af8700"}
PAPER, INK = "#fdfbf4", "#2b2b26"
NO_BREAK_SPACE = "\u00a0"
STYLE = re.compile(r"\x1b\[([\d;]*)m")


def terminal_text() -> str:
    """The last screen of a short game in the terminal, with its colour codes."""
    environment = os.environ | {
        "FORCE_COLOR": "1",
        "TERM": "xterm-256color",
        "JUNGLE_HOME": "/nonexistent",
        "COLUMNS": "64",
        "LINES": "30",
    }
    command = [sys.executable, "-m", "jungle", "play", "--vs", "3", "--seed", "1", "--lang", "en"]
    played = subprocess.run(command, input=TYPED, env=environment, capture_output=True, text=True, check=False).stdout
    start = played.rindex("-ROUND 3-")
    end = played.index("\n", played.index(PROMPT, played.index(PROMPT, start) + 1) - 1)
    return played[start:end].rstrip()


def terminal_picture(text: str) -> str:
    """The text as an SVG document, as a terminal with a light background shows it."""
    lines = text.splitlines()
    columns = max(len(STYLE.sub("", line)) for line in lines)
    shapes = []
    for row, line in enumerate(lines):
        y, column = MARGIN + row * LINE, 0
        codes: list[int] = []
        for number, part in enumerate(STYLE.split(line)):
            if number % 2:
                codes = [] if part in ("", "0") else codes + [int(code) for code in part.split(";")]
                continue
            if part.strip():
                shapes.append(_span(part, MARGIN + column * COLUMN, y, codes))
            column += len(part)
    width, height = columns * COLUMN + 2 * MARGIN, len(lines) * LINE + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img" aria-label="A game in the terminal"><rect width="100%" height="100%" rx="10" '
        f'fill="{PAPER}" stroke="#0002"/><g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" '
        f'fill="{INK}">{"".join(shapes)}</g></svg>\n'
    )


def _span(text: str, x: float, y: float, codes: list[int]) -> str:
    colour = next((COLOURS[code] for code in codes if code in COLOURS), INK)
    wide = f'x="{x:g}" textLength="{len(text) * COLUMN:g}"'
    style = ' font-weight="bold"' * (1 in codes) + ' text-decoration="underline"' * (4 in codes)
    back = ""
    if 7 in codes:
        back = f'<rect x="{x:g}" y="{y:g}" width="{len(text) * COLUMN:g}" height="{LINE}" fill="{colour}"/>'
        colour = PAPER
    return (
        f'{back}<text {wide} y="{y + 13.5:g}" fill="{colour}"{style}>{escape(text.replace(" ", NO_BREAK_SPACE))}</text>'
    )


def main() -> int:
    [record] = load(GAME)
    (IMAGES / "game.svg").write_text(animation(record.game, seconds_per_move=0.9), encoding="utf-8")
    (IMAGES / "terminal.svg").write_text(terminal_picture(terminal_text()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
