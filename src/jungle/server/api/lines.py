"""Pictures and previews of what is in no game on the server: lines that somebody analyses, and puzzles."""

import hashlib
from typing import Annotated
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from jungle.assets import PIECE_SETS
from jungle.board_game import BoardGame
from jungle.errors import JungleError
from jungle.puzzles import UnknownPuzzleError, find_puzzle
from jungle.rules_text import rules_text
from jungle.server.api.authentication import AppServices, source_of
from jungle.server.api.previews import PREVIEW, preview
from jungle.server.background import COMPILING
from jungle.server.errors import NotFoundError, UnprocessableError
from jungle.server.game import adapter
from jungle.server.game.moving_pictures import Order
from jungle.svg import animation, board
from jungle.svg.diagram import one_of
from jungle.svg.themes import THEMES

router = APIRouter(include_in_schema=False)

PLIES_LIMIT = 300
QUERY_LIMIT = 8000
DRAWING, MOVING = 10, 60
"""Estimated milliseconds to draw a position and a line; charged to an address."""
LIFE = "public, max-age=86400"
WIDTH = 480

Fen = Annotated[str, Query(max_length=200)]
Moves = Annotated[str, Query(max_length=3000, description="separated by commas, such as a3a4,g7g6")]
Rules = Annotated[str, Query(max_length=200)]
Name = Annotated[str, Query(max_length=20)]
"""Of a theme or a set of pieces."""


def play_line(fen: str, moves: str, rules: str) -> BoardGame:
    """A game from a position, or from the usual start. Raises UnprocessableError."""
    played = [move for move in moves.split(",") if move]
    if len(played) > PLIES_LIMIT:
        raise UnprocessableError(f"expected at most {PLIES_LIMIT} moves, got {len(played)}", "moves")
    kind = rules if rules in adapter.kinds() else adapter.kinds()[0]
    try:
        return adapter.replay(kind, rules, fen or None, 0, played).public()
    except JungleError as error:
        raise UnprocessableError(str(error)) from None


def _draw(fen: str, moves: str, rules: str, theme: str, pieces: str, turned: bool, is_moving: bool) -> str:
    game = play_line(fen, moves, rules)
    try:
        if is_moving and game.moves:
            return animation(game, size=WIDTH, theme=theme, pieces=pieces, turned=turned)
        return board(game, size=WIDTH, theme=theme, pieces=pieces, turned=turned)
    except JungleError as error:
        raise UnprocessableError(str(error)) from None


@router.get("/line.svg")
async def line_svg(
    request: Request,
    services: AppServices,
    fen: Fen = "",
    moves: Moves = "",
    rules: Rules = "standard",
    theme: Name = "meadow",
    pieces: Name = "painted",
    turned: bool = False,
    moving: bool = False,
) -> Response:
    """The last position of a line, or the whole line as a moving picture."""
    cost = (MOVING if moving else DRAWING) + (0 if _is_named(rules) else COMPILING)
    services.limits.take_here("work", source_of(request), cost)
    drawing = await services.background.run(_draw, fen, moves, rules, theme, pieces, turned, moving)
    return Response(drawing, media_type="image/svg+xml", headers={"cache-control": LIFE})


@router.get("/line.png")
async def line_png(
    request: Request, services: AppServices, fen: Fen = "", moves: Moves = "", rules: Rules = "standard"
) -> Response:
    """The last position of a line as a PNG, for previews that do not support SVG."""
    services.limits.take_here("work", source_of(request), DRAWING + (0 if _is_named(rules) else COMPILING))
    drawing = await services.background.run(_draw, fen, moves, rules, "meadow", "painted", False, False)
    name = hashlib.sha256(drawing.encode()).hexdigest()
    data = await services.pictures.png(f"line:{name}", 0, drawing)
    return Response(data, media_type="image/png", headers={"cache-control": LIFE})


@router.get("/line.gif")
async def line_gif(
    request: Request,
    services: AppServices,
    fen: Fen = "",
    moves: Moves = "",
    rules: Rules = "standard",
    theme: Name = "meadow",
    pieces: Name = "painted",
    turned: bool = False,
) -> Response:
    """A line as an animated GIF."""
    services.limits.take_here("work", source_of(request), MOVING + (0 if _is_named(rules) else COMPILING))
    game = await services.background.run(play_line, fen, moves, rules)
    order = gif_order(game, theme, pieces, turned)
    name = hashlib.sha256(msgspec.json.encode(order)).hexdigest()
    data = await services.pictures.gif(f"line:{name}", 0, order)
    return Response(data, media_type="image/gif", headers={"cache-control": LIFE})


def gif_order(game: BoardGame, theme: str, pieces: str, turned: bool) -> Order:
    """A game to be drawn as a GIF. Raises UnprocessableError if it has too many moves or no such board or pieces."""
    if len(game.moves) > PLIES_LIMIT:
        raise UnprocessableError(f"expected at most {PLIES_LIMIT} moves, got {len(game.moves)}", "moves")
    check_dress(theme, pieces)
    start = game.copy()
    while start.moves:
        start.undo()
    moves = [adapter.move_text(move) for move in game.moves]
    return Order(
        kind=game.kind,
        rules=rules_text(game.rules),
        fen=start.fen(),
        moves=moves,
        theme=theme,
        pieces=pieces,
        turned=turned,
    )


def check_dress(theme: str, pieces: str) -> None:
    """Raise UnprocessableError unless there are such a board and such a set of pieces."""
    try:
        one_of("theme", theme, THEMES)
        one_of("set of pieces", pieces, dict.fromkeys(PIECE_SETS))
    except JungleError as error:
        raise UnprocessableError(str(error)) from None


def _is_named(rules: str) -> bool:
    return any(adapter.is_usual(kind, rules) for kind in adapter.kinds())


@router.get("/analyse")
async def analysis_page(
    request: Request,
    services: AppServices,
    fen: Fen = "",
    moves: Moves = "",
    rules: Rules = "standard",
    shown: Annotated[str | None, Query(max_length=3000, description="the moves that the preview shows")] = None,
) -> HTMLResponse:
    """The preview of a link to an analysis. The rest of its query, such as a tree of variations, is for the app."""
    if len(request.url.query) > QUERY_LIMIT:
        raise UnprocessableError(f"expected a link of at most {QUERY_LIMIT} characters", "link")
    services.limits.take_here("work", source_of(request), DRAWING + (0 if _is_named(rules) else COMPILING))
    line = moves if shown is None else shown
    plies = len((await services.background.run(play_line, fen, line, rules)).moves)
    count = "1 move" if plies == 1 else f"{plies} moves"
    given = {"fen": fen, "moves": line, "rules": rules}
    origin = services.settings.origin
    picture = f"{origin}/line{PREVIEW}?{urlencode({name: value for name, value in given.items() if value})}"
    about = f"{count}, {rules} rules: open it on the analysis board"
    query = request.url.query
    return preview("Analysis · Jungle", about, f"{origin}/analyse?{query}", picture, f"/#/analyse?{query}")


@router.get("/puzzle/{puzzle_id}")
async def puzzle_page(puzzle_id: str, services: AppServices) -> HTMLResponse:
    """The preview of a link to a puzzle. It does not give away the solution."""
    try:
        puzzle = await services.background.run(find_puzzle, puzzle_id)
    except UnknownPuzzleError as error:
        raise NotFoundError(str(error)) from None
    origin = services.settings.origin
    side = "Red" if puzzle.fen.split()[1] == "r" else "Blue"
    goal = {"win": "wins", "save": "saves the game"}.get(puzzle.goal, "plays best")
    query = urlencode({"fen": puzzle.fen, "rules": puzzle.rules})
    about = f"{side} moves and {goal}. Rated {puzzle.rating}."
    url = f"{origin}/puzzle/{puzzle.id}"
    return preview("Puzzle · Jungle", about, url, f"{origin}/line{PREVIEW}?{query}", f"/#/puzzles?id={puzzle.id}")
