"""A game as a sequence of still pictures, in parts that are drawn once: for formats that hold pixels, such as GIF."""

from collections.abc import Iterator
from dataclasses import dataclass

from jungle.assets import PIECE_SETS
from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.pieces import Piece
from jungle.svg.diagram import GOLD, INSET, PIECE, coordinate_names, document, one_of, piece_shapes
from jungle.svg.ground import ground
from jungle.svg.layout import SQUARE, BoardLayout
from jungle.svg.themes import SIDE_COLOURS, THEMES

Place = tuple[float, float]
"""The upper left corner, in hundredths of a square."""


@dataclass(frozen=True, slots=True)
class Still:
    """One position: which pieces stand where, and the squares of the last move with their colour."""

    pieces: tuple[tuple[Piece | None, Place], ...]
    marks: tuple[Place, ...] = ()
    colour: str = GOLD


@dataclass(frozen=True, slots=True)
class Frames:
    """The drawings of a game's board and pieces as SVG documents, and the positions to draw with them."""

    width: int
    height: int
    ground: str
    pieces: dict[Piece | None, str]
    stills: tuple[Still, ...]


PIECE_WIDTH = SQUARE * PIECE


def frames(game: BoardGame, *, turned: bool = False, theme: str = "meadow", pieces: str = "painted") -> Frames:
    """The frames of a game from its first position to its last. The options are those of `board`.

    >>> from jungle.game import Game
    >>> found = frames(Game.from_moves(["a3a4", "g7g6"]))
    >>> len(found.stills), len(found.pieces)
    (3, 16)
    """
    colours = one_of("theme", theme, THEMES)
    one_of("set of pieces", pieces, dict.fromkeys(PIECE_SETS))
    layout = BoardLayout(game.grid, turned)
    stills = tuple(_stills(game, layout))
    faces = list(dict.fromkeys(face for still in stills for face, _ in still.pieces))
    definitions, shapes = ground(layout, colours)
    drawings = {}
    for face in faces:
        own, (drawn,) = piece_shapes([face], pieces, game.rules)
        start = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SQUARE} {SQUARE}">'
        drawings[face] = f"{start}<defs>{own}</defs>{drawn}</svg>"
    board = document(layout, None, "board", definitions, [shapes, coordinate_names(layout, colours)])
    return Frames(layout.width, layout.height, board, drawings, stills)


def _stills(game: BoardGame, layout: BoardLayout) -> Iterator[Still]:
    replayed = game.copy()
    while replayed.moves:
        replayed.undo()
    yield _still(replayed.position, layout)
    for move in game.moves:
        mover = replayed.position.faces().get(move.origin)
        replayed.push(move)
        colour = GOLD if mover is None or move.is_flip() else SIDE_COLOURS[mover.side]
        marks = tuple(dict.fromkeys((layout.corner(move.origin), layout.corner(move.target))))
        yield _still(replayed.position, layout, marks, colour)


def _still(position: BoardPosition, layout: BoardLayout, marks: tuple[Place, ...] = (), colour: str = GOLD) -> Still:
    corners = ((face, layout.corner(square)) for square, face in position.faces().items())
    return Still(tuple((face, (x + INSET, y + INSET)) for face, (x, y) in corners), marks, colour)
