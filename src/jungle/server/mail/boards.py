"""Boards as text, as the play-by-email server drew them: `v7` is Red's lion, ` 8^` Blue's elephant.

small                                    large
+---+---+                                +-------+-------+
|v7 | T | 9                              |       |       |
+---+---+                                |  v7   |   T   | 9
                                         |       |       |
                                         +-------+-------+
"""

from collections.abc import Iterator

from jungle.board_game import BoardGame
from jungle.geometry import Terrain
from jungle.pieces import Piece, Side

MARGIN = 9
HOME_RANKS = 3
"""How many ranks the brace with a side's name spans."""
NAMES = {Side.RED: "RED", Side.BLUE: "BLUE"}


def board_text(game: BoardGame, viewer: Side | None = None, *, size: str = "small", ply: int | None = None) -> str:
    """The board, now or after some plies, with the viewer's den at the bottom: 21 rows when small, 39 when large."""
    return "\n".join(_lines(game, viewer is Side.RED, size == "large", game.faces(ply))) + "\n"


def _lines(game: BoardGame, turned: bool, large: bool, faces: dict[int, Piece | None]) -> Iterator[str]:
    grid = game.grid
    files = range(grid.files)[:: -1 if turned else 1]
    ranks = range(grid.ranks)[:: 1 if turned else -1]
    width = 7 if large else 3
    letters = (" " * width).join(grid.file_names[file] for file in files)
    rows = [_rule(grid.files, width)]
    for rank in ranks:
        cells = [_cell(game, grid.square(file, rank), faces, large) for file in files]
        for line, parts in enumerate(zip(*cells, strict=True)):
            label = f" {grid.rank_names[rank]}" if line == len(cells[0]) // 2 else ""
            rows.append(f"|{'|'.join(parts)}|{label}")
        rows.append(_rule(grid.files, width))
    margins = _margins(game, turned, large, len(rows))
    # The letters above line up with the digits of Red's pieces, those below with the carets of Blue's, as in the
    # original.
    yield " " * (MARGIN + width // 2 + 1) + letters
    yield from (margin + row for margin, row in zip(margins, rows, strict=True))
    yield " " * (MARGIN + width // 2 + 2) + letters


def _rule(files: int, width: int) -> str:
    return "+" + "+".join(["-" * width] * files) + "+"


def _cell(game: BoardGame, square: int, faces: dict[int, Piece | None], large: bool) -> list[str]:
    sign = _sign(game, square, faces)
    if not large:
        return [sign]
    water = game.grid.terrain(square) is Terrain.WATER
    bank = " ~   ~ " if water else " " * 7
    return [bank, f"  {sign}  ", bank]


def _sign(game: BoardGame, square: int, faces: dict[int, Piece | None]) -> str:
    """The three characters of a square: the piece on it, or its terrain."""
    if square in faces:
        piece = faces[square]
        if piece is None:
            return " ? "
        digit = game.rules.rank(piece.animal)
        return f"v{digit} " if piece.side is Side.RED else f" {digit}^"
    match game.grid.terrain(square):
        case Terrain.DEN:
            return "vvv" if game.grid.owner(square) is Side.RED else "^^^"
        case Terrain.TRAP:
            return " T "
        case Terrain.WATER:
            return " ~ "
    return "   "


def _margins(game: BoardGame, turned: bool, large: bool, rows: int) -> list[str]:
    """The margin left of the board: in the small size, a brace with the side's name next to its home ranks."""
    margins = [" " * MARGIN] * rows
    if large or not game.uses_directions or game.grid.ranks < 2 * HOME_RANKS:
        return margins
    top, bottom = (Side.BLUE, Side.RED) if turned else (Side.RED, Side.BLUE)
    height = 2 * HOME_RANKS + 1
    margins[:height] = _brace(NAMES[top])
    margins[-height:] = _brace(NAMES[bottom])
    return margins


def _brace(name: str) -> list[str]:
    arms = [f"{' ' * (MARGIN - 1 - arm)}{{}}{' ' * arm}" for arm in range(HOME_RANKS)]
    upper = [arm.format("/") for arm in arms]
    lower = [arm.format("\\") for arm in reversed(arms)]
    return [*upper, f"{name:>5}<".ljust(MARGIN), *lower]


def move_list(game: BoardGame) -> str:
    """The moves so far, one numbered line per move pair."""
    lines: list[str] = []
    for ply, move in enumerate(game.moves):
        text = game.notation(move, ply)
        number = game.number_text(ply)
        if number.endswith("...") and lines:
            lines[-1] = f"{lines[-1]:<12}{text}"
        else:
            lines.append(f"{number:>4} {text}")
    return "\n".join(lines) + "\n" if lines else "No moves yet.\n"
