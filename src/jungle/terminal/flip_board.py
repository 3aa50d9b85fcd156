"""The board of the face-down game as the terminal draws it, and its moves in words."""

import re

from jungle.flip import GRID, FlipMove, FlipPosition
from jungle.geometry import DIRECTIONS
from jungle.language import Speaker
from jungle.terminal.board import Cell, Size

FILE_NAMES, RANK_NAMES, RANKS = GRID.file_names, GRID.rank_names, GRID.ranks
square_name = GRID.square_name
SQUARE = re.compile(f"[{FILE_NAMES}][{RANK_NAMES}]")
FACE_DOWN = "#"


def flip_rows(position: FlipPosition, say: Speaker, size: Size) -> list[list[Cell]]:
    """The cells of a position, the fourth rank first: what is face down is hatched, what is up has its colour above."""
    files = len(FILE_NAMES)
    return [
        [_cell(position, rank * files + file, say, size) for file in range(files)] for rank in reversed(range(RANKS))
    ]


def _cell(position: FlipPosition, square: int, say: Speaker, size: Size) -> Cell:
    piece, name = position.piece_at(square), square_name(square)
    # The small board has no room for the colour, nor the large one need of the name twice.
    return Cell(
        text=say(f"terminal.chess.{piece.animal}") if piece else f"[{name}]",
        name="" if size is Size.LARGE and not piece else name,
        side=piece.side if piece else None,
        sign=piece.side.letter if piece else "",
        mark=say(f"flip.mark.{piece.side.name.lower()}") if piece and size is not Size.SMALL else "",
        fill=FACE_DOWN if position.is_face_down(square) else " ",
    )


def flip_words(say: Speaker, move: FlipMove) -> str:
    """A move as one would type it."""
    if move.is_flip:
        return say("flip.words.flip", square=move.uci())
    return say("flip.words.move", origin=square_name(move.origin), target=square_name(move.target))


def neighbour(square: int, direction: str) -> tuple[str, str] | None:
    """The names of a square and of the next one in a direction, or None beyond the edge."""
    files, ranks = DIRECTIONS[direction]
    name = square_name(square)
    file, rank = FILE_NAMES.index(name[0]) + files, RANK_NAMES.index(name[1]) + ranks
    if 0 <= file < len(FILE_NAMES) and 0 <= rank < len(RANK_NAMES):
        return name, FILE_NAMES[file] + RANK_NAMES[rank]
    return None
