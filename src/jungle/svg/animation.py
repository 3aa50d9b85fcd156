"""A game as a moving picture: one SVG file, which plays wherever pictures are shown."""

from dataclasses import dataclass, field

from jungle.assets import PIECE_SETS
from jungle.board_game import BoardGame
from jungle.board_position import BoardPosition
from jungle.errors import InvalidArgumentError
from jungle.pieces import Piece
from jungle.svg.diagram import GOLD, INSET, PIECE, check_size, coordinate_names, document, one_of, piece_shapes
from jungle.svg.ground import ground
from jungle.svg.layout import BoardLayout
from jungle.svg.shapes import group, rect
from jungle.svg.themes import SIDE_COLOURS, THEMES

SLIDE_SECONDS = 0.35
HOLD_SECONDS = 3.0
"""How long the last position is shown before the picture starts over."""
MARK_OPACITY = 0.38
OUTSIDE = (-200, -200)
"""Where marks wait for the first move."""


@dataclass(slots=True)
class _Actor:
    """A piece as long as it looks the same: where it is from which ply on, and when it appears and leaves."""

    face: Piece | None
    squares: list[tuple[int, int]]
    enters: int = 0
    leaves: int | None = None


@dataclass(slots=True)
class _Clock:
    """When things happen, in shares of the whole picture."""

    plies: int
    seconds_per_move: float
    slide: float = field(init=False)
    total: float = field(init=False)

    def __post_init__(self) -> None:
        self.slide = min(SLIDE_SECONDS, self.seconds_per_move / 2)
        self.total = self.plies * self.seconds_per_move + HOLD_SECONDS

    def begins(self, ply: int) -> float:
        """The share at which a move starts to slide. The first position is shown for the length of a move."""
        return (ply * self.seconds_per_move - self.slide) / self.total

    def ends(self, ply: int) -> float:
        return ply * self.seconds_per_move / self.total

    def animate(self, attribute: str, steps: list[tuple[float, str]], *, kind: str = "") -> str:
        """An animation that repeats for ever. Without a kind, the values jump."""
        values, times = ";".join(value for _, value in steps), ";".join(f"{time:.5g}" for time, _ in steps)
        timing = f'values="{values}" keyTimes="{times}" dur="{self.total:g}s" repeatCount="indefinite"'
        if kind:
            return f'<animateTransform attributeName="{attribute}" type="{kind}" {timing}/>'
        return f'<animate attributeName="{attribute}" calcMode="discrete" {timing}/>'


def animation(
    game: BoardGame,
    *,
    seconds_per_move: float = 1.0,
    size: float | None = 400,
    turned: bool = False,
    theme: str = "meadow",
    pieces: str = "painted",
    coordinates: bool = True,
) -> str:
    """Draw a game from its first position to its last as an animated SVG document, which starts over at the end.

    The options are those of `board`. Raises JungleError for an unknown theme or set of pieces, or a game without moves.

    >>> from jungle.game import Game
    >>> "<animateTransform" in animation(Game.from_moves(["a3a4", "g7g6"]), seconds_per_move=0.5)
    True
    """
    if not game.moves:
        raise InvalidArgumentError(f"expected a game with moves, got {game!r}")
    if not 0.1 <= seconds_per_move <= 60:
        raise InvalidArgumentError(f"expected 0.1 to 60 seconds per move, got {seconds_per_move!r}")
    check_size(size)
    colours = one_of("theme", theme, THEMES)
    one_of("set of pieces", pieces, dict.fromkeys(PIECE_SETS))
    layout = BoardLayout(game.grid, turned)
    clock = _Clock(len(game.moves), seconds_per_move)
    positions = _positions(game)
    actors = _actors(game, positions)
    ground_defs, ground_shapes = ground(layout, colours)
    piece_defs, drawn = piece_shapes([actor.face for actor in actors], pieces, game.rules)
    parts = [ground_shapes]
    if coordinates:
        parts.append(coordinate_names(layout, colours))
    parts += _marks(game, positions, layout, clock)
    moves = "1 move" if len(game.moves) == 1 else f"{len(game.moves)} moves"
    parts += [_moving(actor, shapes, layout, clock) for actor, shapes in zip(actors, drawn, strict=True)]
    return document(layout, size, f"{moves} from {positions[0].fen()}", ground_defs + piece_defs, parts)


def _positions(game: BoardGame) -> list[BoardPosition]:
    """The positions of a game, from its start."""
    replayed = game.copy()
    positions = [replayed.position]
    while replayed.moves:
        replayed.undo()
        positions.append(replayed.position)
    return positions[::-1]


def _actors(game: BoardGame, positions: list[BoardPosition]) -> list[_Actor]:
    on_board = {square: _Actor(face, [(0, square)]) for square, face in positions[0].faces().items()}
    actors = list(on_board.values())
    for ply, (move, position) in enumerate(zip(game.moves, positions[1:], strict=True), 1):
        if not move.is_flip():
            mover = on_board.pop(move.origin)
            mover.squares.append((ply, move.target))
            if move.target in on_board:
                on_board[move.target].leaves = ply
            on_board[move.target] = mover
        faces = position.faces()
        for square, actor in list(on_board.items()):
            if square not in faces or faces[square] != actor.face:
                on_board.pop(square).leaves = ply
        for square in faces.keys() - on_board.keys():
            on_board[square] = _Actor(faces[square], [(ply, square)], enters=ply)
            actors.append(on_board[square])
    return actors


def _moving(actor: _Actor, shapes: str, layout: BoardLayout, clock: _Clock) -> str:
    """A piece, and how it slides, appears and leaves."""

    def place(square: int) -> str:
        x, y = layout.corner(square)
        return f"{x + INSET:g} {y + INSET:g}"

    (_, first), *moves = actor.squares
    steps = [(0.0, place(first))]
    for ply, square in moves:
        steps += [(clock.begins(ply), steps[-1][1]), (clock.ends(ply), place(square))]
    changes = clock.animate("transform", [*steps, (1.0, steps[-1][1])], kind="translate") if moves else ""
    if actor.enters or actor.leaves:
        seen = [(0.0, "1")] if not actor.enters else [(0.0, "0"), (clock.ends(actor.enters), "1")]
        gone = [(clock.ends(actor.leaves), "0")] if actor.leaves else []
        changes += clock.animate("opacity", seen + gone)
    return f'<g transform="translate({place(first)})">{group(f"scale({PIECE})", shapes)}{changes}</g>'


def _marks(game: BoardGame, positions: list[BoardPosition], layout: BoardLayout, clock: _Clock) -> list[str]:
    """The squares of the last move, in the mover's colour."""
    fills, corners = [(0.0, GOLD)], ([(0.0, OUTSIDE)], [(0.0, OUTSIDE)])
    for ply, (move, before) in enumerate(zip(game.moves, positions, strict=False), 1):
        face = before.faces().get(move.origin)
        fills.append((clock.begins(ply), GOLD if face is None or move.is_flip() else SIDE_COLOURS[face.side]))
        for places, square in zip(corners, (move.origin, move.target), strict=True):
            places.append((clock.begins(ply), layout.corner(square)))
    return [
        rect(3.5, 3.5, 93, 93, 12, fill=GOLD, fill_opacity=MARK_OPACITY).replace(
            "/>",
            ">"
            + clock.animate("fill", fills)
            + clock.animate("x", [(time, f"{x + 3.5:g}") for time, (x, _) in places])
            + clock.animate("y", [(time, f"{y + 3.5:g}") for time, (_, y) in places])
            + "</rect>",
        )
        for places in corners
    ]
