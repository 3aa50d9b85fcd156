"""Draws the boards of the documentation: docs/images/boards/NAME.svg for each position in docs/boards.json.

    python -m tools.doc_boards

A page shows a board as a picture, `![caption](../images/boards/NAME.svg)`. In the built site, readers can play on it:
against the `level` if the position has one, otherwise alone, and the other side passes as in lessons.
"""

import json
from pathlib import Path

import jungle
from jungle import svg

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = DOCS / "images" / "boards"
SIZE = 330


def drawings() -> dict[str, str]:
    """The pictures by name."""
    drawn = {}
    for name, board in json.loads((DOCS / "boards.json").read_text(encoding="utf-8")).items():
        game = jungle.GAMES[board.get("game", "jungle")].new(board.get("rules"), fen=board.get("fen"))
        drawn[name] = svg.board(game.position, size=SIZE)
    return drawn


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, drawing in drawings().items():
        (PICTURES / f"{name}.svg").write_text(drawing, encoding="utf-8")
